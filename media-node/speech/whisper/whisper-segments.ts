// Reads the timestamps of a decoded window (transcribe of whisper/transcribe.py): which text lies between which times,
// and how far into the window the model got. A model that closes a segment and does not open the next has heard
// everything; one that ends on a closed pair has seen its last segment cut off and wants to go on from that time; one
// that closes none, because its tokens ran out or its text ends without a time, goes on behind its last word.
import type { Span } from "../../signal/span.ts";
import { WHISPER_FRAME_S } from "./whisper-alignment.ts";

/** In seconds from the window's first sample. */
export interface WhisperSegment extends Span {
  /** Text tokens only. */
  readonly tokens: readonly number[];
}

export interface DecodedSegments {
  readonly segments: readonly WhisperSegment[];
  /** From where the window must be decoded again; undefined when it is done. */
  readonly resumeS: number | "last word" | undefined;
}

export interface SegmentTokens {
  /** The first token that is no text, and the token of 0.00 s. */
  readonly endToken: number;
  readonly timestampBegin: number;
  /** Seconds of sound in the window. */
  readonly durationS: number;
  /** Whether the model had no token left to say how it goes on. */
  readonly isCut?: boolean;
}

/**
 * Segments of what a model said after its prefix, without the end token; times are in seconds of the window
 * and never beyond its `durationS`. A text without timestamps is one segment over the whole window.
 */
export function splitSegments(said: readonly number[], kinds: SegmentTokens): DecodedSegments {
  const { endToken, timestampBegin, durationS, isCut = false } = kinds;
  const isTime = (token: number | undefined): boolean => token !== undefined && token >= timestampBegin;
  const timeOf = (token = timestampBegin): number =>
    Math.min(durationS, Math.max(0, token - timestampBegin) * WHISPER_FRAME_S);
  const textOf = (tokens: readonly number[]): number[] => tokens.filter((token) => token < endToken);
  const boundaries = said.flatMap((token, index) =>
    index > 0 && isTime(token) && isTime(said[index - 1]) ? [index] : [],
  );
  const endsOnce = said.length >= 2 && isTime(said.at(-1)) && !isTime(said.at(-2));
  if (boundaries.length === 0) {
    const endS = endsOnce ? timeOf(said.at(-1)) : durationS;
    const segments = [{ startS: 0, endS, tokens: textOf(said) }];
    const resumeS = isCut ? endS : undefined;
    return { segments, resumeS: endsOnce ? resumeS : "last word" };
  }
  const ends = endsOnce ? [...boundaries, said.length] : boundaries;
  const segments = ends.map((end, index) => {
    const tokens = said.slice(ends[index - 1] ?? 0, end);
    return { startS: timeOf(tokens[0]), endS: timeOf(tokens.at(-1)), tokens: textOf(tokens) };
  });
  return { segments, resumeS: endsOnce && !isCut ? undefined : segments.at(-1)?.endS };
}
