// A model of the catalogue as one JSON Schema: media nodes announce models in this form with their lease, and clients
// read them in it. The engine that runs a model owns its descriptor, so that the two cannot disagree.
import { type Static, Type } from "typebox";
import { GENERATION_LIMITS } from "../limits/images.ts";
import { DEFAULT_BOUNDS, REQUEST_BOUNDS, type RequestBounds } from "../limits/request-bounds.ts";

export const MODEL_CAPABILITIES = ["IMAGE_GENERATION", "HIGHLIGHT_RENDER"] as const;
export type ModelCapability = (typeof MODEL_CAPABILITIES)[number];

/** Capabilities that POST /generation-tasks offers; the others serve video jobs and only have templates here. */
export const GENERATION_CAPABILITIES: readonly string[] = ["IMAGE_GENERATION"];

/** An exact decimal with up to four places, since the ledger keeps four. */
export const PRICE_PATTERN = /^\d{1,6}(\.\d{1,4})?$/;

export const ModelSlug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "Slug of a model, from `GET /api/v1/models`.",
});

export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<
    Record<
      string,
      { readonly type: string; readonly description?: string; readonly enum?: readonly unknown[] }
    >
  >;
  readonly required: readonly string[];
}

/** What every model's schema has; it may say more, as JSON Schema does. */
export const InputSchema = Type.Unsafe<InputSchema>({
  type: "object",
  additionalProperties: true,
  description: "JSON Schema (draft 7) of a task's input; it differs from model to model.",
  properties: {
    type: { const: "object", description: "Always an object." },
    properties: {
      type: "object",
      description: "The input's fields, each with its `type`, often a `description` and an `enum`.",
      additionalProperties: {
        type: "object",
        additionalProperties: true,
        properties: {
          type: { type: "string", description: "JSON type of the field." },
          description: { type: "string", description: "What the field is for." },
          enum: { type: "array", items: {}, minItems: 1, description: "The values that it may have." },
        },
        required: ["type"],
      },
    },
    required: { type: "array", items: { type: "string" }, description: "Fields that must be given." },
  },
  required: ["type", "properties", "required"],
});

function OutputCount(maximum: number, description: string) {
  return Type.Integer({ minimum: GENERATION_LIMITS.minOutputCount, maximum, description });
}

export const Model = Type.Object({
  model: ModelSlug,
  title: Type.String({ minLength: 1, description: "Name for people." }),
  subtitle: Type.String({ description: "One line about the model." }),
  capability: Type.Enum([...MODEL_CAPABILITIES], { description: "What the model does." }),
  default_output_count: OutputCount(
    REQUEST_BOUNDS.outputCount.max,
    "Outputs of a task that does not say how many.",
  ),
  input_schema: InputSchema,
  model_tiers: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    minItems: 1,
    uniqueItems: true,
    description: "Values of `model_tier`; the first is the default.",
  }),
});
export type Model = Static<typeof Model>;

/** A model as clients read it. */
export function listedModelWithin({ outputCount }: RequestBounds) {
  return Type.Object({
    ...Model.properties,
    default_output_count: OutputCount(outputCount, "Outputs of a task that does not say how many."),
    max_output_count: OutputCount(outputCount, "The most outputs of one task."),
    tier_prices: Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
      description: "Moods for one output in each tier, before the account's price multiplier.",
    }),
  });
}

/** Within the bounds that hold unless an operator sets others. */
export const ListedModel = listedModelWithin(DEFAULT_BOUNDS);
export type ListedModel = Static<typeof ListedModel>;

/** A model as a media node announces it. */
export const AnnouncedModel = Type.Object({
  ...Model.properties,
  /** Moods for one output, by tier; a tier without one costs what the control plane's settings say. */
  tier_prices: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: "object",
      additionalProperties: { type: "string", pattern: PRICE_PATTERN.source },
    }),
  ),
});
export type AnnouncedModel = Static<typeof AnnouncedModel>;

export const AnnouncedModels = Type.Array(AnnouncedModel);
