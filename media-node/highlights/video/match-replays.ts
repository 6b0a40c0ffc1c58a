// The replays of a match: stretches that repeat earlier frames, and stretches between two sights of one transition.
// Both are right mostly, and together nearly always.
import { clamp } from "../../signal/clamp.ts";
import type { Span } from "../../signal/span.ts";
import { MATCH_HOP_S, type ReplaySpan } from "../match-curves.ts";
import type { FrameFingerprints } from "./frame-fingerprints.ts";
import { findFrameRepetitions } from "./frame-repetitions.ts";
import { MATCH_FRAME } from "./match-video.ts";
import { findTransitionPairs } from "./transition-pairs.ts";

/** Ends are known to about this; a shot change that is as near is the end. */
const SNAP_S = 1.25;
/** A repetition fills at least this much of its shots, and is as sure as can be from the second on. */
const [MIN_SHARE, SATURATING_SHARE] = [0.5, 0.8];
/** From this length on a repetition is no chance. */
const SATURATING_LENGTH_S = 5;
/** Shorter ones are chance, and longer ones movement that repeats itself. */
const [MIN_S, MAX_S] = [2.5, 45];
/** Correlation at which a repetition is as good as none, and at which it is certain. */
const [NO_SCORE, SATURATING_SCORE] = [0.75, 0.95];
/**
 * What one pair of transitions is worth (it may be any brief shot that comes again), and what every further pair of the
 * same graphic adds.
 */
const [PAIR_CONFIDENCE, FURTHER_PAIR, MAX_BY_PAIRS] = [0.3, 0.25, 0.85];

/**
 * The whole shots that a repetition fills for the most part, with how well it does; null where it is but a part of
 * one: a camera that turns twice the same way over the same ground resembles itself for a while.
 */
function wholeShots(
  startS: number,
  endS: number,
  cutsS: readonly number[],
): (Span & { share: number }) | null {
  const from = cutsS.findLast((cutS) => cutS <= startS + SNAP_S);
  const to = cutsS.find((cutS) => cutS >= endS - SNAP_S);
  if (from === undefined || to === undefined || to <= from) return null;
  const share = Math.min(1, (endS - startS) / (to - from));
  return share < MIN_SHARE ? null : { startS: from, endS: to, share };
}

function repeatedShots(fingerprints: FrameFingerprints, cutsS: readonly number[]): ReplaySpan[] {
  return findFrameRepetitions(fingerprints.grid(cutsS)).flatMap(({ startSlot, endSlot, score }) => {
    const shots = wholeShots(startSlot / MATCH_FRAME.perS, endSlot / MATCH_FRAME.perS, cutsS);
    if (shots === null) return [];
    const { startS, endS, share } = shots;
    const likeness = clamp((score - NO_SCORE) / (SATURATING_SCORE - NO_SCORE));
    return [
      {
        startS,
        endS,
        confidence:
          likeness *
          Math.min(1, share / SATURATING_SHARE) *
          Math.min(1, (endS - startS) / SATURATING_LENGTH_S),
      },
    ];
  });
}

function isPlausible({ startS, endS }: ReplaySpan): boolean {
  return endS - startS >= MIN_S && endS - startS <= MAX_S;
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

/** In time order, none overlapping another; seconds on the frames' clock. @param cutsS ascending */
export function findReplays(fingerprints: FrameFingerprints, cutsS: readonly number[]): ReplaySpan[] {
  const repetitions = repeatedShots(fingerprints, cutsS);
  const wrapped = findTransitionPairs(fingerprints, cutsS).map(({ startS, endS, count }) => ({
    startS,
    endS,
    confidence: Math.min(MAX_BY_PAIRS, PAIR_CONFIDENCE + FURTHER_PAIR * (count - 1)),
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
