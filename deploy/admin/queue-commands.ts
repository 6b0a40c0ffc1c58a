// The operator's commands for the queue: what waits, what was given up, and one task, whosever it is: somebody asks by its id
// why it failed, or where it is.
import { selectQueue } from "../../control-plane/db/queue/queue-overview.ts";
import { selectTaskHistory } from "../../control-plane/db/tasks/task-history.ts";
import { dropGivenUp, retryAllGivenUp, retryGivenUp } from "../../control-plane/operators/queue-work.ts";
import { listGivenUpJobs } from "../../control-plane/tasks/end/given-up-jobs.ts";
import { AppError } from "../../shared/errors.ts";
import {
  type Act,
  type AdminCall,
  type AdminCommand,
  argument,
  invalid,
  pageOf,
  showPage,
} from "./admin-call.ts";

const ID = "The queue job's id";

async function queue({ sql }: AdminCall): Promise<unknown[]> {
  const rows = await selectQueue(sql);
  return rows.map(({ given_up: givenUp, oldest_at: oldestAt, ...counts }) => ({
    ...counts,
    givenUp,
    oldestAt,
  }));
}

function queueRetry(call: AdminCall, act: Act): Promise<unknown> {
  if (call.options.all !== true) return act(retryGivenUp(argument(call, 0, ID)));
  if (call.args.length > 0) throw invalid("Give a queue job's id or --all, not both.");
  return act(retryAllGivenUp());
}

async function taskShow(call: AdminCall): Promise<unknown> {
  const taskId = argument(call, 0, "The task's id");
  const history = await selectTaskHistory(call.sql, taskId);
  if (history === undefined) throw new AppError("NOT_FOUND", `There is no task ${taskId}.`);
  const { task, runs } = history;
  return {
    id: task.id,
    accountId: task.account_id,
    kind: task.kind,
    name: task.name,
    model: task.model,
    state: task.state,
    error: task.error?.code ?? null,
    message: task.error?.message ?? null,
    chargedMoods: Number(task.charged_moods),
    refundedMoods: Number(task.refunded_moods),
    createdAt: task.created_at.toISOString(),
    completedAt: task.completed_at?.toISOString() ?? null,
    runs: runs.map((run) => ({
      id: run.id,
      node: run.node_id,
      host: run.host,
      state: run.state,
      stage: run.stage,
      percent: run.percent,
      message: run.message,
      lack: run.lack,
      startedAt: run.started_at.toISOString(),
      endedAt: run.ended_at?.toISOString() ?? null,
    })),
  };
}

export const QUEUE_COMMANDS: readonly AdminCommand[] = [
  { usage: "queue", read: queue },
  {
    usage: "queue failed [--page N] [--limit N]",
    read: async (call) => showPage(call, await listGivenUpJobs(call.sql, pageOf(call))),
  },
  { usage: "queue retry ID|--all", change: queueRetry },
  {
    usage: "queue drop ID",
    change: (call, act) => act(dropGivenUp(argument(call, 0, ID))),
  },
  { usage: "task show ID", read: taskShow },
];
