// Withdraws tasks whose create was not answered with 201, because the statement's outcome was unknown or came too late.
// They are tried one after the other until the database has decided, and noted on disk until then, so that they outlive the
// process. At most as many wait as requests could reach the database before it went away.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../../shared/db/connect.ts";
import { WITHDRAWAL_LIMITS } from "../../../shared/limits/requests.ts";
import type { Logger } from "../../../shared/logger.ts";
import { deleteUnansweredTask, lockCreation, type PromisedAnswer } from "../../db/tasks/withdrawals.ts";
import { type Withdrawal, WithdrawalNotes } from "./withdrawal-notes.ts";

export interface Withdrawals {
  /**
   * Takes an answer back that was to tell of a task, as soon as the database can say; the task goes where that was the
   * last one.
   */
  withdraw(taskId: string, answer: PromisedAnswer): void;
  /** Tries the rest once more, for a bounded time, and logs what is left, which stays noted for the next start. */
  stop(): Promise<void>;
}

/** Whether the database has decided; false where the create may still begin. */
export async function withdrawTask(
  sql: Sql,
  taskId: string,
  answer: PromisedAnswer,
  logger: Logger,
): Promise<boolean> {
  return sql.begin(async (transaction) => {
    if (await lockCreation(transaction, taskId, answer.by)) return false;
    if (await deleteUnansweredTask(transaction, taskId, answer.id)) {
      logger.warn({ taskId }, "task withdrawn: its creation was not answered with 201");
    }
    return true;
  });
}

/**
 * Starts with what an earlier process could not withdraw.
 * @param folder where what is to be withdrawn is noted
 */
export function createWithdrawals(sql: Sql, logger: Logger, folder: string): Withdrawals {
  const waiting = new Map<string, Withdrawal>();
  const notes = new WithdrawalNotes(folder, logger);
  const stopped = new AbortController();
  let isWorking = false;
  const tryAll = async (): Promise<void> => {
    for (const [name, withdrawal] of waiting) {
      const { taskId, answer } = withdrawal;
      const isDecided = await withdrawTask(sql, taskId, answer, logger).catch((error: unknown) => {
        logger.warn({ err: error, taskId }, "task not withdrawn yet");
        return false;
      });
      if (!isDecided) continue;
      waiting.delete(name);
      notes.remove(withdrawal);
    }
  };
  const work = async (): Promise<void> => {
    while (waiting.size > 0 && !stopped.signal.aborted) {
      await tryAll();
      const { signal } = stopped;
      if (waiting.size > 0) {
        await pause(WITHDRAWAL_LIMITS.retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
    isWorking = false;
  };
  const startWork = (): void => {
    if (isWorking) return;
    isWorking = true;
    work().catch((error: unknown) => logger.error({ err: error }, "tasks are not withdrawn"));
  };
  const wait = (withdrawal: Withdrawal): void => {
    waiting.set(`${withdrawal.taskId} ${withdrawal.answer.id}`, withdrawal);
    startWork();
  };
  const left = notes.read();
  if (left.length > 0)
    logger.warn({ count: left.length }, "withdrawals that an earlier process left are tried");
  for (const withdrawal of left) wait(withdrawal);
  return {
    withdraw(taskId, answer) {
      if (waiting.size >= WITHDRAWAL_LIMITS.waiting) {
        logger.error({ taskId }, "too many tasks wait for their withdrawal: this one may stay, charged");
        return;
      }
      const withdrawal = { taskId, answer: { id: answer.id, by: answer.by } };
      notes.add(withdrawal);
      wait(withdrawal);
    },
    async stop() {
      const deadline = performance.now() + WITHDRAWAL_LIMITS.stopMs;
      while (waiting.size > 0 && performance.now() < deadline) await pause(WITHDRAWAL_LIMITS.retryMs);
      stopped.abort();
      if (waiting.size === 0) return;
      logger.error(
        { taskIds: [...waiting.values()].map(({ taskId }) => taskId) },
        "stopped before these tasks could be withdrawn",
      );
    },
  };
}
