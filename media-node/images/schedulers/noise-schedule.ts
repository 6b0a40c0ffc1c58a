// How much noise a diffusion model was trained to see at each of its timesteps, and which of them an image is made in:
// what every scheduler starts from, read from a bundle's scheduler_config.json. Names and defaults are those of the
// diffusers library, whose files these are; the mathematics is of Ho et al. 2020 (arXiv:2006.11239).
import { clamp } from "../../signal/clamp.ts";
import { roundHalfEven } from "../../signal/round-half-even.ts";

export const BETA_SCHEDULES = ["linear", "scaled_linear", "squaredcos_cap_v2"] as const;
export const PREDICTION_TYPES = ["epsilon", "v_prediction", "sample"] as const;
export const TIMESTEP_SPACINGS = ["leading", "linspace", "trailing"] as const;

export interface NoiseScheduleConfig {
  readonly trainSteps: number;
  readonly betaStart: number;
  readonly betaEnd: number;
  readonly betaSchedule: (typeof BETA_SCHEDULES)[number];
  /** Takes the last of the signal away at the last timestep (Lin et al. 2023, arXiv:2305.08891). */
  readonly zeroTerminalSnr: boolean;
  /** What the network's output stands for. */
  readonly predictionType: (typeof PREDICTION_TYPES)[number];
  readonly timestepSpacing: (typeof TIMESTEP_SPACINGS)[number];
  /** Added to each timestep of `leading`. */
  readonly stepsOffset: number;
  /** The signal behind the last step: all of it, or what the first timestep leaves. */
  readonly setAlphaToOne: boolean;
  /** Noise levels spaced as in Karras et al. 2022 (arXiv:2206.00364), for those schedulers that go by noise levels. */
  readonly karrasSigmas: boolean;
  /** Bounds what is predicted to -1 to 1; for models that work in pixels. */
  readonly clipSample: boolean;
  /** Steps that a consistency model was distilled from, for LCM. */
  readonly originalSteps: number;
}

/** Evenly spaced numbers from `first` to `last`, both included. */
export function evenlySpaced(first: number, last: number, count: number): number[] {
  const step = count === 1 ? 0 : (last - first) / (count - 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

const COSINE_OFFSET = 0.008;
const MAX_BETA = 0.999;

/** The squared cosine of Nichol and Dhariwal 2021 (arXiv:2102.09672), equation 17. */
function cosineBetas(count: number): number[] {
  const bar = (time: number): number =>
    Math.cos((((time + COSINE_OFFSET) / (1 + COSINE_OFFSET)) * Math.PI) / 2) ** 2;
  return Array.from({ length: count }, (_, index) =>
    Math.min(MAX_BETA, 1 - bar((index + 1) / count) / bar(index / count)),
  );
}

function betasOf({ trainSteps, betaStart, betaEnd, betaSchedule }: NoiseScheduleConfig): number[] {
  if (betaSchedule === "squaredcos_cap_v2") return cosineBetas(trainSteps);
  if (betaSchedule === "linear") return evenlySpaced(betaStart, betaEnd, trainSteps);
  return evenlySpaced(Math.sqrt(betaStart), Math.sqrt(betaEnd), trainSteps).map((root) => root * root);
}

/** Shifts and scales the square roots so that the last is 0 and the first stays (Lin et al. 2023, algorithm 1). */
function withoutTerminalSignal(alphaBars: Float64Array): Float64Array {
  const roots = alphaBars.map(Math.sqrt);
  const [first = 1, last = 0] = [roots[0], roots.at(-1)];
  return roots.map((root) => (((root - last) * first) / (first - last)) ** 2);
}

/** Share of the signal that is left at each timestep, [trainSteps]: the cumulative product of 1 - beta. */
export function signalShares(config: NoiseScheduleConfig): Float64Array {
  let product = 1;
  const shares = Float64Array.from(betasOf(config), (beta) => {
    product *= 1 - beta;
    return product;
  });
  return config.zeroTerminalSnr ? withoutTerminalSignal(shares) : shares;
}

/**
 * The timesteps of an image of this many steps, noisiest first (table 2 of Lin et al. 2023). Whole numbers but for
 * `linspace`.
 */
export function spacedTimesteps(
  { trainSteps, timestepSpacing, stepsOffset }: NoiseScheduleConfig,
  steps: number,
): number[] {
  switch (timestepSpacing) {
    case "linspace":
      return evenlySpaced(0, trainSteps - 1, steps).reverse();
    case "leading": {
      const ratio = Math.floor(trainSteps / steps);
      return Array.from({ length: steps }, (_, index) => (steps - 1 - index) * ratio + stepsOffset);
    }
    case "trailing": {
      const ratio = trainSteps / steps;
      return Array.from({ length: steps }, (_, index) => roundHalfEven(trainSteps - index * ratio) - 1);
    }
  }
}

/**
 * The value at a timestep that may lie between two, by straight lines between them; beyond either end that
 * end's value.
 * @param values one for each timestep of the training, [trainSteps]
 */
export function interpolated(values: Float64Array, at: number): number {
  const below = Math.min(values.length - 1, Math.max(0, Math.floor(at)));
  const above = Math.min(values.length - 1, below + 1);
  const [low = 0, high = 0] = [values[below], values[above]];
  return low + (high - low) * clamp(at - below);
}
