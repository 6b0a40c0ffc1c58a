// The public view of a task: what the specification's Task envelope shows of a row and of its output, wherever that
// lies, with signed URLs in place of storage keys.
import { taskKind } from "../../../shared/tasks/task-kinds.ts";
import type { ProgressStage, TaskState } from "../../../shared/tasks/task-states.ts";
import { type TaskRow, waitsBetweenTries } from "../../db/tasks/tasks.ts";
import { CONTROL_KINDS } from "../kinds.ts";
import type { SignFile } from "../task-kind.ts";
import { RawJson } from "./raw-json.ts";
import type { ReadOutput } from "./stored-outputs.ts";

/** What is shown as it was reported is not even parsed where it is large. */
async function viewOutput({ kind, output, output_key }: TaskRow, services: ViewServices): Promise<unknown> {
  const { signFile, readOutput } = services;
  const { viewOutput: view } = CONTROL_KINDS[taskKind(kind)];
  const stored = output_key === null ? null : await readOutput(output_key);
  if (view === null) return stored === null ? output : new RawJson(stored);
  const whole: unknown = stored === null ? output : JSON.parse(stored.toString());
  return whole === null ? null : view(whole, signFile);
}

/** The files that a task's run made; the run's id is shown to readers only. */
function viewResult(task: TaskRow, signFile: SignFile, showRun: boolean): unknown[] {
  return task.result.map(({ id, status, fileKey, fileType, thumbnailKey }) => ({
    id,
    status,
    file_url: fileKey === null ? null : signFile(fileKey),
    file_type: fileType,
    ...(thumbnailKey === undefined ? {} : { thumbnail_url: signFile(thumbnailKey) }),
    ...(showRun ? { external_task_id: task.run_id } : {}),
  }));
}

export interface TaskProgress {
  readonly percent: number;
  readonly stage: ProgressStage | null;
  readonly message: string | null;
  readonly queue_position: number | null;
}

/** What a task waits for that no media node works on. */
export function waitMessage(task: TaskRow): string {
  if (task.is_taken === false) {
    const why =
      task.node_shortage === null
        ? "none does now"
        : `none takes new work now, because ${task.node_shortage}`;
    return `Waiting for a media node that can run ${task.model ?? `${task.kind} jobs`}: ${why}`;
  }
  if (task.run_state === "failed" && task.run_message !== null)
    return `Waiting for the next try. ${task.run_message}`;
  return "Waiting for a media node";
}

/** How far a task is; null before its first run, unless nobody could start one. */
export function viewProgress(task: TaskRow): TaskProgress | null {
  if (task.run_state === null) {
    if (task.is_taken !== false) return null;
    return { percent: 0, stage: "queued", message: waitMessage(task), queue_position: null };
  }
  const percent = Math.round((task.run_percent ?? 0) * 10) / 10;
  if (task.state === "finished")
    return { percent: 100, stage: "done", message: "Done", queue_position: null };
  if (waitsBetweenTries(task)) {
    return {
      percent: 0,
      stage: "queued",
      message: waitMessage(task),
      queue_position: task.queued_before,
    };
  }
  return { percent, stage: task.run_stage, message: task.run_message, queue_position: null };
}

/** Where a task is: once its run reports, the task's own row follows in a moment. */
function lastChange(task: TaskRow): Date {
  const runChange = task.run_updated_at;
  const running: TaskState = "running";
  return task.state === running && runChange !== null && runChange > task.updated_at
    ? runChange
    : task.updated_at;
}

export interface TaskViewOptions {
  /** False for replies that leave the run's id out of result items, as those to creates do. */
  readonly showRun?: boolean;
}

/** A task as clients see it; to be encoded by encodeJson, since a large output is a RawJson. */
export type TaskView = Readonly<Record<string, unknown>>;

/**
 * The Task envelope of the API.
 * @throws AppError UNAVAILABLE or INTERNAL where the output cannot be read: see ReadOutput
 */
export type ViewTask = (task: TaskRow, options?: TaskViewOptions) => Promise<TaskView>;

interface ViewServices {
  readonly signFile: SignFile;
  readonly readOutput: ReadOutput;
}

function viewWithoutOutput(task: TaskRow, signFile: SignFile, { showRun = true }: TaskViewOptions): TaskView {
  return {
    task_id: task.id,
    kind: task.kind,
    name: task.name,
    status: task.state,
    model: task.model,
    template_id: CONTROL_KINDS[taskKind(task.kind)].showsTemplate ? task.template_id : null,
    callback_url: task.callback_url,
    created_at: task.created_at.toISOString(),
    updated_at: lastChange(task).toISOString(),
    started_at: task.started_at?.toISOString() ?? null,
    completed_at: task.completed_at?.toISOString() ?? null,
    deleted_at: task.deleted_at?.toISOString() ?? null,
    error: task.error,
    progress: viewProgress(task),
    billing: {
      base_moods: Number(task.base_moods),
      charged_moods: Number(task.charged_moods),
      extra_moods_charged: Number(task.extra_moods),
      refunded_moods: Number(task.refunded_moods),
    },
    result: viewResult(task, signFile, showRun),
  };
}

/** Whatever shows tasks, and what it is made of. */
export interface TaskViews extends ViewServices {
  readonly viewTask: ViewTask;
  /** A task in a list: `output` and `webhooks` are left out. */
  readonly viewListedTask: (task: TaskRow) => TaskView;
}

/** The views of tasks, made once for all that show any. */
export function createTaskViews(services: ViewServices): TaskViews {
  const { signFile } = services;
  return {
    ...services,
    viewTask: async (task, options = {}) => ({
      ...viewWithoutOutput(task, signFile, options),
      output: await viewOutput(task, services),
      webhooks: task.deliveries,
    }),
    viewListedTask: (task) => viewWithoutOutput(task, signFile, {}),
  };
}
