// The replays of a match: stretches that repeat earlier pictures, and stretches between two sights of one transition.
// Both are right mostly, and together nearly always.
import { MATCH_HOP_S, type ReplaySpan } from "./match-curves.ts";
import { MATCH_PICTURE } from "./match-picture.ts";
import type { PictureFingerprints } from "./picture-fingerprints.ts";
import { findPictureRepetitions } from "./picture-repetitions.ts";
import { findTransitionPairs } from "./transition-pairs.ts";

/** Ends are known to about this; a shot change that is as near is the end. */
const SNAP_S = 1.25;
/** Shorter ones are chance, and longer ones movement that repeats itself. */
const [SHORTEST_S, LONGEST_S] = [2.5, 45];
/** Correlation at which a repetition is as good as none, and at which it is certain. */
const [NO_SCORE, FULL_SCORE] = [0.75, 0.95];
/** What one pair of transitions is worth, and what every further pair of the same graphic adds. */
const [PAIR_CONFIDENCE, FURTHER_PAIR, MOST_BY_PAIRS] = [0.55, 0.1, 0.85];

function nearest(timesS: readonly number[], timeS: number): number {
  const near = timesS.filter((each) => Math.abs(each - timeS) <= SNAP_S);
  return near.reduce(
    (best, each) => (Math.abs(each - timeS) < Math.abs(best - timeS) ? each : best),
    near[0] ?? timeS,
  );
}

function isPlausible({ startS, endS }: ReplaySpan): boolean {
  return endS - startS >= SHORTEST_S && endS - startS <= LONGEST_S;
}

function merge(spans: readonly ReplaySpan[]): ReplaySpan[] {
  const merged: ReplaySpan[] = [];
  for (const span of [...spans].sort((a, b) => a.startS - b.startS)) {
    const last = merged.at(-1);
    if (last === undefined || span.startS >= last.endS) merged.push(span);
    else {
      // Two signs of one replay are surer than either.
      const confidence = 1 - (1 - last.confidence) * (1 - span.confidence);
      merged[merged.length - 1] = { startS: last.startS, endS: Math.max(last.endS, span.endS), confidence };
    }
  }
  return merged;
}

/** In time order, none overlapping another; seconds on the pictures' clock. @param cutsS ascending */
export function findReplays(pictures: PictureFingerprints, cutsS: readonly number[]): ReplaySpan[] {
  const repetitions = findPictureRepetitions(pictures.grid(cutsS)).map(({ startSlot, endSlot, score }) => ({
    startS: nearest(cutsS, startSlot / MATCH_PICTURE.perS),
    endS: nearest(cutsS, endSlot / MATCH_PICTURE.perS),
    confidence: Math.min(1, Math.max(0, (score - NO_SCORE) / (FULL_SCORE - NO_SCORE))),
  }));
  const wrapped = findTransitionPairs(pictures, cutsS).map(({ startS, endS, count }) => ({
    ...{ startS, endS },
    confidence: Math.min(MOST_BY_PAIRS, PAIR_CONFIDENCE + FURTHER_PAIR * (count - 1)),
  }));
  return merge([...repetitions, ...wrapped].filter(isPlausible)).filter(isPlausible);
}

/** Per tick the confidence of the replay that most of it lies in, else 0. */
export function replayCurve(replays: readonly ReplaySpan[], tickCount: number): Float32Array<ArrayBuffer> {
  const curve = new Float32Array(tickCount);
  for (const { startS, endS, confidence } of replays) {
    curve.fill(confidence, Math.round(startS / MATCH_HOP_S), Math.round(endS / MATCH_HOP_S));
  }
  return curve;
}
