// Decodes a batch of encoded windows token by token (DecodingTask of whisper/decoding.py, greedy or sampled, without
// beams). Rows that have ended go on saying "end" until half of a batch is done; then the batch shrinks. Dropping each
// row at once was rejected: it copies the keys and values of the audio of all others, half a gigabyte each for large-v3.

import type { DeviceTensor } from "../../onnx/devices/device-session.ts";
import { seededRandom } from "../../signal/seeded-random.ts";
import type { DecodingBatch, Prediction, WhisperModel } from "./whisper-model.ts";
import { type ChosenToken, chooseToken } from "./whisper-sampling.ts";
import { applyTokenRules, logSumExp, type TokenRules } from "./whisper-token-rules.ts";

export interface DecodingOptions {
  readonly hasTimestamps: boolean;
  /** 0 is greedy. */
  readonly temperature: number;
}

/** What the model said of one window. */
export interface DecodedTokens {
  /** Without prefix and end. */
  readonly tokens: readonly number[];
  /** Mean over the tokens and the end. */
  readonly averageLogProbability: number;
  /** Of "no speech", before anything was said. */
  readonly noSpeechProbability: number;
}

class Row {
  readonly tokens: number[] = [];
  readonly #noSpeechProbability: number;
  readonly #uniform: () => number;
  #logProbability = 0;
  hasEnded = false;

  constructor(noSpeechProbability: number, seed: number) {
    this.#noSpeechProbability = noSpeechProbability;
    this.#uniform = seededRandom(seed);
  }

  /** Chooses the next token from logits, which are changed. */
  advance(logits: Float32Array, rules: TokenRules, temperature: number): void {
    applyTokenRules(logits, this.tokens, rules);
    const { token, logProbability }: ChosenToken = chooseToken(logits, temperature, this.#uniform);
    this.#logProbability += logProbability;
    if (token === rules.endToken) this.hasEnded = true;
    else this.tokens.push(token);
  }

  finish(): DecodedTokens {
    return {
      tokens: this.tokens,
      averageLogProbability: this.#logProbability / (this.tokens.length + 1),
      noSpeechProbability: this.#noSpeechProbability,
    };
  }
}

function logitsAt(
  { logits, positions }: Prediction,
  row: number,
  position: number,
  vocabulary: number,
): Float32Array {
  const start = (row * positions + position) * vocabulary;
  return logits.subarray(start, start + vocabulary);
}

/** Rows of one batch while they are decoded; shrinks as rows end. */
class Decoding {
  readonly #model: WhisperModel;
  readonly #options: DecodingOptions;
  readonly #rules: TokenRules;
  #batch: DecodingBatch;
  /** Rows of the encoded windows that were chosen here. */
  #chosen: DeviceTensor[] = [];
  #rows: readonly Row[];

  constructor(model: WhisperModel, batch: DecodingBatch, rows: readonly Row[], options: DecodingOptions) {
    this.#model = model;
    this.#options = options;
    this.#rules = { ...model.configuration.rules, hasTimestamps: options.hasTimestamps };
    this.#batch = batch;
    this.#rows = rows;
  }

  /** Lets every row choose its next token; returns whether any goes on. */
  advance(prediction: Prediction): boolean {
    const { vocabularySize } = this.#model.configuration;
    this.#rows.forEach((row, index) => {
      if (row.hasEnded) return;
      const logits = logitsAt(prediction, index, prediction.positions - 1, vocabularySize);
      row.advance(logits, this.#rules, this.#options.temperature);
    });
    return this.#rows.some(({ hasEnded }) => !hasEnded);
  }

  async step(): Promise<Prediction> {
    const open = this.#rows.flatMap(({ hasEnded }, index) => (hasEnded ? [] : [index]));
    if (open.length <= this.#rows.length / 2) {
      this.#batch = await this.#model.keepRows(this.#batch, open);
      await this.#model.release(this.#chosen);
      this.#chosen = [this.#batch.hidden];
      this.#rows = open.map((index) => this.#rows[index] as Row);
    }
    const last = this.#rows.map(({ hasEnded, tokens }) =>
      hasEnded ? this.#rules.endToken : (tokens.at(-1) as number),
    );
    return await this.#model.step(this.#batch, last);
  }

  /** Gives up what is remembered of the rows; the encoded windows that they began with are the caller's. */
  async end(): Promise<void> {
    await this.#model.release([...this.#chosen, ...Object.values(this.#batch.past)]);
  }
}

/**
 * Decodes encoded windows. A row's outcome does not depend on the others of its batch.
 * @param hidden the encoder's output [windows, 1500, width]
 * @param prefixes what each row starts from, all of one length
 * @throws AppError OUT_OF_MEMORY
 */
export async function decodeWindows(
  model: WhisperModel,
  hidden: DeviceTensor,
  prefixes: readonly (readonly number[])[],
  options: DecodingOptions,
): Promise<DecodedTokens[]> {
  const { vocabularySize, noSpeechToken, maxNewTokens } = model.configuration;
  const { batch, prediction: first } = await model.start(hidden, prefixes);
  const seed = Math.round(options.temperature * 10);
  const rows = prefixes.map((_, index) => {
    const logits = logitsAt(first, index, 0, vocabularySize);
    return new Row(Math.exp((logits[noSpeechToken] as number) - logSumExp(logits)), seed);
  });
  const decoding = new Decoding(model, batch, rows, options);
  try {
    let prediction = first;
    for (let said = 1; decoding.advance(prediction) && said < maxNewTokens; said += 1) {
      prediction = await decoding.step();
    }
  } finally {
    await decoding.end();
  }
  return rows.map((row) => row.finish());
}

/** How likely each language is for each encoded window, of its tokens alone: natural logarithms, in their order. */
export async function languageLogProbs(
  model: WhisperModel,
  hidden: DeviceTensor,
  languages: ReadonlyMap<string, number>,
): Promise<Float32Array[]> {
  const { startToken, vocabularySize } = model.configuration;
  const count = hidden.dims[0] as number;
  const prefixes = Array.from({ length: count }, () => [startToken]);
  const prediction = await model.predict(hidden, prefixes);
  return prefixes.map((_, row) => {
    const logits = logitsAt(prediction, row, 0, vocabularySize);
    const ofLanguages = Float32Array.from(languages.values(), (token) => logits[token] as number);
    const whole = logSumExp(ofLanguages);
    return ofLanguages.map((logit) => logit - whole);
  });
}
