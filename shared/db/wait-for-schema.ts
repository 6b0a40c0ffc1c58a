// Media nodes do not migrate: their role may not change tables. A node that starts beside a new control plane waits
// until that has migrated, and one of another version says so.
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_LIMITS } from "../limits.ts";
import type { Logger } from "../logger.ts";
import { connectDatabase, type Queryable } from "./connect.ts";
import { listMigrations, MIGRATION_LOCK_KEY } from "./migrate.ts";

const UNDEFINED_TABLE = "42P01";

/** What is in the way of a node's start, or undefined. @throws Error where waiting is useless */
async function findObstacle(sql: Queryable): Promise<string | undefined> {
  const expected = listMigrations();
  const newest = expected.at(-1)?.version ?? 0;
  const applied = await sql<{ version: number; sha256: string }[]>`
    select version, sha256 from schema_migrations order by version`.catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  const hashes = new Map(applied.map(({ version, sha256 }) => [version, sha256]));
  const ahead = Math.max(0, ...hashes.keys());
  if (ahead > newest) {
    throw new Error(`The database is at migration ${ahead}, newer than this version of Clipmill knows.`);
  }
  for (const { version, name, sha256 } of expected) {
    const hash = hashes.get(version);
    if (hash === undefined) return `migration ${name} has not been applied yet`;
    if (hash !== sha256) throw new Error(`Migration ${name} changed after it was applied.`);
  }
  const locks = await sql`
    select from pg_locks where locktype = 'advisory' and granted and mode = 'ExclusiveLock' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = ${MIGRATION_LOCK_KEY}::bigint`;
  return locks.length === 0 ? undefined : "a control plane is migrating";
}

/** Waits until a control plane has migrated the database to this version. @throws Error when none does in time */
export async function waitForSchema(
  databaseUrl: string,
  logger: Logger,
  timeoutMs: number = DATABASE_LIMITS.schemaWaitMs,
): Promise<void> {
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill media-node start", connections: 1 });
  const deadline = performance.now() + timeoutMs;
  let told: string | undefined;
  try {
    for (;;) {
      const obstacle = await findObstacle(sql);
      if (obstacle === undefined) return;
      if (performance.now() > deadline) {
        throw new Error(
          `The database is not ready for media nodes: ${obstacle}. Start a control plane of this version.`,
        );
      }
      if (obstacle !== told) logger.info({ obstacle }, "waiting for a control plane to migrate the database");
      told = obstacle;
      await pause(DATABASE_LIMITS.schemaPollMs);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}
