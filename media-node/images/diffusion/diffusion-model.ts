// Makes images with a diffusion bundle: prompts to states, noise to latents step by step, latents to pixels. Networks
// are loaded when they are wanted and shared with other models within one budget of memory.
import { AppError } from "../../../shared/errors.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { OnnxSessionOptions, PassedOverProvider } from "../../onnx/onnx-session.ts";
import type { SessionCache } from "../../onnx/session-cache.ts";
import type { DiffusionWork, ImageModel, RawImage } from "../image-model.ts";
import { blended, latentMask, maskShares } from "../image-planes.ts";
import { readDiffusersConfig } from "./diffusers-config.ts";
import { decodeLatents, encodeImage } from "./latent-images.ts";
import { openPromptEncoder } from "./prompt-encoder.ts";
import {
  concatenated,
  latentShape,
  type Sampler,
  type Sampling,
  sampleLatents,
  stepsTaken,
} from "./sample-latents.ts";

/** What decoding an image takes, in steps. */
const DECODING_STEPS = 2;

/**
 * Opens a bundle of the diffusers layout: its settings and tokenizers. The networks are opened when a work
 * needs them.
 * @throws AppError MODEL_UNAVAILABLE; a work throws OUT_OF_MEMORY, and INVALID_REQUEST where it starts from
 * an image and the bundle has no encoder
 */
export async function openDiffusionModel(
  { folder }: ModelBundle,
  cache: SessionCache,
  options: OnnxSessionOptions,
): Promise<ImageModel> {
  const config = await readDiffusersConfig(folder);
  const prompts = await openPromptEncoder(config, cache, options);
  let provider: ExecutionProvider | null = null;
  let passedOver: readonly PassedOverProvider[] = [];
  const sampler: Sampler = {
    config,
    cache,
    options,
    onSession: (session) => {
      ({ provider, passedOver } = session);
    },
  };
  return {
    provider: () => provider,
    passedOver: () => passedOver,
    async run(work, { onProgress, signal }) {
      if (work.kind !== "diffusion") throw new AppError("INTERNAL", "This model makes images from prompts.");
      const encoded = await prompts.encode(work.prompt, work.negativePrompt);
      const given = await encodeGiven(sampler, work);
      const total = work.seeds.length * (stepsTaken(work, config) + DECODING_STEPS);
      let done = 0;
      const advance = (steps: number): void => {
        done += steps;
        onProgress(Math.min(1, done / total));
      };
      const guidance = { ...encoded, scale: work.guidanceScale };
      const sampling = { work, guidance, ...given, onStep: advance, signal };
      const latents = await sampleLatents(sampler, work.seeds, sampling);
      const images: RawImage[] = [];
      for (const each of latents) {
        signal.throwIfAborted();
        images.push(withOriginalAround(await decode(sampler, work, each), work));
        advance(DECODING_STEPS);
      }
      return images;
    },
  };
}

function decode(
  { config, cache, options }: Sampler,
  work: DiffusionWork,
  latents: Float32Array,
): Promise<RawImage> {
  const size = latentShape(config, work, 1);
  return cache.with(config.decoderPath, options, (session) => decodeLatents(session, config, latents, size));
}

/** What an image starts from, and what the network sees beside it. */
type Given = Pick<Sampling, "original" | "surroundings">;

/**
 * Networks that were trained to fill in see a mask and what lies around it, and need not be shown it by force. Without a
 * mask everything is to be filled: so they make images from prompts and from images as others do.
 * @throws AppError INVALID_REQUEST where the model starts from no image
 */
async function encodeGiven({ config, cache, options }: Sampler, work: DiffusionWork): Promise<Given> {
  const { encoderPath, isTrainedToFill } = config;
  const { initial, mask } = work;
  if (initial === null && !isTrainedToFill) return { original: null, surroundings: null };
  if (encoderPath === null) throw new AppError("INVALID_REQUEST", "This model starts from no image.");
  const encode = (image: RawImage): Promise<Float32Array> =>
    cache.with(encoderPath, options, (session) => encodeImage(session, config, image));
  const latents = initial === null ? null : await encode(initial);
  const latentsOfMask = (image: RawImage): Float32Array => latentMask(image, config.pixelsPerLatent);
  if (!isTrainedToFill) {
    const kept = mask === null ? null : latentsOfMask(mask);
    return { original: latents === null ? null : { latents, mask: kept }, surroundings: null };
  }
  const white = whiteImage(work);
  const around = await encode(withoutMasked(initial ?? white, mask ?? white));
  return {
    original: latents === null ? null : { latents, mask: null },
    surroundings: concatenated([latentsOfMask(mask ?? white), around]),
  };
}

function whiteImage({ width, height }: DiffusionWork): RawImage {
  return { width, height, channels: 3, pixels: new Uint8Array(3 * width * height).fill(255) };
}

/** An image whose masked part is mid grey, as networks that fill in were trained. */
function withoutMasked(image: RawImage, mask: RawImage): RawImage {
  const shares = maskShares(mask);
  const pixels = image.pixels.map((value, index) =>
    (shares[Math.floor(index / image.channels)] ?? 0) >= 0.5 ? 128 : value,
  );
  return { ...image, pixels };
}

/** What was not to change is the original to the bit, whatever the autoencoder made of it. */
function withOriginalAround(made: RawImage, { initial, mask }: DiffusionWork): RawImage {
  if (initial === null || mask === null || initial.channels !== 3) return made;
  return { ...made, pixels: blended(initial.pixels, made.pixels, maskShares(mask)) };
}
