// Brings a database to the current schema: our numbered SQL files, then the queue's own migrations. Forward only; a
// released file never changes, which its recorded hash checks. An advisory lock makes it safe for any number of
// processes to start at once: one migrates, the others wait and find nothing to do.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import { DATABASE_LIMITS } from "../limits.ts";
import type { Logger } from "../logger.ts";
import { applyMediaRole } from "./media-role.ts";
import { queueLogger } from "./queue-logger.ts";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

const FOLDER = fileURLToPath(new URL("migrations/", import.meta.url));
/** Held by whoever migrates. */
export const MIGRATION_LOCK_KEY = 7_022_211_305;

/** The migrations that this version of Clipmill brings, in order. */
export function listMigrations(): Migration[] {
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}-.*\.sql$/.test(file));
  return files.sort().map((name) => {
    const text = readFileSync(FOLDER + name, "utf8");
    return {
      version: Number(name.slice(0, 4)),
      name,
      text,
      sha256: createHash("sha256").update(text).digest("hex"),
    };
  });
}

async function applyMissing(
  sql: postgres.ReservedSql,
  migrations: readonly Migration[],
  logger?: Logger,
): Promise<void> {
  await sql`create table if not exists schema_migrations (
    version integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`;
  const applied = await sql<
    { version: number; sha256: string }[]
  >`select version, sha256 from schema_migrations`;
  const hashes = new Map(applied.map((row) => [row.version, row.sha256]));
  const newest = Math.max(0, ...hashes.keys());
  if (newest > (migrations.at(-1)?.version ?? 0)) {
    throw new Error(`The database is at migration ${newest}, newer than this version of Clipmill knows.`);
  }
  for (const migration of migrations) {
    const known = hashes.get(migration.version);
    if (known === migration.sha256) continue;
    if (known !== undefined) throw new Error(`Migration ${migration.name} changed after it was applied.`);
    await sql.unsafe(
      `begin; ${migration.text}; insert into schema_migrations (version, name, sha256)
       values (${migration.version}, '${migration.name}', '${migration.sha256}'); commit`,
    );
    logger?.info({ migration: migration.name }, "migration applied");
  }
}

/**
 * Migrates the database at this URL.
 * @param migrations those of this version, save in tests
 * @throws when a migration fails (nothing of it remains) or was changed
 */
export async function migrateDatabase(
  databaseUrl: string,
  logger?: Logger,
  migrations: readonly Migration[] = listMigrations(),
): Promise<void> {
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: DATABASE_LIMITS.connectTimeoutMs / 1_000,
    connection: {
      application_name: "clipmill migrate",
      lock_timeout: DATABASE_LIMITS.migrationLockTimeoutMs,
    },
  });
  try {
    const session = await sql.reserve();
    try {
      await session`select pg_advisory_lock(${MIGRATION_LOCK_KEY})`;
      await applyMissing(session, migrations, logger);
      await runMigrations({ connectionString: databaseUrl, logger: queueLogger(logger) });
      await applyMediaRole(session, logger);
    } finally {
      // The lock and a failed migration's transaction end with the connection.
      session.release();
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}
