// What diffusion models are offered as, by how they were trained: which steps, guidance and sizes suit each. Models of the
// catalogue and models that were carried in by hand use the same.
import type { ImageSettings } from "../image-settings.ts";

export type DiffusionPreset = Omit<ImageSettings, "slug" | "subtitle">;

const SIZES: ImageSettings["sizes"] = [
  [512, 512],
  [768, 512],
  [512, 768],
];
const LARGE_SIZES: ImageSettings["sizes"] = [
  [1_024, 1_024],
  [1_344, 768],
  [768, 1_344],
];

/** Trained with guidance dropped at times, as Stable Diffusion 1.5 and 2.1. */
export const GUIDED: DiffusionPreset = {
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 20, guidanceScale: 7.5 }, max: { steps: 40, guidanceScale: 7.5 } },
  sizes: SIZES,
  scheduler: "dpm++_2m",
};

/** The same over images of about a megapixel, as SDXL. */
export const GUIDED_LARGE: DiffusionPreset = { ...GUIDED, sizes: LARGE_SIZES };

/** Distilled to one to four steps without guidance (Sauer et al. 2023, arXiv:2311.17042). */
export const TURBO: DiffusionPreset = {
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 1, guidanceScale: 1 }, max: { steps: 4, guidanceScale: 1 } },
  sizes: SIZES,
  scheduler: "euler_ancestral",
};

/** Distilled with the guidance as an input (Luo et al. 2023, arXiv:2310.04378): it has no negative prompt. */
export const CONSISTENCY: DiffusionPreset = {
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 4, guidanceScale: 8 }, max: { steps: 8, guidanceScale: 8 } },
  sizes: [[768, 768], ...(SIZES ?? [])],
  scheduler: "lcm",
  schedulers: [],
  steps: { min: 1, max: 8 },
  guidanceScale: { min: 1, max: 14 },
  negativePrompt: false,
};
