// Withdraws tasks whose create was not answered with 201, because the statement's outcome was unknown or came too late.
// They are tried one after the other until the database has decided, and noted on disk until then, so that they outlive the
// process. At most as many wait as requests could reach the database before it went away.
import { setTimeout as pause } from "node:timers/promises";
import { isUnavailable } from "../../../shared/db/classify-error.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { WITHDRAWAL_LIMITS } from "../../../shared/limits/requests.ts";
import type { Logger } from "../../../shared/logger.ts";
import { deleteUnansweredTask, lockCreation, type PromisedAnswer } from "../../db/tasks/withdrawals.ts";
import { type Withdrawal, WithdrawalNotes } from "./withdrawal-notes.ts";

export interface Withdrawals {
  /** Answers that the database has not decided on yet, of which their tasks are charged meanwhile. */
  readonly waiting: number;
  /**
   * Takes an answer back that was to tell of a task, as soon as the database can say; the task goes where that was the
   * last one.
   */
  withdraw(taskId: string, answer: PromisedAnswer): void;
  /** Tries the rest once more, for a bounded time, and logs what is left, which stays noted for the next start. */
  stop(): Promise<void>;
}

function nameOf({ taskId, answer }: Withdrawal): string {
  return `${taskId} ${answer.id}`;
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

interface Waiting extends Withdrawal {
  /** Whether the next process would know of it. */
  isNoted: boolean;
}

/**
 * One try of all that wait. A database that is away is asked once a round, and costs one line of the log; what it was asked
 * for comes last in the next, since it may be this one alone that it does not answer.
 */
async function tryAll(
  { sql, logger, notes, signal }: { sql: Sql; logger: Logger; notes: WithdrawalNotes; signal: AbortSignal },
  waiting: Map<string, Waiting>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [name, withdrawal] of waiting) {
    if (signal.aborted) break;
    const { taskId, answer } = withdrawal;
    const isDecided = await withdrawTask(sql, taskId, answer, logger).catch((error: unknown) => {
      failures.push(error);
      return false;
    });
    if (isDecided) {
      waiting.delete(name);
      notes.remove(withdrawal);
    } else if (isUnavailable(failures.at(-1))) {
      waiting.delete(name);
      waiting.set(name, withdrawal);
      break;
    }
  }
  for (const withdrawal of waiting.values()) {
    withdrawal.isNoted ||= notes.add(withdrawal);
    if (!withdrawal.isNoted) break;
  }
  if (failures.length === 0) return;
  const [err] = failures;
  logger.warn({ err, failed: failures.length, waiting: waiting.size }, "tasks not withdrawn yet");
}

/** For whoever reads the log after a stop: which tasks may stay, though they were answered with an error. */
function tellWhatIsLeft(waiting: ReadonlyMap<string, Waiting>, logger: Logger): void {
  if (waiting.size === 0) return;
  const left = [...waiting.values()];
  const forgotten = left.filter(({ isNoted }) => !isNoted).map(({ taskId }) => taskId);
  logger.error(
    {
      noted: left.length - forgotten.length,
      forgotten: forgotten.length,
      forgottenTaskIds: forgotten.slice(0, WITHDRAWAL_LIMITS.namedTasks),
    },
    "stopped before all tasks could be withdrawn: the next start withdraws those that are noted, the forgotten ones may stay, charged",
  );
}

/**
 * Starts with what an earlier process could not withdraw.
 * @param folder where what is to be withdrawn is noted
 */
export function createWithdrawals(sql: Sql, logger: Logger, folder: string): Withdrawals {
  const waiting = new Map<string, Waiting>();
  const notes = new WithdrawalNotes(folder, logger);
  const stopped = new AbortController();
  const { signal } = stopped;
  let isWorking = false;
  /** Whether there may be notes of what does not wait, since too much did. */
  let areMoreNoted = false;
  const takeUpNotes = (): void => {
    const noted = notes.read();
    areMoreNoted = noted.length === WITHDRAWAL_LIMITS.waiting;
    for (const each of noted) waiting.set(nameOf(each), { ...each, isNoted: true });
  };
  const work = async (): Promise<void> => {
    while (waiting.size > 0 && !signal.aborted) {
      await tryAll({ sql, logger, notes, signal }, waiting);
      if (waiting.size === 0 && areMoreNoted) takeUpNotes();
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
  takeUpNotes();
  if (waiting.size > 0) {
    logger.warn({ count: waiting.size }, "withdrawals that an earlier process left are tried");
    startWork();
  }
  return {
    get waiting() {
      return waiting.size;
    },
    withdraw(taskId, answer) {
      const withdrawal = { taskId, answer: { id: answer.id, by: answer.by } };
      const isNoted = notes.add(withdrawal);
      if (waiting.size < WITHDRAWAL_LIMITS.waiting) {
        waiting.set(nameOf(withdrawal), { ...withdrawal, isNoted });
        startWork();
        return;
      }
      areMoreNoted ||= isNoted;
      if (!isNoted)
        logger.error({ taskId }, "too many tasks wait for their withdrawal: this one may stay, charged");
    },
    async stop() {
      const deadline = performance.now() + WITHDRAWAL_LIMITS.stopMs;
      while (waiting.size > 0 && performance.now() < deadline) await pause(WITHDRAWAL_LIMITS.retryMs);
      stopped.abort();
      tellWhatIsLeft(waiting, logger);
    },
  };
}
