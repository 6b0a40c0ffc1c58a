// The table of kinds on this plane: whoever has a task asks its kind's row, and nobody asks which kind it is.
import { TASK_KIND_NAMES, type TaskKindName } from "../../shared/tasks/task-kinds.ts";
import { clipJobs } from "./kinds/clip-job.ts";
import { generationTasks } from "./kinds/generation-task.ts";
import { highlightJobs } from "./kinds/highlight-job.ts";
import { transcriptionJobs } from "./kinds/transcription-job.ts";
import type { ControlKind } from "./task-kind.ts";

export const CONTROL_KINDS = {
  clip: clipJobs,
  highlight: highlightJobs,
  transcription: transcriptionJobs,
  generation: generationTasks,
} as const satisfies Record<TaskKindName, ControlKind>;

/** The kinds whose outputs have clips. */
export const KINDS_WITH_CLIPS: readonly TaskKindName[] = TASK_KIND_NAMES.filter(
  (kind) => CONTROL_KINDS[kind].hasClips,
);
