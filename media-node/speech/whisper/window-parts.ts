// Windows that the model does not read to their end in one go: what a part of a window brought, and what is left of it to
// be decoded on.
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { clamp } from "../../signal/clamp.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";
import type { DecodedSegments } from "./whisper-segments.ts";

/** A rest of a window that is shorter is not decoded again. */
const MIN_REST_S = 0.5;
/** Some windows begin with a short word; a model that gets no further twice in a row is taken on by so much. */
const MIN_ADVANCE_S = 1;
/** More than people say even in scripts that take a token for each byte; a text of more does not hold up its window. */
const MAX_TOKENS_PER_S = 100;
/** So far beyond the time at which the model closes its last segment that segment's last word is believed to last. */
const MAX_OVERHANG_S = 0.5;

/** A part of a window that is yet to be decoded. */
export interface PendingPart {
  /** Of its window. */
  readonly index: number;
  readonly samples: Float32Array;
  /** Where it begins in its window. */
  readonly offsetS: number;
  /** Whether the model got less than `MIN_ADVANCE_S` further in the part before. */
  readonly isAfterShort: boolean;
  /** Whisper's code; undefined until it is detected. */
  readonly language: string | undefined;
}

/** What a part brought. */
export interface DecodedPart {
  readonly language: string;
  readonly words: readonly RecognizedWord[];
  /** From where its window is decoded on, in seconds from the beginning of the part; undefined where that was the last. */
  readonly resumeS: number | undefined;
}

/**
 * The words of a part, and from where its window is decoded on: behind the last word, as in whisper/transcribe.py, so that
 * the end of that word is not heard again. Attention that strays further is not followed, or what is said there would be
 * lost: words end where the next part begins. Where no time tells how far is too far, attention alone does; a part without
 * words, such as silence, is the last. Tokens that ran out (`isCut`) did so amid the last word, most likely, which is left
 * to the next part.
 */
export function partedAt(
  words: readonly RecognizedWord[],
  resumeS: DecodedSegments["resumeS"],
  { isCut, tokenCount }: { readonly isCut: boolean; readonly tokenCount: number },
): Pick<DecodedPart, "words" | "resumeS"> {
  if (resumeS === undefined) return { words, resumeS };
  if (resumeS === "last word") {
    const whole = isCut && words.length > 1 ? words.slice(0, -1) : words;
    const last = whole.at(-1);
    return { words: whole, resumeS: last && Math.max(last.endS, tokenCount / MAX_TOKENS_PER_S) };
  }
  const atS = clamp(words.at(-1)?.endS ?? resumeS, resumeS, resumeS + MAX_OVERHANG_S);
  const before = words.map((word) => ({
    ...word,
    startS: Math.min(atS, word.startS),
    endS: Math.min(atS, word.endS),
  }));
  return { words: before, resumeS: atS };
}

/** What is left of a window when the model stopped before its end. */
export function restOf(
  { index, samples, offsetS, isAfterShort }: PendingPart,
  { resumeS, language }: DecodedPart,
): PendingPart[] {
  if (resumeS === undefined) return [];
  const isShort = resumeS < MIN_ADVANCE_S;
  const advanceS = isShort && isAfterShort ? MIN_ADVANCE_S : resumeS;
  const rest = samples.subarray(Math.round(advanceS * AUDIO_SAMPLE_RATE_HZ));
  if (rest.length < MIN_REST_S * AUDIO_SAMPLE_RATE_HZ) return [];
  return [{ index, samples: rest, offsetS: offsetS + advanceS, isAfterShort: isShort, language }];
}
