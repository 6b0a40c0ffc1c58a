// The operator's commands for the queue: what waits, and what was tried in vain.
import { selectQueue } from "../../control-plane/db/queue/queue-overview.ts";
import {
  dropJob,
  listGivenUpJobs,
  retryAllJobs,
  retryJob,
} from "../../control-plane/tasks/end/given-up-jobs.ts";
import { ADMIN_LIMITS } from "../../shared/limits/admin.ts";
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

function ofAccount(accountId: string | null): { readonly accountId?: string } {
  return accountId === null ? {} : { accountId };
}

function queueRetry(call: AdminCall, act: Act): Promise<unknown> {
  if (call.options.all !== true) {
    const target = argument(call, 0, `${ID}, or --all,`);
    return act(async (transaction) => {
      const result = await retryJob(transaction, target);
      return { result, target, details: { subject: result.subject }, ...ofAccount(result.accountId) };
    });
  }
  if (call.args.length > 0) throw invalid("Give a queue job's id or --all, not both.");
  return act(async (transaction) => {
    const retried = await retryAllJobs(transaction, ADMIN_LIMITS.retriedJobs);
    return { result: { retried }, target: "all", details: { retried } };
  });
}

function queueDrop(call: AdminCall, act: Act): Promise<unknown> {
  const target = argument(call, 0, ID);
  return act(async (transaction) => {
    const result = await dropJob(transaction, target);
    const { subject, taskEnded, refunded, accountId } = result;
    return { result, target, details: { subject, taskEnded, refunded }, ...ofAccount(accountId) };
  });
}

export const QUEUE_COMMANDS: readonly AdminCommand[] = [
  { words: ["queue"], usage: "queue", read: ({ sql }) => selectQueue(sql) },
  {
    words: ["queue", "failed"],
    usage: "queue failed [--page N] [--limit N]",
    read: async (call) => showPage(call, await listGivenUpJobs(call.sql, pageOf(call))),
  },
  { words: ["queue", "retry"], usage: "queue retry ID|--all", change: queueRetry },
  { words: ["queue", "drop"], usage: "queue drop ID", change: queueDrop },
];
