// A plane that starts beside its database, as where both boot together, waits for it. A wrong password or name ends the
// start at once: waiting mends neither.
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_LIMITS } from "../limits/database.ts";
import type { Logger } from "../logger.ts";
import { isLoginRefused, isUnavailable, reasonOf } from "./classify-error.ts";
import { connectDatabase } from "./connect.ts";
import { type DatabaseAddresses, type DatabaseSetting, isPooled } from "./database-addresses.ts";
import { pingDatabase } from "./ping-database.ts";

interface Address {
  readonly setting: DatabaseSetting;
  readonly url: string;
  readonly isPooled: boolean;
}

function addressesOf(addresses: DatabaseAddresses): Address[] {
  const { databaseUrl, databaseSessionUrl } = addresses;
  const work = { setting: "CLIPMILL_DATABASE_URL", url: databaseUrl, isPooled: isPooled(addresses) } as const;
  if (databaseSessionUrl === null) return [work];
  return [{ setting: "CLIPMILL_DATABASE_SESSION_URL", url: databaseSessionUrl, isPooled: false }, work];
}

/** Waits for one address. @throws Error that names the setting when it does not answer by then, or lets nobody in */
async function waitForAddress(
  { setting, url, isPooled }: Address,
  logger: Logger,
  deadline: number,
): Promise<void> {
  const sql = connectDatabase(url, { applicationName: "clipmill start", connections: 1, isPooled });
  let told: string | undefined;
  try {
    for (;;) {
      const failure = await pingDatabase(sql).catch((error: unknown) => error);
      if (failure === undefined) return;
      if (!(failure instanceof Error)) throw failure;
      const reason = reasonOf(failure);
      if (isLoginRefused(failure)) {
        throw new Error(`The database of ${setting} does not let this login in: ${reason}`, {
          cause: failure,
        });
      }
      if (!isUnavailable(failure)) throw failure;
      if (performance.now() > deadline) {
        throw new Error(`The database of ${setting} cannot be reached: ${reason}`, { cause: failure });
      }
      if (reason !== told)
        logger.warn({ reason }, `the database of ${setting} cannot be reached yet: trying again`);
      told = reason;
      await pause(DATABASE_LIMITS.schemaPollMs);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Waits until the database answers at each of its addresses. @throws Error that names the setting of one that does not in time, or refuses the login */
export async function waitForDatabase(
  addresses: DatabaseAddresses,
  logger: Logger,
  timeoutMs: number = DATABASE_LIMITS.startWaitMs,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (const address of addressesOf(addresses)) await waitForAddress(address, logger, deadline);
}
