// What a receiver is told of an ended task: the fields of the specification's payload, taken from the task's public
// view so that both always say the same. Those of surfaces that tell it add `kind` and `output`.
import { TASK_KINDS, TASK_SURFACES, taskKind } from "../../shared/tasks/task-kinds.ts";

type TaskView = Readonly<Record<string, unknown>>;

/**
 * The payload for an ended task, from the view whose result items leave out the run.
 * @throws AppError INTERNAL for a kind that this version does not have
 */
export function webhookPayload(task: TaskView, kind: string): TaskView {
  const { event, tellsOutput } = TASK_SURFACES[TASK_KINDS[taskKind(kind)].surface];
  const { task_id, status, model, result, error, output, created_at, completed_at } = task;
  const name = `${event}.${String(status)}`;
  const common = { event: name, task_id, status, model, result, error, created_at, completed_at };
  return tellsOutput ? { ...common, kind, output } : common;
}
