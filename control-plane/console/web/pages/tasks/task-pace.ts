// How soon a task's page is to be read again.
import { isActive, type Task } from "./task-types.ts";

/** How soon what was read may be something else; of what is settled only the links run out, after a day. */
export type Pace = "active" | "quiet" | "settled";

const ENDED_DELIVERIES: readonly string[] = ["DELIVERED", "FAILED"];

/** A task that has ended is settled once its webhooks have: its output may have megabytes, and is not read for nothing. */
export function paceOfTask(task: Pick<Task, "status" | "webhooks">): Pace {
  if (isActive(task)) return "active";
  return task.webhooks.every(({ status }) => ENDED_DELIVERIES.includes(status)) ? "settled" : "quiet";
}
