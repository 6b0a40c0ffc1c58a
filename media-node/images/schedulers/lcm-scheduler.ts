// Latent consistency models: Luo et al. 2023 (arXiv:2310.04378), multistep consistency sampling (their algorithm 3). The
// network goes from any noise to the image in one step; between steps the image gets fresh noise of the next level.
// Its answer is mixed with the sample so that at timestep 0 it is the sample itself (their equations 8 and 9).

import {
  bounded,
  type DiffusionScheduler,
  mixed,
  mixOf,
  predictedImage,
  type SignalMix,
  weightedSum,
} from "./diffusion-scheduler.ts";
import { type NoiseScheduleConfig, signalShares } from "./noise-schedule.ts";

const DATA_DEVIATION = 0.5;
const TIMESTEP_SCALE = 10;

/** Some of the steps that the model was distilled from, at even distances, noisiest first. */
function distilledTimesteps({ trainSteps, originalSteps }: NoiseScheduleConfig, steps: number): number[] {
  const ratio = Math.floor(trainSteps / originalSteps);
  const known = Array.from({ length: originalSteps }, (_, index) => (originalSteps - index) * ratio - 1);
  return Array.from({ length: steps }, (_, index) => known[Math.floor((index * originalSteps) / steps)] ?? 0);
}

/** How much of the sample and of the image the answer holds. */
function boundaryMix(timestep: number): { skip: number; out: number } {
  const scaled = timestep * TIMESTEP_SCALE;
  const variance = scaled * scaled + DATA_DEVIATION ** 2;
  return { skip: DATA_DEVIATION ** 2 / variance, out: scaled / Math.sqrt(variance) };
}

/**
 * Multistep consistency sampling, for models that were distilled for it. The answer of the last step gets no
 * more noise.
 * @param steps at most the config's `originalSteps`
 */
export function lcmScheduler(config: NoiseScheduleConfig, steps: number): DiffusionScheduler {
  const shares = signalShares(config);
  const timesteps = distilledTimesteps(config, steps);
  const mixAt = (step: number): SignalMix => mixOf(shares[timesteps[step] ?? 0] ?? 1);
  return {
    timesteps,
    initialNoise: 1,
    networkInput: (sample) => sample,
    advance(sample, output, step, drawNoise) {
      const image = bounded(predictedImage(config, sample, output, mixAt(step)), config);
      const { skip, out } = boundaryMix(timesteps[step] ?? 0);
      const answer = weightedSum(skip, sample, out, image);
      if (step >= timesteps.length - 1) return answer;
      return mixed(mixAt(step + 1), answer, drawNoise());
    },
    noised: (original, noise, step) => mixed(mixAt(step), original, noise),
  };
}
