// What a model that makes images larger takes: an image. How much larger is the tier's, since it is what is paid for.
import type { ImageSettings } from "../../models/image-settings.ts";
import { type InputFields, imageField } from "../input-fields.ts";

type UpscalingManifest = { readonly image: ImageSettings };

const DEFAULT_SCALE = 4;

/** How many times as wide and high a tier makes images. */
export function scaleOf({ image: { tiers } }: UpscalingManifest, tier: string): number {
  return tiers[tier]?.scale ?? DEFAULT_SCALE;
}

/** The fields of an upscaling model's input. */
export function describeUpscalingInput(manifest: UpscalingManifest): InputFields {
  const scales = Object.keys(manifest.image.tiers).map(
    (tier) => `${scaleOf(manifest, tier)} times in ${tier}`,
  );
  const asLarge = `As many times as wide and high: ${scales.join(", ")}. Transparent parts stay so.`;
  return {
    properties: { image: imageField(`The image to make larger. ${asLarge}`) },
    required: ["image"],
    maxOutputs: 1,
  };
}
