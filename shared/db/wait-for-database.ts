// A plane that starts beside its database, as where both boot together, waits for it. A wrong password or name ends the
// start at once: waiting mends neither.
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_LIMITS } from "../limits/database.ts";
import type { Logger } from "../logger.ts";
import { isUnavailable } from "./classify-error.ts";
import { connectDatabase } from "./connect.ts";
import { pingDatabase } from "./ping-database.ts";

/** Waits until the database answers. @throws Error that names the setting when it does not in time */
export async function waitForDatabase(
  databaseUrl: string,
  logger: Logger,
  timeoutMs: number = DATABASE_LIMITS.startWaitMs,
): Promise<void> {
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill start", connections: 1 });
  const deadline = performance.now() + timeoutMs;
  let told: string | undefined;
  try {
    for (;;) {
      const failure = await pingDatabase(sql).catch((error: unknown) => error);
      if (failure === undefined) return;
      if (!(failure instanceof Error && isUnavailable(failure))) throw failure;
      const reason = failure.message;
      if (performance.now() > deadline) {
        const message = `The database of CLIPMILL_DATABASE_URL cannot be reached: ${reason}`;
        throw new Error(message, { cause: failure });
      }
      if (reason !== told)
        logger.warn({ reason }, "the database of CLIPMILL_DATABASE_URL cannot be reached yet: trying again");
      told = reason;
      await pause(DATABASE_LIMITS.schemaPollMs);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}
