// Tasks as lists of the public API show them, jobs and generation tasks alike.

export interface ListedTask {
  readonly task_id: string;
  readonly kind: string;
  readonly status: "queued" | "running" | "finished" | "failed";
  readonly model: string | null;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly retryable: boolean } | null;
  readonly progress: {
    readonly percent: number;
    readonly stage: string;
    readonly message: string | null;
    readonly queue_position: number | null;
  } | null;
  readonly billing: {
    readonly base_moods: number;
    readonly charged_moods: number;
    readonly extra_moods_charged: number;
    readonly refunded_moods: number;
  };
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  clip: "Clips",
  highlight: "Highlight reel",
  transcription: "Transcription",
  render: "Clip render",
  generation: "Generation",
  text: "Text",
};

/** What a kind of task is called. */
export function kindWord(kind: string): string {
  return KIND_WORDS[kind] ?? kind;
}

export function isUnderWay({ status }: Pick<ListedTask, "status">): boolean {
  return status === "queued" || status === "running";
}
