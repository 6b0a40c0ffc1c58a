// Migrations whose statements run one by one, outside a transaction: indexes of tables that are in use, built
// concurrently. A control plane serves before they are there; they change how fast a statement is and never what it
// does, and on a large table they take longer than anybody would wait for a start. One process builds, under a lock of
// its own that no request and no other migration asks for. One that dies leaves an index that is not valid: it is
// dropped before the next try. To build them before serving was rejected: `npm start` has no other replica that would
// serve meanwhile; who has replicas can build them first, with the operator's command.
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { DATABASE_LIMITS } from "../../limits/database.ts";
import type { Logger } from "../../logger.ts";
import type { Repetition } from "../../repeat.ts";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { connectDatabase } from "../connect.ts";
import { compareSchema, recordStatement } from "./applied-migrations.ts";
import { createIndex, readIndexStatement } from "./create-index.ts";
import { listMigrations, type Migration } from "./list-migrations.ts";
import { splitStatements } from "./split-statements.ts";

export interface BuildOptions {
  readonly logger?: Logger | undefined;
  /** Those of this version, save in tests. */
  readonly migrations?: readonly Migration[];
  /** Ends the work; what was begun is started over by the next. */
  readonly signal?: AbortSignal;
}

type Session = postgres.ReservedSql;

async function runStatements(session: Session, migration: Migration, options: BuildOptions): Promise<void> {
  for (const statement of splitStatements(migration.text)) {
    options.signal?.throwIfAborted();
    const index = readIndexStatement(statement);
    if (index === undefined) await session.unsafe(statement);
    else await createIndex(session, index, options.logger);
  }
  await session.unsafe(`${recordStatement(migration)} on conflict do nothing`);
  options.logger?.info({ migration: migration.name }, "indexes built");
}

async function buildInTurn(session: Session, options: BuildOptions): Promise<boolean> {
  const { migrations = listMigrations() } = options;
  const findMissing = async (): Promise<Migration[]> => {
    const { missing } = await compareSchema(session, migrations);
    return missing.filter(({ inTransaction }) => !inTransaction);
  };
  if ((await findMissing()).length === 0) return true;
  const { indexClientCheckMs } = DATABASE_LIMITS;
  await session`
    select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false),
      set_config('client_connection_check_interval', ${`${indexClientCheckMs}ms`}, false)`;
  const [lock] = await session<{ isOurs: boolean }[]>`
    select pg_try_advisory_lock(${ADVISORY_LOCKS.indexBuild}) as "isOurs"`;
  if (lock?.isOurs !== true) return false;
  for (const migration of await findMissing()) await runStatements(session, migration, options);
  return true;
}

/**
 * Builds what is missing of the indexes that are built beside requests.
 * @returns false where another process is building; what is missing is looked for again later
 */
export async function buildIndexes(databaseUrl: string, options: BuildOptions = {}): Promise<boolean> {
  const sql = connectDatabase(databaseUrl, {
    applicationName: "clipmill indexes",
    connections: 1,
    replyTimeoutMs: null,
  });
  // The server ends the statement of a connection that has gone.
  const abort = (): void => void sql.end({ timeout: 0 });
  options.signal?.addEventListener("abort", abort);
  try {
    const session = await sql.reserve();
    try {
      return await buildInTurn(session, options);
    } finally {
      // The lock ends with the connection.
      session.release();
    }
  } finally {
    options.signal?.removeEventListener("abort", abort);
    await sql.end({ timeout: 1 });
  }
}

/** Builds them beside a control plane that serves, until all are there. A failure is logged and tried again. */
export function keepBuildingIndexes(databaseUrl: string, logger: Logger): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const isDone = await buildIndexes(databaseUrl, { logger, signal }).catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error }, "indexes not built; tried again");
        return false;
      });
      if (isDone) return;
      await pause(DATABASE_LIMITS.indexRetryMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
