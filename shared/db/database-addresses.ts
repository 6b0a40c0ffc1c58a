// Where a plane finds its database. Most of what it does is statements and short transactions, which may go through a
// pooler that lends a connection for one transaction at a time (PgBouncer's pool_mode=transaction). What needs a session
// of its own, as the queue's LISTEN and the lock of a migration do, then goes to a second address, past the pooler.
import { type Environment, readText, SettingError } from "../process/environment.ts";

export interface DatabaseAddresses {
  readonly databaseUrl: string;
  /** A direct one beside it; null where databaseUrl is direct. */
  readonly databaseSessionUrl: string | null;
}

/** @param advice what whoever has set none can do @throws SettingError */
export function readDatabaseAddresses(env: Environment, advice: string): DatabaseAddresses {
  const databaseUrl = readText(env, "CLIPMILL_DATABASE_URL");
  if (databaseUrl === undefined) throw new SettingError("CLIPMILL_DATABASE_URL", advice);
  return { databaseUrl, databaseSessionUrl: readText(env, "CLIPMILL_DATABASE_SESSION_URL") ?? null };
}

/** Where sessions are kept. */
export function sessionAddress({ databaseUrl, databaseSessionUrl }: DatabaseAddresses): string {
  return databaseSessionUrl ?? databaseUrl;
}

/** Whether statements go through a pooler. */
export function isPooled({ databaseSessionUrl }: DatabaseAddresses): boolean {
  return databaseSessionUrl !== null;
}
