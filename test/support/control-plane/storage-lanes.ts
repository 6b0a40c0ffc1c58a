// The places that requests about uploads have for calls of the storage, as a control plane has them.
import { FairLane } from "../../../control-plane/http/fair-lane.ts";
import type { StorageLanes } from "../../../control-plane/tasks/uploads/storage-wait.ts";
import { LANE_LIMITS } from "../../../shared/limits/requests.ts";

export function storageLanes(): StorageLanes {
  return { looks: new FairLane(LANE_LIMITS.looks), joins: new FairLane(LANE_LIMITS.joins) };
}
