// What watching a match leaves behind: curves at 2 Hz, each a number of 0 to 1, or NaN where nothing is known of a
// moment. Every curve lies on the same ticks, so that the model that fuses them reads one table. A curve that is absent
// (no audio, no such model installed) is unknown everywhere.
import type { Span } from "../signal/span.ts";

export const MATCH_HOP_S = 0.5;

/** Of the audio: see match-audio. */
export const AUDIO_CURVES = ["crowd", "crowdRise", "voicePitch", "voiceRate", "whistle", "impact"] as const;
/** Of the video: see match-video. */
const VIDEO_CURVES = ["motion", "cuts", "replay", "scoreboard"] as const;
/** Only where an audio-event or an image-text model is installed. */
const SENSED_CURVES = ["cheering", "topicShown"] as const;
export const MATCH_CURVES = [...AUDIO_CURVES, ...VIDEO_CURVES, ...SENSED_CURVES] as const;

/** Goes up when the list changes, or when a curve comes to mean something else: older highlight models are passed over. */
export const MATCH_CURVES_VERSION = 1;

export type AudioCurveName = (typeof AUDIO_CURVES)[number];
export type VideoCurveName = (typeof VIDEO_CURVES)[number];
export type SensedCurveName = (typeof SENSED_CURVES)[number];
export type MatchCurveName = (typeof MATCH_CURVES)[number];

export interface MatchCurves {
  /** Where the first tick begins on the source's clock, seconds. */
  readonly startS: number;
  readonly hopS: number;
  readonly tickCount: number;
  /** Each [tickCount], 0 to 1 or NaN. */
  readonly curves: Readonly<Partial<Record<MatchCurveName, Float32Array>>>;
}

/** A stretch that shows again, mostly slower, what was seen before. */
export interface ReplaySpan extends Span {
  /** How sure this is, 0 to 1. */
  readonly confidence: number;
}
