// Where tasks are read, followed, cancelled, removed and told of again, by their kind, and what a finished task of each kind has.
import type { ClipOutput, HighlightOutput, ListedTask, Task, TranscriptionOutput } from "./api-types.ts";

/** What a finished task of each kind reports as `output`; generation tasks have files, as `result`. */
export interface KindOutputs {
  readonly clip: ClipOutput;
  readonly render: ClipOutput;
  readonly highlight: HighlightOutput;
  readonly transcription: TranscriptionOutput;
  readonly generation: null;
}

export type TaskKind = keyof KindOutputs;

/** A task of one kind. */
export type TaskOf<Kind extends TaskKind> = Omit<Task, "kind" | "output"> & {
  kind: Kind;
  output: KindOutputs[Kind] | null;
};

/** A task of one kind that has ended well. */
export type FinishedTask<Kind extends TaskKind> = Omit<Task, "kind" | "output" | "status"> & {
  kind: Kind;
  status: "finished";
  output: KindOutputs[Kind];
};

/** The operations of a kind's tasks. */
export const SURFACES = {
  jobs: {
    name: "jobs",
    list: "listJobs",
    read: "readJob",
    watch: "watchJob",
    cancel: "cancelJob",
    delete: "deleteJob",
    retryWebhook: "retryJobWebhook",
  },
  "generation-tasks": {
    name: "generation-tasks",
    list: "listGenerationTasks",
    read: "readGenerationTask",
    watch: "watchGenerationTask",
    cancel: "cancelGenerationTask",
    delete: "deleteGenerationTask",
    retryWebhook: "retryGenerationTaskWebhook",
  },
} as const;

export type SurfaceName = keyof typeof SURFACES;
export type Surface = (typeof SURFACES)[SurfaceName];

const SURFACE_OF_KIND: Readonly<Record<TaskKind, SurfaceName>> = {
  clip: "jobs",
  render: "jobs",
  highlight: "jobs",
  transcription: "jobs",
  generation: "generation-tasks",
};

/** Where a task is read. */
export function surfaceOf({ kind }: Pick<Task | ListedTask, "kind">): Surface {
  return SURFACES[SURFACE_OF_KIND[kind] ?? "jobs"];
}
