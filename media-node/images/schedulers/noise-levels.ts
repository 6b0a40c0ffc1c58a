// Noise levels (sigma: noise over signal) of the steps of schedulers that go by them: read off the model's timesteps, or
// spaced as in Karras et al. 2022 (arXiv:2206.00364), equation 5. One more level than steps: the last is 0.
import { clamp } from "../../signal/clamp.ts";
import { interpolated, type NoiseScheduleConfig, signalShares, spacedTimesteps } from "./noise-schedule.ts";

export interface NoiseLevels {
  readonly timesteps: readonly number[];
  /** [steps + 1], falling to 0. */
  readonly sigmas: readonly number[];
}

const KARRAS_RHO = 7;
/** Stands for no signal at all, whose level would be infinite (2^-24, the least that half precision tells from 0). */
const MIN_SIGNAL_SHARE = 2 ** -24;

/** Of every timestep of the training, rising. */
function trainedLevels(config: NoiseScheduleConfig): Float64Array {
  return signalShares(config).map((share) => {
    const left = Math.max(share, MIN_SIGNAL_SHARE);
    return Math.sqrt((1 - left) / left);
  });
}

function karrasLevels(highest: number, lowest: number, count: number): number[] {
  const [from, to] = [highest ** (1 / KARRAS_RHO), lowest ** (1 / KARRAS_RHO)];
  return Array.from(
    { length: count },
    (_, index) => (from + (count === 1 ? 0 : index / (count - 1)) * (to - from)) ** KARRAS_RHO,
  );
}

/** The timestep whose level this is, between two of them by the logarithm of the level. */
function timestepOf(sigma: number, levels: Float64Array): number {
  let below = 0;
  while (below < levels.length - 2 && (levels[below + 1] ?? 0) <= sigma) below += 1;
  const [low, high] = [Math.log(levels[below] ?? 1), Math.log(levels[below + 1] ?? 1)];
  return below + clamp((Math.log(sigma) - low) / (high - low));
}

/**
 * The timesteps and levels of so many steps.
 * @param timesteps those that the scheduler would take at even spacing
 * @param karrasEnds between whose levels those of Karras lie
 */
export function noiseLevels(
  config: NoiseScheduleConfig,
  steps: number,
  timesteps: readonly number[] = spacedTimesteps(config, steps),
  karrasEnds: readonly [number, number] = [timesteps[0] ?? 0, timesteps.at(-1) ?? 0],
): NoiseLevels {
  const levels = trainedLevels(config);
  const levelOf = (timestep: number): number => interpolated(levels, timestep);
  if (!config.karrasSigmas) return { timesteps, sigmas: [...timesteps.map(levelOf), 0] };
  const [highest, lowest] = karrasEnds;
  const sigmas = karrasLevels(levelOf(highest), levelOf(lowest), timesteps.length);
  return { timesteps: sigmas.map((sigma) => timestepOf(sigma, levels)), sigmas: [...sigmas, 0] };
}
