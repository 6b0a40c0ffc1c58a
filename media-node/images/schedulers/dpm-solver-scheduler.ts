// DPM-Solver++ (2M): Lu et al. 2022 (arXiv:2211.01095), algorithm 2, in the form that extrapolates from the last two
// predictions of the image. Time is half the logarithm of the signal-to-noise ratio, lambda = log(signal / noise). The
// first step has no prediction before it, and the last one ends at no noise, where lambda is infinite: both are of the
// first order, as the paper's authors do it.
import { roundHalfEven } from "../../signal/round-half-even.ts";
import {
  type DiffusionScheduler,
  mixed,
  predictedImage,
  type SignalMix,
  weightedSum,
} from "./diffusion-scheduler.ts";
import { noiseLevels } from "./noise-levels.ts";
import { evenlySpaced, type NoiseScheduleConfig, spacedTimesteps } from "./noise-schedule.ts";

/** As the library spaces them for this solver: one more than steps, without the last. */
function solverTimesteps(config: NoiseScheduleConfig, steps: number): number[] {
  const { trainSteps, timestepSpacing, stepsOffset } = config;
  if (timestepSpacing === "trailing") return spacedTimesteps(config, steps);
  if (timestepSpacing === "linspace") {
    return evenlySpaced(0, trainSteps - 1, steps + 1)
      .map(roundHalfEven)
      .reverse()
      .slice(0, steps);
  }
  const ratio = Math.floor(trainSteps / (steps + 1));
  return Array.from({ length: steps }, (_, index) => (steps - index) * ratio + stepsOffset);
}

interface Mix extends SignalMix {
  readonly lambda: number;
}

function mixOfLevel(sigma: number): Mix {
  const signal = 1 / Math.sqrt(sigma * sigma + 1);
  return { signal, noise: sigma * signal, lambda: -Math.log(sigma) };
}

/**
 * DPM-Solver++ of the second order, multistep. It keeps the last prediction of the image: one scheduler per
 * sampling, its steps in order.
 */
export function dpmSolverScheduler(config: NoiseScheduleConfig, steps: number): DiffusionScheduler {
  // As the library has them, the levels of Karras span the training, of which even spacing leaves out the ends.
  const trained = [config.trainSteps - 1, 0] as const;
  const { timesteps: spaced, sigmas } = noiseLevels(config, steps, solverTimesteps(config, steps), trained);
  const timesteps = config.karrasSigmas ? spaced.map(roundHalfEven) : spaced;
  const mixes = sigmas.map(mixOfLevel);
  const mixAt = (step: number): Mix => mixes[step] ?? mixOfLevel(0);
  let before: Float32Array | null = null;
  return {
    timesteps,
    initialNoise: 1,
    networkInput: (sample) => sample,
    advance(sample, output, step) {
      const [now, next] = [mixAt(step), mixAt(step + 1)];
      const image = predictedImage(config, sample, output, now);
      const previous = before;
      before = image;
      const h = next.lambda - now.lambda;
      const growth = next.signal * (1 - Math.exp(-h));
      const isFirstOrder = previous === null || next.noise === 0;
      const slope = isFirstOrder ? 0 : h / (2 * (now.lambda - mixAt(step - 1).lambda));
      const aim = previous === null ? image : extrapolated(image, previous, slope);
      return weightedSum(next.noise / now.noise, sample, growth, aim);
    },
    noised: (original, noise, step) => mixed(mixAt(step), original, noise),
  };
}

function extrapolated(now: Float32Array, before: Float32Array, slope: number): Float32Array {
  return slope === 0 ? now : weightedSum(1 + slope, now, -slope, before);
}
