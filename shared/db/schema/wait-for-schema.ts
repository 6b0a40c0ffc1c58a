// Media nodes do not migrate: their role may not change tables. A node that starts beside a new control plane waits
// until that has migrated; beside a newer one it goes on, unless the database says that it needs newer code.
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_LIMITS } from "../../limits/database.ts";
import type { Logger } from "../../logger.ts";
import { StartError } from "../../process/start-error.ts";
import { isDenied } from "../classify-error.ts";
import { connectDatabase, type Queryable } from "../connect.ts";
import { compareSchema, type SchemaComparison } from "./applied-migrations.ts";
import { listMigrations, type Migration } from "./list-migrations.ts";

export interface SchemaWait {
  readonly timeoutMs?: number;
  /** Those of this version, save in tests. */
  readonly migrations?: readonly Migration[];
}

/** What is in the way of a node's start, or undefined. @throws StartError where waiting is useless */
async function findObstacle(sql: Queryable, migrations: readonly Migration[]): Promise<string | undefined> {
  const comparison = await compareSchema(sql, migrations).catch((error: unknown): SchemaComparison | null => {
    if (isDenied(error)) return null;
    throw error;
  });
  // Privileges come last, when tables have been there for seconds.
  if (comparison === null)
    return "this login may not read schema_migrations, as members of clipmill_media may once a control plane has migrated";
  const { missing, unready } = comparison;
  const [first] = missing.filter(({ inTransaction }) => inTransaction);
  if (first !== undefined) return `migration ${first.name} has not been applied yet`;
  return unready === undefined ? undefined : "a control plane is migrating";
}

/** Waits until a control plane has migrated the database to this version. @throws StartError when none does in time */
export async function waitForSchema(
  databaseUrl: string,
  logger: Logger,
  wait: SchemaWait = {},
): Promise<void> {
  const { timeoutMs = DATABASE_LIMITS.schemaWaitMs, migrations = listMigrations() } = wait;
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill media-node start", connections: 1 });
  const deadline = performance.now() + timeoutMs;
  let told: string | undefined;
  try {
    for (;;) {
      const obstacle = await findObstacle(sql, migrations);
      if (obstacle === undefined) return;
      if (performance.now() > deadline) {
        throw new StartError(
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
