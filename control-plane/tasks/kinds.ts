// The table of kinds on this plane: whoever has a task asks its kind's row, and nobody asks which kind it is.
import { TASK_KIND_NAMES, type TaskKindName } from "../../shared/task-kinds.ts";
import { clipJobs } from "./clip-job.ts";
import { generationTasks } from "./generation-task.ts";
import { highlightJobs } from "./highlight-job.ts";
import type { ControlKind } from "./task-kind.ts";
import { transcriptionJobs } from "./transcription-job.ts";

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
