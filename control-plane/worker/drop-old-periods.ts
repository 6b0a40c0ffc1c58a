// Drops what operators want kept no longer: whole periods of tasks, with runs, deliveries, idempotency keys and stored
// outputs, and whole periods of usage by second. The ledger is never dropped (see billing/archive-ledger.ts). Rows are
// not deleted one by one: that would cost as much as having written them, and leave the tables as large as they were.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { isOutOfLockTries, type LockWaits, retryForLocks } from "../../shared/db/lock-waits.ts";
import { PERIOD_LIMITS } from "../../shared/limits/database.ts";
import type { Logger } from "../../shared/logger.ts";
import {
  countGone,
  deleteIdempotencyKeys,
  discardOutputs,
  dropPartitions,
  hasUnfinished,
  lockDrop,
  markDropped,
  type OldPeriod,
  selectOldPeriods,
  setLongWorkTimeouts,
  subtractGone,
} from "../db/old-periods.ts";
import { doEach } from "./do-each.ts";

export interface DropServices {
  /** Whose answers are waited for as long as they take. */
  readonly sql: Sql;
  readonly logger: Logger;
  readonly lockWaits?: LockWaits;
}

/** Nothing waits for a drop. */
const DROP_WAITS: LockWaits = {
  lockTimeoutMs: PERIOD_LIMITS.locks.lockTimeoutMs,
  tries: PERIOD_LIMITS.triesAhead,
  pauseMs: PERIOD_LIMITS.locks.pauseMs,
};

/** Drops partitions within a transaction that has counted already, so that it is tried again from here alone. */
async function dropInTurn(
  { logger, lockWaits = DROP_WAITS }: DropServices,
  transaction: TransactionSql,
  names: readonly string[],
): Promise<void> {
  await retryForLocks(`The removal of ${names.join(", ")}`, lockWaits, logger, () =>
    transaction.savepoint((attempt) => dropPartitions(attempt, names)),
  );
}

/** Whether the period is gone now: not while anything of it is not over, nor while another process is at it. */
async function dropTaskPeriod(services: DropServices, period: OldPeriod): Promise<boolean> {
  const { sql, logger, lockWaits = DROP_WAITS } = services;
  const isOver = await sql.begin(async (transaction) => {
    await setLongWorkTimeouts(transaction, lockWaits.lockTimeoutMs);
    return !(await hasUnfinished(transaction, period));
  });
  if (!isOver) {
    logger.info({ from: period.starts_at }, "a period of tasks is kept on: not all of it is over");
    return false;
  }
  // Before the tasks: a key whose task is gone could not be answered.
  while ((await deleteIdempotencyKeys(sql, period, PERIOD_LIMITS.idempotencyKeysPerStatement)) > 0);
  const tasks = await sql.begin(async (transaction) => {
    if (!(await lockDrop(transaction, period, "tasks"))) return undefined;
    await setLongWorkTimeouts(transaction, lockWaits.lockTimeoutMs);
    await discardOutputs(transaction, period);
    await countGone(transaction, period);
    const gone = await subtractGone(transaction);
    await markDropped(transaction, period, "tasks");
    // Last, because nobody can use the tables from here to the end of the transaction.
    await dropInTurn(services, transaction, [period.tasks, period.runs, period.deliveries]);
    return gone;
  });
  if (tasks === undefined) return false;
  logger.info({ from: period.starts_at, to: period.ends_at, tasks }, "a period of tasks dropped");
  return true;
}

async function dropUsagePeriod(services: DropServices, period: OldPeriod): Promise<boolean> {
  const { sql, logger, lockWaits = DROP_WAITS } = services;
  const isDropped = await sql.begin(async (transaction) => {
    if (!(await lockDrop(transaction, period, "usage"))) return false;
    await setLongWorkTimeouts(transaction, lockWaits.lockTimeoutMs);
    await dropInTurn(services, transaction, [period.usage_seconds, period.charge_seconds]);
    await markDropped(transaction, period, "usage");
    return true;
  });
  if (isDropped)
    logger.info({ from: period.starts_at, to: period.ends_at }, "a period of usage by second dropped");
  return isDropped;
}

/** Whoever holds the locks of one period's tables holds those of all, and everybody else waits behind each try. */
async function dropEach(
  periods: readonly OldPeriod[],
  drop: (period: OldPeriod) => Promise<boolean>,
): Promise<number> {
  let dropped = 0;
  let isLocked = false;
  const steps = periods.map((period) => async () => {
    if (isLocked) return;
    try {
      if (await drop(period)) dropped += 1;
    } catch (error) {
      isLocked = isOutOfLockTries(error);
      throw error;
    }
  });
  await doEach(steps);
  return dropped;
}

/**
 * Drops each period of tasks whose last day is longer ago than this and in which all is over. How many.
 * @throws what kept a period, once all others have had their turn; locks that others held throughout end the look
 */
export async function dropOldTasks(services: DropServices, keptDays: number): Promise<number> {
  const periods = await selectOldPeriods(services.sql, "tasks", keptDays);
  return dropEach(periods, (period) => dropTaskPeriod(services, period));
}

/** Drops each period of usage by second whose last day is longer ago than this. How many. @throws as dropOldTasks */
export async function dropOldUsage(services: DropServices, keptDays: number): Promise<number> {
  const periods = await selectOldPeriods(services.sql, "usage", keptDays);
  return dropEach(periods, (period) => dropUsagePeriod(services, period));
}
