// Whisper as transformers.js runs it, a second implementation to compare with. It decodes one window at a time, lets
// timestamps go back (openai/whisper does not) and does not bound the first one; the comparison adds the first rule to
// it from outside and lifts the second from ours.
import {
  env,
  LogitsProcessor,
  LogitsProcessorList,
  Tensor,
  WhisperForConditionalGeneration,
} from "@huggingface/transformers";

/** No timestamp below the latest one; the same one only to open the next segment. */
class NeverBack extends LogitsProcessor {
  readonly #timestampBegin: number;

  constructor(timestampBegin: number) {
    super();
    this.#timestampBegin = timestampBegin;
  }

  override _call(inputIds: bigint[][], logits: Tensor): Tensor {
    const said = (inputIds[0] ?? []).map(Number);
    const times = said.filter((token) => token >= this.#timestampBegin);
    const latest = times.at(-1);
    if (latest === undefined) return logits;
    const hasJustClosed =
      said.at(-1) === latest && (said.at(-2) ?? 0) < this.#timestampBegin && times.length > 1;
    const values = logits.data as Float32Array;
    for (let token = this.#timestampBegin; token < latest + (hasJustClosed ? 0 : 1); token += 1) {
      values[token] = Number.NEGATIVE_INFINITY;
    }
    return logits;
  }
}

export interface ReferenceTokens {
  /** After the prefix; with the end token where it was said. */
  readonly tokens: readonly number[];
  /** When each row of attention begins, from the first row after `sot` on, in seconds. */
  readonly rowStartsS: readonly number[];
}

interface Generated {
  readonly sequences: Tensor;
}

interface WithAlignment {
  _extract_token_timestamps(
    generated: Generated,
    heads: readonly (readonly [number, number])[],
    frames: number,
    precisionS: number,
    skippedRows: number,
  ): Tensor;
}

export interface ReferenceWhisper {
  generate(
    features: Float32Array,
    options: {
      readonly hasTimestamps: boolean;
      readonly maxNewTokens: number;
      readonly language?: string;
    },
  ): Promise<ReferenceTokens>;
  dispose(): Promise<void>;
}

export interface ReferenceOptions {
  readonly melBins: number;
  readonly noTimestampsToken: number;
  readonly alignmentHeads: readonly (readonly [number, number])[];
  /** Start, and language and task where the model has them. */
  readonly prefixLength: number;
}

/** Opens a bundle's folder. */
export async function openReferenceWhisper(
  folder: string,
  { melBins, noTimestampsToken, alignmentHeads, prefixLength }: ReferenceOptions,
): Promise<ReferenceWhisper> {
  env.allowRemoteModels = false;
  const model = await WhisperForConditionalGeneration.from_pretrained(folder, {
    dtype: "fp32",
    device: "cpu",
    session_options: { logSeverityLevel: 4, intraOpNumThreads: 1 },
  });
  return {
    generate: async (features, { hasTimestamps, maxNewTokens, language }) => {
      const logitsProcessor = new LogitsProcessorList();
      if (hasTimestamps) logitsProcessor.push(new NeverBack(noTimestampsToken + 1));
      const generated = (await model.generate({
        inputs: new Tensor("float32", features, [1, melBins, features.length / melBins]),
        return_timestamps: hasTimestamps,
        return_token_timestamps: true,
        num_frames: features.length / melBins,
        // Also keeps it from decoding the rest of the window again, so that one pass is compared with one pass.
        max_new_tokens: maxNewTokens,
        logits_processor: logitsProcessor,
        ...(language === undefined ? {} : { language, task: "transcribe" }),
      } as never)) as unknown as Generated;
      const sequence = (generated.sequences.tolist() as bigint[][])[0] ?? [];
      const aligned = (model as unknown as WithAlignment)._extract_token_timestamps(
        generated,
        alignmentHeads,
        features.length / melBins / 2,
        0.02,
        prefixLength,
      );
      // The last time repeats the one before it: the last token was said but never read.
      const times = (aligned.tolist() as number[][])[0] ?? [];
      return {
        tokens: sequence.slice(prefixLength + (hasTimestamps ? 0 : 1)).map(Number),
        rowStartsS: times.slice(prefixLength, -1),
      };
    },
    dispose: async () => {
      await model.dispose();
    },
  };
}
