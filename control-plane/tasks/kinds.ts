// The table of kinds on this plane. Code that has a task asks its kind's row, and never compares kinds.
import type { TaskKindName } from "../../shared/tasks/task-kinds.ts";
import { clipJobs } from "./kinds/clip-job.ts";
import { generationTasks } from "./kinds/generation-task.ts";
import { highlightJobs } from "./kinds/highlight-job.ts";
import { renderJobs } from "./kinds/render-job.ts";
import { transcriptionJobs } from "./kinds/transcription-job.ts";
import type { ControlKind } from "./task-kind.ts";

export const CONTROL_KINDS = {
  clip: clipJobs,
  highlight: highlightJobs,
  transcription: transcriptionJobs,
  render: renderJobs,
  generation: generationTasks,
} as const satisfies Record<TaskKindName, ControlKind>;
