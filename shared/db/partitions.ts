// Makes the partitions of tables that grow for ever, for the current period and the next ones (see 0010-partitions.sql). Each
// is made in a transaction of its own that waits only briefly for locks, so that others do not queue up behind it while a long
// query or a backup runs; periods are made weeks ahead, so it can be tried again. Once it has its locks it may take long,
// because the server reads the default partition before it adds another one.
import { PERIOD_LIMITS } from "../limits/database.ts";
import type { Logger } from "../logger.ts";
import type { Queryable } from "./connect.ts";
import { isOutOfLockTries, type LockWaits, retryForLocks } from "./lock-waits.ts";

/** A table's partition of the period that begins then. */
export interface PeriodPartition {
  readonly table: string;
  readonly startsAt: Date;
}

interface MissingPartition extends PeriodPartition {
  /** Whether it is needed only in some days. */
  readonly isAhead: boolean;
}

export interface PartitionOptions {
  readonly logger?: Logger | undefined;
  readonly lockWaits?: LockWaits;
}

export interface MakeOptions extends PartitionOptions {
  /** How often others' locks are tried for at most where a partition is needed only in some days; as often as all, if not given. */
  readonly triesAhead?: number;
}

export interface MoveOptions extends PartitionOptions {
  /** Ends the moves: what fails from then on is thrown. */
  readonly signal?: AbortSignal | undefined;
}

const NOT_MADE = "no partition made yet: it is there, or rows of its time are moved first";

type InTurn = <T>(what: string, work: () => PromiseLike<T>) => Promise<T>;

/** Runs statements in a transaction that waits shortly for each lock, and is not cut off while it has them. */
async function inShortWaits<T>(
  session: Queryable,
  lockTimeoutMs: number,
  work: () => PromiseLike<T>,
): Promise<T> {
  await session`begin`;
  try {
    await session`
      select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`;
    const result = await work();
    await session`commit`;
    return result;
  } catch (error) {
    await session`rollback`;
    throw error;
  }
}

function turnsOf(session: Queryable, { logger, lockWaits = PERIOD_LIMITS.locks }: PartitionOptions): InTurn {
  return (what, work) =>
    retryForLocks(what, lockWaits, logger, () => inShortWaits(session, lockWaits.lockTimeoutMs, work));
}

function nameOf({ table, startsAt }: PeriodPartition): string {
  return `The partition of ${table} for the period from ${startsAt.toISOString()}`;
}

export interface MadePartitions {
  /** Not made: another process made it meanwhile, or rows of its time came before it and are to be moved. */
  readonly early: readonly PeriodPartition[];
  /** Why tables did not get theirs, one of each: others held its locks all the time, or something of an operator's hinders. */
  readonly failures: readonly unknown[];
}

/**
 * Makes what is missing. Any number of processes may call it at once. A table that cannot have its partitions keeps no
 * other from them, and its later periods wait for the next call. One is waited for: whoever wants the others' is held up
 * by each of our tries.
 * @param session one connection, on which no transaction is open
 * @param periodDays the length of periods that are planned from now on
 * @throws Error where it cannot be told what is missing
 */
export async function makePartitions(
  session: Queryable,
  periodDays: number,
  options: MakeOptions = {},
): Promise<MadePartitions> {
  const [found] = await session<{ isOurs: boolean }[]>`
    select to_regclass('period_tables') is not null as "isOurs"`;
  if (found?.isOurs !== true) return { early: [], failures: [] };
  const inTurn = turnsOf(session, options);
  const missing = await inTurn(
    "The plan of periods",
    () => session<MissingPartition[]>`
      select table_name as "table", starts_at as "startsAt",
        starts_at > now() + ${PERIOD_LIMITS.aheadMs} * interval '1 millisecond' as "isAhead"
      from plan_periods(${periodDays}::integer)`,
  );
  const early: PeriodPartition[] = [];
  const failures = new Map<string, unknown>();
  const { lockWaits = PERIOD_LIMITS.locks, triesAhead = lockWaits.tries } = options;
  const turnsOfTries = (tries: number): InTurn =>
    turnsOf(session, { ...options, lockWaits: { ...lockWaits, tries } });
  const besideHeld = turnsOfTries(PERIOD_LIMITS.triesBesideHeld);
  const ahead = turnsOfTries(triesAhead);
  for (const { table, startsAt, isAhead } of missing) {
    const what = { table, startsAt };
    if (failures.has(table)) continue;
    try {
      const calm = isAhead ? ahead : inTurn;
      const turn = [...failures.values()].some(isOutOfLockTries) ? besideHeld : calm;
      const [made] = await turn(
        nameOf(what),
        () => session<{ isMade: boolean }[]>`select make_partition(${table}, ${startsAt}) as "isMade"`,
      );
      if (made?.isMade !== true) early.push(what);
      options.logger?.info(what, made?.isMade === true ? "partition made" : NOT_MADE);
    } catch (error) {
      failures.set(table, error);
    }
  }
  return { early, failures: [...failures.values()] };
}

/** Moves one partition's rows, some thousand in each transaction. */
async function moveInSteps(
  session: Queryable,
  what: PeriodPartition,
  inTurn: InTurn,
  logger: Logger | undefined,
): Promise<void> {
  let moved = 0;
  for (let isWhole = false; !isWhole; ) {
    const [step] = await inTurn(
      `${nameOf(what)}, whose rows came before it,`,
      () => session<{ isWhole: boolean; moved: number }[]>`
        select is_whole as "isWhole", moved::float8 as moved
        from fill_partition(${what.table}, ${what.startsAt}, ${PERIOD_LIMITS.movedRowsPerStep}::integer)`,
    );
    isWhole = step?.isWhole !== false;
    moved += step?.moved ?? 0;
  }
  if (moved > 0)
    logger?.warn({ ...what, moved }, "partition made, and rows moved into it that had come before");
}

/**
 * Moves rows that came before their partitions into these, which keeps everybody else from a table during each step. What
 * fails is logged, keeps the others from nothing, and goes on where it was when it is next among what was not made.
 * @param session one connection, on which no transaction is open
 * @param early what `makePartitions` did not make
 * @throws Error where `signal` fires
 */
export async function moveEarlyRows(
  session: Queryable,
  early: readonly PeriodPartition[],
  options: MoveOptions = {},
): Promise<void> {
  const { logger, signal } = options;
  const inTurn = turnsOf(session, options);
  for (const what of early) {
    await moveInSteps(session, what, inTurn, logger).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      logger?.error({ ...what, err: error }, "rows not moved into their partition; tried again later");
    });
  }
}
