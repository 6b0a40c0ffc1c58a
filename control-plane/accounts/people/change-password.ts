// New passwords: a person's own, for the present one and, where there is a second factor, a code of it; by a link that an
// operator has made, for a forgotten one. Every session of the person ends with the old password.
import type { TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { deleteResetLinks, markLinkUsed } from "../../db/people/one-time-links.ts";
import { lockWaysIn, selectPerson, upsertPassword } from "../../db/people/people.ts";
import { deleteSessionsOf } from "../../db/people/sessions.ts";
import { useCode } from "../second-factor/use-code.ts";
import { beginSession, type SessionOrigin } from "./begin-session.ts";
import { type MadeLink, makeLink, takeResetLink } from "./one-time-links.ts";
import { findPerson } from "./operators.ts";
import { checkPassword } from "./password-hash.ts";
import type { Session } from "./session.ts";
import type { ProofServices, SignInServices } from "./sign-in.ts";
import { type RequestOrigin, throttled, WrongSecret } from "./throttle.ts";

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** Asked for where there is a second factor. */
  readonly code?: string | undefined;
}

/**
 * Changes a person's password, and returns the secret of the new session for the browser's cookie.
 * @throws Throttled, WrongSecret for the present one and for a code, AppError UNAUTHENTICATED for a missing code,
 * INVALID_REQUEST, FORBIDDEN for who has none
 */
export async function changePassword(
  { sql, hasher, cipher }: ProofServices,
  { user, way, expiresAt }: Session,
  { current, next, code }: PasswordChange,
  origin: SessionOrigin,
): Promise<string> {
  checkPassword(next, "/next");
  const proven = await throttled(sql, user.email, origin, async () => {
    const person = await selectPerson(sql, user.id);
    const stored = person?.password_hash ?? undefined;
    if (person === undefined || stored === undefined) {
      throw new AppError(
        "FORBIDDEN",
        "You have no password here. An operator can make a link that sets one.",
      );
    }
    if (!(await hasher.verify(stored, current))) {
      throw new WrongSecret("This is not your present password.", "/current");
    }
    if (person.has_second_factor) await useCode({ sql, cipher }, person.id, code, { place: "form" });
    return person;
  });
  const hash = await hasher.hash(next);
  return sql.begin(async (transaction) => {
    await lockWaysIn(transaction, user.id);
    // Who set another one meanwhile, or turned a second factor on, has ended this session, and what was proved before
    // counts no more.
    const person = await selectPerson(transaction, user.id);
    if (
      person?.password_hash !== proven.password_hash ||
      person.has_second_factor !== proven.has_second_factor
    ) {
      throw new AppError("UNAUTHENTICATED");
    }
    await setPassword(transaction, user.id, hash);
    return beginSession(transaction, {
      ...origin,
      userId: user.id,
      way,
      // It has ended with all others.
      formerSecret: undefined,
      // The provider is asked again when it would have been.
      ...(way === "oidc" ? { endsAt: expiresAt } : {}),
    });
  });
}

/** The person's ways in are locked. */
async function setPassword(transaction: TransactionSql, userId: string, hash: string): Promise<void> {
  await upsertPassword(transaction, userId, hash);
  await deleteResetLinks(transaction, userId);
  await deleteSessionsOf(transaction, userId);
}

/**
 * A link by which a person sets a new password; their former ones stop working. Made by operators alone, who
 * hand it over: no mail is sent.
 * @throws AppError NOT_FOUND
 */
export async function makeResetLink(
  transaction: TransactionSql,
  email: string,
  madeBy: string,
): Promise<MadeLink & { readonly userId: string; readonly email: string }> {
  const person = await findPerson(transaction, email);
  // Who signs in for the first time, or becomes an operator meanwhile, ends links that they see.
  await lockWaysIn(transaction, person.id);
  await deleteResetLinks(transaction, person.id);
  const link = await makeLink(transaction, { kind: "reset", userId: person.id, madeBy });
  return { ...link, userId: person.id, email: person.email };
}

/** Sets the password of whom a link is for. @throws Throttled, WrongSecret for the link, AppError INVALID_REQUEST */
export async function resetPassword(
  { sql, hasher }: SignInServices,
  { token, password }: { readonly token: string; readonly password: string },
  origin: RequestOrigin,
): Promise<void> {
  checkPassword(password, "/password");
  await throttled(sql, null, origin, async () => {
    const hash = await hasher.hash(password);
    await sql.begin(async (transaction) => {
      const link = await takeResetLink(transaction, token);
      await markLinkUsed(transaction, link.id);
      if (link.user_id === null) return;
      await setPassword(transaction, link.user_id, hash);
    });
  });
}
