// What operators do for people, as work for actAsOperator. The command line and the console call the same.
import type { TransactionSql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { readAccount } from "../accounts/manage-accounts.ts";
import { removeFactor } from "../accounts/second-factor/second-factor.ts";
import type { Done } from "../audit/operator-actions.ts";
import type { AccountWork } from "./account-work.ts";

export interface RemovedFactor {
  readonly id: string;
  readonly email: string;
}

/** Turns off the second factor of somebody who has lost it. @throws AppError NOT_FOUND, INVALID_REQUEST for who has none */
export function removeSecondFactor(
  email: string,
): (transaction: TransactionSql) => Promise<Done<RemovedFactor>> {
  return async (transaction) => {
    const { id, email: known } = await removeFactor(transaction, email);
    return { result: { id, email: known }, target: id, details: { email: known } };
  };
}

/**
 * The same for the person to whom an account belongs.
 * @param byEmail the operator's, who turns their own off in their settings, with password and code
 * @throws AppError NOT_FOUND, INVALID_REQUEST also for one's own
 */
export function removeOwnersFactor(accountId: string, byEmail: string): AccountWork {
  return async (transaction) => {
    const { email } = await readAccount(transaction, accountId);
    if (email.toLowerCase() === byEmail.toLowerCase()) {
      throw new AppError("INVALID_REQUEST", "This account is your own: turn it off in your settings.");
    }
    const { target, details = {} } = await removeSecondFactor(email)(transaction);
    return { result: await readAccount(transaction, accountId), target, accountId, details };
  };
}
