// What the inputs of image models are made of, as JSON Schema of draft 7, and the fields that all of them have. Unknown
// fields are refused: a misspelt one must not be paid for as if it had been heard.

import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import type { InputSchema } from "../../shared/schemas/model.ts";
import { MAX_OUTPUTS_MARK, SOURCE_MARK } from "../../shared/tasks/generation-job.ts";

export type InputField = InputSchema["properties"][string] & Readonly<Record<string, unknown>>;

/** The part of an input that differs from one kind of model to the next. */
export interface InputFields {
  readonly properties: Readonly<Record<string, InputField>>;
  readonly required: readonly string[];
  /** For a field, others that it needs. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>;
  /** Outputs of one task, where further ones would only be the same again. */
  readonly maxOutputs?: number;
}

const OUTPUT_FORMATS = ["png", "jpeg", "webp"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const FORMAT_FIELDS = {
  format: { type: "string", enum: OUTPUT_FORMATS, default: "png", description: "Format of the files." },
  quality: {
    type: "integer",
    minimum: 1,
    maximum: 100,
    default: 90,
    description: "Quality of `jpeg` and `webp` files; `png` loses nothing.",
  },
  metadata: {
    type: "boolean",
    default: true,
    description: "Whether the files say what they were made with: model, tier, seed and prompt, as XMP.",
  },
} as const satisfies Readonly<Record<string, InputField>>;

export interface OutputChoice {
  readonly format: OutputFormat;
  readonly quality: number;
  readonly metadata: boolean;
}

/** A field for an image that the client brings. */
export function imageField(description: string): InputField {
  const named = "The URL of a PNG, JPEG or WebP file, or the `s3_key` of an upload.";
  return {
    type: "string",
    minLength: 1,
    maxLength: HTTP_LIMITS.urlLength,
    [SOURCE_MARK]: "image",
    description: `${description} ${named}`,
  };
}

/** The schema of a whole input: what a kind of model wants, and how its files are to be. */
export function inputSchema({ properties, required, dependencies, maxOutputs }: InputFields): InputSchema {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object" as const,
    properties: { ...properties, ...FORMAT_FIELDS },
    required,
    ...(dependencies === undefined ? {} : { dependencies }),
    ...(maxOutputs === undefined ? {} : { [MAX_OUTPUTS_MARK]: maxOutputs }),
    additionalProperties: false,
  };
  return schema;
}

/** How files are to be, by an input that satisfies its schema. */
export function readOutputChoice(input: Readonly<Record<string, unknown>>): OutputChoice {
  const { format, quality, metadata } = FORMAT_FIELDS;
  return {
    format: (input.format ?? format.default) as OutputFormat,
    quality: (input.quality ?? quality.default) as number,
    metadata: (input.metadata ?? metadata.default) as boolean,
  };
}
