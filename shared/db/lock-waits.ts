// Changes of tables that others use. A statement that waits for a table's lock holds up everybody who comes after it,
// for as long as the longest query goes on: so it waits shortly, lets the others go, and tries again.
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../error-message.ts";
import { DATABASE_LIMITS } from "../limits/database.ts";
import type { Logger } from "../logger.ts";
import { StartError } from "../process/start-error.ts";
import type { Queryable } from "./connect.ts";

export interface LockWaits {
  /** How long one try waits for a lock, and everybody behind it. */
  readonly lockTimeoutMs: number;
  readonly tries: number;
  readonly pauseMs: number;
}

export const MIGRATION_LOCK_WAITS: LockWaits = DATABASE_LIMITS.migrationLocks;

/** lock_not_available, and deadlock_detected. */
const LOCK_REFUSALS = ["55P03", "40P01"];

/** Whether a statement did not get its locks in time. */
export function isLockRefusal(error: unknown): boolean {
  return LOCK_REFUSALS.includes(errorCode(error) ?? "");
}

/** Bounds how long the session's later statements wait for locks; 0 for as long as it takes. */
export async function setLockTimeout(session: Queryable, lockTimeoutMs: number): Promise<void> {
  await session`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, false)`;
}

/** The same for the transaction under way alone. */
export async function setTransactionLockTimeout(sql: Queryable, lockTimeoutMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`;
}

/** Whether work was given up for locks that others held throughout. */
export function isOutOfLockTries(error: unknown): boolean {
  return error instanceof StartError && isLockRefusal(error.cause);
}

/**
 * Does work that takes locks, again where it did not get them.
 * @param work leaves nothing behind where it fails
 * @throws StartError naming `what`, when all tries have failed
 */
export async function retryForLocks<T>(
  what: string,
  waits: LockWaits,
  logger: Logger | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockRefusal(error)) throw error;
      if (tries >= waits.tries) {
        throw new StartError(
          `${what} did not get its locks in ${tries} tries. Long transactions hold them (see pg_stat_activity): end those and start again.`,
          { cause: error },
        );
      }
      logger?.info({ what, tries }, "locks are held by others; tried again");
      await pause(waits.pauseMs);
    }
  }
}
