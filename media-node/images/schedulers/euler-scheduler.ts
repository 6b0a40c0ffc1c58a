// Euler's method along the noise level, plain and ancestral: Karras et al. 2022 (arXiv:2206.00364), algorithm 1 without
// its churn, and the sampler of Song et al. 2021 that puts some of the noise back at each step. The sample is image
// plus sigma times noise; the network was trained on samples of variance 1 and is shown it scaled so.
import {
  type DiffusionScheduler,
  type DrawNoise,
  predictedImage,
  weightedSum,
} from "./diffusion-scheduler.ts";
import { noiseLevels } from "./noise-levels.ts";
import type { NoiseScheduleConfig } from "./noise-schedule.ts";

/** Down to which level a step goes, and how much noise is put back, so that the next level is met. */
function ancestralStep(from: number, to: number): { down: number; up: number } {
  const up = Math.min(to, Math.sqrt((to * to * (from * from - to * to)) / (from * from)));
  return { down: Math.sqrt(to * to - up * up), up };
}

/**
 * Euler's method over the levels of noise; `isAncestral` puts fresh noise back at each step but the last, so
 * that its images depend on the number of steps.
 */
export function eulerScheduler(
  config: NoiseScheduleConfig,
  steps: number,
  { isAncestral }: { readonly isAncestral: boolean },
): DiffusionScheduler {
  const { timesteps, sigmas } = noiseLevels(config, steps);
  const level = (step: number): number => sigmas[step] ?? 0;
  const highest = level(0);
  const move = (sample: Float32Array, image: Float32Array, from: number, to: number): Float32Array =>
    weightedSum(to / from, sample, 1 - to / from, image);
  return {
    timesteps,
    // `leading` does not start at the noisiest timestep: what is missing there is made up for by variance.
    initialNoise: config.timestepSpacing === "leading" ? Math.sqrt(highest * highest + 1) : highest,
    networkInput(sample, step) {
      const scale = 1 / Math.sqrt(level(step) ** 2 + 1);
      return sample.map((value) => value * scale);
    },
    advance(sample, output, step, drawNoise: DrawNoise) {
      const [from, to] = [level(step), level(step + 1)];
      const scale = 1 / Math.sqrt(from * from + 1);
      const shown = sample.map((value) => value * scale);
      const image = predictedImage(config, shown, output, { signal: scale, noise: from * scale });
      if (!isAncestral) return move(sample, image, from, to);
      const { down, up } = ancestralStep(from, to);
      const moved = move(sample, image, from, down);
      return up === 0 ? moved : weightedSum(1, moved, up, drawNoise());
    },
    noised: (original, noise, step) => weightedSum(1, original, level(step), noise),
  };
}
