// Models that put images and texts into one space, in the model hub's layout of two networks: CLIP (Radford et al.
// 2021, https://arxiv.org/abs/2103.00020; `text_embeds` and `image_embeds`) and SigLIP (Zhai et al. 2023,
// https://arxiv.org/abs/2303.15343; a `pooler_output` each). Embeddings come out with length one, so that their product
// is the cosine of the angle between them.

import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { Tensors } from "../../onnx/local-session.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { type ImageInput, inputSize, scaledSize, writePixelValues } from "./image-input.ts";
import { readImageInput } from "./image-text-settings.ts";
import { type ImageTextFamily, openImageTextTokenizer, type TextTokens } from "./image-text-tokenizer.ts";

const OUTPUTS: Readonly<Record<ImageTextFamily, { readonly text: string; readonly image: string }>> = {
  clip: { text: "text_embeds", image: "image_embeds" },
  siglip: { text: "pooler_output", image: "pooler_output" },
};

export interface ImageTextModel extends Pick<OnnxSession, "provider" | "passedOver"> {
  /** The size to which a source's images must be scaled before they come here. */
  scaledSize(source: FrameSize): FrameSize;
  /** The embedding of a text, of length one. */
  embedText(text: string): Promise<Float32Array>;
  /** Embeddings of images of one scaled size, three bytes (RGB) a pixel, each of length one. */
  embedImages(images: readonly Uint8Array[], scaled: FrameSize): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/** Rows of equal width, each scaled to length one. */
function unitRows(outputs: Tensors, name: string, count: number): Float32Array[] {
  const values = outputs[name]?.data;
  if (!(values instanceof Float32Array) || values.length === 0 || values.length % count !== 0)
    throw unusableModel(`${name} is no list of ${count} embeddings`);
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

function imageFeed(images: readonly Uint8Array[], scaled: FrameSize, input: ImageInput): Tensor {
  const { width, height } = inputSize(scaled, input);
  const each = 3 * width * height;
  const values = new Float32Array(images.length * each);
  images.forEach((rgb, index) => {
    writePixelValues(rgb, scaled, input, values, index * each);
  });
  return new Tensor("float32", values, [images.length, 3, height, width]);
}

/** Frames of several runs that a device looks at together. */
const FRAMES_TOGETHER = { maxRows: 32 };

function openVision(bundle: ModelBundle, options: OnnxSessionOptions): Promise<OnnxSession> {
  const path = bundleFile(bundle, /vision_model[^/]*\.onnx$/);
  return openOnnxSession(path, { ...options, batching: FRAMES_TOGETHER });
}

async function openBoth(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<[OnnxSession, OnnxSession]> {
  const text = await openOnnxSession(bundleFile(bundle, /text_model[^/]*\.onnx$/), options);
  try {
    return [text, await openVision(bundle, options)];
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
  const input = await readImageInput(bundle.folder);
  const tokensOf = await openImageTextTokenizer(bundle.folder, family);
  const [text, vision] = await openBoth(bundle, options);
  const dispose = async (): Promise<void> => {
    await Promise.all([text.dispose(), vision.dispose()]);
  };
  if (!text.outputNames.includes(outputs.text) || !vision.outputNames.includes(outputs.image)) {
    await dispose();
    throw unusableModel(`${bundle.folder} does not give ${outputs.text} and ${outputs.image}`);
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
    async embedImages(images, scaled) {
      const feeds = { [vision.inputNames[0] ?? "pixel_values"]: imageFeed(images, scaled, input) };
      return unitRows(await vision.run(feeds, [outputs.image]), outputs.image, images.length);
    },
  };
}
