// What a diffusion model takes, from its manifest to the schema of its input and from an input that satisfies it to
// numbers. Both stand in one file, so that a default that clients read is the one that is used. Models that were
// distilled to a few steps without guidance offer neither steps nor guidance nor negative prompts unless their manifest
// says otherwise: anything but what they were trained for only spoils the image.
import { IMAGE_LIMITS } from "../../../shared/limits/images.ts";
import {
  type ImageSettings,
  type ImageTier,
  SCHEDULER_NAMES,
  type SchedulerName,
} from "../../models/image-settings.ts";
import type { BundleManifest } from "../../models/model-bundle.ts";
import { type InputField, type InputFields, imageField } from "../input-fields.ts";

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export interface DiffusionInput {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Null where neither the client nor the tier says one. */
  readonly size: PixelSize | null;
  readonly steps: number;
  readonly guidanceScale: number;
  /** Null for the bundle's own. */
  readonly scheduler: SchedulerName | null;
  /** How much of an image is made anew, 0 to 1. */
  readonly strength: number;
  /** Null for one at random. */
  readonly seed: number | null;
}

type DiffusionManifest = Pick<BundleManifest, "files"> & { readonly image: ImageSettings };

const DEFAULT_STEPS = 20;
const DEFAULT_GUIDANCE_SCALE = 5;
const DEFAULT_SIZE = [512, 512] as const;
const DEFAULT_STRENGTH = 0.6;
/** What clients may choose from and set of models that are guided, unless the manifest says more. */
const DEFAULT_SCHEDULERS = SCHEDULER_NAMES.filter((name) => name !== "lcm");
const GUIDANCE_BOUNDS = { min: 1, max: 20 } as const;

/** The sizes that a model makes, the default first. */
export function sizesOf({ sizes = [[...DEFAULT_SIZE]] }: ImageSettings): PixelSize[] {
  return sizes.map(([width, height]) => ({ width, height }));
}

function isGuided({ tiers }: ImageSettings): boolean {
  return Object.values(tiers).some(({ guidanceScale = DEFAULT_GUIDANCE_SCALE }) => guidanceScale > 1);
}

function stepsOf({ steps = DEFAULT_STEPS }: ImageTier): number {
  return steps;
}

function stepBounds(image: ImageSettings): { min: number; max: number } | undefined {
  if (image.steps !== undefined || !isGuided(image)) return image.steps;
  // More than the dearest tier takes would be had for its price.
  return {
    min: 1,
    max: Math.max(...Object.values(image.tiers).map(stepsOf)),
  };
}

/** "8 in lite, 24 in max" */
function byTier({ tiers }: ImageSettings, numberOf: (tier: ImageTier) => number): string {
  return Object.entries(tiers)
    .map(([name, tier]) => `${numberOf(tier)} in ${name}`)
    .join(", ");
}

function nameOf({ width, height }: PixelSize): string {
  return `${width}x${height}`;
}

function samplingFields(image: ImageSettings): Record<string, InputField> {
  const fields: Record<string, InputField> = {};
  const steps = stepBounds(image);
  const guidanceScale = image.guidanceScale ?? (isGuided(image) ? GUIDANCE_BOUNDS : undefined);
  const schedulers = image.schedulers ?? (isGuided(image) ? DEFAULT_SCHEDULERS : []);
  if (steps !== undefined) {
    fields.steps = {
      type: "integer",
      minimum: steps.min,
      maximum: steps.max,
      description: `Steps from noise to image, at most and by default the tier's: ${byTier(image, stepsOf)}.`,
    };
  }
  if (guidanceScale !== undefined) {
    const defaults = byTier(image, (tier) => tier.guidanceScale ?? DEFAULT_GUIDANCE_SCALE);
    fields.guidance_scale = {
      type: "number",
      minimum: guidanceScale.min,
      maximum: guidanceScale.max,
      description: `How closely the image keeps to the prompt; by the tier: ${defaults}.`,
    };
  }
  if (schedulers.length > 0) {
    const { scheduler } = image;
    fields.scheduler = {
      type: "string",
      enum: schedulers,
      description: "How the steps are taken.",
      ...(scheduler !== undefined && schedulers.includes(scheduler) ? { default: scheduler } : {}),
    };
  }
  return fields;
}

function startFields(): Record<string, InputField> {
  return {
    image: imageField("An image to start from, cropped to the size."),
    mask: imageField("White where the image is made anew, black where it stays."),
    strength: {
      type: "number",
      minimum: 0.05,
      maximum: 1,
      default: DEFAULT_STRENGTH,
      description: "How much of `image` is made anew.",
    },
  };
}

/** The fields of a diffusion model's input. */
export function describeDiffusionInput({ image, files }: DiffusionManifest): InputFields {
  const { promptLength: maxLength } = IMAGE_LIMITS;
  const prompt = {
    type: "string",
    minLength: 1,
    maxLength,
    description: "What to show. `(words:1.3)` counts for more, `(words:0.7)` for less.",
  };
  const negative = {
    type: "string",
    maxLength,
    default: "",
    description: "What not to show.",
  };
  const sizes = sizesOf(image).map(nameOf);
  const [firstTier] = Object.values(image.tiers);
  const defaultSize = firstTier?.size?.join("x") ?? sizes[0];
  const startsFromImages = files.some(({ path }) => path === "vae_encoder/model.onnx");
  return {
    properties: {
      prompt,
      ...((image.negativePrompt ?? isGuided(image)) ? { negative_prompt: negative } : {}),
      size: {
        type: "string",
        enum: sizes,
        default: defaultSize,
        description: "Width and height in pixels. An image to start from decides where none is given.",
      },
      seed: {
        type: "integer",
        minimum: 0,
        maximum: IMAGE_LIMITS.seed,
        description:
          "The same seed gives the same image again; further outputs count up from it. At random where not given.",
      },
      ...samplingFields(image),
      ...(startsFromImages ? startFields() : {}),
    },
    required: ["prompt"],
    ...(startsFromImages ? { dependencies: { mask: ["image"] } } : {}),
  };
}

function readSize(image: ImageSettings, text: unknown): PixelSize | undefined {
  return sizesOf(image).find((size) => nameOf(size) === text);
}

/** What to make, by an input that satisfies the schema; what it leaves out is the tier's. */
export function readDiffusionInput(
  { image }: DiffusionManifest,
  tierName: string,
  input: Readonly<Record<string, unknown>>,
): DiffusionInput {
  const tier = image.tiers[tierName] ?? {};
  const tierSize = tier.size === undefined ? null : { width: tier.size[0], height: tier.size[1] };
  return {
    prompt: String(input.prompt),
    negativePrompt: String(input.negative_prompt ?? ""),
    size: readSize(image, input.size) ?? tierSize,
    // More would be had for the price of fewer.
    steps: Math.min((input.steps ?? stepsOf(tier)) as number, stepsOf(tier)),
    guidanceScale: (input.guidance_scale ?? tier.guidanceScale ?? DEFAULT_GUIDANCE_SCALE) as number,
    scheduler: (input.scheduler ?? image.scheduler ?? null) as SchedulerName | null,
    strength: (input.strength ?? DEFAULT_STRENGTH) as number,
    seed: (input.seed ?? null) as number | null,
  };
}
