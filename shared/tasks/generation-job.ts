// What a generation task asks of a media node: the client's request once it is checked. What its input leaves out is filled
// in by the node, which owns the model's descriptor.
// The control plane writes it into the task's row and the media node reads it, so a field changes only additively.
import type { MediaSource } from "./media-source.ts";

export interface GenerationJobRequest {
  /** The model's slug. */
  readonly model: string;
  readonly tier: string;
  /** Satisfies the model's input_schema. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly outputCount: number;
  /** What the input's fields with the source mark name, checked; absent where it names none. */
  readonly sources?: Readonly<Record<string, MediaSource>>;
}

/** Keyword of a model's input_schema: the field names a file, by its URL or by the `s3_key` of an upload. */
export const SOURCE_MARK = "x-source";

/** Keyword of a model's input_schema: the most outputs of one task, where further ones would only be the same again. */
export const MAX_OUTPUTS_MARK = "x-max-outputs";
