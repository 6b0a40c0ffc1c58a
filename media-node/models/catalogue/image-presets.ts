// What diffusion models are offered as, by how they were trained: which steps, guidance and sizes suit each. Models of the
// catalogue and models that were carried in by hand use the same.
import type { ImageSettings } from "../image-settings.ts";

type Sizes = NonNullable<ImageSettings["sizes"]>;

export interface DiffusionPreset extends Omit<ImageSettings, "slug" | "subtitle"> {
  readonly sizes: Sizes;
}

const SIZES: Sizes = [
  [512, 512],
  [768, 512],
  [512, 768],
];
/** Of about a megapixel, as SDXL makes. */
export const LARGE_SIZES: Sizes = [
  [1_024, 1_024],
  [1_344, 768],
  [768, 1_344],
];

/** What models make well that were trained on squares of so many pixels a side. */
export const SIZES_BY_TRAINED_PX: Readonly<Record<number, Sizes>> = {
  512: SIZES,
  768: [
    [768, 768],
    [1_024, 576],
    [576, 1_024],
  ],
  1024: LARGE_SIZES,
};

/** Trained with guidance dropped at times, as Stable Diffusion 1.5 and 2.1. */
export const GUIDED: DiffusionPreset = {
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 20, guidanceScale: 7.5 }, max: { steps: 40, guidanceScale: 7.5 } },
  sizes: SIZES,
  scheduler: "dpm++_2m",
};

/** Distilled to one to four steps without guidance (Sauer et al. 2023, arXiv:2311.17042). */
export const TURBO: DiffusionPreset = {
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 1, guidanceScale: 1 }, max: { steps: 4, guidanceScale: 1 } },
  sizes: SIZES,
  scheduler: "euler_ancestral",
};

/**
 * Distilled to so many steps and no others, taken by the scheduler that the model's own files name: SDXL-Lightning (Lin et
 * al. 2024, arXiv:2402.13929), Hyper-SD (Ren et al. 2024, arXiv:2404.13686). There is one tier, since more steps make no
 * better image.
 */
export function lightning(steps = 4): DiffusionPreset {
  return {
    capability: "IMAGE_GENERATION",
    tiers: { lite: { steps, guidanceScale: 1 } },
    sizes: SIZES,
  };
}

/** Distilled with the guidance as an input (Luo et al. 2023, arXiv:2310.04378): it has no negative prompt. */
export const CONSISTENCY: DiffusionPreset = {
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 4, guidanceScale: 8 }, max: { steps: 8, guidanceScale: 8 } },
  sizes: [[768, 768], ...SIZES],
  scheduler: "lcm",
  schedulers: [],
  steps: { min: 1, max: 8 },
  guidanceScale: { min: 1, max: 14 },
  negativePrompt: false,
};
