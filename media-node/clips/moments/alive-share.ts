// What long silence over a picture that stands takes from a clip: as much as it lasts. The virality model hardly knows of it,
// because nothing else that is scored has more than a second of it.
import { sumBetween } from "../../signal/prefix-sum.ts";
import type { Span } from "../../signal/span.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";

/** Dead time at a clip's edges that counts as none. */
const UNNOTICED_S = 1;

/** Seconds of a stretch that belong to dead runs of 4 s or more. */
export function deadRunsS(timeline: MomentTimeline, { startS, endS }: Span): number {
  return sumBetween(timeline.deadRuns, tickAt(timeline, startS), tickAt(timeline, endS)) * TICK_S;
}

/** The share of a stretch in which something is heard or seen, 0 to 1; 1 where at most a second is missing. */
export function aliveShare(timeline: MomentTimeline, stretch: Span): number {
  const deadS = deadRunsS(timeline, stretch);
  return deadS <= UNNOTICED_S ? 1 : Math.max(0, 1 - deadS / (stretch.endS - stretch.startS));
}
