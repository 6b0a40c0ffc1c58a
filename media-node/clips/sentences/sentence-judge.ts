// Runs a sentence judge (kind `moment-text`): a small network that reads all sentences of a source, each in its
// surroundings, on the CPU, where an hour of speech takes some 0.67 s on one core and 0.42 s on two. Inputs are `tokens`
// int32 [n, 40], `phrases` int32 [n, 112] and `facts` float32 [n, 4], the output is `said` float32 [n, 16]. A network that
// rates titles has one more input, `asks_titles` bool [1]: where it is true, `said` is [n, 164], four numbers of what
// stands before a sentence and of each token. What it says of a sentence depends on some minutes around it, so a long
// source is read in windows that overlap, of which the middles are kept: of sentences far from a window's edge judgements
// depend on the window by less than 0.01 on average, and memory does not follow the length (240 MB for 20,000 sentences;
// peak growth of the process, 2026-11).
import { JUDGING_LIMITS } from "../../../shared/limits/sensing.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import { readHashes } from "../../models/known-words.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { type OverlappingWindow, overlappingWindows } from "../../signal/overlapping-windows.ts";
import {
  encodeFacts,
  JUDGEMENT_COLUMNS,
  type JudgedText,
  SENTENCE_FACTS,
  type SentenceJudgements,
  splitJudgements,
  TITLE_NUMBERS,
} from "./sentence-judgements.ts";
import { encodePhrases, encodeTokens, SENTENCE_PHRASES, SENTENCE_TOKENS } from "./sentence-tokens.ts";

export interface SentenceJudge {
  /** @throws AppError MODEL_UNAVAILABLE where the network gives no such numbers; the signal's reason on abort */
  judge(text: JudgedText, signal: AbortSignal): Promise<SentenceJudgements>;
  /**
   * What the words of a clip are worth in its title (see title-ratings), row by row; null where the network does not
   * say, or the clip is longer than a window.
   * @throws AppError MODEL_UNAVAILABLE where it gives no such numbers
   */
  rateTitles(text: JudgedText): Promise<Float32Array | null>;
  dispose(): Promise<void>;
}

const OUTPUT = "said";
/** Of a network that rates titles: whether it is asked to. */
const ASKS_TITLES = "asks_titles";

/** Whether the network takes what a judge is shown, as far as its file says it. */
function fits({ inputs, inputNames, outputNames }: OnnxSession): boolean {
  const takes = (name: string, type: string, width: number): boolean =>
    inputs.some(
      (input) => input.isTensor && input.name === name && input.type === type && input.shape.at(-1) === width,
    );
  return (
    takes("tokens", "int32", SENTENCE_TOKENS) &&
    takes("phrases", "int32", SENTENCE_PHRASES) &&
    takes("facts", "float32", SENTENCE_FACTS) &&
    (!inputNames.includes(ASKS_TITLES) || takes(ASKS_TITLES, "bool", 1)) &&
    outputNames.includes(OUTPUT)
  );
}

interface Inputs {
  readonly tokens: Int32Array;
  readonly phrases: Int32Array;
  readonly facts: Float32Array;
}

/** The rows of a window, of `width` numbers each. */
function int32Rows(values: Int32Array, width: number, { from, to }: OverlappingWindow): Tensor {
  return new Tensor("int32", values.subarray(from * width, to * width), [to - from, width]);
}

function ratesTitles({ inputNames }: OnnxSession): boolean {
  return inputNames.includes(ASKS_TITLES);
}

/** What the network says of a window's rows, or, where it is asked, of their words for a title. */
async function runWindow(
  session: OnnxSession,
  { tokens, phrases, facts }: Inputs,
  window: OverlappingWindow,
  asked: "judgements" | "titles",
): Promise<Float32Array> {
  const { from, to } = window;
  const rows = to - from;
  const asksTitles = asked === "titles";
  const feeds = {
    tokens: int32Rows(tokens, SENTENCE_TOKENS, window),
    phrases: int32Rows(phrases, SENTENCE_PHRASES, window),
    facts: new Tensor("float32", facts.subarray(from * SENTENCE_FACTS, to * SENTENCE_FACTS), [
      rows,
      SENTENCE_FACTS,
    ]),
    ...(ratesTitles(session) ? { [ASKS_TITLES]: new Tensor("bool", [asksTitles], [1]) } : {}),
  };
  const { [OUTPUT]: said } = await session.run(feeds, [OUTPUT]);
  const values = said?.data;
  const width = asksTitles ? TITLE_NUMBERS : JUDGEMENT_COLUMNS;
  if (!(values instanceof Float32Array) || values.length !== rows * width) {
    throw unusableModel(`The sentence judge gives ${said?.type} [${said?.dims.join(", ")}]`);
  }
  if (!values.every(Number.isFinite))
    throw unusableModel("The sentence judge gives numbers that are not finite");
  return values;
}

/**
 * Opens a bundle of the family `sentence-judge`.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or is of no such model, OUT_OF_MEMORY
 */
export async function openSentenceJudge(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<SentenceJudge> {
  const vocabulary = await readHashes(bundleFile(bundle, /(?:^|\/)vocabulary\.bin$/));
  const phrases = await readHashes(bundleFile(bundle, /(?:^|\/)phrases\.bin$/));
  // Windows bound what a run takes; memory that is mapped anew for each operator would double the time. Threads that wait
  // awake gain nothing between operators as large as these: a sixth of the processor's time, and beside two other busy
  // threads a fifth of the time, would be lost (2026-11).
  const session = await openOnnxSession(bundleFile(bundle, /\.onnx$/), {
    ...options,
    threads: Math.min(options.threads, JUDGING_LIMITS.threads),
    keepsMemory: true,
    yieldsCores: true,
  });
  if (!fits(session)) {
    await session.dispose();
    throw unusableModel(`${bundle.folder} is no sentence judge`);
  }
  const encode = (text: JudgedText): Inputs => ({
    tokens: encodeTokens(text.sentences, vocabulary),
    phrases: encodePhrases(text.sentences, phrases),
    facts: encodeFacts(text),
  });
  return {
    async judge(text, signal) {
      const { windowSentences, overlapSentences } = JUDGING_LIMITS;
      const inputs = encode(text);
      const rows = new Float32Array(text.sentences.length * JUDGEMENT_COLUMNS);
      for (const window of overlappingWindows(text.sentences.length, windowSentences, overlapSentences)) {
        signal.throwIfAborted();
        const values = await runWindow(session, inputs, window, "judgements");
        const { from, keptFrom } = window;
        rows.set(values.subarray((keptFrom - from) * JUDGEMENT_COLUMNS), keptFrom * JUDGEMENT_COLUMNS);
      }
      return splitJudgements(rows);
    },
    async rateTitles(text) {
      const to = text.sentences.length;
      const isRated = ratesTitles(session) && to > 0 && to <= JUDGING_LIMITS.windowSentences;
      return isRated ? runWindow(session, encode(text), { from: 0, to, keptFrom: 0 }, "titles") : null;
    },
    dispose: () => session.dispose(),
  };
}
