// From a scheduler's name to the scheduler. A new one is a row here, a file beside the others, and a name in image-settings.
import type { SchedulerName } from "../../models/image-settings.ts";
import { ddimScheduler } from "./ddim-scheduler.ts";
import type { DiffusionScheduler } from "./diffusion-scheduler.ts";
import { dpmSolverScheduler } from "./dpm-solver-scheduler.ts";
import { eulerScheduler } from "./euler-scheduler.ts";
import { lcmScheduler } from "./lcm-scheduler.ts";
import type { NoiseScheduleConfig } from "./noise-schedule.ts";

const SCHEDULERS = {
  euler: (config, steps) => eulerScheduler(config, steps, { isAncestral: false }),
  euler_ancestral: (config, steps) => eulerScheduler(config, steps, { isAncestral: true }),
  ddim: ddimScheduler,
  "dpm++_2m": dpmSolverScheduler,
  lcm: lcmScheduler,
} as const satisfies Record<
  SchedulerName,
  (config: NoiseScheduleConfig, steps: number) => DiffusionScheduler
>;

/** A scheduler for one sampling of so many steps, 1 or more. */
export function createScheduler(
  name: SchedulerName,
  config: NoiseScheduleConfig,
  steps: number,
): DiffusionScheduler {
  return SCHEDULERS[name](config, steps);
}
