// Sentence encoders in the model hub's layout of BERT and its kin (Reimers and Gurevych 2019, Sentence-BERT): MiniLM, bge
// and e5. `input_ids`, `attention_mask` and mostly `token_type_ids` go in, [batch, tokens] each; the states of all tokens
// come out, [batch, tokens, width], and are pooled here: by their mean (MiniLM, e5) or the first one (bge). An export that
// pools by itself (`sentence_embedding`) is taken at its word. Vectors have length 1, so that products are cosines.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { EMBEDDING_LIMITS } from "../../../shared/limits/sensing.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { floatValues } from "../../onnx/float-tensors.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";

export interface SentenceEncoder extends Pick<OnnxSession, "provider" | "passedOver"> {
  /** One vector of length 1 for each text, in their order. Texts beyond the model's tokens are cut. */
  encode(texts: readonly string[], kind: "query" | "passage"): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

type Pooling = "mean" | "first";

async function openTokenizer({ folder }: ModelBundle): Promise<Tokenizer> {
  const read = async (name: string): Promise<object> =>
    JSON.parse(await readFile(join(folder, name), "utf8"));
  try {
    return new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json").catch(() => ({})));
  } catch (error) {
    throw unusableModel(`${folder} holds no tokenizer that can be read`, { cause: error });
  }
}

/** Ids of a text, at most `most`; the last one closes the text and stays. */
function idsOf(tokenizer: Tokenizer, text: string, maxTokens: number): number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1) ?? 0];
}

/** A device prepares itself for each length that it has not seen, so there are few. */
const DEVICE_TOKENS_STEP = 64;
/** Sentences of several runs that a device encodes together. */
const SENTENCES_TOGETHER = { maxRows: 2 * EMBEDDING_LIMITS.batch };

/** Rows of one length, [batch, tokens]; what is beyond a text is masked. */
function feedsOf(
  session: OnnxSession,
  batch: readonly (readonly number[])[],
  maxTokens: number,
): Record<string, Tensor> {
  const longest = Math.max(...batch.map((ids) => ids.length));
  const step = session.provider === "cpu" ? 1 : DEVICE_TOKENS_STEP;
  const width = Math.max(longest, Math.min(maxTokens, step * Math.ceil(longest / step)));
  const fill = (idAt: (ids: readonly number[], at: number) => number): Tensor => {
    const data = BigInt64Array.from({ length: batch.length * width }, (_, index) =>
      BigInt(idAt(batch[Math.floor(index / width)] ?? [], index % width)),
    );
    return new Tensor("int64", data, [batch.length, width]);
  };
  const feeds: Record<string, Tensor> = {
    input_ids: fill((ids, at) => ids[at] ?? 0),
    attention_mask: fill((ids, at) => Number(at < ids.length)),
  };
  if (session.inputNames.includes("token_type_ids")) feeds.token_type_ids = fill(() => 0);
  return feeds;
}

function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The vector of each row, from its tokens' states [batch, tokens, width] or from pooled ones [batch, width]. */
function pool(output: Tensor, batch: readonly (readonly number[])[], pooling: Pooling): Float32Array[] {
  const data = floatValues(output);
  const width = output.dims.at(-1) ?? 0;
  if (output.dims.length === 2)
    return batch.map((_, row) => normalize(data.slice(row * width, (row + 1) * width)));
  const tokens = output.dims[1] ?? 0;
  return batch.map((ids, row) => {
    const vector = new Float32Array(width);
    const counted = pooling === "first" ? 1 : ids.length;
    for (let token = 0; token < counted; token += 1) {
      const from = (row * tokens + token) * width;
      for (let index = 0; index < width; index += 1) {
        vector[index] = (vector[index] ?? 0) + (data[from + index] ?? 0) / counted;
      }
    }
    return normalize(vector);
  });
}

/**
 * Opens a bundle of the family `bert`.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or is of no such model, OUT_OF_MEMORY
 */
export async function openSentenceEncoder(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<SentenceEncoder> {
  const { pooling = "mean", queryPrefix = "", passagePrefix = "" } = bundle.manifest.embedding ?? {};
  const maxTokens = Math.min(bundle.manifest.embedding?.maxTokens ?? 512, EMBEDDING_LIMITS.tokens);
  const tokenizer = await openTokenizer(bundle);
  const session = await openOnnxSession(bundleFile(bundle, /\.onnx$/), {
    ...options,
    batching: SENTENCES_TOGETHER,
  });
  const output = ["sentence_embedding", "last_hidden_state", "token_embeddings"].find((name) =>
    session.outputNames.includes(name),
  );
  if (output === undefined || !session.inputNames.includes("input_ids")) {
    await session.dispose();
    throw unusableModel(
      `${bundle.folder} is no sentence encoder: it gives ${session.outputNames.join(", ")}`,
    );
  }
  return {
    provider: session.provider,
    passedOver: session.passedOver,
    async encode(texts, kind) {
      const prefix = kind === "query" ? queryPrefix : passagePrefix;
      const ids = texts.map((text) => idsOf(tokenizer, prefix + text, maxTokens));
      // Texts of one length together, so that little is computed for padding.
      const order = [...ids.keys()].sort((a, b) => (ids[a]?.length ?? 0) - (ids[b]?.length ?? 0));
      const vectors: Float32Array[] = new Array(texts.length);
      for (let first = 0; first < order.length; first += EMBEDDING_LIMITS.batch) {
        const indices = order.slice(first, first + EMBEDDING_LIMITS.batch);
        const batch = indices.map((index) => ids[index] ?? []);
        const outputs = await session.run(feedsOf(session, batch, maxTokens), [output]);
        const pooled = pool(outputs[output] as Tensor, batch, pooling);
        for (const [place, index] of indices.entries()) vectors[index] = pooled[place] as Float32Array;
      }
      return vectors;
    },
    dispose: () => session.dispose(),
  };
}
