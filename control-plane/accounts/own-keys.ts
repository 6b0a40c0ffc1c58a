// Keys as an account's own people manage them in the console: over the operators' functions, within what operators have
// granted. A key may have less than the account's requests, and more only where an operator has given it more; and there
// are a few keys, since each has a window of requests of its own. One that has ended counts as long as its window of the day
// is open: new keys for old ones would be requests without end.
import type { Queryable, TransactionSql } from "../../shared/db/connect.ts";
import { AppError, hasErrorCode } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { MEMBER_LIMITS } from "../../shared/limits/people.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";
import type { OperatorKeyView } from "../console/api-types/operator-accounts.ts";
import { selectAccount } from "../db/accounts.ts";
import type { DefaultLimits } from "../db/admission.ts";
import { countKeysOfToday } from "../db/api-keys.ts";
import {
  changeKey,
  createKey,
  type KeyChange,
  type KeyWithPlaintext,
  type NewKey,
  readKey,
  revokeApiKey,
  rotateKey,
} from "./manage-keys.ts";
import { lockOwnPeople } from "./people/members.ts";
import { accountOf, type Session } from "./people/session.ts";

/** What an operator has granted each key of an account. */
async function grantedLimits(
  sql: Queryable,
  accountId: string,
  defaults: DefaultLimits,
): Promise<DefaultLimits> {
  const account = await selectAccount(sql, accountId);
  return {
    perMinute: account?.per_minute ?? defaults.perMinute,
    perDay: account?.per_day ?? defaults.perDay,
  };
}

type KeyLimits = Pick<KeyChange, "perMinute" | "perDay">;

/** @throws AppError INVALID_REQUEST for more than was granted, and more than the key has */
function checkLimits(asked: KeyLimits, granted: DefaultLimits, present: KeyLimits): void {
  for (const limit of ["perMinute", "perDay"] as const) {
    const most = Math.max(granted[limit], present[limit] ?? 0);
    if ((asked[limit] ?? 0) <= most) continue;
    const message = `must be at most ${most}: operators grant more`;
    throw invalidRequest([{ path: `/${limit}`, message }]);
  }
}

/** A key of this account, a revoked one too. @throws AppError NOT_FOUND, alike for unknown and foreign ones */
async function ownKey(sql: Queryable, accountId: string, keyId: string): Promise<OperatorKeyView> {
  const unknown = new AppError("NOT_FOUND", `There is no key ${keyId} in this account.`);
  if (!isId("key", keyId)) throw unknown;
  const key = await readKey(sql, keyId).catch((error: unknown) => {
    if (hasErrorCode(error, "NOT_FOUND")) return undefined;
    throw error;
  });
  if (key?.accountId !== accountId) throw unknown;
  return key;
}

/**
 * Makes a key for the session's account. Locks its people until the transaction ends: no two calls make the
 * last key that it may have.
 * @throws AppError ACCOUNT_NOT_APPROVED, INVALID_REQUEST, also for one key too many, FORBIDDEN as
 * lockOwnPeople
 */
export async function createOwnKey(
  transaction: TransactionSql,
  session: Session,
  defaults: DefaultLimits,
  key: Omit<NewKey, "accountId" | "madeBy">,
): Promise<KeyWithPlaintext> {
  const { id: accountId } = accountOf(session);
  await lockOwnPeople(transaction, session);
  checkLimits(key, await grantedLimits(transaction, accountId, defaults), {});
  const { keysOfToday } = MEMBER_LIMITS;
  if ((await countKeysOfToday(transaction, accountId)) >= keysOfToday) {
    const message = `An account has at most ${keysOfToday} keys: revoke one that was not used today (UTC) first.`;
    throw new AppError("INVALID_REQUEST", message);
  }
  return createKey(transaction, { ...key, accountId, madeBy: session.user.id });
}

/**
 * Changes a key of the session's account, within what the account was granted; its secret stays.
 * @throws AppError NOT_FOUND also for a revoked key, INVALID_REQUEST, FORBIDDEN as lockOwnPeople
 */
export async function changeOwnKey(
  transaction: TransactionSql,
  session: Session,
  defaults: DefaultLimits,
  { keyId, ...change }: KeyChange & { readonly keyId: string },
): Promise<OperatorKeyView> {
  const { id: accountId } = accountOf(session);
  await lockOwnPeople(transaction, session);
  const key = await ownKey(transaction, accountId, keyId);
  checkLimits(change, await grantedLimits(transaction, accountId, defaults), key);
  return changeKey(transaction, keyId, change);
}

/**
 * Gives a key of the session's account a new secret; the old one stops working at once.
 * @throws AppError NOT_FOUND also for a revoked key, FORBIDDEN as lockOwnPeople
 */
export async function rotateOwnKey(
  transaction: TransactionSql,
  session: Session,
  keyId: string,
): Promise<KeyWithPlaintext> {
  const { id: accountId } = accountOf(session);
  await lockOwnPeople(transaction, session);
  await ownKey(transaction, accountId, keyId);
  return rotateKey(transaction, keyId, session.user.id);
}

/**
 * Revokes a key of the session's account for good; a repeat changes nothing. Without the lock of the others:
 * what a person who was just removed revokes harms nobody.
 * @throws AppError NOT_FOUND, alike for unknown and foreign ones
 */
export async function revokeOwnKey(
  transaction: TransactionSql,
  session: Session,
  keyId: string,
): Promise<OperatorKeyView> {
  await ownKey(transaction, accountOf(session).id, keyId);
  return revokeApiKey(transaction, keyId);
}
