// Gives the words of one decoded window their times and scores (whisper/timing.py): the text is read once more as a
// whole, without timestamps, and the attention of the alignment heads says when each token was heard. Reusing the
// attention of the decoding steps, as transformers.js does, was rejected: it fetches every layer's attention at every
// step of every attempt, and its rows are mixed with timestamps.
import type { DeviceTensor } from "../../onnx/devices/device-session.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";
import { alignTokens, WHISPER_FRAME_S } from "./whisper-alignment.ts";
import { ENCODER_FRAMES, type Prediction, type WhisperModel } from "./whisper-model.ts";
import type { WhisperSegment } from "./whisper-segments.ts";
import { logSumExp } from "./whisper-token-rules.ts";
import { correctWordTimes, orderedWords, type TimedTokenWord } from "./whisper-word-times.ts";
import { type DecodeTokens, splitIntoWords } from "./whisper-words.ts";

export interface AlignmentRequest {
  /** One window: [1, 1500, width]. */
  readonly hidden: DeviceTensor;
  /** Start, and language and task where the model has them. */
  readonly prefix: readonly number[];
  readonly segments: readonly WhisperSegment[];
  readonly durationS: number;
  /** Whisper's code. */
  readonly language: string;
}

export interface TokenTiming {
  /** Per text token and once more for the end, seconds at which it begins. */
  readonly startsS: readonly number[];
  /** Per text token, its probability among texts. */
  readonly probabilities: readonly number[];
}

function probabilitiesOf(
  { logits }: Prediction,
  text: readonly number[],
  firstRow: number,
  sizes: { readonly vocabulary: number; readonly endToken: number },
): number[] {
  return text.map((token, index) => {
    const start = (firstRow + index) * sizes.vocabulary;
    const row = logits.subarray(start, start + sizes.endToken);
    return Math.exp((row[token] as number) - logSumExp(row));
  });
}

/**
 * Times and probabilities of the tokens of a text, by one more pass of the decoder over it.
 * @param text text tokens alone: no prefix, no timestamps, no end
 * @throws AppError OUT_OF_MEMORY
 */
export async function timeTokens(
  model: WhisperModel,
  request: Omit<AlignmentRequest, "segments" | "language">,
  text: readonly number[],
): Promise<TokenTiming> {
  const { alignmentHeads, noTimestampsToken, vocabularySize, rules } = model.configuration;
  const { hidden, prefix, durationS } = request;
  const tokens = [...prefix, noTimestampsToken, ...text];
  const layers = [...new Set(alignmentHeads.map(([layer]) => layer))];
  const { prediction, attention } = await model.attend(hidden, tokens, layers);
  const headLength = tokens.length * ENCODER_FRAMES;
  const frames = alignTokens({
    heads: alignmentHeads.map(([layer, head]) => {
      const weights = attention.get(layer) as Float32Array;
      return weights.subarray(head * headLength, (head + 1) * headLength);
    }),
    tokenCount: tokens.length,
    frameStride: ENCODER_FRAMES,
    frameCount: Math.max(1, Math.min(ENCODER_FRAMES, Math.floor(durationS / WHISPER_FRAME_S))),
    prefixCount: prefix.length,
  });
  return {
    startsS: Array.from(frames, (frame) => frame * WHISPER_FRAME_S),
    probabilities: probabilitiesOf(prediction, text, prefix.length, {
      vocabulary: vocabularySize,
      endToken: rules.endToken,
    }),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * The words of a window, with times in seconds of the window; none where its segments have no text tokens.
 * @throws AppError OUT_OF_MEMORY
 */
export async function alignWords(
  model: WhisperModel,
  decode: DecodeTokens,
  request: AlignmentRequest,
): Promise<RecognizedWord[]> {
  const { segments, language } = request;
  const text = segments.flatMap(({ tokens }) => tokens);
  if (text.length === 0) return [];
  const { startsS, probabilities } = await timeTokens(model, request, text);
  let first = 0;
  const lengths = segments.map(({ tokens }) => tokens.length);
  const aligned = splitIntoWords(text, decode, language, lengths).map((word): TimedTokenWord => {
    const end = first + word.tokenCount;
    const timed = {
      ...word,
      startS: startsS[first] as number,
      endS: startsS[end] as number,
      score: mean(probabilities.slice(first, end)),
    };
    first = end;
    return timed;
  });
  return orderedWords(correctWordTimes(aligned, segments), request.durationS);
}
