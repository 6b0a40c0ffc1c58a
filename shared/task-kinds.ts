// The kinds of work that exist. A new kind is one row here, one pipeline in media-node, its new stages, and their
// tests: the API, the queue and finalization read this table and know no kind by name.

export interface TaskKind {
  /** The queue job that a media node runs for it; see queueJobOf. */
  readonly queueJob: string;
  /** Prefix of its webhook events: `job.finished`, `generation.failed`. */
  readonly event: "job" | "generation";
}

export const TASK_KINDS = {
  clip: { queueJob: "run-clip", event: "job" },
  highlight: { queueJob: "run-highlight", event: "job" },
  transcription: { queueJob: "run-transcription", event: "job" },
  generation: { queueJob: "run-generation", event: "generation" },
} as const satisfies Record<string, TaskKind>;

export type TaskKindName = keyof typeof TASK_KINDS;

export const TASK_KIND_NAMES = Object.keys(TASK_KINDS) as readonly TaskKindName[];

/** The queue job of a task. One that needs a model has a job of its own for each, so that only nodes that have it take it. */
export function queueJobOf(kind: TaskKindName, model: string | null): string {
  const { queueJob } = TASK_KINDS[kind];
  return model === null ? queueJob : `${queueJob}:${model}`;
}

export function isTaskKind(text: string): text is TaskKindName {
  return Object.hasOwn(TASK_KINDS, text);
}
