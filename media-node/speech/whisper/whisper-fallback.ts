// Decoding at rising temperatures (decode_with_fallback of whisper/transcribe.py): a text that repeats itself or that
// the model itself finds unlikely is decoded again, less greedily, up to five times; only the rows that need it. What
// is likely no speech is not tried again and comes back empty.
import { deflateSync } from "node:zlib";
import type { DeviceTensor } from "../../onnx/devices/device-session.ts";
import { type DecodedTokens, decodeWindows } from "./whisper-decoding.ts";
import type { WhisperModel } from "./whisper-model.ts";
import type { DecodeTokens } from "./whisper-words.ts";

const TEMPERATURES = [0, 0.2, 0.4, 0.6, 0.8, 1];
const MAX_COMPRESSION_RATIO = 2.4;
const MIN_LOG_PROBABILITY = -1;
const MAX_NO_SPEECH_PROBABILITY = 0.6;

export type Verdict = "good" | "silence" | "doubtful";

/** How many times smaller a text becomes with zlib; repetition compresses well. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text, "utf8");
  return bytes.length / deflateSync(bytes).length;
}

/**
 * What to do with a decoded text, by the thresholds of whisper/transcribe.py: keep it ("good"), take it for
 * silence, or try again ("doubtful": it repeats itself, or the model finds it unlikely).
 * @param text of its text tokens
 */
export function judgeDecoding(text: string, decoded: Omit<DecodedTokens, "tokens">): Verdict {
  const isUnlikely = decoded.averageLogProbability < MIN_LOG_PROBABILITY;
  if (isUnlikely && decoded.noSpeechProbability > MAX_NO_SPEECH_PROBABILITY) return "silence";
  return isUnlikely || compressionRatio(text) > MAX_COMPRESSION_RATIO ? "doubtful" : "good";
}

export interface FallbackOptions {
  readonly hasTimestamps: boolean;
  readonly decode: DecodeTokens;
}

/**
 * Decodes encoded windows until they are good or the temperatures have run out, when the last attempt stands.
 * @param hidden the encoder's output [windows, 1500, width]
 * @param prefixes what each row starts from, all of one length
 * @returns the tokens of each window; none for silence
 * @throws AppError OUT_OF_MEMORY
 */
export async function decodeWithFallback(
  model: WhisperModel,
  hidden: DeviceTensor,
  prefixes: readonly (readonly number[])[],
  { hasTimestamps, decode }: FallbackOptions,
): Promise<(readonly number[])[]> {
  const { endToken } = model.configuration.rules;
  const said: (readonly number[])[] = prefixes.map(() => []);
  let rows = prefixes.map((_, row) => row);
  for (const temperature of TEMPERATURES) {
    const own = rows.map((row) => prefixes[row] as readonly number[]);
    const decoded = await model.withWindows(hidden, rows, (windows) =>
      decodeWindows(model, windows, own, { hasTimestamps, temperature }),
    );
    rows = rows.filter((row, index) => {
      const outcome = decoded[index] as DecodedTokens;
      const verdict = judgeDecoding(decode(outcome.tokens.filter((token) => token < endToken)), outcome);
      said[row] = verdict === "silence" ? [] : outcome.tokens;
      return verdict === "doubtful";
    });
    if (rows.length === 0) break;
  }
  return said;
}
