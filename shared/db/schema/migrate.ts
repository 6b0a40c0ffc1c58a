// Brings a database to the current schema: our numbered SQL files, then the queue's own migrations. Forward only; a
// released file never changes, which its recorded hash checks. One process migrates at a time, under an advisory lock
// that belongs to its session; the others look again and again, because who waits inside the database for a lock is
// waited for by indexes that are built concurrently. A process that misses nothing waits for nobody: it serves while
// a newer one migrates.
import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type postgres from "postgres";
import { DATABASE_LIMITS, PERIOD_LIMITS } from "../../limits/database.ts";
import type { Logger } from "../../logger.ts";
import { StartError } from "../../process/start-error.ts";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { connectDatabase } from "../connect.ts";
import { type LockWaits, MIGRATION_LOCK_WAITS, retryForLocks, setLockTimeout } from "../lock-waits.ts";
import { makePartitions } from "../partitions.ts";
import { queueLogger } from "../queue/queue-logger.ts";
import { openQueuePool } from "../queue/queue-pool.ts";
import {
  compareSchema,
  createMigrationTable,
  markReady,
  recordStatement,
  type SchemaComparison,
} from "./applied-migrations.ts";
import { buildIndexes } from "./build-indexes.ts";
import { listMigrations, type Migration } from "./list-migrations.ts";
import { applyRoles } from "./media-role.ts";

export interface MigrationOptions {
  readonly logger?: Logger | undefined;
  /** Those of this version, save in tests. */
  readonly migrations?: readonly Migration[];
  readonly lockWaits?: LockWaits;
  /** The length of new periods. */
  readonly partitionDays?: number;
}

type Session = postgres.ReservedSql;

/** Applies a migration whole, or nothing of it. */
async function applyWhole(session: Session, migration: Migration, options: MigrationOptions): Promise<void> {
  const { logger, lockWaits = MIGRATION_LOCK_WAITS } = options;
  await retryForLocks(`Migration ${migration.name}`, lockWaits, logger, async () => {
    try {
      await session.unsafe(`begin; ${migration.text}\n; ${recordStatement(migration)}; commit`);
    } catch (error) {
      await session`rollback`;
      throw error;
    }
  });
  logger?.info({ migration: migration.name }, "migration applied");
}

function missingBeforeServing({ missing }: SchemaComparison): Migration[] {
  return missing.filter(({ inTransaction }) => inTransaction);
}

/**
 * Those that cannot be made now, while a backup runs for instance, are made later: what has no partition has a default.
 * Nor are rows moved now that came before their partition.
 */
async function makePartitionsNow(session: Session, options: MigrationOptions): Promise<void> {
  const { logger, partitionDays = PERIOD_LIMITS.days.default } = options;
  const lockWaits = { ...PERIOD_LIMITS.locks, tries: PERIOD_LIMITS.triesAtStart };
  const { failures } = await makePartitions(session, partitionDays, { logger, lockWaits }).catch(
    (error: unknown) => ({ failures: [error] }),
  );
  for (const err of failures) logger?.error({ err }, "partitions not made; tried again later");
}

async function migrateQueue(databaseUrl: string, logger: Logger | undefined): Promise<void> {
  const { pool, close } = openQueuePool({
    databaseUrl,
    applicationName: "clipmill migrate queue",
    connections: 1,
    logger,
    isUnbounded: true,
  });
  try {
    await runMigrations({ pgPool: pool, logger: queueLogger(logger) });
  } finally {
    await close();
  }
}

/** Does whatever is missing, as the only one. */
async function applyMissing(
  session: Session,
  databaseUrl: string,
  migrations: readonly Migration[],
  options: MigrationOptions,
): Promise<void> {
  await createMigrationTable(session);
  const found = await compareSchema(session, migrations);
  for (const migration of missingBeforeServing(found)) await applyWhole(session, migration, options);
  await migrateQueue(databaseUrl, options.logger);
  await makePartitionsNow(session, options);
  // A newer version's nodes may do more than this version's grants say.
  if (found.isAhead) return;
  await applyRoles(session, options.logger);
  await markReady(session, migrations);
}

async function takeLock(session: Session): Promise<boolean> {
  const [row] = await session<{ isOurs: boolean }[]>`
    select pg_try_advisory_lock(${ADVISORY_LOCKS.migrations}) as "isOurs"`;
  return row?.isOurs === true;
}

async function migrateInTurn(
  session: Session,
  databaseUrl: string,
  options: MigrationOptions,
): Promise<void> {
  const { logger, migrations = listMigrations(), lockWaits = MIGRATION_LOCK_WAITS } = options;
  await session`set statement_timeout = 0`;
  await setLockTimeout(session, lockWaits.lockTimeoutMs);
  const deadline = performance.now() + DATABASE_LIMITS.migrationWaitMs;
  for (;;) {
    if (await takeLock(session)) return applyMissing(session, databaseUrl, migrations, options);
    const found = await compareSchema(session, migrations);
    if (missingBeforeServing(found).length === 0 && found.unready === undefined) {
      logger?.info("another process is migrating the database; this one misses nothing");
      return;
    }
    if (performance.now() > deadline)
      throw new StartError("Another process has been migrating for too long.");
    await pause(DATABASE_LIMITS.schemaPollMs);
  }
}

/**
 * Brings tables with their partitions, queue and privileges to this version's: all that must be there before anything
 * is served. Indexes that are built concurrently come by `buildIndexes`.
 * @throws Error when a migration fails (nothing of it remains); StartError when one was changed, gets no locks, or needs
 * newer code than this
 */
export async function migrateTables(databaseUrl: string, options: MigrationOptions = {}): Promise<void> {
  const sql = connectDatabase(databaseUrl, {
    applicationName: "clipmill migrate",
    connections: 1,
    replyTimeoutMs: null,
  });
  try {
    const session = await sql.reserve();
    try {
      await migrateInTurn(session, databaseUrl, options);
    } finally {
      // The lock ends with the connection.
      session.release();
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Migrates the database at this URL and waits until its indexes are built, too. @throws as migrateTables does */
export async function migrateDatabase(databaseUrl: string, options: MigrationOptions = {}): Promise<void> {
  await migrateTables(databaseUrl, options);
  while (!(await buildIndexes(databaseUrl, options))) await pause(DATABASE_LIMITS.schemaPollMs);
}
