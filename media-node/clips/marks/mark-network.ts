// Runs a network of marks (kind `text-marks`): of each word of an English text it says which mark follows it, and how it is
// written. Inputs are `words` and `endings`, int32 [n], the output is `said` float32 [n, 7]: logits of no mark, a comma, a
// full stop and a question mark, and of small letters, a capital and all capitals. What it says of a word depends on some
// twenty words to either side, so a long text is read in windows that overlap, of which the middles are kept.
import { MARKING_LIMITS } from "../../../shared/limits/sensing.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import { readHashes } from "../../models/known-words.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { overlappingWindows } from "../../signal/overlapping-windows.ts";
import { encodeMarkTokens, type MarkTokens } from "./mark-tokens.ts";

/** Logits of a word: of four marks, then of three ways to write it. */
export const MARK_LOGITS = 7;
export const MARK_COUNT = 4;
const OUTPUT = "said";

export interface MarkNetwork {
  /**
   * Logits [words, MARK_LOGITS] of words: of the mark behind each word's last part, of the letters of its first one. Of a
   * word without letters and digits they are NaN.
   * @throws AppError MODEL_UNAVAILABLE where the network gives no such numbers; the signal's reason on abort
   */
  read(texts: readonly string[], signal: AbortSignal): Promise<Float32Array>;
  dispose(): Promise<void>;
}

function fits({ inputs, outputNames }: OnnxSession): boolean {
  const takes = (name: string): boolean =>
    inputs.some((input) => input.isTensor && input.name === name && input.type === "int32");
  return takes("words") && takes("endings") && outputNames.includes(OUTPUT);
}

/** Logits [to - from, MARK_LOGITS] of the tokens of a window. */
async function runWindow(
  session: OnnxSession,
  { words, endings }: MarkTokens,
  from: number,
  to: number,
): Promise<Float32Array> {
  const feeds = {
    words: new Tensor("int32", words.subarray(from, to), [to - from]),
    endings: new Tensor("int32", endings.subarray(from, to), [to - from]),
  };
  const { [OUTPUT]: said } = await session.run(feeds, [OUTPUT]);
  const values = said?.data;
  if (!(values instanceof Float32Array) || values.length !== (to - from) * MARK_LOGITS) {
    throw unusableModel(`The network of marks gives ${said?.type} [${said?.dims.join(", ")}]`);
  }
  if (!values.every(Number.isFinite))
    throw unusableModel("The network of marks gives numbers that are not finite");
  return values;
}

/** Logits [tokens, MARK_LOGITS] of all tokens. */
async function runAll(session: OnnxSession, tokens: MarkTokens, signal: AbortSignal): Promise<Float32Array> {
  const { windowTokens, overlapTokens } = MARKING_LIMITS;
  const count = tokens.words.length;
  const logits = new Float32Array(count * MARK_LOGITS);
  for (const { from, to, keptFrom } of overlappingWindows(count, windowTokens, overlapTokens)) {
    signal.throwIfAborted();
    const values = await runWindow(session, tokens, from, to);
    logits.set(values.subarray((keptFrom - from) * MARK_LOGITS), keptFrom * MARK_LOGITS);
  }
  return logits;
}

/** Of each word its last token's marks and its first token's letters. */
function byWord(wordCount: number, { wordOf }: MarkTokens, logits: Float32Array): Float32Array {
  const rows = new Float32Array(wordCount * MARK_LOGITS).fill(Number.NaN);
  wordOf.forEach((word, token) => {
    const row = logits.subarray(token * MARK_LOGITS, (token + 1) * MARK_LOGITS);
    rows.set(row.subarray(0, MARK_COUNT), word * MARK_LOGITS);
    if (wordOf[token - 1] !== word) rows.set(row.subarray(MARK_COUNT), word * MARK_LOGITS + MARK_COUNT);
  });
  return rows;
}

/**
 * Opens a bundle of the family `mark-network`.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or is of no such model, OUT_OF_MEMORY
 */
export async function openMarkNetwork(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<MarkNetwork> {
  const vocabulary = await readHashes(bundleFile(bundle, /(?:^|\/)vocabulary\.bin$/));
  const session = await openOnnxSession(bundleFile(bundle, /\.onnx$/), {
    ...options,
    threads: Math.min(options.threads, MARKING_LIMITS.threads),
    keepsMemory: true,
    yieldsCores: true,
  });
  if (!fits(session)) {
    await session.dispose();
    throw unusableModel(`${bundle.folder} is no network of marks`);
  }
  return {
    async read(texts, signal) {
      const tokens = encodeMarkTokens(texts, vocabulary);
      return byWord(texts.length, tokens, await runAll(session, tokens, signal));
    },
    dispose: () => session.dispose(),
  };
}
