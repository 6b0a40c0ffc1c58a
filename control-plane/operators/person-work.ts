// What operators do for people, as work for actAsOperator. The command line and the console call the same.
import { AppError } from "../../shared/errors.ts";
import { readAccount } from "../accounts/manage-accounts.ts";
import { findPerson } from "../accounts/people/operators.ts";
import { removeFactor } from "../accounts/second-factor/second-factor.ts";
import type { OperatorWork } from "../audit/operator-actions.ts";
import { deleteIdentitiesOf } from "../db/people/identities.ts";
import { deleteSessionsOf } from "../db/people/sessions.ts";
import type { AccountWork } from "./account-work.ts";

/** Whom something was done to. */
export interface PersonNamed {
  readonly id: string;
  readonly email: string;
}

/** Turns off the second factor of somebody who has lost it. @throws AppError NOT_FOUND, INVALID_REQUEST for who has none */
export function removeSecondFactor(email: string): OperatorWork<PersonNamed> {
  return async (transaction) => {
    const { id, email: known } = await removeFactor(transaction, email);
    return { result: { id, email: known }, target: id, details: { email: known } };
  };
}

/**
 * Has somebody's single sign-on lead to them no more, and ends their sessions: for who has got another identity
 * there. @throws AppError NOT_FOUND, INVALID_REQUEST for who has none
 */
export function unlinkPerson(email: string): OperatorWork<PersonNamed> {
  return async (transaction) => {
    const { id, email: known } = await findPerson(transaction, email);
    if ((await deleteIdentitiesOf(transaction, id)) === 0) {
      throw new AppError("INVALID_REQUEST", `${known} has not come by single sign-on.`);
    }
    await deleteSessionsOf(transaction, id);
    return { result: { id, email: known }, target: id, details: { email: known } };
  };
}

/**
 * Turns off the second factor of the person to whom an account belongs.
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
