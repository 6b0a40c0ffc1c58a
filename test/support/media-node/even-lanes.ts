// Lanes that are all alike, for tests of threads.
import { LANE_NAMES, type LaneBounds } from "../../../media-node/threads/lane-bounds.ts";

/** `running` calls together, `each` of them in one lane, with a line of `waiting`. */
export function evenLanes(running: number, waiting: number, each = running): LaneBounds {
  const lanes = Object.fromEntries(LANE_NAMES.map((lane) => [lane, { running: each, waiting }]));
  return { running, lanes: lanes as LaneBounds["lanes"] };
}
