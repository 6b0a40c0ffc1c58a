// The operator's command for the schema: brings a large database to this version's before its first replica starts, with
// its indexes, while those of the version before go on serving.
import { compareSchema } from "../../shared/db/schema/applied-migrations.ts";
import { listMigrations } from "../../shared/db/schema/list-migrations.ts";
import { migrateDatabase } from "../../shared/db/schema/migrate.ts";
import { AppError } from "../../shared/errors.ts";
import { PERIOD_LIMITS } from "../../shared/limits/database.ts";
import { createLogger } from "../../shared/logger.ts";
import { readBounded } from "../../shared/process/environment.ts";
import type { Act, AdminCall, AdminCommand } from "./admin-call.ts";

/** Written down once it is done: before, there may be no log. */
async function databaseMigrate({ sql, databaseUrl }: AdminCall, act: Act): Promise<unknown> {
  const migrations = listMigrations();
  const { missing } = await compareSchema(sql, migrations);
  const { days } = PERIOD_LIMITS;
  const partitionDays = readBounded(process.env, "CLIPMILL_PARTITION_DAYS", days);
  await migrateDatabase(databaseUrl, { logger: createLogger("admin", "error"), partitionDays });
  const result = { version: migrations.at(-1)?.version ?? 0, applied: missing.map(({ name }) => name) };
  return act(async () => ({ result, target: "database", details: result })).catch((cause: Error) => {
    const message = `The schema is at version ${result.version} now, and that is not in the audit log: ${cause.message}`;
    throw new AppError("UNAVAILABLE", message, { cause });
  });
}

export const DATABASE_COMMANDS: readonly AdminCommand[] = [
  { usage: "database migrate", change: databaseMigrate },
];
