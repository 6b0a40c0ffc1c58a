// What hearing a match leaves behind: six curves on the ticks of MatchCurves, and the same analysis that hearing a
// source for clips gives, so that pauses and loudness need no second decode.
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import { type AudioCurveName, MATCH_HOP_S } from "../match-curves.ts";

export interface MatchAudio {
  /** Decoded with up to a second of context on either side of the range. */
  readonly audio: AudioAnalysis;
  /**
   * Each [matchTickCount(range)], from `range.startS` on, 0 to 1. NaN where the audio has ended; `voicePitch` and
   * `voiceRate` also where nobody speaks.
   */
  readonly curves: Readonly<Record<AudioCurveName, Float32Array<ArrayBuffer>>>;
  /** Where people get louder; in the order of time. */
  readonly swells: readonly Span[];
  /** The share of the time that is filled with noise without a break, as halls, stands and engines are; 0 to 1. */
  readonly noiseShare: number;
}

/** As quiet as an input without a microphone; the faintest noise of a stand is louder. */
const SILENT_DB = -66;

/** Whether nothing is heard from beginning to end, as of a camera whose input had no microphone. */
export function isSilent({ audio }: MatchAudio): boolean {
  return audio.loudnessDb.every((level) => level <= SILENT_DB);
}

/** Ticks of a curve over `range`; the last one may reach beyond its end. */
export function matchTickCount(range: Span): number {
  // A tick more for a millionth of a second would be a tick of nothing: ends are sums of floating-point numbers.
  return Math.ceil((range.endS - range.startS) / MATCH_HOP_S - 1e-6);
}
