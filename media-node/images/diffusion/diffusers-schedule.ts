// A bundle's scheduler_config.json in our terms. Fields that a file leaves out have the defaults of the library's class
// that the file names, which differ from one class to the next.

import { join } from "node:path";
import { type Static, Type } from "typebox";
import { AppError } from "../../../shared/errors.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import {
  type SchedulerClass,
  schedulerClass,
  unknownScheduler,
} from "../../models/hub-files/scheduler-classes.ts";
import { readHubSettings } from "../../models/hub-settings.ts";
import type { SchedulerName } from "../../models/image-settings.ts";
import {
  BETA_SCHEDULES,
  type NoiseScheduleConfig,
  PREDICTION_TYPES,
  TIMESTEP_SPACINGS,
} from "../schedulers/noise-schedule.ts";

const Beta = Type.Number({ minimum: 0, maximum: 1 });
const Steps = Type.Integer({ minimum: 1, maximum: 100_000 });

const SchedulerFile = Type.Object({
  _class_name: Type.Optional(Type.String({ maxLength: 200 })),
  num_train_timesteps: Type.Optional(Steps),
  beta_start: Type.Optional(Beta),
  beta_end: Type.Optional(Beta),
  beta_schedule: Type.Optional(Type.Enum([...BETA_SCHEDULES])),
  prediction_type: Type.Optional(Type.Enum([...PREDICTION_TYPES])),
  timestep_spacing: Type.Optional(Type.Enum([...TIMESTEP_SPACINGS])),
  steps_offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  set_alpha_to_one: Type.Optional(Type.Boolean()),
  clip_sample: Type.Optional(Type.Boolean()),
  use_karras_sigmas: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  rescale_betas_zero_snr: Type.Optional(Type.Boolean()),
  original_inference_steps: Type.Optional(Steps),
});

const checkFile = compileSchema(SchedulerFile);

export interface DiffusionSchedule {
  /** What the bundle samples with unless told. */
  readonly scheduler: SchedulerName;
  readonly config: NoiseScheduleConfig;
}

function classOf(folder: string, { _class_name: className }: Static<typeof SchedulerFile>): SchedulerClass {
  const known = schedulerClass(className);
  if (known !== undefined) return known;
  const reason = unknownScheduler(String(className));
  throw new AppError("MODEL_UNAVAILABLE", `This model ${reason}.`, {
    cause: new Error(`${folder} ${reason}`),
  });
}

/** @throws AppError MODEL_UNAVAILABLE, also where no scheduler of ours can stand in for the class that is named */
export async function readDiffusionSchedule(folder: string): Promise<DiffusionSchedule> {
  const file = await readHubSettings(join(folder, "scheduler"), "scheduler_config.json", checkFile);
  const known = classOf(folder, file);
  return {
    scheduler: known.name,
    config: {
      trainSteps: file.num_train_timesteps ?? 1_000,
      betaStart: file.beta_start ?? known.betaStart,
      betaEnd: file.beta_end ?? known.betaEnd,
      betaSchedule: file.beta_schedule ?? known.betaSchedule,
      predictionType: file.prediction_type ?? "epsilon",
      timestepSpacing: file.timestep_spacing ?? known.timestepSpacing,
      stepsOffset: file.steps_offset ?? 0,
      setAlphaToOne: file.set_alpha_to_one ?? true,
      clipSample: file.clip_sample ?? known.clipSample,
      karrasSigmas: file.use_karras_sigmas ?? false,
      zeroTerminalSnr: file.rescale_betas_zero_snr ?? false,
      originalSteps: file.original_inference_steps ?? 50,
    },
  };
}
