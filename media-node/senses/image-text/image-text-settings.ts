// The settings files of image-text models in the model hub's layout, for the families CLIP and SigLIP: how images are
// prepared, and how texts become tokens.
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import {
  checkImageProcessor,
  checkTextTokenizer,
  type ImageProcessor,
} from "../../models/hub-files/image-text-files.ts";
import { readHubSettings } from "../../models/hub-settings.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import type { ImageInput } from "./image-input.ts";

function bothEdges(size: number | FrameSize): FrameSize {
  return typeof size === "number"
    ? { width: size, height: size }
    : { width: size.width, height: size.height };
}

function imageInput(settings: ImageProcessor): ImageInput {
  const { size, crop_size: crop, do_center_crop: isCropped, do_normalize: isNormalized } = settings;
  // A bare number is the shorter edge, as CLIP's first conversions have it.
  const shortestEdge = typeof size === "number" ? size : "shortest_edge" in size ? size.shortest_edge : null;
  return {
    scaledTo: shortestEdge === null ? bothEdges(size as FrameSize) : { shortestEdge },
    cropTo: isCropped === true && crop != null ? bothEdges(crop) : null,
    rescale: settings.do_rescale === false ? 1 : (settings.rescale_factor ?? 1 / 255),
    mean: isNormalized === false ? [0, 0, 0] : settings.image_mean,
    deviation: isNormalized === false ? [1, 1, 1] : settings.image_std,
  };
}

/** Whether every scaled image holds the part that is cut out of it. */
function holdsItsCrop({ scaledTo, cropTo }: ImageInput): boolean {
  if (cropTo === null) return true;
  const { width, height } = "width" in scaledTo ? scaledTo : bothEdges(scaledTo.shortestEdge);
  return width >= cropTo.width && height >= cropTo.height;
}

/** How a bundle's images are prepared. @throws AppError MODEL_UNAVAILABLE */
export async function readImageInput(folder: string): Promise<ImageInput> {
  const input = imageInput(await readHubSettings(folder, "preprocessor_config.json", checkImageProcessor));
  if (holdsItsCrop(input)) return input;
  throw unusableModel(`${folder} cuts more out of its images than they have`);
}

export interface TokenSettings {
  /** Undefined where the tokenizer names no bound of use. */
  readonly maxTokens: number | undefined;
  readonly padToken: string | undefined;
}

/** @throws AppError MODEL_UNAVAILABLE */
export async function readTokenSettings(folder: string): Promise<TokenSettings> {
  const settings = await readHubSettings(folder, "tokenizer_config.json", checkTextTokenizer);
  const { model_max_length: modelMaxLength = Number.POSITIVE_INFINITY, pad_token: pad } = settings;
  return {
    maxTokens: modelMaxLength <= SENSING_LIMITS.textTokens ? Math.floor(modelMaxLength) : undefined,
    padToken: typeof pad === "object" ? pad?.content : pad,
  };
}
