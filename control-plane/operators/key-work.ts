// What operators do with API keys, each as work for actAsOperator. A key's plaintext is shown once, and is not in the audit
// log.
import type { TransactionSql } from "../../shared/db/connect.ts";
import {
  changeKey,
  createKey,
  type KeyChange,
  type KeyWithPlaintext,
  lockKey,
  type NewKey,
  revokeApiKey,
  rotateKey,
} from "../accounts/manage-keys.ts";
import { changesOf, type OperatorWork } from "../audit/operator-actions.ts";
import type { OperatorKeyView } from "../console/api-types/operator-accounts.ts";

/** Makes a key. @throws AppError NOT_FOUND, ACCOUNT_NOT_APPROVED, INVALID_REQUEST */
export function makeKey(key: NewKey): OperatorWork<KeyWithPlaintext> {
  return async (transaction) => {
    const result = await createKey(transaction, key);
    const { id: target, accountId } = result;
    return { result, target, accountId, details: changesOf(null, result) };
  };
}

/** A change of a key, with what that was before. */
function changed<K extends OperatorKeyView>(
  keyId: string,
  change: (transaction: TransactionSql) => Promise<K>,
): OperatorWork<K> {
  return async (transaction) => {
    const before = await lockKey(transaction, keyId);
    const result = await change(transaction);
    return { result, target: keyId, accountId: result.accountId, details: changesOf(before, result) };
  };
}

/** Changes what a key may do; its secret stays. @throws AppError NOT_FOUND also for a revoked key, INVALID_REQUEST */
export function setKey(keyId: string, change: KeyChange): OperatorWork<OperatorKeyView> {
  return changed(keyId, (transaction) => changeKey(transaction, keyId, change));
}

/** Gives a key a new secret. @throws AppError NOT_FOUND also for a revoked key */
export function renewKey(keyId: string): OperatorWork<KeyWithPlaintext> {
  return changed(keyId, (transaction) => rotateKey(transaction, keyId));
}

/** Revokes a key for good. @throws AppError NOT_FOUND */
export function endKey(keyId: string): OperatorWork<OperatorKeyView> {
  return changed(keyId, (transaction) => revokeApiKey(transaction, keyId));
}
