// Denoising diffusion implicit models: Song, Meng and Ermon 2020 (arXiv:2010.02502), equation 12 with sigma 0, which
// draws no noise. The sample keeps variance 1: signal · image + noise · epsilon.
import { roundHalfEven } from "../../signal/round-half-even.ts";
import {
  bounded,
  type DiffusionScheduler,
  mixed,
  mixOf,
  predictedImage,
  type SignalMix,
  weightedSum,
} from "./diffusion-scheduler.ts";
import { type NoiseScheduleConfig, signalShares, spacedTimesteps } from "./noise-schedule.ts";

/** DDIM without noise of its own (eta 0). A sample is signal · image + noise · epsilon throughout. */
export function ddimScheduler(config: NoiseScheduleConfig, steps: number): DiffusionScheduler {
  const shares = signalShares(config);
  const timesteps = spacedTimesteps(config, steps).map(roundHalfEven);
  const ratio = Math.floor(config.trainSteps / steps);
  const lastShare = config.setAlphaToOne ? 1 : (shares[0] ?? 1);
  const mixAt = (timestep: number): SignalMix => mixOf(timestep < 0 ? lastShare : (shares[timestep] ?? 1));
  return {
    timesteps,
    initialNoise: 1,
    networkInput: (sample) => sample,
    advance(sample, output, step) {
      const timestep = timesteps[step] ?? 0;
      const [now, next] = [mixAt(timestep), mixAt(timestep - ratio)];
      const image = predictedImage(config, sample, output, now);
      // The noise is what the network meant, whatever bounds its image is then kept in.
      const epsilon = weightedSum(1 / now.noise, sample, -now.signal / now.noise, image);
      return mixed(next, bounded(image, config), epsilon);
    },
    noised: (original, noise, step) => mixed(mixAt(timesteps[step] ?? 0), original, noise),
  };
}
