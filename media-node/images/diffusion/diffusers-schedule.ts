// A bundle's scheduler_config.json in our terms. Fields that a file leaves out have the defaults of the library's class
// that the file names, which differ from one class to the next.

import { join } from "node:path";
import { type Static, Type } from "typebox";
import { compileSchema } from "../../../shared/schemas/validate.ts";
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

interface SchedulerClass {
  readonly name: SchedulerName;
  readonly timestepSpacing: NoiseScheduleConfig["timestepSpacing"];
  readonly clipSample: boolean;
}

/** What each class of the library is here. Those that we do not have are near relatives of the second-order solver. */
const CLASSES: Readonly<Record<string, SchedulerClass>> = {
  EulerDiscreteScheduler: { name: "euler", timestepSpacing: "linspace", clipSample: false },
  EulerAncestralDiscreteScheduler: {
    name: "euler_ancestral",
    timestepSpacing: "linspace",
    clipSample: false,
  },
  DDIMScheduler: { name: "ddim", timestepSpacing: "leading", clipSample: true },
  LCMScheduler: { name: "lcm", timestepSpacing: "leading", clipSample: true },
};
const OTHER_CLASS: SchedulerClass = { name: "dpm++_2m", timestepSpacing: "linspace", clipSample: false };
/** The solver is used for files that were written for schedulers which we do not have: they space from the first on. */
const LEADING_CLASSES: readonly string[] = ["PNDMScheduler", "DDPMScheduler"];

export interface DiffusionSchedule {
  /** What the bundle samples with unless told. */
  readonly scheduler: SchedulerName;
  readonly config: NoiseScheduleConfig;
}

function classOf({ _class_name: name = "" }: Static<typeof SchedulerFile>): SchedulerClass {
  const known = CLASSES[name];
  if (known !== undefined) return known;
  return LEADING_CLASSES.includes(name) ? { ...OTHER_CLASS, timestepSpacing: "leading" } : OTHER_CLASS;
}

/** @throws AppError MODEL_UNAVAILABLE */
export async function readDiffusionSchedule(folder: string): Promise<DiffusionSchedule> {
  const file = await readHubSettings(join(folder, "scheduler"), "scheduler_config.json", checkFile);
  const { name, timestepSpacing, clipSample } = classOf(file);
  return {
    scheduler: name,
    config: {
      trainSteps: file.num_train_timesteps ?? 1_000,
      betaStart: file.beta_start ?? 0.0001,
      betaEnd: file.beta_end ?? 0.02,
      betaSchedule: file.beta_schedule ?? "linear",
      predictionType: file.prediction_type ?? "epsilon",
      timestepSpacing: file.timestep_spacing ?? timestepSpacing,
      stepsOffset: file.steps_offset ?? 0,
      setAlphaToOne: file.set_alpha_to_one ?? true,
      clipSample: file.clip_sample ?? clipSample,
      karrasSigmas: file.use_karras_sigmas ?? false,
      zeroTerminalSnr: file.rescale_betas_zero_snr ?? false,
      originalSteps: file.original_inference_steps ?? 50,
    },
  };
}
