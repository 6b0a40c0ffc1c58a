// Where a plane finds its database. Most of what it does is statements and short transactions, which may go through a
// pooler that lends a connection for one transaction at a time (PgBouncer's pool_mode=transaction). What needs a session
// of its own, as the queue's LISTEN and the lock of a migration do, then goes to a second address, past the pooler.

import { errorMessage } from "../error-message.ts";
import { type Environment, readText, SettingError } from "../process/environment.ts";
import { readTlsSettings } from "./database-tls.ts";

export interface DatabaseAddresses {
  readonly databaseUrl: string;
  /** A direct one beside it; null where databaseUrl is direct. */
  readonly databaseSessionUrl: string | null;
}

export type DatabaseSetting =
  | "CLIPMILL_DATABASE_URL"
  | "CLIPMILL_DATABASE_SESSION_URL"
  | "CLIPMILL_MEDIA_DATABASE_URL";

const PROTOCOLS: readonly string[] = ["postgres:", "postgresql:"];

function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, hash } = new URL(text);
  try {
    decodeURIComponent(`${username}${password}${pathname}`);
  } catch {
    return false;
  }
  return PROTOCOLS.includes(protocol) && hash === "";
}

/** That its mode is known, and its certificates can be read. */
function checkTlsSettings(variable: DatabaseSetting, url: string): void {
  try {
    readTlsSettings(url);
  } catch (error) {
    throw new SettingError(variable, `${errorMessage(error)}.`);
  }
}

/**
 * A database's address; undefined where it is not set. Drivers would show one that they cannot read, with its password:
 * this message does not.
 * @throws SettingError
 */
export function readDatabaseUrl(env: Environment, variable: DatabaseSetting): string | undefined {
  const url = readText(env, variable);
  if (url === undefined) return url;
  if (isDatabaseUrl(url)) {
    checkTlsSettings(variable, url);
    return url;
  }
  throw new SettingError(
    variable,
    "must be an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE; in the password, %2F stands for /, %23 for #, %25 for %, and so on.",
  );
}

/** @param advice what whoever has set none can do @throws SettingError */
export function readDatabaseAddresses(env: Environment, advice: string): DatabaseAddresses {
  const databaseUrl = readDatabaseUrl(env, "CLIPMILL_DATABASE_URL");
  if (databaseUrl === undefined) throw new SettingError("CLIPMILL_DATABASE_URL", advice);
  return { databaseUrl, databaseSessionUrl: readDatabaseUrl(env, "CLIPMILL_DATABASE_SESSION_URL") ?? null };
}

/** The address for what runs once and needs no pooler; undefined where none is set. @throws SettingError */
export function readSessionUrl(env: Environment): string | undefined {
  return (
    readDatabaseUrl(env, "CLIPMILL_DATABASE_SESSION_URL") ?? readDatabaseUrl(env, "CLIPMILL_DATABASE_URL")
  );
}

/** Where sessions are kept. */
export function sessionAddress({ databaseUrl, databaseSessionUrl }: DatabaseAddresses): string {
  return databaseSessionUrl ?? databaseUrl;
}

/** Whether statements go through a pooler. */
export function isPooled({ databaseSessionUrl }: DatabaseAddresses): boolean {
  return databaseSessionUrl !== null;
}
