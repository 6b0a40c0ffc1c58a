// When known symbols were said: the best path of a CTC model's output through them (Viterbi over the trellis of Graves
// et al. 2006, as torchaudio's forced_align), each symbol at least one frame, blanks wherever they fit. A symbol may be
// optional, which word boundaries are: the path goes through it or around it. The whole trellis is computed: a window
// of 30 s has 750 frames and some 800 states, 0.6 million cells.
import assert from "node:assert/strict";
import type { CtcLogProbs } from "./ctc-log-probs.ts";
import { LOG_ZERO } from "./log-math.ts";

export interface AlignmentTarget {
  readonly symbol: number;
  /** The path may leave it out; two neighbours must not both be optional. */
  readonly isOptional: boolean;
}

/** Where a target lies on the best path. */
export interface AlignedSpan {
  readonly startFrame: number;
  /** The frame after the last; equal to `startFrame` where an optional target was left out. */
  readonly endFrame: number;
  /** Mean log-probability of the symbol over its frames, 0 when left out. */
  readonly logProb: number;
}

/** State 2k is the blank before target k, state 2k + 1 the target itself, and the last state the blank at the end. */
interface Trellis {
  /** Symbol of each state. */
  readonly symbol: Int32Array;
  /** Distances back to the states from which each state can be entered, four per state, 0 where there are fewer. */
  readonly back: Uint8Array;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const WAYS = 4;

function waysInto(targets: readonly AlignmentTarget[], index: number): number[] {
  const [target, before, beforeThat] = [targets[index], targets[index - 1], targets[index - 2]];
  const ways = [1];
  if (before === undefined || target === undefined) return ways;
  if (before.symbol !== target.symbol) ways.push(2);
  if (!before.isOptional) return ways;
  ways.push(3);
  if (beforeThat !== undefined && beforeThat.symbol !== target.symbol) ways.push(4);
  return ways;
}

function trellisOf(targets: readonly AlignmentTarget[], blank: number): Trellis {
  const states = 2 * targets.length + 1;
  const symbol = new Int32Array(states).fill(blank);
  const back = new Uint8Array(states * WAYS);
  for (const [index, target] of targets.entries()) {
    assert.ok(
      !(target.isOptional && targets[index + 1]?.isOptional),
      "optional targets must not be neighbours",
    );
    symbol[2 * index + 1] = target.symbol;
    back.set(waysInto(targets, index), (2 * index + 1) * WAYS);
    back[(2 * index + 2) * WAYS] = 1;
  }
  const starts = targets[0]?.isOptional ? [0, 1, 3] : [0, 1];
  const ends = targets.at(-1)?.isOptional ? [1, 2, 3, 4] : [1, 2];
  return {
    symbol,
    back,
    starts: starts.filter((state) => state < states),
    ends: ends.map((distance) => states - distance).filter((state) => state >= 0),
  };
}

/** For each frame and state, how far back the best way into it came from; and the scores of the last frame. */
function viterbi(
  trellis: Trellis,
  { values, frames, symbols }: CtcLogProbs,
): { cameFrom: Uint8Array; scores: Float64Array } {
  const states = trellis.symbol.length;
  const cameFrom = new Uint8Array(frames * states);
  let scores = new Float64Array(states).fill(LOG_ZERO);
  let next = new Float64Array(states);
  for (const state of trellis.starts) scores[state] = values[trellis.symbol[state] as number] as number;
  for (let frame = 1; frame < frames; frame += 1) {
    for (let state = 0; state < states; state += 1) {
      let best = scores[state] as number;
      let distance = 0;
      for (let way = state * WAYS; way < (state + 1) * WAYS; way += 1) {
        const back = trellis.back[way] as number;
        if (back === 0 || !((scores[state - back] as number) > best)) continue;
        best = scores[state - back] as number;
        distance = back;
      }
      next[state] = best + (values[frame * symbols + (trellis.symbol[state] as number)] as number);
      cameFrom[frame * states + state] = distance;
    }
    [scores, next] = [next, scores];
  }
  return { cameFrom, scores };
}

/** The state of each frame on the best path, or undefined when no path fits into the frames. */
function bestPath(trellis: Trellis, logProbs: CtcLogProbs): Int32Array | undefined {
  const { cameFrom, scores } = viterbi(trellis, logProbs);
  const states = trellis.symbol.length;
  let state = trellis.ends[0] as number;
  for (const end of trellis.ends) {
    if ((scores[end] as number) > (scores[state] as number)) state = end;
  }
  if (scores[state] === LOG_ZERO) return undefined;
  const path = new Int32Array(logProbs.frames);
  for (let frame = logProbs.frames - 1; frame >= 0; frame -= 1) {
    path[frame] = state;
    state -= cameFrom[frame * states + state] as number;
  }
  return path;
}

/**
 * A span for each target, in order, of those on the most probable path through all of them. Undefined when
 * the frames are too few for the targets.
 * @throws AssertionError where two neighbouring targets are both optional
 */
export function forcedAlignment(
  logProbs: CtcLogProbs,
  targets: readonly AlignmentTarget[],
  blank: number,
): AlignedSpan[] | undefined {
  if (logProbs.frames === 0) return targets.length === 0 ? [] : undefined;
  const path = bestPath(trellisOf(targets, blank), logProbs);
  if (path === undefined) return undefined;
  let frame = 0;
  return targets.map(({ symbol }, index) => {
    while (frame < path.length && (path[frame] as number) < 2 * index + 1) frame += 1;
    const startFrame = frame;
    let sum = 0;
    for (; path[frame] === 2 * index + 1; frame += 1) {
      sum += logProbs.values[frame * logProbs.symbols + symbol] as number;
    }
    return { startFrame, endFrame: frame, logProb: frame === startFrame ? 0 : sum / (frame - startFrame) };
  });
}
