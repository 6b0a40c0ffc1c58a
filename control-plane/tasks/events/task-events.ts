// A task's states as events: `progress` as it comes, then `finished` or `failed` with the whole task, and no more.
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import { type TaskProgress, type ViewTask, viewProgress, waitMessage } from "../read/task-view.ts";
import type { WatchedTask } from "./task-follower.ts";
import type { TaskSubscription } from "./task-subscription.ts";

export interface TaskEvent {
  readonly id: string;
  readonly event: "progress" | "finished" | "failed";
  readonly data: unknown;
}

/** Larger than the changes of one run: each is a write of a media node, at most one a second. */
const RUN_REVISIONS = 1_000_000;

/**
 * The id of a task's present state, a whole number that grows with every change of its row or its run's and is the
 * same whichever control plane reads it.
 */
function eventId(task: TaskRow): string {
  return String(task.revision * RUN_REVISIONS + (task.run_revision ?? 0));
}

function describeProgress({ task, queuePosition }: WatchedTask): TaskProgress {
  const waiting = { percent: 0, stage: "queued", message: waitMessage(task), queue_position: null } as const;
  const progress = viewProgress(task) ?? waiting;
  return queuePosition === null ? progress : { ...progress, queue_position: queuePosition };
}

async function describe(state: WatchedTask, viewTask: ViewTask): Promise<TaskEvent> {
  const { task } = state;
  const id = eventId(task);
  if (task.state === "finished" || task.state === "failed") {
    return { id, event: task.state, data: await viewTask(task) };
  }
  return { id, event: "progress", data: { ...describeProgress(state), status: task.state } };
}

/** Whether a client that has seen this event of a task needs nothing more. */
export function hasSeenEnd(task: TaskRow, lastEventId: string | undefined): boolean {
  return TERMINAL_STATES.includes(task.state) && eventId(task) === lastEventId;
}

/**
 * The events of a subscription, until the task ends or the subscription is closed.
 * @param lastEventId the last that the client has seen, which is not repeated
 */
export async function* taskEvents(
  subscription: TaskSubscription,
  lastEventId: string | undefined,
  viewTask: ViewTask,
): AsyncGenerator<TaskEvent> {
  // The end comes once: only progress is compared with what was sent before.
  let sent: string | undefined;
  try {
    for (;;) {
      const state = await subscription.next();
      if (state === undefined) return;
      const event = await describe(state, viewTask);
      const text = event.event === "progress" ? JSON.stringify(event) : "";
      const isSeen = text === sent || (sent === undefined && event.id === lastEventId);
      sent = text;
      if (!isSeen) yield event;
      if (event.event !== "progress") return;
    }
  } finally {
    subscription.close();
  }
}
