// Ends a task as its run reported: state, output or error, the refund where the run failed, and the webhook, in one
// transaction. Safe to repeat: only the call that changes the state enqueues, and a refund happens at most once.
import type { Sql } from "../../shared/db/connect.ts";
import type { Logger } from "../../shared/logger.ts";
import type { RunOutcome } from "../../shared/task-outcome.ts";
import { insertRefund } from "../db/ledger.ts";
import { selectOutcome } from "../db/runs.ts";
import { endTask, type TaskEnd } from "../db/tasks.ts";
import { enqueueDeliveries } from "../db/webhook-deliveries.ts";
import { isTaskGone } from "../db/withdrawals.ts";

export interface Finalization {
  readonly taskId: string;
  readonly runId: string;
}

/** What a task shows of its last run's outcome. */
function endOf(outcome: RunOutcome): Omit<TaskEnd, "taskId" | "runId"> {
  if (!outcome.ok) return { state: "failed", output: null, result: [], error: outcome.error };
  const { output, result = [] } = outcome;
  return { state: "finished", output, result, error: null };
}

/** Ends the task of a run that has reported. Whether this call ended it. */
export async function finalizeTask(sql: Sql, finalization: Finalization, logger: Logger): Promise<boolean> {
  const { taskId, runId } = finalization;
  return sql.begin(async (transaction) => {
    const outcome = await selectOutcome(transaction, runId);
    if (outcome === undefined && (await isTaskGone(transaction, taskId))) return false;
    if (outcome === undefined) throw new Error(`run ${runId} has not reported`);
    const ended = await endTask(transaction, { taskId, runId, ...endOf(outcome) });
    if (ended && !outcome.ok) await insertRefund(transaction, taskId);
    if (ended) await enqueueDeliveries(transaction, taskId);
    logger.info({ taskId, runId, ended, ok: outcome.ok }, "task finalized");
    return ended;
  });
}
