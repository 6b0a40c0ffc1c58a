// The classes of the diffusers library that a bundle's scheduler_config.json may name, and what each leaves unsaid. Those
// that we do not have are near relatives of the second-order solver, which stands in for them: they go the same way from
// the same noise. Others start from other noise, ask the network at other times or want another answer of it (EDM, flow
// matching, trajectory consistency), so that the solver would make noise of their models.
import type { SchedulerName } from "../image-settings.ts";

export interface SchedulerClass {
  readonly name: SchedulerName;
  readonly timestepSpacing: "leading" | "linspace";
  readonly clipSample: boolean;
  readonly betaStart: number;
  readonly betaEnd: number;
  readonly betaSchedule: "linear" | "scaled_linear";
}

const SOLVER: SchedulerClass = {
  name: "dpm++_2m",
  timestepSpacing: "linspace",
  clipSample: false,
  betaStart: 0.0001,
  betaEnd: 0.02,
  betaSchedule: "linear",
};
/** Stable Diffusion's, which some classes have from the start. */
const STABLE_DIFFUSION = { betaStart: 0.00085, betaEnd: 0.012 } as const;

const CLASSES: ReadonlyMap<string, SchedulerClass> = new Map([
  ["EulerDiscreteScheduler", { ...SOLVER, name: "euler" }],
  ["EulerAncestralDiscreteScheduler", { ...SOLVER, name: "euler_ancestral" }],
  ["DDIMScheduler", { ...SOLVER, name: "ddim", timestepSpacing: "leading", clipSample: true }],
  [
    "LCMScheduler",
    {
      ...SOLVER,
      ...STABLE_DIFFUSION,
      name: "lcm",
      timestepSpacing: "leading",
      betaSchedule: "scaled_linear",
    },
  ],
  ["PNDMScheduler", { ...SOLVER, timestepSpacing: "leading" }],
  ["DDPMScheduler", { ...SOLVER, timestepSpacing: "leading" }],
  ["DPMSolverMultistepScheduler", SOLVER],
  ["DPMSolverSinglestepScheduler", SOLVER],
  ["DPMSolverSDEScheduler", { ...SOLVER, ...STABLE_DIFFUSION }],
  ["UniPCMultistepScheduler", SOLVER],
  ["DEISMultistepScheduler", SOLVER],
  ["SASolverScheduler", SOLVER],
  ["HeunDiscreteScheduler", { ...SOLVER, ...STABLE_DIFFUSION }],
  ["KDPM2DiscreteScheduler", { ...SOLVER, ...STABLE_DIFFUSION }],
  ["KDPM2AncestralDiscreteScheduler", { ...SOLVER, ...STABLE_DIFFUSION }],
  ["LMSDiscreteScheduler", SOLVER],
]);

/** What a class is here; undefined for one that no scheduler of ours can stand in for. */
export function schedulerClass(className: string | undefined): SchedulerClass | undefined {
  return className === undefined ? SOLVER : CLASSES.get(className);
}

/** Why a model that names another class is refused; the end of a sentence. */
export function unknownScheduler(className: string): string {
  return `is sampled by ${className}, for which this version has no scheduler; it has those for ${[...CLASSES.keys()].join(", ")}`;
}
