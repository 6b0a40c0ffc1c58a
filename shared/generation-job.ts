// What a generation task asks of a media node: the client's request once it is checked and every default is filled in.
// The control plane writes it into the task's row and the media node reads it, so a field changes only additively.

export interface GenerationJobRequest {
  /** The model's slug. */
  readonly model: string;
  readonly tier: string;
  /** Satisfies the model's input_schema. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly outputCount: number;
}
