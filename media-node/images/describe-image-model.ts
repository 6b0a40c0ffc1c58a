// From the manifests of image models to what the catalogue shows. A new kind is a row here and a file that describes its
// input. A bundle without an `image` block is installed and offered to nobody.

import type { AnnouncedModel } from "../../shared/schemas/model.ts";
import { SOURCE_MARK } from "../../shared/tasks/generation-job.ts";
import { chooseBundle, type FoundBundle } from "../models/find-bundles.ts";
import type { ImageSettings } from "../models/image-settings.ts";
import type { BundleManifest } from "../models/model-bundle.ts";
import { describeDiffusionInput } from "./diffusion/diffusion-input.ts";
import { type InputFields, inputSchema } from "./input-fields.ts";
import { describeCutOutInput } from "./mattes/cut-out-input.ts";
import { describeUpscalingInput } from "./upscaling/upscaling-input.ts";

type ImageManifest = BundleManifest & { readonly image: ImageSettings };
export type ImageBundle = FoundBundle & { readonly manifest: ImageManifest };

const INPUTS: Partial<Record<BundleManifest["kind"], (manifest: ImageManifest) => InputFields>> = {
  "image-generation": describeDiffusionInput,
  "image-upscaling": describeUpscalingInput,
  "background-removal": describeCutOutInput,
};

function isImageBundle(bundle: FoundBundle): bundle is ImageBundle {
  const { kind, image } = bundle.manifest;
  return image !== undefined && INPUTS[kind] !== undefined;
}

/** The bundle that a slug stands for, or undefined: of several the one with the highest priority. */
export function findImageBundle(bundles: readonly FoundBundle[], slug: string): ImageBundle | undefined {
  const named = bundles.filter(isImageBundle).filter(({ manifest }) => manifest.image.slug === slug);
  const [first] = named;
  if (first === undefined) return undefined;
  const chosen = chooseBundle(named, first.manifest.kind);
  return named.find((bundle) => bundle === chosen);
}

function pricesOf({ tiers }: ImageSettings): Record<string, string> {
  const named = Object.entries(tiers).filter(([, { price }]) => price !== undefined);
  return Object.fromEntries(
    // The ledger keeps four places.
    named.map(([name, { price }]) => [
      name,
      typeof price === "number" ? String(Math.round(price * 1e4) / 1e4) : String(price),
    ]),
  );
}

function describe({ manifest }: ImageBundle): AnnouncedModel {
  const { image, title, kind } = manifest;
  const fields: InputFields = INPUTS[kind]?.(manifest) ?? { properties: {}, required: [] };
  const prices = pricesOf(image);
  return {
    model: image.slug,
    title,
    subtitle: image.subtitle,
    capability: image.capability,
    default_output_count: Math.min(
      image.defaultOutputCount ?? 1,
      fields.maxOutputs ?? Number.POSITIVE_INFINITY,
    ),
    input_schema: inputSchema(fields),
    model_tiers: Object.keys(image.tiers),
    ...(Object.keys(prices).length === 0 ? {} : { tier_prices: prices }),
  };
}

/** The fields of a model's input that name files. */
export function sourceFields({ manifest }: ImageBundle): string[] {
  const properties = INPUTS[manifest.kind]?.(manifest).properties ?? {};
  return Object.entries(properties).flatMap(([name, field]) => (SOURCE_MARK in field ? [name] : []));
}

/** What a node with these bundles offers. */
export function describeImageModels(bundles: readonly FoundBundle[]): AnnouncedModel[] {
  const slugs = new Set(bundles.filter(isImageBundle).map(({ manifest }) => manifest.image.slug));
  const chosen = [...slugs].map((slug) => findImageBundle(bundles, slug));
  return chosen.filter((bundle) => bundle !== undefined).map(describe);
}
