// The body of POST /api/v1/generation-tasks. What `input` may hold is the model's own schema, which is checked when the
// model is known.
import { type Static, Type } from "typebox";
import { GENERATION_LIMITS } from "../../limits/images.ts";
import { DEFAULT_BOUNDS, type RequestBounds } from "../../limits/request-bounds.ts";
import { ModelSlug } from "../model.ts";
import { CallbackUrl, IdempotencyKey } from "./request-fields.ts";

/** The schema, with the operator's bound of how many outputs a task may have. */
export function generationRequestWithin({ outputCount }: RequestBounds) {
  return Type.Object({
    model: ModelSlug,
    model_tier: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: "One of the model's `model_tiers`; the first of them by default.",
      }),
    ),
    input: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: "object",
        additionalProperties: true,
        default: {},
        description: "Follows the model's input_schema once it is laid over the template's input.",
      }),
    ),
    template_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "A template of the same model to start from.",
      }),
    ),
    callback_url: Type.Optional(CallbackUrl),
    output_count: Type.Optional(
      Type.Integer({
        minimum: GENERATION_LIMITS.minOutputCount,
        maximum: outputCount,
        description:
          "How many outputs to make, at most the model's `max_output_count`; its `default_output_count` by default.",
      }),
    ),
    idempotency_key: Type.Optional(IdempotencyKey),
  });
}

/** Within the bounds that hold unless an operator sets others. */
export const GenerationRequest = generationRequestWithin(DEFAULT_BOUNDS);
export type GenerationRequest = Static<typeof GenerationRequest>;
