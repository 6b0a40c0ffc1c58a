// Between images and latents: the autoencoder of a diffusion bundle, one image at a time, since it takes far more
// memory than the U-Net does.

import type { OnnxSession } from "../../onnx/onnx-session.ts";
import type { RawImage } from "../image-model.ts";
import { pixelsOf, runImageNetwork } from "../image-network.ts";
import { toPlanes } from "../image-planes.ts";
import type { DiffusersConfig } from "./diffusers-config.ts";

/** An image of latents [channels, height, width]. @throws AppError MODEL_UNAVAILABLE where half precision overflows */
export async function decodeLatents(
  session: OnnxSession,
  { latentChannels, scalingFactor }: DiffusersConfig,
  latents: Float32Array,
  size: { readonly height: number; readonly width: number },
): Promise<RawImage> {
  const scaled = latents.map((value) => value / scalingFactor);
  const { values, dims } = await runImageNetwork(session, scaled, [
    1,
    latentChannels,
    size.height,
    size.width,
  ]);
  const [height = 0, width = 0] = dims.slice(-2);
  return { width, height, channels: 3, pixels: pixelsOf(values) };
}

/**
 * The latents of an image, [channels, height, width]. Where the encoder gives mean and variance, the mean is taken:
 * noise comes later and from the seed.
 */
export async function encodeImage(
  session: OnnxSession,
  { latentChannels, scalingFactor }: DiffusersConfig,
  { pixels, channels, width, height }: RawImage,
): Promise<Float32Array> {
  const { values, dims } = await runImageNetwork(session, toPlanes(pixels, channels), [1, 3, height, width]);
  const perChannel = (dims[2] ?? 0) * (dims[3] ?? 0);
  return values.slice(0, latentChannels * perChannel).map((value) => value * scalingFactor);
}
