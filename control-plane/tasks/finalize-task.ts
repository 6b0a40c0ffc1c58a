// Ends a task as its run reported: state, output or error, the refund where the run failed, and the webhook, in one
// transaction. Safe to repeat: only the call that changes the state enqueues, and a refund happens at most once.
import type { Sql } from "../../shared/db/connect.ts";
import type { Logger } from "../../shared/logger.ts";
import { insertRefund } from "../db/ledger.ts";
import { selectOutcome } from "../db/runs.ts";
import { endTask } from "../db/tasks.ts";
import { enqueueDeliveries } from "../db/webhook-deliveries.ts";

export interface Finalization {
  readonly taskId: string;
  readonly runId: string;
}

/** Ends the task of a run that has reported. Whether this call ended it. */
export async function finalizeTask(sql: Sql, finalization: Finalization, logger: Logger): Promise<boolean> {
  const { taskId, runId } = finalization;
  return sql.begin(async (transaction) => {
    const outcome = await selectOutcome(transaction, runId);
    if (outcome === undefined) throw new Error(`run ${runId} has not reported`);
    const ended = await endTask(transaction, {
      taskId,
      runId,
      state: outcome.ok ? "finished" : "failed",
      output: outcome.ok ? outcome.output : null,
      result: outcome.ok ? (outcome.result ?? []) : [],
      error: outcome.ok ? null : outcome.error,
    });
    if (ended && !outcome.ok) await insertRefund(transaction, taskId);
    if (ended) await enqueueDeliveries(transaction, taskId);
    logger.info({ taskId, runId, ended, ok: outcome.ok }, "task finalized");
    return ended;
  });
}
