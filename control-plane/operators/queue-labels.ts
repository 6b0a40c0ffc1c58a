// What a queue job is to people: a kind of task or other work, and its model.
import { TASK_KIND_NAMES, TASK_KINDS } from "../../shared/tasks/task-kinds.ts";

export interface QueueJobLabels {
  readonly kind: string;
  /** Empty for queue jobs of no model. */
  readonly model: string;
}

/** Before the names of queue jobs that are no tasks, such as previews of templates: nobody waits for them. */
const INTERNAL = "internal-";
const KINDS = new Map(TASK_KIND_NAMES.map((kind) => [TASK_KINDS[kind].queueJob as string, kind as string]));

/** A queue job's labels: the kind of task, or what other work the job is, and its model. */
export function labelsOf(queueJob: string): QueueJobLabels {
  const [job = "", ...model] = queueJob.split(":");
  return { kind: KINDS.get(job) ?? `${INTERNAL}${job}`, model: model.join(":") };
}

/** Whether it is no task: nobody waits for it. */
export function isInternal({ kind }: QueueJobLabels): boolean {
  return kind.startsWith(INTERNAL);
}
