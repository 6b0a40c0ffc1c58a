// How much voices move in pitch, on a grid of ticks as prefix sums: the squared distance from the pitch around, in
// semitones. Around, because two speakers of different height who take turns are not a lively voice.

import { semitonesOf } from "../../senses/audio/pitch-tracker.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { percentile } from "../../signal/percentile.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import type { Span } from "../../signal/span.ts";

export interface PitchMovement {
  /** Prefix sum of hops that have speech and a pitch. */
  readonly voiced: Float64Array;
  /** Prefix sum of their squared semitones from the mean of 2 s before and after. */
  readonly squares: Float64Array;
}

const AROUND_S = 2;
const MIN_SPEECH = 128;
/** Farther from the source's median a pitch is a mistaken octave, or no voice. */
const MAX_SEMITONES = 14;

function voicedHops({ pitch, speech }: AudioAnalysis): number[] {
  const hops: number[] = [];
  pitch.forEach((kept, hop) => {
    if (kept > 0 && (speech[hop] ?? 0) >= MIN_SPEECH) hops.push(hop);
  });
  return hops;
}

/** Lays the pitch of `audio` over the ticks of a range; nothing is voiced without audio. */
export function pitchMovement(
  audio: AudioAnalysis | null,
  grid: { readonly range: Span; readonly tickCount: number; readonly tickS: number },
): PitchMovement {
  const { range, tickCount, tickS } = grid;
  const [counts, sums, squares] = [0, 0, 0].map(() => new Float64Array(tickCount)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const heard = audio === null ? [] : voicedHops(audio);
  const semitones = Float32Array.from(heard, (hop) => semitonesOf(audio?.pitch[hop] ?? 0));
  const median = percentile(semitones, 0.5);
  heard.forEach((hop, index) => {
    const offset = (semitones[index] ?? 0) - median;
    const timeS = (audio?.startS ?? 0) + (hop + 0.5) * (audio?.hopS ?? 0);
    const tick = Math.floor((timeS - range.startS) / tickS);
    if (Math.abs(offset) > MAX_SEMITONES || tick < 0 || tick >= tickCount) return;
    counts[tick] = (counts[tick] ?? 0) + 1;
    sums[tick] = (sums[tick] ?? 0) + offset;
    squares[tick] = (squares[tick] ?? 0) + offset * offset;
  });
  const voiced = prefixSum(counts);
  const offsets = prefixSum(sums);
  const reach = Math.round(AROUND_S / tickS);
  const distances = squares.map((square, tick) => {
    const from = Math.max(0, tick - reach);
    const to = Math.min(tickCount, tick + reach + 1);
    const mean = sumBetween(offsets, from, to) / Math.max(1, sumBetween(voiced, from, to));
    return square - 2 * mean * (sums[tick] ?? 0) + mean * mean * (counts[tick] ?? 0);
  });
  return { voiced, squares: prefixSum(distances) };
}

/** Standard deviation of the pitch between two ticks, semitones; NaN where hardly anything is voiced. */
export function pitchDeviation({ voiced, squares }: PitchMovement, from: number, to: number): number {
  const hops = sumBetween(voiced, from, to);
  return hops < Math.max(10, 0.25 * (to - from))
    ? Number.NaN
    : Math.sqrt(Math.max(0, sumBetween(squares, from, to)) / hops);
}
