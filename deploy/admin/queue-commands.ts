// The operator's commands for the queue: what waits, what was given up, and one task, whosever it is: somebody asks by its id
// why it failed, or where it is.
import { selectQueue } from "../../control-plane/db/queue/queue-overview.ts";
import { dropGivenUp, retryAllGivenUp, retryGivenUp } from "../../control-plane/operators/queue-work.ts";
import { listGivenUpJobs } from "../../control-plane/tasks/end/given-up-jobs.ts";
import { readHistory } from "../../control-plane/tasks/read/read-history.ts";
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
  {
    usage: "task show ID",
    read: (call) => readHistory(call.sql, argument(call, 0, "The task's id")),
  },
];
