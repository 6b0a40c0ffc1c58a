// What a receiver is told of an ended task: the fields of the specification's payload, taken from the task's public
// view so that both always say the same. Video jobs add `kind` and `output`.
import { TASK_KINDS, type TaskKindName } from "../../shared/task-kinds.ts";

type TaskView = Readonly<Record<string, unknown>>;

/** The payload for an ended task, from the view whose result items leave out the run. */
export function webhookPayload(task: TaskView, kind: TaskKindName): TaskView {
  const { event } = TASK_KINDS[kind];
  const { task_id, status, model, result, error, output, created_at, completed_at } = task;
  const name = `${event}.${String(status)}`;
  const common = { event: name, task_id, status, model, result, error, created_at, completed_at };
  return event === "job" ? { ...common, kind, output } : common;
}
