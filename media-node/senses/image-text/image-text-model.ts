// Models that put pictures and texts into one space, in the model hub's layout of two networks: CLIP (Radford et al.
// 2021, https://arxiv.org/abs/2103.00020; `text_embeds` and `image_embeds`) and SigLIP (Zhai et al. 2023,
// https://arxiv.org/abs/2303.15343; a `pooler_output` each). Embeddings come out with length one, so that their product
// is the cosine of the angle between them.

import { AppError } from "../../../shared/errors.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import {
  type OnnxSession,
  type OnnxSessionOptions,
  openOnnxSession,
  type Tensors,
} from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { readPictureInput } from "./image-text-settings.ts";
import { type ImageTextFamily, openImageTextTokenizer, type TextTokens } from "./image-text-tokenizer.ts";
import {
  inputSize,
  type PictureInput,
  type PictureSize,
  scaledSize,
  writePixelValues,
} from "./picture-input.ts";

const OUTPUTS: Readonly<Record<ImageTextFamily, { readonly text: string; readonly picture: string }>> = {
  clip: { text: "text_embeds", picture: "image_embeds" },
  siglip: { text: "pooler_output", picture: "pooler_output" },
};

export interface ImageTextModel extends Pick<OnnxSession, "provider" | "passedOver"> {
  /** The size to which a source's pictures must be scaled before they come here. */
  scaledSize(source: PictureSize): PictureSize;
  /** The embedding of a text, of length one. */
  embedText(text: string): Promise<Float32Array>;
  /** Embeddings of pictures of one scaled size, three bytes (RGB) a pixel, each of length one. */
  embedPictures(pictures: readonly Uint8Array[], scaled: PictureSize): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

function unavailable(reason: string): AppError {
  return new AppError("MODEL_UNAVAILABLE", undefined, { cause: new Error(reason) });
}

/** Rows of equal width, each scaled to length one. */
function unitRows(outputs: Tensors, name: string, count: number): Float32Array[] {
  const values = outputs[name]?.data;
  if (!(values instanceof Float32Array) || values.length === 0 || values.length % count !== 0)
    throw unavailable(`${name} is no list of ${count} embeddings`);
  const width = values.length / count;
  return Array.from({ length: count }, (_, index) => {
    const row = values.slice(index * width, (index + 1) * width);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    return row.map((value) => value / Math.max(length, Number.MIN_VALUE));
  });
}

function textFeeds({ inputNames }: OnnxSession, { ids, mask }: TextTokens): Tensors {
  const tensor = (values: readonly number[]): Tensor =>
    new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  // Exports differ in whether they ask for the mask.
  const feeds = { input_ids: tensor(ids), attention_mask: tensor(mask) };
  return Object.fromEntries(Object.entries(feeds).filter(([name]) => inputNames.includes(name)));
}

function pictureFeed(pictures: readonly Uint8Array[], scaled: PictureSize, input: PictureInput): Tensor {
  const { width, height } = inputSize(scaled, input);
  const each = 3 * width * height;
  const values = new Float32Array(pictures.length * each);
  pictures.forEach((rgb, index) => {
    writePixelValues(rgb, scaled, input, values, index * each);
  });
  return new Tensor("float32", values, [pictures.length, 3, height, width]);
}

async function openBoth(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<[OnnxSession, OnnxSession]> {
  const text = await openOnnxSession(bundleFile(bundle, /text_model[^/]*\.onnx$/), options);
  try {
    return [text, await openOnnxSession(bundleFile(bundle, /vision_model[^/]*\.onnx$/), options)];
  } catch (error) {
    await text.dispose();
    throw error;
  }
}

/**
 * Opens a bundle of the family `clip` or `siglip`.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or is of no such model, OUT_OF_MEMORY
 */
export async function openImageTextModel(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<ImageTextModel> {
  const family = bundle.manifest.family as ImageTextFamily;
  const outputs = OUTPUTS[family];
  const input = await readPictureInput(bundle.folder);
  const tokensOf = await openImageTextTokenizer(bundle.folder, family);
  const [text, vision] = await openBoth(bundle, options);
  const dispose = async (): Promise<void> => {
    await Promise.all([text.dispose(), vision.dispose()]);
  };
  if (!text.outputNames.includes(outputs.text) || !vision.outputNames.includes(outputs.picture)) {
    await dispose();
    throw unavailable(`${bundle.folder} does not give ${outputs.text} and ${outputs.picture}`);
  }
  return {
    provider: vision.provider,
    passedOver: vision.passedOver,
    dispose,
    scaledSize: (source) => scaledSize(source, input),
    async embedText(words) {
      const found = await text.run(textFeeds(text, tokensOf(words)), [outputs.text]);
      return unitRows(found, outputs.text, 1)[0] ?? new Float32Array();
    },
    async embedPictures(pictures, scaled) {
      const feeds = { [vision.inputNames[0] ?? "pixel_values"]: pictureFeed(pictures, scaled, input) };
      return unitRows(await vision.run(feeds, [outputs.picture]), outputs.picture, pictures.length);
    },
  };
}
