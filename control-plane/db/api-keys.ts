// SQL of API keys. A secret is stored only as its SHA-256.
import type { Queryable } from "../../shared/db/connect.ts";

export interface ApiKeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly ip_allowlist: readonly string[];
  readonly per_minute: number | null;
  readonly per_day: number | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly secretHash: Uint8Array;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly ipAllowlist: readonly string[];
  readonly expiresAt: Date | null;
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

export async function insertApiKey(sql: Queryable, key: NewApiKey): Promise<ApiKeyRow> {
  const [row] = await sql<ApiKeyRow[]>`
    insert into api_keys (id, account_id, secret_hash, hint, scopes, ip_allowlist, expires_at, per_minute, per_day)
    values (${key.id}, ${key.accountId}, ${key.secretHash}, ${key.hint}, ${key.scopes as string[]},
      ${key.ipAllowlist as string[]}::cidr[], ${key.expiresAt}, ${key.perMinute}, ${key.perDay})
    returning id, account_id, hint, scopes, ip_allowlist::text[], per_minute, per_day, expires_at, revoked_at, created_at`;
  if (row === undefined) throw new Error("insert returned no row");
  return row;
}

/** Replaces the secret of a key that is not revoked; the old secret is unknown from this moment. */
export async function replaceSecret(
  sql: Queryable,
  key: { id: string; secretHash: Uint8Array; hint: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    update api_keys set secret_hash = ${key.secretHash}, hint = ${key.hint}
    where id = ${key.id} and revoked_at is null
    returning id, account_id, hint, scopes, ip_allowlist::text[], per_minute, per_day, expires_at, revoked_at, created_at`;
  return row;
}

export async function revokeKey(sql: Queryable, keyId: string): Promise<ApiKeyRow | undefined> {
  const [row] = await sql<ApiKeyRow[]>`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${keyId}
    returning id, account_id, hint, scopes, ip_allowlist::text[], per_minute, per_day, expires_at, revoked_at, created_at`;
  return row;
}
