// What the manifest of an image model says to clients and to the pipeline: the `image` block. Each kind of image model
// reads those fields that it has a use for.
import { type Static, Type } from "typebox";
import { GENERATION_LIMITS, IMAGE_LIMITS, UPSCALING_LIMITS } from "../../shared/limits/images.ts";
import { REQUEST_BOUNDS } from "../../shared/limits/request-bounds.ts";
import { MODEL_CAPABILITIES, ModelSlug, PRICE_PATTERN } from "../../shared/schemas/model.ts";

/** What diffusion samples with; images/schedulers has one of each. */
export const SCHEDULER_NAMES = ["euler", "euler_ancestral", "ddim", "dpm++_2m", "lcm"] as const;
export type SchedulerName = (typeof SCHEDULER_NAMES)[number];

const Side = Type.Integer({ minimum: IMAGE_LIMITS.sidePx.min, maximum: IMAGE_LIMITS.sidePx.max });

/** Width and height in pixels. */
const Size = Type.Tuple([Side, Side]);

const Steps = Type.Integer({ minimum: 1, maximum: IMAGE_LIMITS.steps });
const GuidanceScale = Type.Number({ minimum: 0, maximum: IMAGE_LIMITS.guidanceScale });
const Price = Type.Union([
  Type.Number({ minimum: 0, maximum: 999_999 }),
  Type.String({ pattern: PRICE_PATTERN.source }),
]);

/** What a tier stands for; a client's own input goes before it. */
const ImageTier = Type.Object({
  steps: Type.Optional(Steps),
  guidanceScale: Type.Optional(GuidanceScale),
  size: Type.Optional(Size),
  /** Of upscaling: how many times as wide and high an image gets. */
  scale: Type.Optional(Type.Integer({ minimum: 1, maximum: UPSCALING_LIMITS.scale })),
  /** Moods for one output. */
  price: Type.Optional(Price),
});
export type ImageTier = Static<typeof ImageTier>;

export const ImageSettings = Type.Object({
  slug: ModelSlug,
  subtitle: Type.String({ maxLength: 500 }),
  capability: Type.Enum([...MODEL_CAPABILITIES]),
  defaultOutputCount: Type.Optional(
    Type.Integer({
      minimum: GENERATION_LIMITS.minOutputCount,
      maximum: REQUEST_BOUNDS.outputCount.max,
    }),
  ),
  /** In the order in which clients see them; the first is the default. */
  tiers: Type.Unsafe<Readonly<Record<string, ImageTier>>>({
    type: "object",
    propertyNames: { minLength: 1, maxLength: 50 },
    minProperties: 1,
    maxProperties: 10,
    additionalProperties: ImageTier,
  }),
  /** What images may measure; the first is the default. */
  sizes: Type.Optional(Type.Array(Size, { minItems: 1, maxItems: 50 })),
  /** Of diffusion: what it samples with; the bundle's own scheduler where not said. */
  scheduler: Type.Optional(Type.Enum([...SCHEDULER_NAMES])),
  /** Of diffusion: what clients may choose from; where not said, everything or, for distilled models, nothing. */
  schedulers: Type.Optional(Type.Array(Type.Enum([...SCHEDULER_NAMES]), { maxItems: 20 })),
  /** Of diffusion: what clients may set; where not said, up to the highest tier or, for distilled models, nothing. */
  steps: Type.Optional(Type.Object({ min: Steps, max: Steps })),
  guidanceScale: Type.Optional(Type.Object({ min: GuidanceScale, max: GuidanceScale })),
  /** Of diffusion: whether it listens to a negative prompt; where not said, when it is guided. */
  negativePrompt: Type.Optional(Type.Boolean()),
});
export type ImageSettings = Static<typeof ImageSettings>;
