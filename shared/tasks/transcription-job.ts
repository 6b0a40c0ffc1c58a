// What a transcription job asks of a media node, checked and with every default filled in, and what the node reports.
// The control plane writes the request into the task's row and the media node reads it: a field changes only
// additively.
import type { MediaRange, MediaSource } from "./media-source.ts";

/** Video heights that a client may ask to be fetched. */
export const SOURCE_QUALITIES = [144, 240, 360, 480, 720, 1080, 1440, 2160] as const;
export type SourceQuality = (typeof SOURCE_QUALITIES)[number];
/** Speech needs no picture. */
export const DEFAULT_QUALITY: SourceQuality = 360;

export interface TranscriptionJobRequest {
  readonly source: MediaSource;
  readonly range: MediaRange;
  readonly quality: SourceQuality;
}

export interface CaptionWord {
  readonly word: string;
  /** Seconds on the source's clock. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly score: number;
}

export interface Caption {
  readonly text: string;
  /** Seconds on the source's clock. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly CaptionWord[];
}

/** A finished transcription, as the media node reports it and as clients read it. */
export interface TranscriptionJobOutput {
  readonly notice: string | null;
  /** How many captions there are. */
  readonly segments: number;
  readonly captions: readonly Caption[];
  /** ISO 639-1. */
  readonly language: string | null;
  /** The speech model; null where none was needed. */
  readonly model: string | null;
  /** Of the transcribed range, in seconds. */
  readonly duration: number;
}
