// What a node computes on, once its hardware is found: a process for each device, places on cards for video, and threads.
import type { Logger } from "../shared/logger.ts";
import type { MediaNodeConfig } from "./config.ts";
import type { FoundHardware } from "./found-machine.ts";
import type { NodeStatus } from "./node-status.ts";
import { type OpenDevices, openDevices } from "./onnx/devices/open-devices.ts";
import { laneBounds } from "./threads/lane-bounds.ts";
import { openThreads } from "./threads/run-in-thread.ts";
import type { RunPlaces } from "./threads/runs-at-once.ts";
import { machineCores } from "./threads/usable-cores.ts";
import { startCards, videoSessions } from "./worker/card-work.ts";
import { registerDeviceMetrics } from "./worker/metrics/device-metrics.ts";

/** A process for each device, and places on the cards for video; threads that start later find them. */
export async function startDevices(
  { encoderSessions }: MediaNodeConfig,
  { encoding, decoding, compute: { devices } }: FoundHardware,
  { registry }: NodeStatus,
  logger: Logger,
): Promise<OpenDevices> {
  const cards = { decoding, encoding, encoderSessions };
  startCards(cards, registry, logger);
  const opened = await openDevices(devices, { logger, videoSessions: videoSessions(cards) });
  registerDeviceMetrics(registry, devices, opened.status);
  return opened;
}

/** Threads may start from here on. */
export function startThreads(
  { renderThreads }: MediaNodeConfig,
  { compute: { devices } }: FoundHardware,
  places: RunPlaces,
  logger: Logger,
): void {
  const runs = places.cores + places.devices;
  const lanes = { cores: machineCores(), renderThreads, runs, devices: devices.length };
  logger.info({ ...lanes, places }, "threads and runs");
  openThreads(laneBounds(lanes));
}
