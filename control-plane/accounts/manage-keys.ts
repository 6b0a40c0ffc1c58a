// Making, rotating and revoking API keys. The plaintext leaves these functions once and is kept nowhere.
import ipaddr from "ipaddr.js";
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { parseNetwork } from "../../shared/network/networks.ts";
import { selectAccount } from "../db/accounts.ts";
import { type ApiKeyRow, insertApiKey, replaceSecret, revokeKey } from "../db/api-keys.ts";
import { newKeySecret } from "./key-secret.ts";
import { isScope, SCOPES } from "./scopes.ts";

export interface KeyView {
  readonly id: string;
  readonly accountId: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly ips: readonly string[];
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

/** A key with its plaintext, as it is shown once. */
export type KeyWithPlaintext = KeyView & { readonly key: string };

export interface NewKey {
  readonly accountId: string;
  /** Empty means all scopes. */
  readonly scopes: readonly string[];
  /** Addresses and CIDRs; empty means any address. */
  readonly ips: readonly string[];
  readonly expiresAt: Date | null;
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

function viewKey(row: ApiKeyRow): KeyView {
  return {
    id: row.id,
    accountId: row.account_id,
    hint: row.hint,
    scopes: row.scopes,
    ips: row.ip_allowlist,
    perMinute: row.per_minute,
    perDay: row.per_day,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Writes an address or CIDR as PostgreSQL's cidr type wants it: IPv4 unmapped, and no bits behind the prefix. */
function normalizeCidr(text: string): string {
  const network = parseNetwork(text);
  if (network === undefined)
    throw new AppError("INVALID_REQUEST", `"${text}" is neither an address nor a CIDR.`);
  const { address, prefixLength } = network;
  const family = address.kind() === "ipv6" ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${family.networkAddressFromCIDR(`${address.toString()}/${prefixLength}`).toString()}/${prefixLength}`;
}

/** Makes a key for an approved account. @throws AppError NOT_FOUND, ACCOUNT_NOT_APPROVED, INVALID_REQUEST */
export async function createKey(sql: Queryable, key: NewKey): Promise<KeyWithPlaintext> {
  const account = await selectAccount(sql, key.accountId);
  if (account === undefined) throw new AppError("NOT_FOUND", `There is no account ${key.accountId}.`);
  if (account.state !== "APPROVED") throw new AppError("ACCOUNT_NOT_APPROVED");
  const unknown = key.scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined) {
    throw new AppError(
      "INVALID_REQUEST",
      `There is no scope ${unknown}; the scopes are ${SCOPES.join(", ")}.`,
    );
  }
  if (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now()) {
    throw new AppError("INVALID_REQUEST", `A key cannot expire in the past: ${key.expiresAt.toISOString()}.`);
  }
  const secret = newKeySecret();
  const row = await insertApiKey(sql, {
    id: newId("key"),
    accountId: key.accountId,
    secretHash: secret.hash,
    hint: secret.hint,
    scopes: key.scopes.length === 0 ? SCOPES : key.scopes,
    ipAllowlist: key.ips.map(normalizeCidr),
    expiresAt: key.expiresAt,
    perMinute: key.perMinute,
    perDay: key.perDay,
  });
  return { ...viewKey(row), key: secret.plaintext };
}

/** Gives a key a new secret; the old one stops working at once. @throws AppError NOT_FOUND also for a revoked key */
export async function rotateKey(sql: Queryable, keyId: string): Promise<KeyWithPlaintext> {
  const secret = newKeySecret();
  const row = await replaceSecret(sql, { id: keyId, secretHash: secret.hash, hint: secret.hint });
  if (row === undefined) throw new AppError("NOT_FOUND", `There is no key ${keyId} that could be rotated.`);
  return { ...viewKey(row), key: secret.plaintext };
}

/** Revokes a key for good. @throws AppError NOT_FOUND */
export async function revokeApiKey(sql: Queryable, keyId: string): Promise<KeyView> {
  const row = await revokeKey(sql, keyId);
  if (row === undefined) throw new AppError("NOT_FOUND", `There is no key ${keyId}.`);
  return viewKey(row);
}
