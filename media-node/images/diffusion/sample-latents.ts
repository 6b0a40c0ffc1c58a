// From noise to latents: the loop over the steps of a scheduler, for a batch of images, each with its own source of
// noise, so that it comes out the same alone and among others. Where memory runs out the batch is halved; a single
// image that does not fit ends the work, and the thread goes on.
import { hasErrorCode } from "../../../shared/errors.ts";
import type { OnnxSession, OnnxSessionOptions } from "../../onnx/onnx-session.ts";
import type { SessionCache } from "../../onnx/session-cache.ts";
import type { DiffusionWork } from "../image-model.ts";
import { createScheduler } from "../schedulers/create-scheduler.ts";
import type { DiffusionScheduler } from "../schedulers/diffusion-scheduler.ts";
import type { NoiseScheduleConfig } from "../schedulers/noise-schedule.ts";
import type { DiffusersConfig } from "./diffusers-config.ts";
import { askNetwork, type Guidance, type LatentShape } from "./diffusion-network.ts";
import { gaussianNoise } from "./gaussian-noise.ts";

/** Steps of several runs that a device takes together, twice the images where they are guided. */
const STEPS_TOGETHER = { maxRows: 16, alike: ["timestep"] };

/** What an image starts from and what of it stays. */
export interface Original {
  /** [channels, height, width] */
  readonly latents: Float32Array;
  /** [height, width], 1 where it is regenerated; null for everywhere. */
  readonly mask: Float32Array | null;
}

export interface Sampling {
  readonly work: DiffusionWork;
  readonly guidance: Guidance;
  readonly original: Original | null;
  /** A mask and the latents around it, [1 + channels, height, width], for networks that were trained to fill in; else null. */
  readonly surroundings: Float32Array | null;
  /** Told after each step, with how many images took it. */
  readonly onStep: (images: number) => void;
  readonly signal: AbortSignal;
}

/** Where sampling happens. */
export interface Sampler {
  readonly config: DiffusersConfig;
  readonly cache: SessionCache;
  readonly options: OnnxSessionOptions;
  readonly onSession: (session: OnnxSession) => void;
}

/** Which steps of a schedule are taken: those from the first on. */
interface ScheduledSteps {
  readonly count: number;
  readonly first: number;
  readonly schedule: NoiseScheduleConfig;
}

/**
 * Of an image that is started from, the earlier steps are left out. Where the strength leaves none, as it does for models
 * that make an image in one step, the last of so many steps is taken that it begins at no more noise than the strength
 * says. Those are spaced `trailing`: in the other spacings the last step begins at next to no noise.
 */
function scheduledSteps(
  { steps, strength, initial }: DiffusionWork,
  schedule: NoiseScheduleConfig,
): ScheduledSteps {
  if (initial === null) return { count: steps, first: 0, schedule };
  const taken = Math.floor(steps * strength);
  if (taken >= 1) return { count: steps, first: steps - taken, schedule };
  const count = Math.ceil(1 / strength);
  return {
    count,
    first: count - 1,
    schedule: { ...schedule, timestepSpacing: "trailing", karrasSigmas: false },
  };
}

/**
 * How many steps an image takes: fewer than its work asks for where it starts from another image, at least
 * one.
 */
export function stepsTaken(work: DiffusionWork, { schedule: { config } }: DiffusersConfig): number {
  const { count, first } = scheduledSteps(work, config);
  return count - first;
}

/**
 * The shape of the latents of so many images of this size in pixels. Edges are rounded down to whole latents.
 */
export function latentShape(
  { latentChannels, pixelsPerLatent }: DiffusersConfig,
  { width, height }: Pick<DiffusionWork, "width" | "height">,
  images: number,
): LatentShape {
  return {
    images,
    channels: latentChannels,
    height: Math.floor(height / pixelsPerLatent),
    width: Math.floor(width / pixelsPerLatent),
  };
}

/** All rows one after another in new memory, as a batch [rows, …] has them. */
export function concatenated(rows: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(rows.reduce((sum, row) => sum + row.length, 0));
  let offset = 0;
  for (const row of rows) {
    all.set(row, offset);
    offset += row.length;
  }
  return all;
}

function repeat(row: Float32Array, count: number): Float32Array {
  return concatenated(Array.from({ length: count }, () => row));
}

/** Puts the original back where nothing is to change, with the noise that the next step expects; behind the last none. */
function keepAround(
  latents: Float32Array,
  scheduler: DiffusionScheduler,
  { kept, noise, mask, step }: { kept: Float32Array; noise: Float32Array; mask: Float32Array; step: number },
): Float32Array {
  const around = step < scheduler.timesteps.length ? scheduler.noised(kept, noise, step) : kept;
  return latents.map((made, index) => ((mask[index % mask.length] ?? 1) === 1 ? made : (around[index] ?? 0)));
}

async function sampleBatch(
  { config, cache, options, onSession }: Sampler,
  seeds: readonly number[],
  { work, guidance, original, surroundings: seen, onStep, signal }: Sampling,
): Promise<Float32Array> {
  const shape = latentShape(config, work, seeds.length);
  const sources = seeds.map(gaussianNoise);
  const perImage = shape.channels * shape.height * shape.width;
  const drawNoise = (): Float32Array => concatenated(sources.map((draw) => draw(perImage)));
  const { count, first, schedule } = scheduledSteps(work, config.schedule.config);
  const scheduler = createScheduler(work.scheduler ?? config.schedule.scheduler, schedule, count);
  const noise = drawNoise();
  const kept = original === null ? null : repeat(original.latents, seeds.length);
  const surroundings = seen === null ? null : repeat(seen, seeds.length);
  const mask = original?.mask ?? null;
  let latents =
    first === 0 || kept === null
      ? noise.map((value) => value * scheduler.initialNoise)
      : scheduler.noised(kept, noise, first);
  await cache.with(config.unetPath, { ...options, batching: STEPS_TOGETHER }, async (session) => {
    onSession(session);
    for (let step = first; step < scheduler.timesteps.length; step += 1) {
      signal.throwIfAborted();
      const shown = scheduler.networkInput(latents, step);
      const question = { latents: shown, shape, timestep: scheduler.timesteps[step] ?? 0, surroundings };
      const answer = await askNetwork(session, config, question, guidance);
      latents = scheduler.advance(latents, answer, step, drawNoise);
      if (kept !== null && mask !== null) {
        latents = keepAround(latents, scheduler, { kept, noise, mask, step: step + 1 });
      }
      onStep(seeds.length);
    }
  });
  return latents;
}

/**
 * The latents of each seed's image, [channels, height, width], in the order of the seeds. Where memory runs
 * out, halves of the batch are made anew; `onStep` then counts steps again that it has counted.
 * @throws AppError OUT_OF_MEMORY for a single image; the signal's reason, looked at before each step
 */
export async function sampleLatents(
  sampler: Sampler,
  seeds: readonly number[],
  sampling: Sampling,
): Promise<Float32Array[]> {
  try {
    const latents = await sampleBatch(sampler, seeds, sampling);
    const perImage = latents.length / seeds.length;
    return seeds.map((_, index) => latents.subarray(index * perImage, (index + 1) * perImage));
  } catch (error) {
    if (!hasErrorCode(error, "OUT_OF_MEMORY") || seeds.length === 1) throw error;
    await sampler.cache.clear();
    const half = Math.ceil(seeds.length / 2);
    const before = await sampleLatents(sampler, seeds.slice(0, half), sampling);
    return [...before, ...(await sampleLatents(sampler, seeds.slice(half), sampling))];
  }
}
