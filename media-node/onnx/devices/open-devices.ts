// Starts a process for each device of a node, and tells its threads where they are.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEVICE_LIMITS, type DeviceLimits } from "../../../shared/limits/devices.ts";
import type { Logger } from "../../../shared/logger.ts";
import { DeviceBoard } from "./device-board.ts";
import { type DeviceStatus, DeviceSupervisor } from "./device-supervisor.ts";
import type { FoundDevice } from "./discovery/found-device.ts";
import { showOnly } from "./discovery/visible-cards.ts";

/** A device that this node uses. */
export interface NodeDevice extends Omit<FoundDevice, "name"> {
  /** What a backend of another kind needs. */
  readonly extra?: unknown;
}

export interface OpenDevicesOptions {
  readonly logger: Logger;
  /** Video sessions that each card may have beside models; 0 unless told. */
  readonly videoSessions?: number;
  /** The file of another backend than ONNX Runtime's. */
  readonly backend?: URL;
  /** Other times than usual. */
  readonly limits?: Partial<DeviceLimits>;
}

export interface OpenDevices {
  /** In the order in which they were given. */
  readonly status: () => readonly DeviceStatus[];
  readonly close: () => Promise<void>;
}

const ONNX_BACKEND = new URL("./onnx-backend.ts", import.meta.url);

/** What models may take of a card's memory; null where it does not say how much it has. */
export function modelBudgetBytes(
  { memoryBytes, provider }: Pick<NodeDevice, "memoryBytes" | "provider">,
  videoSessions: number,
  { memoryShare, videoSessionBytes, maxVideoShare }: DeviceLimits = DEVICE_LIMITS,
): number | null {
  if (memoryBytes === null) return null;
  const sessions = provider === "cuda" ? videoSessions : 0;
  const videoBytes = Math.min(sessions * videoSessionBytes, maxVideoShare * memoryBytes);
  return Math.floor(memoryBytes * memoryShare - videoBytes);
}

/**
 * Resolves once each device takes calls or has failed to start once; those go on trying. To be called before threads
 * start.
 */
export async function openDevices(
  devices: readonly NodeDevice[],
  { logger, videoSessions = 0, backend = ONNX_BACKEND, limits: given }: OpenDevicesOptions,
): Promise<OpenDevices> {
  if (devices.length === 0) return { status: () => [], close: () => Promise.resolve() };
  const limits = { ...DEVICE_LIMITS, ...given };
  const { runTimeoutMs: runMs, openTimeoutMs: openMs, batchDelayMs, roomWaitMs, beatMs, lookMs } = limits;
  // Under the temporary folder, because the path of a socket may not be longer than some hundred characters.
  const folder = await mkdtemp(join(tmpdir(), "clipmill-devices-"));
  const board = DeviceBoard.publish(
    devices.map(({ provider, index }, place) => ({
      provider,
      index,
      socketPath: join(folder, String(place)),
    })),
  );
  const supervisors = devices.map((device, place) => {
    const { provider, uuid, extra = null } = device;
    return new DeviceSupervisor({
      board,
      device: place,
      logger,
      env: showOnly(device),
      limits,
      settings: {
        backend: backend.href,
        settings: { provider, uuid, extra },
        budgetBytes: modelBudgetBytes(device, videoSessions, limits),
        timeouts: { runMs, openMs },
        batchDelayMs,
        roomWaitMs,
        beatMs,
        lookMs,
      },
    });
  });
  await Promise.all(supervisors.map(({ started }) => started));
  return {
    status: () => supervisors.map(({ status }) => status),
    close: async () => {
      DeviceBoard.withdraw();
      await Promise.all(supervisors.map((supervisor) => supervisor.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
