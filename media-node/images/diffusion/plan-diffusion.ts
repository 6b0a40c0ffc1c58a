// Plans the images of a diffusion model. Outputs count up from the seed, so that each can be had again alone. A batch is
// as large as its attention fits into memory: over the tokens of the latents it is by far the largest tensor of a network
// of this family, and where the guess is too high the engine halves the batch.
import { DIFFUSION_LIMITS } from "../../../shared/limits/images.ts";
import { measureImage, readImage } from "../image-files.ts";
import type { RawImage } from "../image-model.ts";
import type { ImagePlan, ImageTask } from "../plan-image.ts";
import { readDiffusersConfig } from "./diffusers-config.ts";
import { type DiffusionInput, type PixelSize, readDiffusionInput, sizesOf } from "./diffusion-input.ts";

/** Of Stable Diffusion's largest attention, in single precision. */
const ATTENTION_HEADS = 8;
const BYTES_PER_NUMBER = 4;

function nearestShape(sizes: readonly PixelSize[], { width, height }: PixelSize): PixelSize | undefined {
  const distance = (size: PixelSize): number =>
    Math.abs(Math.log(size.width / size.height) - Math.log(width / height));
  return [...sizes].sort((a, b) => distance(a) - distance(b))[0];
}

async function chooseSize({ bundle, files }: ImageTask, { size }: DiffusionInput): Promise<PixelSize> {
  const sizes = sizesOf(bundle.manifest.image);
  if (size !== null) return size;
  const shaped = files.image === undefined ? sizes[0] : nearestShape(sizes, await measureImage(files.image));
  return shaped ?? { width: 512, height: 512 };
}

async function batchSizeFor(
  { bundle, memoryBytes }: ImageTask,
  { guidanceScale }: DiffusionInput,
  { width, height }: PixelSize,
): Promise<number> {
  const { pixelsPerLatent } = await readDiffusersConfig(bundle.folder);
  const tokens = (width / pixelsPerLatent) * (height / pixelsPerLatent);
  const rows = guidanceScale > 1 ? 2 : 1;
  const perImage = rows * ATTENTION_HEADS * BYTES_PER_NUMBER * tokens ** 2;
  return Math.max(1, Math.min(DIFFUSION_LIMITS.batchImages, Math.floor(memoryBytes / 4 / perImage)));
}

/** @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE, MODEL_UNAVAILABLE */
export async function planDiffusion(task: ImageTask): Promise<ImagePlan> {
  const { bundle, tier, files } = task;
  const wanted = readDiffusionInput(bundle.manifest, tier, task.input);
  const size = await chooseSize(task, wanted);
  const read = (path: string | undefined, background: string): Promise<RawImage> | null =>
    path === undefined ? null : readImage(path, { size, background });
  const initial = await read(files.image, "white");
  const mask = await read(files.mask, "black");
  const batchSize = await batchSizeFor(task, wanted, size);
  const firstSeed = wanted.seed ?? task.randomSeed;
  const { prompt, negativePrompt, steps, guidanceScale, scheduler, strength } = wanted;
  return {
    batchSize,
    workFor: (firstIndex, count) => ({
      kind: "diffusion",
      prompt,
      negativePrompt,
      ...size,
      steps,
      guidanceScale,
      scheduler,
      initial,
      strength,
      mask,
      seeds: Array.from({ length: count }, (_, index) => firstSeed + firstIndex + index),
    }),
    describe: (index) => ({
      prompt,
      ...(negativePrompt === "" ? {} : { negativePrompt }),
      seed: firstSeed + index,
      steps,
      guidanceScale,
      ...(scheduler === null ? {} : { scheduler }),
      ...(initial === null ? {} : { strength }),
    }),
  };
}
