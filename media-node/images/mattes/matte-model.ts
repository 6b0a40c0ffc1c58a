// Cuts the subject of an image out of its background: networks of the U²-Net, IS-Net and BiRefNet layouts see the whole
// image in a fixed size and say of each pixel how much it belongs to the subject; that becomes the image's opacity.
// How pixels are prepared differs from one to the next and stands in the bundle's manifest.
import { AppError } from "../../../shared/errors.ts";
import { MATTE_LIMITS } from "../../../shared/limits/images.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { OnnxSession, OnnxSessionOptions, PassedOverProvider } from "../../onnx/onnx-session.ts";
import type { SessionCache } from "../../onnx/session-cache.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { clamp } from "../../signal/clamp.ts";
import type { ImageModel, RawImage } from "../image-model.ts";
import { noNumbers, runImageNetwork } from "../image-network.ts";
import { withOpacity } from "../image-planes.ts";
import { sharp } from "../uncached-sharp.ts";

export interface MatteSettings {
  /** Edge of the square that the network sees, pixels. */
  readonly edgePx: number;
  /** Whether an image's brightest value becomes 1, in place of 255. */
  readonly isBrightestOne: boolean;
  /** Per channel, of values of 0 to 1, red first. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
  /** Whether the network gives logits, which a sigmoid makes shares. */
  readonly isLogits: boolean;
}

/** Of U²-Net, whose values also everything else has that follows ImageNet. */
const DEFAULT_SETTINGS: MatteSettings = {
  edgePx: 320,
  isBrightestOne: true,
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  isLogits: false,
};

/**
 * Manifests of earlier versions do not say it, and are no reason to install a model again: of the families that they
 * describe only U²-Net has ImageNet's mean and gives no logits.
 */
function isLikeU2Net({ mean, isLogits }: MatteSettings): boolean {
  return !isLogits && mean.every((value, channel) => value === DEFAULT_SETTINGS.mean[channel]);
}

/** Of a manifest; what it leaves out is U²-Net's. */
function matteSettings({ manifest: { matte } }: ModelBundle): MatteSettings {
  const triple = (values: readonly number[] | undefined, standard: MatteSettings["mean"]) =>
    values === undefined ? standard : ([values[0] ?? 0, values[1] ?? 0, values[2] ?? 0] as const);
  const settings = {
    ...DEFAULT_SETTINGS,
    edgePx: matte?.edgePx ?? DEFAULT_SETTINGS.edgePx,
    mean: triple(matte?.mean, DEFAULT_SETTINGS.mean),
    deviation: triple(matte?.deviation, DEFAULT_SETTINGS.deviation),
    isLogits: matte?.isLogits ?? DEFAULT_SETTINGS.isLogits,
  };
  return { ...settings, isBrightestOne: matte?.isBrightestOne ?? isLikeU2Net(settings) };
}

/** [3, edge, edge] as the network wants it. */
async function networkInput(image: RawImage, settings: MatteSettings): Promise<Float32Array> {
  const { edgePx, isBrightestOne, mean, deviation } = settings;
  const { width, height, channels, pixels } = image;
  const small = await sharp(pixels, { raw: { width, height, channels } })
    .removeAlpha()
    .resize(edgePx, edgePx, { fit: "fill", kernel: "lanczos3" })
    .raw()
    .toBuffer();
  const size = edgePx * edgePx;
  const values = new Float32Array(3 * size);
  // A black image stays black.
  const whole = isBrightestOne ? small.reduce((most, value) => Math.max(most, value), 1) : 255;
  for (let channel = 0; channel < 3; channel += 1) {
    for (let pixel = 0; pixel < size; pixel += 1) {
      const value = (small[3 * pixel + channel] ?? 0) / whole;
      values[channel * size + pixel] = (value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1);
    }
  }
  return values;
}

/**
 * Shares of 0 to 1 as bytes, stretched so that the surest subject is whole and the surest background gone.
 * @throws AppError MODEL_UNAVAILABLE where half precision overflows
 */
function opacityOf(values: Float32Array, isLogits: boolean): Uint8Array {
  const shares = isLogits ? values.map((value) => 1 / (1 + Math.exp(-value))) : values;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const share of shares) {
    min = Math.min(min, share);
    max = Math.max(max, share);
  }
  const span = max - min;
  if (Number.isNaN(span)) throw noNumbers();
  // An image without a subject, or one that is all subject, is not stretched into noise.
  if (span < MATTE_LIMITS.minContrast)
    return Uint8Array.from(shares, (share) => Math.round(255 * clamp(share)));
  return Uint8Array.from(shares, (share) => Math.round((255 * (share - min)) / span));
}

/** The image as opaque as the matte, a square that is stretched over it, and as it was itself. */
async function withMatte(image: RawImage, matte: Uint8Array, edge: number): Promise<RawImage> {
  const { width, height, channels } = image;
  const large = await sharp(matte, { raw: { width: edge, height: edge, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const opacity = new Uint8Array(large);
  if (channels === 4) {
    for (let pixel = 0; pixel < opacity.length; pixel += 1) {
      opacity[pixel] = Math.round(((large[pixel] ?? 0) * (image.pixels[4 * pixel + 3] ?? 255)) / 255);
    }
  }
  return { width, height, channels: 4, pixels: withOpacity(image.pixels, channels, opacity) };
}

async function cutOut(session: OnnxSession, image: RawImage, settings: MatteSettings): Promise<RawImage> {
  const { edgePx, isLogits } = settings;
  const seen = await networkInput(image, settings);
  const { values, dims } = await runImageNetwork(session, seen, [1, 3, edgePx, edgePx]);
  const edge = dims.at(-1);
  if (edge === undefined || dims.at(-2) !== edge) {
    throw unusableModel("the network gives no square mask");
  }
  const mask = values.subarray(0, edge * edge);
  return withMatte(image, opacityOf(mask, isLogits), edge);
}

/**
 * A model that makes everything but an image's subject transparent; nothing is loaded before its first work.
 * @throws AppError MODEL_UNAVAILABLE for a bundle without a network; a work throws the same where the network
 * gives no square mask or no numbers, and OUT_OF_MEMORY
 */
export async function openMatteModel(
  bundle: ModelBundle,
  cache: SessionCache,
  options: OnnxSessionOptions,
): Promise<ImageModel> {
  const path = bundleFile(bundle, /\.onnx$/);
  const settings = matteSettings(bundle);
  let provider: ExecutionProvider | null = null;
  let passedOver: readonly PassedOverProvider[] = [];
  return {
    provider: () => provider,
    passedOver: () => passedOver,
    async run(work, { onProgress, signal }) {
      if (work.kind !== "cut-out") throw new AppError("INTERNAL", "This model cuts subjects out.");
      signal.throwIfAborted();
      const image = await cache.with(path, options, (session) => {
        ({ provider, passedOver } = session);
        return cutOut(session, work.image, settings);
      });
      onProgress(1);
      return [image];
    },
  };
}
