// What a scheduler is: it says at which timesteps the network is asked, what it is shown, and how its answer takes the
// sample one step from noise to image. All arrays of one call have the same length, whatever images and channels
// they hold: every formula goes number by number. A scheduler holds the state of one sampling and is used once.
import type { NoiseScheduleConfig } from "./noise-schedule.ts";

export interface DiffusionScheduler {
  /** Of each step, noisiest first, as the network is given them. */
  readonly timesteps: readonly number[];
  /** Unit noise is multiplied by this to start from nothing. */
  readonly initialNoise: number;
  /** What the network is shown of the sample at a step. */
  networkInput(sample: Float32Array, step: number): Float32Array;
  /** The sample after a step. @param drawNoise gives unit noise of the sample's length; only some schedulers ask */
  advance(sample: Float32Array, output: Float32Array, step: number, drawNoise: DrawNoise): Float32Array;
  /** A known sample with as much noise as there is before a step: where an image is given to start from. */
  noised(original: Float32Array, noise: Float32Array, step: number): Float32Array;
}

export type DrawNoise = () => Float32Array;

/**
 * `firstWeight` · `first` + `secondWeight` · `second`, number by number, in a new array: what every formula
 * here comes down to. Both have the same length.
 */
export function weightedSum(
  firstWeight: number,
  first: Float32Array,
  secondWeight: number,
  second: Float32Array,
): Float32Array {
  const result = new Float32Array(first.length);
  for (let index = 0; index < first.length; index += 1) {
    result[index] = firstWeight * (first[index] as number) + secondWeight * (second[index] as number);
  }
  return result;
}

/** Of what a sample is made, which keeps variance 1: signal · image + noise · epsilon, where signal² + noise² = 1. */
export interface SignalMix {
  readonly signal: number;
  readonly noise: number;
}

/** The mix in which the signal has this share of the variance (alpha-bar of the papers). */
export function mixOf(share: number): SignalMix {
  return { signal: Math.sqrt(share), noise: Math.sqrt(1 - share) };
}

/** The sample of an image and unit noise. */
export function mixed(
  { signal, noise }: SignalMix,
  image: Float32Array,
  epsilon: Float32Array,
): Float32Array {
  return weightedSum(signal, image, noise, epsilon);
}

/**
 * Keeps a prediction of the image within -1 to 1 where the model wants that (`clipSample`, which only DDIM
 * and LCM obey); else it comes back as it is, not copied.
 */
export function bounded(values: Float32Array, { clipSample }: NoiseScheduleConfig): Float32Array {
  return clipSample ? values.map((value) => Math.min(1, Math.max(-1, value))) : values;
}

/**
 * The image that the network sees behind the noise. Velocity is that of Salimans and Ho 2022 (arXiv:2202.00512), signal ·
 * epsilon - noise · image.
 * @param sample what the network was shown
 * @param output what it answered; itself the result where it predicts the image
 */
export function predictedImage(
  { predictionType }: NoiseScheduleConfig,
  sample: Float32Array,
  output: Float32Array,
  { signal, noise }: SignalMix,
): Float32Array {
  switch (predictionType) {
    case "epsilon":
      return weightedSum(1 / signal, sample, -noise / signal, output);
    case "v_prediction":
      return weightedSum(signal, sample, -noise, output);
    case "sample":
      return output;
  }
}
