// Keeps the periods of tables that grow for ever: makes those ahead, sums usage up by days, and drops what has been kept
// long enough, the audit log's lines too. Every control plane looks several times a day; locks in the database let one
// of them do each thing. The connection is opened for each look, since a control plane has few and this is rarely at work.
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { makePartitions, moveEarlyRows, type PeriodPartition } from "../../shared/db/partitions.ts";
import { AUDIT_LIMITS } from "../../shared/limits/admin.ts";
import { PERIOD_LIMITS } from "../../shared/limits/database.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import { deleteOldActions } from "../db/operator-actions.ts";
import { deleteOldEndedHours } from "../db/operators/ended-hours.ts";
import { findWantedLocks, selectLockCapacity } from "../db/operators/lock-capacity.ts";
import { deleteOldUploads } from "../db/uploads.ts";
import { sumNextDays } from "../db/usage-days.ts";
import { doEach, throwAny } from "./do-each.ts";
import { dropOldTasks, dropOldUsage } from "./drop-old-periods.ts";

export interface PeriodRetention {
  /** The length of periods that are planned from now on. */
  readonly partitionDays: number;
  /** Null keeps them, and records of removed uploads, for ever. */
  readonly tasksKeptDays: number | null;
  readonly usageSecondsKeptDays: number;
  /** Of the log of what operators did; null keeps it for ever. */
  readonly auditKeptDays: number | null;
}

async function forgetOldActions(sql: Sql, keptDays: number, signal: AbortSignal | undefined): Promise<void> {
  const { removedPerStatement } = AUDIT_LIMITS;
  while (signal?.aborted !== true && (await deleteOldActions(sql, keptDays, removedPerStatement)) > 0);
}

/** Removed uploads go with the tasks of their time, which alone still tell how such a file was called. */
async function forgetOldUploads(sql: Sql, logger: Logger, signal: AbortSignal | undefined): Promise<void> {
  let forgotten = 0;
  for (let after: string | null = ""; after !== null && signal?.aborted !== true; ) {
    const { deleted, last } = await deleteOldUploads(sql, {
      after,
      limit: PERIOD_LIMITS.uploadsPerStatement,
    });
    forgotten += deleted;
    after = last;
  }
  if (forgotten > 0) logger.info({ uploads: forgotten }, "records of removed uploads dropped");
}

async function warnOfLocks(sql: Sql, logger: Logger): Promise<void> {
  const capacity = await selectLockCapacity(sql);
  const wanted = capacity === undefined ? undefined : findWantedLocks(capacity);
  if (wanted === undefined) return;
  logger.warn(
    { ...capacity, wanted },
    'the database has too little room for the locks of its partitions, and may refuse reads with "out of shared memory": raise max_locks_per_transaction to what is wanted',
  );
}

/**
 * Looks once. @throws what failed, such as for locks that others held all the time, once all else was done; where `signal`
 * fires
 */
export async function sweepPeriods(
  databaseUrl: string,
  retention: PeriodRetention,
  logger: Logger,
  signal?: AbortSignal,
): Promise<void> {
  const { partitionDays, tasksKeptDays, usageSecondsKeptDays, auditKeptDays } = retention;
  const sql = connectDatabase(databaseUrl, {
    applicationName: "clipmill periods",
    connections: 1,
    replyTimeoutMs: null,
  });
  const abort = (): void => void sql.end({ timeout: 0 });
  signal?.addEventListener("abort", abort);
  try {
    let early: readonly PeriodPartition[] = [];
    await doEach([
      async () => {
        const made = await makePartitions(sql, partitionDays, {
          logger,
          triesAhead: PERIOD_LIMITS.triesAhead,
        });
        early = made.early;
        throwAny(made.failures);
      },
      () => warnOfLocks(sql, logger),
      async () => tasksKeptDays !== null && (await dropOldTasks({ sql, logger }, tasksKeptDays)),
      async () => tasksKeptDays !== null && (await forgetOldUploads(sql, logger, signal)),
      () => dropOldUsage({ sql, logger }, usageSecondsKeptDays),
      async () => {
        while (signal?.aborted !== true && (await sumNextDays(sql)) > 0);
      },
      () => deleteOldEndedHours(sql),
      async () => auditKeptDays !== null && (await forgetOldActions(sql, auditKeptDays, signal)),
      // Last, since it may take long.
      () => moveEarlyRows(sql, early, { logger, signal }),
    ]);
  } finally {
    signal?.removeEventListener("abort", abort);
    await sql.end({ timeout: 1 });
  }
}

/** Looks again and again. Its stop ends the look under way, which changes nothing by halves. */
export function keepPeriods(databaseUrl: string, retention: PeriodRetention, logger: Logger): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sweep = repeatEvery(PERIOD_LIMITS.sweepMs, "upkeep of periods", logger, () =>
    sweepPeriods(databaseUrl, retention, logger, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
  );
  return {
    stop: () => {
      stopping.abort();
      return sweep.stop();
    },
  };
}
