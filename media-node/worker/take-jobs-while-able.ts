// Decides which jobs a node takes: none while it lacks room or is drained, and none for devices while all of them are down.
import type { MediaWorker } from "./media-worker.ts";
import type { NodeMetrics } from "./metrics/node-metrics.ts";
import type { NodeDrain } from "./node-drain.ts";
import type { NodeRoom } from "./node-room.ts";

export interface NodeState {
  readonly room: NodeRoom;
  readonly drain: NodeDrain;
  readonly metrics: Pick<NodeMetrics, "setTakesJobs">;
}

/** Whether a node takes jobs at all. */
export function isTaking({ room, drain }: Pick<NodeState, "room" | "drain">): boolean {
  return room.shortage() === undefined && !drain.isDraining();
}

/** Takes jobs while there is room for them and the node is not drained; those for devices while any device is up. */
export function takeJobsWhileAble(worker: MediaWorker, { room, drain, metrics }: NodeState): void {
  const follow = (): void => {
    const takesJobs = isTaking({ room, drain });
    const onDevices = room.deviceShortage() === undefined;
    metrics.setTakesJobs(takesJobs, onDevices);
    worker.takeJobs(takesJobs, onDevices);
  };
  drain.countJobs(worker.jobsUnderWay);
  room.onChange(follow);
  drain.onChange(follow);
  follow();
}
