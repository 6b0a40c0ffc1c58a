// Between pictures and latents: the autoencoder of a diffusion bundle, one picture at a time, since it takes far more
// memory than the U-Net does.

import type { OnnxSession } from "../../onnx/onnx-session.ts";
import type { Picture } from "../image-model.ts";
import { pixelsOf, runPictureNetwork } from "../picture-network.ts";
import { toPlanes } from "../picture-planes.ts";
import type { DiffusersConfig } from "./diffusers-config.ts";

/** A picture of latents [channels, height, width]. @throws AppError MODEL_UNAVAILABLE where half precision overflows */
export async function decodeLatents(
  session: OnnxSession,
  { latentChannels, scalingFactor }: DiffusersConfig,
  latents: Float32Array,
  size: { readonly height: number; readonly width: number },
): Promise<Picture> {
  const scaled = latents.map((value) => value / scalingFactor);
  const { values, dims } = await runPictureNetwork(session, scaled, [
    1,
    latentChannels,
    size.height,
    size.width,
  ]);
  const [height = 0, width = 0] = dims.slice(-2);
  return { width, height, channels: 3, pixels: pixelsOf(values) };
}

/**
 * The latents of a picture, [channels, height, width]. Where the encoder gives mean and variance, the mean is taken:
 * noise comes later and from the seed.
 */
export async function encodePicture(
  session: OnnxSession,
  { latentChannels, scalingFactor }: DiffusersConfig,
  { pixels, channels, width, height }: Picture,
): Promise<Float32Array> {
  const { values, dims } = await runPictureNetwork(session, toPlanes(pixels, channels), [
    1,
    3,
    height,
    width,
  ]);
  const perChannel = (dims[2] ?? 0) * (dims[3] ?? 0);
  return values.slice(0, latentChannels * perChannel).map((value) => value * scalingFactor);
}
