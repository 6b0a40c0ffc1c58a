// How a node stops: what it has, one after the other, each within its time.
import type { Sql } from "../../shared/db/connect.ts";
import { NODE_STOP_LIMITS } from "../../shared/limits/nodes.ts";
import type { Logger } from "../../shared/logger.ts";
import type { StatusServer } from "../../shared/network/status-server.ts";
import { settleWithin } from "../../shared/settle-within.ts";
import type { OpenDevices } from "../onnx/devices/open-devices.ts";
import { closeThreads } from "../threads/run-in-thread.ts";
import type { ModelInstaller } from "./installs/model-installer.ts";
import type { MediaWorker } from "./media-worker.ts";
import type { NodeRoom } from "./node-room.ts";
import type { ScratchFolder } from "./scratch-folder.ts";

/** What a node stops, in this order. */
export interface StoppableNode {
  readonly installer: ModelInstaller;
  readonly worker: MediaWorker;
  readonly room: NodeRoom;
  readonly devices: OpenDevices;
  readonly databases: readonly Sql[];
  readonly scratch: ScratchFolder;
  readonly status: StatusServer;
}

/**
 * Stops a node's parts in their order. A part that fails or takes longer than NODE_STOP_LIMITS is logged and
 * left behind.
 */
export async function stopNode(parts: StoppableNode, logger: Logger): Promise<void> {
  const { installer, worker, room, devices, databases, scratch, status } = parts;
  const { workerMs, partMs } = NODE_STOP_LIMITS;
  // What a run wrote on its way out may still be needed by the steps before.
  await settleWithin(workerMs, "the worker", logger, () => Promise.all([installer.stop(), worker.stop()]));
  await settleWithin(partMs, "the node's threads", logger, () => Promise.all([room.stop(), closeThreads()]));
  await settleWithin(partMs, "the devices' processes", logger, () => devices.close());
  await settleWithin(partMs, "the database's connections", logger, () =>
    Promise.all(databases.map((sql) => sql.end({ timeout: 1 }))),
  );
  await settleWithin(partMs, "the scratch folder", logger, () => scratch.close());
  await settleWithin(partMs, "the status pages", logger, () => status.close());
}
