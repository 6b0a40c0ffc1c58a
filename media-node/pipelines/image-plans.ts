// From the kind of an image model to what plans its images. A new kind is a row here and its plan.

import { planDiffusion } from "../images/diffusion/plan-diffusion.ts";
import { planCutOut } from "../images/mattes/plan-cut-out.ts";
import type { ImagePlan, ImageTask } from "../images/plan-image.ts";
import { planUpscaling } from "../images/upscaling/plan-upscaling.ts";
import type { BundleManifest } from "../models/model-bundle.ts";

const PLANS: Partial<Record<BundleManifest["kind"], (task: ImageTask) => Promise<ImagePlan>>> = {
  "image-generation": planDiffusion,
  "image-upscaling": planUpscaling,
  "background-removal": planCutOut,
};

/** @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE, MODEL_UNAVAILABLE */
export async function planImages(task: ImageTask): Promise<ImagePlan> {
  const { kind } = task.bundle.manifest;
  const plan = PLANS[kind];
  if (plan === undefined) throw new Error(`${kind} has no plan`);
  return plan(task);
}
