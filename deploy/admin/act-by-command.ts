// A change by command whose COMMIT was not answered: the database may have carried it out, and an operator who is told of
// a failure tries again, which grants twice. What became of it is asked by the transaction's id. Comparing what the
// account had before and after was rejected: others change it, too, and what is still under way does not show.
import { setTimeout as pause } from "node:timers/promises";
import {
  actAsOperator,
  type Operator,
  type OperatorWork,
} from "../../control-plane/audit/operator-actions.ts";
import { selectTransactionId } from "../../control-plane/db/in-transaction.ts";
import { selectActionState } from "../../control-plane/db/operator-actions.ts";
import { isUnavailable } from "../../shared/db/classify-error.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { ADMIN_LIMITS } from "../../shared/limits/admin.ts";

/** The database does not say any more whether a change was carried out. */
export class OutcomeUnknown extends AppError {
  constructor(action: string, cause: Error) {
    const message = `It is not known whether this was carried out, since the database cannot be reached any more (${cause.message}). Before you try again, look for it in: npm run admin -- audit --action "${action}"`;
    super("UNAVAILABLE", message, { cause });
  }
}

/** Whether it was carried out; undefined where that cannot be learnt in time. */
async function isCommitted(sql: Sql, transactionId: string, waitMs: number): Promise<boolean | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const state = await selectActionState(sql, transactionId).catch(() => null);
    if (state === "committed" || state === "aborted") return state === "committed";
    if (performance.now() > deadline) return undefined;
    await pause(ADMIN_LIMITS.outcomePauseMs);
  }
}

/**
 * Does a change as actAsOperator does, and returns its result also where the answer to its COMMIT was lost.
 * @param waitMs how long the database is asked what became of it
 * @throws AppError UNAVAILABLE that says whether something was changed; whatever `work` throws
 */
export async function actByCommand<T>(
  sql: Sql,
  operator: Operator,
  action: string,
  work: OperatorWork<T>,
  waitMs: number = ADMIN_LIMITS.outcomeWaitMs,
): Promise<T> {
  let ready: { readonly transactionId: string; readonly result: T } | undefined;
  try {
    return await actAsOperator(sql, operator, action, async (transaction) => {
      const done = await work(transaction);
      ready = { transactionId: await selectTransactionId(transaction), result: done.result };
      return done;
    });
  } catch (cause) {
    if (!(cause instanceof Error && isUnavailable(cause))) throw cause;
    // Without its last statement it was never told to commit.
    const isDone = ready !== undefined && (await isCommitted(sql, ready.transactionId, waitMs));
    if (ready !== undefined && isDone === true) return ready.result;
    if (isDone === undefined) throw new OutcomeUnknown(action, cause);
    const message = `Nothing was changed, since the database did not take it: ${cause.message}`;
    throw new AppError("UNAVAILABLE", message, { cause });
  }
}
