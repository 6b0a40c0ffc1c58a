// What hearing a match leaves behind: six curves on the ticks of MatchCurves, and the same analysis that hearing a
// source for clips gives, so that pauses and loudness need no second decode.
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import { AUDIO_CURVES, type AudioCurveName, MATCH_HOP_S } from "../match-curves.ts";

export interface MatchAudio {
  /** Decoded with up to a second of context on either side of the range. */
  readonly audio: AudioAnalysis;
  /**
   * Each [matchTickCount(range)], from `range.startS` on, 0 to 1. NaN where the audio has ended, and in
   * long silences (see `heardTicks`); `voicePitch` and `voiceRate` also where nobody speaks.
   */
  readonly curves: Readonly<Record<AudioCurveName, Float32Array<ArrayBuffer>>>;
  /** Where people get louder; in the order of time. */
  readonly swells: readonly Span[];
  /** The share of the time in which something is heard that is filled with noise without a break, as halls, stands and engines are; 0 to 1. */
  readonly noiseShare: number;
}

/**
 * Whether nothing is heard that says anything, as of a camera whose input had no microphone; see `heardTicks`. A commentator whose
 * microphone is closed between sentences does, by the voice alone.
 */
export function isSilent({ curves }: MatchAudio): boolean {
  return AUDIO_CURVES.every((name) => curves[name].every(Number.isNaN));
}

/** Ticks of a curve over `range`; the last one may reach beyond its end. */
export function matchTickCount(range: Span): number {
  // A tick more for a millionth of a second would be a tick of nothing: ends are sums of floating-point numbers.
  return Math.ceil((range.endS - range.startS) / MATCH_HOP_S - 1e-6);
}
