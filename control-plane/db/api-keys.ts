// SQL of API keys. A secret is stored only as its SHA-256.
import type { Queryable } from "../../shared/db/connect.ts";

export interface ApiKeyRow {
  readonly id: string;
  readonly account_id: string;
  /** Null where nobody has named it. */
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly ip_allowlist: readonly string[];
  readonly per_minute: number | null;
  readonly per_day: number | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
  /** Who made it in the console. */
  readonly made_by: string | null;
}

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly secretHash: Uint8Array;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly ipAllowlist: readonly string[];
  readonly expiresAt: Date | null;
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** Who makes it in the console; null for operators' commands. */
  readonly madeBy: string | null;
}

function columns(sql: Queryable) {
  return sql`id, account_id, name, hint, scopes, ip_allowlist::text[], per_minute, per_day, expires_at, revoked_at,
    created_at, made_by`;
}

/**
 * Adds a key, of whose secret only the SHA-256 comes here. Checks are the caller's: scopes, networks and
 * limits are stored as they are given.
 */
export async function insertApiKey(sql: Queryable, key: NewApiKey): Promise<ApiKeyRow> {
  const [row] = await sql<ApiKeyRow[]>`
    insert into api_keys (id, account_id, name, secret_hash, hint, scopes, ip_allowlist, expires_at, per_minute, per_day,
      made_by)
    values (${key.id}, ${key.accountId}, ${key.name}, ${key.secretHash}, ${key.hint}, ${key.scopes as string[]},
      ${key.ipAllowlist as string[]}::cidr[], ${key.expiresAt}, ${key.perMinute}, ${key.perDay},
      ${key.madeBy})
    returning ${columns(sql)}`;
  if (row === undefined) throw new Error("insert returned no row");
  return row;
}

/**
 * Replaces the secret of a key, of which only the SHA-256 is stored; the old one is unknown from this moment.
 * Undefined for a revoked or unknown key.
 */
export async function replaceSecret(
  sql: Queryable,
  key: { id: string; secretHash: Uint8Array; hint: string; madeBy: string | null },
): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    update api_keys set secret_hash = ${key.secretHash}, hint = ${key.hint}, made_by = ${key.madeBy}
    where id = ${key.id} and revoked_at is null
    returning ${columns(sql)}`;
  return row;
}

/** Revokes a key, at once for every process; when it first was stays. Undefined for an unknown id. */
export async function revokeKey(sql: Queryable, keyId: string): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${keyId}
    returning ${columns(sql)}`;
  return row;
}

/** A key by its id, revoked and expired ones too; undefined for an unknown id. */
export async function selectKey(sql: Queryable, keyId: string): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`select ${columns(sql)} from api_keys where id = ${keyId}`;
  return row;
}

/** As selectKey, its row held until the transaction ends (`for no key update`). */
export async function selectKeyForUpdate(sql: Queryable, keyId: string): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    select ${columns(sql)} from api_keys where id = ${keyId} for no key update`;
  return row;
}

/** An account's keys, revoked ones included, the newest first. */
export async function selectKeys(
  sql: Queryable,
  accountId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`
    select ${columns(sql)} from api_keys where account_id = ${accountId}
    order by id desc limit ${limit} offset ${offset}`;
}

/** How many keys an account ever had, revoked ones included, as `selectKeys` lists them. */
export async function countKeys(sql: Queryable, accountId: string): Promise<number> {
  const [row] = await sql<{ keys: number }[]>`
    select count(*)::float8 as keys from api_keys where account_id = ${accountId}`;
  return row?.keys ?? 0;
}

/**
 * An account's keys that are neither revoked nor expired, or have been used today: their windows of requests are open. Of
 * those that ended before today no window is looked up: an account may have had thousands.
 */
export async function countKeysOfToday(sql: Queryable, accountId: string): Promise<number> {
  const [row] = await sql<{ keys: number }[]>`
    select count(*)::float8 as keys from (
      select id, least(revoked_at, expires_at) as ended_at from api_keys where account_id = ${accountId}
    ) k
    where ended_at is null or ended_at > now() or (ended_at >= date_trunc('day', now(), 'UTC')
      and (select w.day_start from rate_windows w where w.key_id = k.id) >= date_trunc('day', now(), 'UTC'))`;
  return row?.keys ?? 0;
}

/**
 * Sets the name of a key, what it may do, from where, how long and how often; null limits are the account's.
 * Undefined for a revoked or unknown key.
 */
export async function setKeyTerms(
  sql: Queryable,
  key: Pick<NewApiKey, "id" | "name" | "scopes" | "ipAllowlist" | "expiresAt" | "perMinute" | "perDay">,
): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    update api_keys set name = ${key.name}, scopes = ${key.scopes as string[]},
      ip_allowlist = ${key.ipAllowlist as string[]}::cidr[],
      expires_at = ${key.expiresAt}, per_minute = ${key.perMinute}, per_day = ${key.perDay}
    where id = ${key.id} and revoked_at is null
    returning ${columns(sql)}`;
  return row;
}

/** The last minute in which each of these keys was used, from its rate windows; keys that were never used are left out. */
export async function selectKeyUses(sql: Queryable, keyIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await sql<{ key_id: string; minute_start: Date }[]>`
    select key_id, minute_start from rate_windows where key_id = any (${keyIds as string[]}::text[])`;
  return new Map(rows.map((row) => [row.key_id, row.minute_start]));
}
