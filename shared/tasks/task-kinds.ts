// The kinds of tasks: what both planes and the schemas need to know of each. What only one plane does with a kind is in that
// plane's table, whose rows have the same names: control-plane/tasks/kinds.ts and media-node/worker/kinds.ts. Kinds are
// named nowhere else.
import { AppError } from "../errors.ts";

/** Where clients read tasks, by the path below `/api/v1`: neither surface shows the other's. */
export const TASK_SURFACES = {
  "generation-tasks": {
    event: "generation",
    tellsOutput: false,
    unknown: "There is no such generation task.",
  },
  jobs: { event: "job", tellsOutput: true, unknown: "There is no such job." },
} as const satisfies Record<string, TaskSurface>;

export interface TaskSurface {
  /** Prefix of the events that webhooks tell of: `job.finished`, `generation.failed`. */
  readonly event: string;
  /** Whether those events have the task's kind and output. */
  readonly tellsOutput: boolean;
  /** What a read of a task that is not there is answered with. */
  readonly unknown: string;
}

export type TaskSurfaceName = keyof typeof TASK_SURFACES;

export interface TaskKind {
  /** The queue job that a media node runs for it; see queueJobOf. */
  readonly queueJob: string;
  readonly surface: TaskSurfaceName;
  /** The path whose POST creates one, with its parameters, to which its charge belongs. */
  readonly createPath: string;
  /** Whether its output has clips: they can be read one by one, and the virality model is fitted from them. */
  readonly hasClips: boolean;
}

export const TASK_KINDS = {
  clip: { queueJob: "run-clip", surface: "jobs", createPath: "/api/v1/clips", hasClips: true },
  highlight: {
    queueJob: "run-highlight",
    surface: "jobs",
    createPath: "/api/v1/highlights",
    hasClips: false,
  },
  transcription: {
    queueJob: "run-transcription",
    surface: "jobs",
    createPath: "/api/v1/transcriptions",
    hasClips: false,
  },
  render: {
    queueJob: "run-render",
    surface: "jobs",
    createPath: "/api/v1/jobs/:jobId/clips/:clipId/renders",
    hasClips: true,
  },
  generation: {
    queueJob: "run-generation",
    surface: "generation-tasks",
    createPath: "/api/v1/generation-tasks",
    hasClips: false,
  },
} as const satisfies Record<string, TaskKind>;

export type TaskKindName = keyof typeof TASK_KINDS;

export const TASK_KIND_NAMES = Object.keys(TASK_KINDS) as readonly TaskKindName[];

/** The kinds whose outputs have clips. */
export const KINDS_WITH_CLIPS: readonly TaskKindName[] = TASK_KIND_NAMES.filter(
  (kind) => TASK_KINDS[kind].hasClips,
);

/** The kinds that a surface shows. */
export function kindsOn(surface: TaskSurfaceName): readonly TaskKindName[] {
  return TASK_KIND_NAMES.filter((kind) => TASK_KINDS[kind].surface === surface);
}

/** The queue job of a task. One that needs a model has a job of its own for each, so that only nodes that have it take it. */
export function queueJobOf(kind: TaskKindName, model: string | null): string {
  const { queueJob } = TASK_KINDS[kind];
  return model === null ? queueJob : `${queueJob}:${model}`;
}

/** Whether this version has such a kind: rows may be of a later one, beside which it still runs. */
export function isTaskKind(text: string): text is TaskKindName {
  return Object.hasOwn(TASK_KINDS, text);
}

/** The kind that a task's row names. @throws AppError INTERNAL for one that this version does not have */
export function taskKind(text: string): TaskKindName {
  if (isTaskKind(text)) return text;
  throw new AppError("INTERNAL", `This version has no tasks of the kind ${text}.`);
}
