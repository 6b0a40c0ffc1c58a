// A plane that starts beside its database, as where both boot together, waits for it. A wrong password or name, or TLS
// that does not come about, ends the start at once: waiting mends none of them.
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_LIMITS } from "../limits/database.ts";
import type { Logger } from "../logger.ts";
import { StartError } from "../process/start-error.ts";
import { isLoginRefused, isTlsFailure, isUnavailable, reasonOf } from "./classify-error.ts";
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

/** What is in the way where the database will not take these connections, however long one waits. */
function findRefusal(failure: Error): string | undefined {
  if (isTlsFailure(failure)) return "cannot be used";
  return isLoginRefused(failure) ? "does not let this login in" : undefined;
}

/** Waits for one address. @throws StartError that names the setting when it does not answer by then, or lets nobody in */
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
      const refusal = findRefusal(failure);
      if (refusal !== undefined) {
        throw new StartError(`The database of ${setting} ${refusal}: ${reason}`, { cause: failure });
      }
      if (!isUnavailable(failure)) throw failure;
      if (performance.now() > deadline) {
        throw new StartError(`The database of ${setting} cannot be reached: ${reason}`, { cause: failure });
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

/** Waits until the database answers at each of its addresses. @throws StartError that names the setting of one that does not in time, or lets nobody in */
export async function waitForDatabase(
  addresses: DatabaseAddresses,
  logger: Logger,
  timeoutMs: number = DATABASE_LIMITS.startWaitMs,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (const address of addressesOf(addresses)) await waitForAddress(address, logger, deadline);
}
