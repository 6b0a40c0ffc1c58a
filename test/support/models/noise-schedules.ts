import type { NoiseScheduleConfig } from "../../../media-node/images/schedulers/noise-schedule.ts";

/** Of Stable Diffusion 1.5. */
export const STABLE_DIFFUSION: NoiseScheduleConfig = {
  trainSteps: 1_000,
  betaStart: 0.00085,
  betaEnd: 0.012,
  betaSchedule: "scaled_linear",
  zeroTerminalSnr: false,
  predictionType: "epsilon",
  timestepSpacing: "leading",
  stepsOffset: 1,
  setAlphaToOne: false,
  karrasSigmas: false,
  clipSample: false,
  originalSteps: 50,
};
