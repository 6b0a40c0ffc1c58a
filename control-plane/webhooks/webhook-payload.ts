// What a receiver is told of an ended task: the fields of the specification's payload, taken from the task's public
// view so that both always say the same. Video jobs add `kind` and `output`.
import { TASK_KINDS, type TaskKindName } from "../../shared/task-kinds.ts";

type TaskView = Readonly<Record<string, unknown>>;

/** A result item without the run's id, which only reads show. */
function withoutRun(item: unknown): unknown {
  const { external_task_id: _run, ...shown } = item as Record<string, unknown>;
  return shown;
}

/** The payload for an ended task. */
export function webhookPayload(kind: TaskKindName, task: TaskView): TaskView {
  const { event } = TASK_KINDS[kind];
  const { task_id, status, model, error, output, created_at, completed_at } = task;
  const result = (task.result as readonly unknown[]).map(withoutRun);
  const name = `${event}.${String(status)}`;
  const common = { event: name, task_id, status, model, result, error, created_at, completed_at };
  return event === "job" ? { ...common, kind, output } : common;
}
