// Between images and latents: the autoencoder of a diffusion bundle, one image at a time, since it takes far more
// memory than the U-Net does.

import type { OnnxSession } from "../../onnx/onnx-session.ts";
import type { RawImage } from "../image-model.ts";
import { pixelsOf, runImageNetwork } from "../image-network.ts";
import { toPlanes } from "../image-planes.ts";
import type { DiffusersConfig } from "./diffusers-config.ts";

/** The autoencoder's own values of latents [channels, height, width], and back. */
function fromLatents(
  { scalingFactor, latentStatistics }: DiffusersConfig,
  latents: Float32Array,
): Float32Array {
  if (latentStatistics === null) return latents.map((value) => value / scalingFactor);
  const { mean, deviation } = latentStatistics;
  const perChannel = latents.length / mean.length;
  return latents.map((value, index) => {
    const channel = Math.floor(index / perChannel);
    return (value * (deviation[channel] ?? 1)) / scalingFactor + (mean[channel] ?? 0);
  });
}

function toLatents({ scalingFactor, latentStatistics }: DiffusersConfig, values: Float32Array): Float32Array {
  if (latentStatistics === null) return values.map((value) => value * scalingFactor);
  const { mean, deviation } = latentStatistics;
  const perChannel = values.length / mean.length;
  return values.map((value, index) => {
    const channel = Math.floor(index / perChannel);
    return ((value - (mean[channel] ?? 0)) * scalingFactor) / (deviation[channel] ?? 1);
  });
}

/** An image of latents [channels, height, width]. @throws AppError MODEL_UNAVAILABLE where half precision overflows */
export async function decodeLatents(
  session: OnnxSession,
  config: DiffusersConfig,
  latents: Float32Array,
  size: { readonly height: number; readonly width: number },
): Promise<RawImage> {
  const { values, dims } = await runImageNetwork(session, fromLatents(config, latents), [
    1,
    config.latentChannels,
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
  config: DiffusersConfig,
  { pixels, channels, width, height }: RawImage,
): Promise<Float32Array> {
  const { values, dims } = await runImageNetwork(session, toPlanes(pixels, channels), [1, 3, height, width]);
  const perChannel = (dims[2] ?? 0) * (dims[3] ?? 0);
  return toLatents(config, values.slice(0, config.latentChannels * perChannel));
}
