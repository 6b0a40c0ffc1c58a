// What operators do with accounts, each as work for actAsOperator: the change, and what the audit log keeps of it. The
// command line and the console call these same functions.
import type { TransactionSql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import {
  type AccountAction,
  changeAccount,
  changeShare,
  changeTerms,
  changeUploadQuota,
  createAccount,
  lockAccount,
  readAccount,
  type ShareChange,
  type TermsChange,
} from "../accounts/manage-accounts.ts";
import { changesOf, type OperatorWork } from "../audit/operator-actions.ts";
import { adjustMoods } from "../billing/adjust-moods.ts";
import { grantMoods } from "../billing/grant-moods.ts";
import type { OperatorAccountView } from "../console/api-types/operator-accounts.ts";

export type AccountWork = OperatorWork<OperatorAccountView>;

function invalid(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

interface ChangeTerms {
  readonly note?: string | undefined;
  /** What it must have been granted before, so that a change whose answer was lost is not made twice. */
  readonly moodsGranted?: number | undefined;
}

/** A change of an account, with what that was before. */
function changed(
  accountId: string,
  change: (transaction: TransactionSql) => Promise<void>,
  { note, moodsGranted }: ChangeTerms = {},
): AccountWork {
  return async (transaction) => {
    const before = await lockAccount(transaction, accountId);
    if (moodsGranted !== undefined && moodsGranted !== before.moodsGranted) {
      throw invalid(
        "The account's moods were changed meanwhile, perhaps by your own earlier try. Reload the page and look at its ledger.",
      );
    }
    await change(transaction);
    const result = await readAccount(transaction, accountId);
    const changes = changesOf(before, result);
    const details = note === undefined ? changes : { ...changes, note };
    return { result, target: accountId, accountId, details };
  };
}

export interface AccountRequest {
  readonly email: string;
  readonly approve: boolean;
  /** A positive decimal; null for none. */
  readonly grant: string | null;
  /** Whether the operator knows who signs in with this address. */
  readonly isKnown?: boolean;
}

/** Makes an account. @throws AppError INVALID_REQUEST */
export function makeAccount({ grant, ...account }: AccountRequest): AccountWork {
  return async (transaction) => {
    const { id } = await createAccount(transaction, account);
    if (grant !== null) await grantMoods(transaction, { accountId: id, moods: grant, note: null });
    const result = await readAccount(transaction, id);
    return { result, target: id, accountId: id, details: changesOf(null, result) };
  };
}

export interface AccountApproval {
  /** Moods that it begins with: a positive decimal; undefined for none. */
  readonly grant?: string | undefined;
  /** As of a grant. */
  readonly moodsGranted?: number | undefined;
}

/** Approves an account, and grants it what it begins with. @throws AppError NOT_FOUND, INVALID_REQUEST */
export function approveAccount(
  accountId: string,
  { grant, moodsGranted }: AccountApproval = {},
): AccountWork {
  const approve = async (transaction: TransactionSql): Promise<void> => {
    await changeAccount(transaction, accountId, "approve");
    if (grant !== undefined) await grantMoods(transaction, { accountId, moods: grant, note: null });
  };
  return changed(accountId, approve, { moodsGranted });
}

/** Blocks or unblocks an account's owner. @throws AppError NOT_FOUND */
export function setAccountBlock(accountId: string, action: Exclude<AccountAction, "approve">): AccountWork {
  return changed(accountId, (transaction) => changeAccount(transaction, accountId, action));
}

/**
 * @param moodsGranted what the account must have been granted before; undefined for whatever it was
 * @throws AppError NOT_FOUND, INVALID_REQUEST
 */
export function grantToAccount(accountId: string, moods: string, moodsGranted?: number): AccountWork {
  const grant = { accountId, moods, note: null };
  return changed(accountId, (transaction) => grantMoods(transaction, grant), { moodsGranted });
}

export interface AccountAdjustment {
  /** A signed decimal. */
  readonly moods: string;
  /** Why. */
  readonly note: string;
  /** As of a grant. */
  readonly moodsGranted?: number | undefined;
}

/** Adds or takes moods away. @throws AppError NOT_FOUND, INVALID_REQUEST, INSUFFICIENT_MOODS */
export function adjustAccount(
  accountId: string,
  { moods, note, moodsGranted }: AccountAdjustment,
): AccountWork {
  const adjustment = { accountId, moods, note };
  return changed(accountId, (transaction) => adjustMoods(transaction, adjustment), { note, moodsGranted });
}

/** Sets the quota of uploads in whole GiB; null for the appliance's. @throws AppError NOT_FOUND, INVALID_REQUEST */
export function setAccountQuota(accountId: string, quotaGb: number | null): AccountWork {
  const { min, max } = STORAGE_LIMITS.uploadQuotaGb;
  if (quotaGb !== null && !(Number.isInteger(quotaGb) && quotaGb >= min && quotaGb <= max)) {
    throw invalid(`The quota must be "default" or a whole number of GiB from ${min} to ${max}.`);
  }
  return changed(accountId, (transaction) => changeUploadQuota(transaction, accountId, quotaGb));
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export function setAccountShare(accountId: string, share: ShareChange): AccountWork {
  return changed(accountId, (transaction) => changeShare(transaction, accountId, share));
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export function setAccountTerms(accountId: string, terms: TermsChange): AccountWork {
  return changed(accountId, (transaction) => changeTerms(transaction, accountId, terms));
}
