// Makes the partitions of tables that grow for ever, of the current period and of those ahead. What they are and how
// long a period is stands in migration 0011. Each is made in a transaction of its own, which waits shortly for locks:
// a long query, or a backup, must not have everybody wait behind it. There is time: periods are made weeks ahead.
import { PERIOD_LIMITS } from "../limits.ts";
import type { Logger } from "../logger.ts";
import type { Queryable } from "./connect.ts";
import { type LockWaits, retryForLocks } from "./lock-waits.ts";

interface MissingPartition {
  readonly table_name: string;
  readonly starts_at: Date;
}

export interface PartitionOptions {
  readonly logger?: Logger | undefined;
  readonly lockWaits?: LockWaits;
  /** Whether rows that came before their partition are moved into it now, which holds up others for moments. */
  readonly areRowsMoved?: boolean;
}

type InTurn = <T>(what: string, work: () => PromiseLike<T>) => Promise<T>;

/** Runs statements in a transaction that waits shortly for each lock. */
async function inShortTransaction<T>(
  session: Queryable,
  lockTimeoutMs: number,
  work: () => PromiseLike<T>,
): Promise<T> {
  await session`begin`;
  try {
    await session`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`;
    const result = await work();
    await session`commit`;
    return result;
  } catch (error) {
    await session`rollback`;
    throw error;
  }
}

/** Gives rows of the default partition the one of their period, some thousand in each transaction. */
async function moveDefaultRows(
  session: Queryable,
  what: { readonly table: string; readonly startsAt: Date },
  inTurn: InTurn,
  logger: Logger | undefined,
): Promise<void> {
  const { table, startsAt } = what;
  let moved = 0;
  for (let isWhole = false; !isWhole; ) {
    const [step] = await inTurn(
      `The partition of ${table} for the period from ${startsAt.toISOString()}, whose rows came before it,`,
      () =>
        session<{ isWhole: boolean; moved: number }[]>`
          select is_whole as "isWhole", moved::float8 as moved
          from fill_partition(${table}, ${startsAt}, ${PERIOD_LIMITS.movedRowsPerStep}::integer)`,
    );
    isWhole = step?.isWhole !== false;
    moved += step?.moved ?? 0;
  }
  if (moved > 0)
    logger?.warn({ ...what, moved }, "partition made, and rows moved into it that had come before");
}

/**
 * Makes what is missing. Any number of processes may call it at once.
 * @param session one connection, on which no transaction is open
 * @param periodDays the length of periods that are planned from now on
 * @throws Error where locks were held by others all the time
 */
export async function makePartitions(
  session: Queryable,
  periodDays: number,
  { logger, lockWaits = PERIOD_LIMITS.locks, areRowsMoved = true }: PartitionOptions = {},
): Promise<void> {
  const [found] = await session<{ isOurs: boolean }[]>`
    select to_regclass('period_tables') is not null as "isOurs"`;
  if (found?.isOurs !== true) return;
  const inTurn: InTurn = (what, work) =>
    retryForLocks(what, lockWaits, logger, () => inShortTransaction(session, lockWaits.lockTimeoutMs, work));
  const missing = await inTurn(
    "The plan of periods",
    () => session<MissingPartition[]>`select table_name, starts_at from plan_periods(${periodDays}::integer)`,
  );
  for (const { table_name: table, starts_at: startsAt } of missing) {
    const [made] = await inTurn(
      `The partition of ${table} for the period from ${startsAt.toISOString()}`,
      () => session<{ isMade: boolean }[]>`select make_partition(${table}, ${startsAt}) as "isMade"`,
    );
    const what = { table, startsAt };
    if (made?.isMade === true) logger?.info(what, "partition made");
    else if (areRowsMoved) await moveDefaultRows(session, what, inTurn, logger);
    else logger?.warn(what, "no partition made yet: it is there, or rows of its time are moved first");
  }
}
