// A task's states and the only legal ways between them. Every update of a task's state is conditional on the
// states listed here for its target, so that two writers can never both believe that they ended a task.

export const TASK_STATES = ["queued", "running", "finished", "failed"] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** For each target state, the states from which it may be reached. */
export const LEGAL_SOURCES: Readonly<Record<TaskState, readonly TaskState[]>> = {
  queued: [],
  running: ["queued", "running"],
  finished: ["running"],
  failed: ["queued", "running"],
};

export const TERMINAL_STATES: readonly TaskState[] = ["finished", "failed"];

/** The steps that a task's progress names, in the order in which they come. */
export const PROGRESS_STAGES = [
  "queued",
  "fetching",
  "transcribing",
  "scoring",
  "rendering",
  "generating",
  "uploading",
  "done",
] as const;
export type ProgressStage = (typeof PROGRESS_STAGES)[number];
