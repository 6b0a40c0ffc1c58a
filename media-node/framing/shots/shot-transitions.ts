// From where to where one shot gives way to the next. Mostly that is one frame, a hard cut; broadcasters lead into replays
// and out of them with a wipe or a logo, which covers the frame for half a second or so. A moment that ends on the cut
// behind a wipe would end with half of it. Pixels do not tell a wipe from a shaken camera, which changes as many of them;
// how many are bright or dark does.
import { percentile } from "../../signal/percentile.ts";
import type { Span } from "../../signal/span.ts";
import {
  type ExactHardCutsInput,
  type MeasuredFrames,
  measureAround,
  nearestCut,
} from "./exact-hard-cuts.ts";

/** Decoded before and after what is searched, so that a wipe at its edge is seen as a whole. */
const CONTEXT_S = 1;
/** A frame of a wipe moves at least this share of all brightness a second to other levels… */
const MIN_LEVELS_PER_S = 1.2;
/** …and so many times as much as the calm frames around it do. */
const [TIMES_CALM, CALM_SHARE] = [3, 0.25];
/** A logo may stand still within a wipe for so long. */
const MAX_STILL_S = 0.25;
/** What changes for longer is a shot full of movement. */
const MAX_TRANSITION_S = 1.2;
/** An edge lies in a transition, or at most so far from it. */
const REACH_S = 0.25;

type MeasuredLevels = Pick<MeasuredFrames, "timesS"> & { readonly levels: readonly number[] };

/** Runs of frames that change much, as numbers of their first and last frames. */
function restlessRuns({ timesS, levels }: MeasuredLevels): [first: number, last: number][] {
  const lengthS = (timesS.at(-1) ?? 0) - (timesS[0] ?? 0);
  const perFrame = (MIN_LEVELS_PER_S * lengthS) / Math.max(1, timesS.length - 1);
  const min = Math.max(perFrame, TIMES_CALM * percentile(levels, CALM_SHARE));
  const runs: [number, number][] = [];
  for (const [frame, value] of levels.entries()) {
    if (value < min) continue;
    const last = runs.at(-1);
    const isSame = last !== undefined && (timesS[frame] ?? 0) - (timesS[last[1]] ?? 0) <= MAX_STILL_S;
    if (isSame) last[1] = frame;
    else runs.push([frame, frame]);
  }
  return runs;
}

/**
 * The transition at an edge: from the first frame that is not all the earlier shot's to the first that is all the later
 * one's. Null where there is none, or none that ends on either side within these frames.
 */
export function transitionAt(frames: MeasuredLevels, edgeS: number): Span | null {
  const { timesS } = frames;
  const timeOf = (frame: number): number => timesS[frame] ?? edgeS;
  const spans = restlessRuns(frames)
    .filter(([first, last]) => first > 1 && last < timesS.length - 1)
    .map(([first, last]) => ({ startS: timeOf(first), endS: timeOf(last) }))
    .filter(({ startS, endS }) => endS - startS <= MAX_TRANSITION_S);
  const distance = ({ startS, endS }: Span): number => Math.max(startS - edgeS, edgeS - endS, 0);
  const nearest = spans.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= REACH_S ? nearest : null;
}

/**
 * For each of `nearS` the nearest transition: a hard cut within reach, with the wipe around it, or a wipe; null where
 * there is neither.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort
 */
export async function findShotTransitions(input: ExactHardCutsInput): Promise<(Span | null)[]> {
  const found: (Span | null)[] = [];
  for (const nearS of input.nearS) {
    const frames = await measureAround(input, nearS, CONTEXT_S);
    const cutS = nearestCut(frames, nearS, input.withinS);
    const levels = frames.measures.levels;
    const transition = transitionAt({ timesS: frames.timesS, levels }, cutS ?? nearS);
    found.push(transition ?? (cutS === null ? null : { startS: cutS, endS: cutS }));
  }
  return found;
}
