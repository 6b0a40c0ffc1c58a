// What an audience does, from the classes of an audio-event model: which classes of AudioSet (Gemmeke et al. 2017) count
// for which reaction, and where in the source they are. Windows overlap by half, and a stretch counts what all windows
// over it heard, so that a laugh is placed within half a window. Shouting and screaming are left out: they are as often
// play or anger as they are a reaction. Speech and music are left out because other features tell them.

import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { clamp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";
import { prefixSum } from "../../signal/prefix-sum.ts";
import type { Span } from "../../signal/span.ts";

/** AudioSet's own names. */
const REACTION_LABELS = {
  laughter: ["Laughter", "Baby laughter", "Giggle", "Snicker", "Belly laugh", "Chuckle, chortle"],
  applause: ["Applause", "Clapping", "Cheering", "Crowd", "Whoop"],
} as const;

export type Reaction = keyof typeof REACTION_LABELS;

/** A class is doubtful below the first probability and sure from the second on: windows hold more than the reaction. */
const DOUBTFUL_BELOW = 0.1;
const SURE_FROM = 0.5;

/** Reactions per window of a source; window i begins at `startS + i * hopS` and lasts two hops. */
export interface AudioEvents {
  readonly startS: number;
  readonly hopS: number;
  /** How sure each is, 0 to 1; NaN for windows that were not classified. */
  readonly laughter: Float32Array;
  readonly applause: Float32Array;
}

/** Which of a model's classes speak for each reaction; empty where it knows none. */
export function reactionClasses(labels: readonly string[]): Readonly<Record<Reaction, readonly number[]>> {
  const classesOf = (reaction: Reaction): number[] =>
    REACTION_LABELS[reaction].map((label) => labels.indexOf(label)).filter((index) => index >= 0);
  return { laughter: classesOf("laughter"), applause: classesOf("applause") };
}

/**
 * How sure a reaction is in one window, 0 to 1: its likeliest class counts.
 * @param logits one for each of the model's classes, before a sigmoid
 * @param classes of `reactionClasses`; 0 without any
 */
export function reactionStrength(logits: Float32Array, classes: readonly number[]): number {
  const logit = Math.max(...classes.map((index) => logits[index] ?? Number.NEGATIVE_INFINITY));
  const probability = 1 / (1 + Math.exp(-logit));
  return clamp((probability - DOUBTFUL_BELOW) / (SURE_FROM - DOUBTFUL_BELOW));
}

const INTEREST_STEP_S = 1;
/** Who laughs under speech is detected by the model too, but most reactions come when the speaker waits. */
const INTEREST_IN_WORDS = 0.25;

/**
 * How likely a reaction is in each second of the range, in no unit: loud sound, above all where no word is
 * said.
 * @param words ascending
 * @returns one number for each second of the range, at least one
 */
export function eventInterest(audio: AudioAnalysis, words: readonly Span[], range: Span): Float32Array {
  const interest = new Float32Array(Math.max(1, Math.ceil((range.endS - range.startS) / INTEREST_STEP_S)));
  const quietDb = percentile(audio.loudnessDb, 0.1);
  const spanDb = Math.max(6, percentile(audio.loudnessDb, 0.95) - quietDb);
  let next = 0;
  for (let hop = 0; hop < audio.loudnessDb.length; hop += 1) {
    const timeS = audio.startS + (hop + 0.5) * audio.hopS;
    while (next < words.length && (words[next]?.endS ?? 0) <= timeS) next += 1;
    const isSpoken = (words[next]?.startS ?? Number.POSITIVE_INFINITY) <= timeS;
    const second = Math.floor((timeS - range.startS) / INTEREST_STEP_S);
    if (second < 0 || second >= interest.length) continue;
    const level = clamp(((audio.loudnessDb[hop] ?? quietDb) - quietDb) / spanDb);
    interest[second] = (interest[second] ?? 0) + level * (isSpoken ? INTEREST_IN_WORDS : 1);
  }
  return interest;
}

/**
 * The windows with most interest, at most `maxWindows`, in the order of time. Window number i lasts from `i *
 * hopS` for two hops.
 * @param interest one number a second
 */
export function chooseWindows(interest: Float32Array, hopS: number, maxWindows: number): number[] {
  const sums = prefixSum(interest);
  const count = Math.max(1, Math.ceil(interest.length / hopS) - 1);
  const windows = Array.from({ length: count }, (_, index) => index);
  if (count <= maxWindows) return windows;
  const at = (timeS: number): number => sums[Math.min(interest.length, Math.round(timeS))] ?? 0;
  const sumOf = (index: number): number => at((index + 2) * hopS) - at(index * hopS);
  return windows
    .toSorted((a, b) => sumOf(b) - sumOf(a) || a - b)
    .slice(0, maxWindows)
    .sort((a, b) => a - b);
}
