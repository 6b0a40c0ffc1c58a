// What manifests of models that change images say, for the catalogue and for what is added by hand alike: which tiers
// clients get, and how each family of networks that find a subject wants its pixels.
import type { ImageSettings } from "../image-settings.ts";
import type { BundleManifest } from "../model-bundle.ts";

type MatteBlock = NonNullable<BundleManifest["matte"]>;

/** Tiers of an upscaler: its own scale, and half of it where that still is larger than before. */
export function upscalingImage(slug: string, networkScale: number): ImageSettings {
  const hasHalf = networkScale >= 4 && networkScale % 2 === 0;
  return {
    slug,
    subtitle: `Makes images up to ${networkScale} times as wide and high`,
    capability: "IMAGE_GENERATION",
    tiers: hasHalf
      ? { lite: { scale: networkScale / 2 }, max: { scale: networkScale } }
      : { lite: { scale: networkScale } },
  };
}

/** What clients read of a background removal: one tier without parameters. `slug` is how they name it. */
export function cutOutImage(slug: string): ImageSettings {
  return {
    slug,
    subtitle: "Cuts the subject of an image out of its background",
    capability: "IMAGE_GENERATION",
    tiers: { lite: {} },
  };
}

/** As the authors' own code for prediction prepares images and reads masks. */
const MATTE_FAMILIES = {
  u2net: {
    edgePx: 320,
    // Its data_loader.py divides by the brightest value, and so does rembg, whose silueta was trained in the same way.
    isBrightestOne: true,
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
    isLogits: false,
  },
  isnet: {
    edgePx: 1_024,
    isBrightestOne: false,
    mean: [0.5, 0.5, 0.5],
    deviation: [1, 1, 1],
    isLogits: false,
  },
  birefnet: {
    edgePx: 1_024,
    isBrightestOne: false,
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
    isLogits: true,
  },
} as const satisfies Readonly<Record<string, MatteBlock>>;
export type MatteFamily = keyof typeof MATTE_FAMILIES;

/** A manifest's block. */
export function matteBlock(family: MatteFamily, edgePx: number = MATTE_FAMILIES[family].edgePx): MatteBlock {
  const { isBrightestOne, mean, deviation, isLogits } = MATTE_FAMILIES[family];
  return { edgePx, isBrightestOne, mean: [...mean], deviation: [...deviation], isLogits };
}
