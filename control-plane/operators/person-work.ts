// What operators do for people, as work for actAsOperator. The command line and the console call the same.
import type { TransactionSql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { readAccount } from "../accounts/manage-accounts.ts";
import { makeResetLink } from "../accounts/people/change-password.ts";
import { type MadeLink, makeLink } from "../accounts/people/one-time-links.ts";
import { addOperator, findPerson, removeOperator } from "../accounts/people/operators.ts";
import { removeFactor } from "../accounts/second-factor/second-factor.ts";
import type { Done, OperatorWork } from "../audit/operator-actions.ts";
import type { OperatorAccountView, OwnerLinkView } from "../console/api-types/operator-accounts.ts";
import { deleteIdentitiesOf } from "../db/people/identities.ts";
import { lockWaysIn } from "../db/people/people.ts";
import { deleteSessionsOf } from "../db/people/sessions.ts";
import type { AccountWork } from "./account-work.ts";

/** Whom something was done to. */
export interface PersonNamed {
  readonly id: string;
  readonly email: string;
}

function doneTo({ id, email }: PersonNamed): Done<PersonNamed> {
  return { result: { id, email }, target: id, details: { email } };
}

/** Makes a person an operator. @throws AppError NOT_FOUND, INVALID_REQUEST for one who is */
export function appointOperator(email: string): OperatorWork<PersonNamed> {
  return async (transaction) => doneTo(await addOperator(transaction, email));
}

/** Takes the role away. @throws AppError NOT_FOUND, INVALID_REQUEST for who is none, and for the only operator */
export function dismissOperator(email: string): OperatorWork<PersonNamed> {
  return async (transaction) => doneTo(await removeOperator(transaction, email));
}

/** A link that makes whoever opens it an operator; the log has no secret of it. @param madeBy the operator's name */
export function linkForOperator(madeBy: string): OperatorWork<MadeLink> {
  return async (transaction) => {
    const result = await makeLink(transaction, { kind: "operator", madeBy });
    return { result, target: result.id, details: { expiresAt: result.expiresAt } };
  };
}

/** A link by which a person sets a new password. @param madeBy the operator's name @throws AppError NOT_FOUND */
export function linkForPassword(email: string, madeBy: string): OperatorWork<MadeLink> {
  return async (transaction) => {
    const { userId, email: known, ...result } = await makeResetLink(transaction, email, madeBy);
    return { result, target: userId, details: { email: known, expiresAt: result.expiresAt } };
  };
}

/** Turns off the second factor of somebody who has lost it. @throws AppError NOT_FOUND, INVALID_REQUEST for who has none */
export function removeSecondFactor(email: string): OperatorWork<PersonNamed> {
  return async (transaction) => doneTo(await removeFactor(transaction, email));
}

/**
 * Has somebody's single sign-on lead to them no more, and ends their sessions: for who has got another identity
 * there. @throws AppError NOT_FOUND, INVALID_REQUEST for who has none
 */
export function unlinkPerson(email: string): OperatorWork<PersonNamed> {
  return async (transaction) => {
    const person = await findPerson(transaction, email);
    await lockWaysIn(transaction, person.id);
    if ((await deleteIdentitiesOf(transaction, person.id)) === 0) {
      throw new AppError("INVALID_REQUEST", `${person.email} has not come by single sign-on.`);
    }
    await deleteSessionsOf(transaction, person.id);
    return doneTo(person);
  };
}

/**
 * The account, with its owner's ways in locked: nobody becomes an operator, or gets an identity, between the look at them
 * and what is done to them. @throws AppError NOT_FOUND
 */
async function readOwner(transaction: TransactionSql, accountId: string): Promise<OperatorAccountView> {
  const { id } = await findPerson(transaction, (await readAccount(transaction, accountId)).email);
  await lockWaysIn(transaction, id);
  return readAccount(transaction, accountId);
}

/**
 * Turns off the second factor of the person to whom an account belongs. Those of operators are turned off by command alone,
 * as links for their passwords are made.
 * @param byEmail the operator's, who turns their own off in their settings, with password and code
 * @throws AppError NOT_FOUND, INVALID_REQUEST also for one's own and another operator's
 */
export function removeOwnersFactor(accountId: string, byEmail: string): AccountWork {
  return async (transaction) => {
    const { email, operator } = await readOwner(transaction, accountId);
    if (email.toLowerCase() === byEmail.toLowerCase()) {
      throw new AppError("INVALID_REQUEST", "This account is your own: turn it off in your settings.");
    }
    if (operator) {
      const message = `${email} is an operator: turn it off by the command person remove-factor.`;
      throw new AppError("INVALID_REQUEST", message);
    }
    const { target, details = {} } = await removeSecondFactor(email)(transaction);
    return { result: await readAccount(transaction, accountId), target, accountId, details };
  };
}

/**
 * A link by which the person to whom an account belongs sets a new password, or their first. Those of operators are made
 * by command alone: a session of one operator, which somebody may have got hold of, is no way to become another. So are
 * those of people who come by single sign-on alone: they would not notice a way in beside their provider.
 * @param byEmail the operator's, who changes their own password in their settings
 * @throws AppError NOT_FOUND, INVALID_REQUEST for one's own, another operator's, and of who comes by single sign-on alone
 */
export function linkForOwnersPassword(accountId: string, byEmail: string): OperatorWork<OwnerLinkView> {
  return async (transaction) => {
    const { email, operator, signOnAlone } = await readOwner(transaction, accountId);
    if (email.toLowerCase() === byEmail.toLowerCase()) {
      throw new AppError(
        "INVALID_REQUEST",
        "This account is your own: change your password in your settings.",
      );
    }
    if (operator || signOnAlone) {
      const why = operator ? "is an operator" : "comes by single sign-on and has no password";
      throw new AppError("INVALID_REQUEST", `${email} ${why}: make the link by the command person reset.`);
    }
    const { result, ...done } = await linkForPassword(email, byEmail)(transaction);
    const { path, expiresAt } = result;
    return { ...done, result: { path, expiresAt }, accountId };
  };
}
