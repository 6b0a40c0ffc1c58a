// Decides whether a request may come in: who holds the key, whether the account may act, and from this address. The
// order of the checks is part of the contract, since it decides which of several reasons a client is told.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { selectKeyIdentity } from "../db/api-keys.ts";
import { hashKeySecret } from "./key-secret.ts";
import type { Scope } from "./scopes.ts";

/** Who makes a request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
}

/** The longest header value that is worth hashing. */
const MAX_SECRET_LENGTH = 256;

/**
 * Admits the holder of a key.
 * @throws AppError UNAUTHENTICATED, ACCOUNT_NOT_APPROVED, ACCOUNT_BLOCKED, IP_NOT_ALLOWED, in this order
 */
export async function admitRequest(
  sql: Sql,
  secret: string | undefined,
  clientAddress: string,
): Promise<Caller> {
  if (secret === undefined || secret === "" || secret.length > MAX_SECRET_LENGTH)
    throw new AppError("UNAUTHENTICATED");
  const identity = await selectKeyIdentity(sql, hashKeySecret(secret), clientAddress);
  if (identity === undefined || !identity.usable) throw new AppError("UNAUTHENTICATED");
  if (identity.account_state !== "APPROVED") throw new AppError("ACCOUNT_NOT_APPROVED");
  if (identity.owner_blocked) throw new AppError("ACCOUNT_BLOCKED");
  if (!identity.ip_allowed) throw new AppError("IP_NOT_ALLOWED");
  return { keyId: identity.key_id, accountId: identity.account_id, scopes: identity.scopes };
}

/** @throws AppError SCOPE_MISSING unless the caller's key carries the scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope))
    throw new AppError("SCOPE_MISSING", `The API key lacks the scope ${scope}.`);
}
