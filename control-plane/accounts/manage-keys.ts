// Making, rotating and revoking API keys. The plaintext leaves these functions once and is kept nowhere.
import ipaddr from "ipaddr.js";
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { KEY_LIMITS } from "../../shared/limits/people.ts";
import { parseNetwork } from "../../shared/network/networks.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import { plainLine } from "../../shared/plain-line.ts";
import type { OperatorKeyView } from "../console/api-types/operator-accounts.ts";
import { selectAccount } from "../db/accounts.ts";
import {
  type ApiKeyRow,
  countKeys,
  insertApiKey,
  replaceSecret,
  revokeKey,
  selectKey,
  selectKeyForUpdate,
  selectKeys,
  setKeyTerms,
} from "../db/api-keys.ts";
import { newKeySecret } from "./key-secret.ts";
import { isScope, SCOPES } from "./scopes.ts";

/** A key with its plaintext, as it is shown once. */
export type KeyWithPlaintext = OperatorKeyView & { readonly key: string };

export interface NewKey {
  readonly accountId: string;
  /** What its people call it. */
  readonly name?: string | null;
  /** Empty means all scopes. */
  readonly scopes: readonly string[];
  /** Addresses and CIDRs; empty means any address. */
  readonly ips: readonly string[];
  readonly expiresAt: Date | null;
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** Who makes it in the console: it ends with their membership. */
  readonly madeBy?: string;
}

function viewKey(row: ApiKeyRow): OperatorKeyView {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
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

function viewFound(row: ApiKeyRow | undefined, keyId: string): OperatorKeyView {
  if (row === undefined) throw new AppError("NOT_FOUND", `There is no key ${keyId}.`);
  return viewKey(row);
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

/** @throws AppError INVALID_REQUEST */
function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown === undefined) return;
  throw new AppError("INVALID_REQUEST", `There is no scope ${unknown}; the scopes are ${SCOPES.join(", ")}.`);
}

/** @throws AppError INVALID_REQUEST */
function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt.getTime() > Date.now()) return;
  throw new AppError("INVALID_REQUEST", `A key cannot expire in the past: ${expiresAt.toISOString()}.`);
}

/** A name in one line; null for one of nothing that is seen. @throws AppError INVALID_REQUEST */
function readName(text: string | null): string | null {
  if (text === null) return null;
  const { nameLength } = KEY_LIMITS;
  if (text.length > nameLength)
    throw new AppError("INVALID_REQUEST", `A key's name has at most ${nameLength} characters.`);
  return plainLine(text) || null;
}

/** Makes a key for an approved account. @throws AppError NOT_FOUND, ACCOUNT_NOT_APPROVED, INVALID_REQUEST */
export async function createKey(sql: Queryable, key: NewKey): Promise<KeyWithPlaintext> {
  const account = await selectAccount(sql, key.accountId);
  if (account === undefined) throw new AppError("NOT_FOUND", `There is no account ${key.accountId}.`);
  if (account.state !== "APPROVED") throw new AppError("ACCOUNT_NOT_APPROVED");
  checkScopes(key.scopes);
  checkExpiry(key.expiresAt);
  const secret = newKeySecret();
  const row = await insertApiKey(sql, {
    id: newId("key"),
    accountId: key.accountId,
    name: readName(key.name ?? null),
    secretHash: secret.hash,
    hint: secret.hint,
    scopes: key.scopes.length === 0 ? SCOPES : key.scopes,
    ipAllowlist: key.ips.map(normalizeCidr),
    expiresAt: key.expiresAt,
    perMinute: key.perMinute,
    perDay: key.perDay,
    madeBy: key.madeBy ?? null,
  });
  return { ...viewKey(row), key: secret.plaintext };
}

/**
 * Gives a key a new secret; the old one stops working at once.
 * @param madeBy whoever gets the secret to see in the console
 * @throws AppError NOT_FOUND also for a revoked key
 */
export async function rotateKey(
  sql: Queryable,
  keyId: string,
  madeBy: string | null = null,
): Promise<KeyWithPlaintext> {
  const secret = newKeySecret();
  const row = await replaceSecret(sql, { id: keyId, secretHash: secret.hash, hint: secret.hint, madeBy });
  if (row === undefined) throw new AppError("NOT_FOUND", `There is no key ${keyId} that could be rotated.`);
  return { ...viewKey(row), key: secret.plaintext };
}

/** Revokes a key for good. @throws AppError NOT_FOUND */
export async function revokeApiKey(sql: Queryable, keyId: string): Promise<OperatorKeyView> {
  return viewFound(await revokeKey(sql, keyId), keyId);
}

/** Reads a key, a revoked one too. @throws AppError NOT_FOUND */
export async function readKey(sql: Queryable, keyId: string): Promise<OperatorKeyView> {
  return viewFound(await selectKey(sql, keyId), keyId);
}

/** The same, and has whoever else changes it wait until the transaction ends. @throws AppError NOT_FOUND */
export async function lockKey(sql: Queryable, keyId: string): Promise<OperatorKeyView> {
  return viewFound(await selectKeyForUpdate(sql, keyId), keyId);
}

/** A page of an account's keys, revoked ones included, the newest first. @throws AppError NOT_FOUND */
export async function listKeys(
  sql: Queryable,
  accountId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: OperatorKeyView[]; pagination: Pagination }> {
  if ((await selectAccount(sql, accountId)) === undefined) {
    throw new AppError("NOT_FOUND", `There is no account ${accountId}.`);
  }
  const total = await countKeys(sql, accountId);
  const rows = await selectKeys(sql, accountId, { limit, offset: (page - 1) * limit });
  return { items: rows.map(viewKey), pagination: paginate(total, { page, limit }) };
}

/** What of a key is to change; undefined where it stays. */
export interface KeyChange {
  /** Null for none. */
  readonly name?: string | null | undefined;
  /** Empty means all scopes. */
  readonly scopes?: readonly string[] | undefined;
  /** Empty means any address. */
  readonly ips?: readonly string[] | undefined;
  /** Null means never. */
  readonly expiresAt?: Date | null | undefined;
  /** Null for the account's limits, or the appliance's. */
  readonly perMinute?: number | null | undefined;
  readonly perDay?: number | null | undefined;
}

/**
 * Changes a key's name, what it may do, from where, how long and how often; its secret stays. Call it inside a transaction.
 * @throws AppError NOT_FOUND also for a revoked key, INVALID_REQUEST
 */
export async function changeKey(sql: Queryable, keyId: string, change: KeyChange): Promise<OperatorKeyView> {
  const old = await lockKey(sql, keyId);
  const { name, scopes = old.scopes, ips = old.ips, expiresAt, perMinute, perDay } = change;
  checkScopes(scopes);
  if (expiresAt !== undefined) checkExpiry(expiresAt);
  const expiry = old.expiresAt === null ? null : new Date(old.expiresAt);
  const row = await setKeyTerms(sql, {
    id: keyId,
    name: name === undefined ? old.name : readName(name),
    scopes: scopes.length === 0 ? SCOPES : scopes,
    ipAllowlist: ips.map(normalizeCidr),
    expiresAt: expiresAt === undefined ? expiry : expiresAt,
    perMinute: perMinute === undefined ? old.perMinute : perMinute,
    perDay: perDay === undefined ? old.perDay : perDay,
  });
  if (row === undefined) throw new AppError("NOT_FOUND", `The key ${keyId} is revoked.`);
  return viewKey(row);
}
