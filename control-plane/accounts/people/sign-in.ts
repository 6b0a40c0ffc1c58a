// Signing in with a password, and with a code where there is a second factor. An unknown address, a wrong password and a
// person without one are answered alike and after the same work; that somebody is blocked, or has a second factor, is told
// only to who knows the password.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { lockWaysIn, type PersonRow, selectPerson, selectPersonByEmail } from "../../db/people/people.ts";
import type { FactorCipher } from "../second-factor/factor-cipher.ts";
import { useCode } from "../second-factor/use-code.ts";
import { beginSession, type SessionOrigin } from "./begin-session.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { type RequestOrigin, throttled, WrongSecret } from "./throttle.ts";

export interface SignInServices {
  readonly sql: Sql;
  readonly hasher: PasswordHasher;
}

/** Who signs in with a password; operators always may, for when the provider of single sign-on is away. */
export type PasswordsFor = "everybody" | "operators";

/** What a proof needs where a second factor may be asked for. */
export interface ProofServices extends SignInServices {
  readonly cipher: FactorCipher;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** As they come from a form. */
export interface TypedCredentials extends Credentials {
  /** Of the second factor, where the person has one. */
  readonly code?: string | undefined;
}

/**
 * Proves that somebody is who they say, by password and, where they have one, by second factor; returns them as
 * they were then. A right
 * password without a code is no guess, and says that a code is missing.
 * @param path of the password in a form that is not the sign-in's
 * @throws Throttled, WrongSecret, AppError ACCOUNT_BLOCKED, UNAUTHENTICATED for a missing code, UNAVAILABLE
 */
export function provePassword(
  { sql, hasher, cipher }: ProofServices,
  { email, password, code }: TypedCredentials,
  origin: RequestOrigin,
  path?: string,
): Promise<PersonRow> {
  return throttled(sql, email, origin, async () => {
    const person = await selectPersonByEmail(sql, email);
    const isRight = await hasher.verify(person?.password_hash ?? undefined, password);
    if (person === undefined || !isRight) {
      throw new WrongSecret("The e-mail address or the password is wrong.", path);
    }
    if (person.is_blocked) throw new AppError("ACCOUNT_BLOCKED", "You are blocked here. Ask an operator.");
    if (person.has_second_factor) await useCode({ sql, cipher }, person.id, code, { place: "sign-in" });
    return person;
  });
}

/**
 * Begins a session for somebody who has proved who they are. To compare a password takes a while: where it, or the second
 * factor, was changed meanwhile, all sessions have ended with the former one, and none may begin with it any more.
 * @throws AppError UNAUTHENTICATED
 */
export function beginProvenSession(sql: Sql, proven: PersonRow, origin: SessionOrigin): Promise<string> {
  const { id: userId, password_hash: hash, has_second_factor: hasFactor } = proven;
  return sql.begin(async (transaction) => {
    await lockWaysIn(transaction, userId);
    const person = await selectPerson(transaction, userId);
    if (person?.password_hash !== hash || person.has_second_factor !== hasFactor) {
      throw new AppError("UNAUTHENTICATED", "How you sign in was changed just now. Sign in again.");
    }
    return beginSession(transaction, { userId, way: "password", ...origin });
  });
}

/**
 * Signs a person in; returns what the browser is to carry.
 * @throws Throttled, AppError UNAUTHENTICATED, ACCOUNT_BLOCKED, FORBIDDEN for whom passwords are not for, UNAVAILABLE
 */
export async function signIn(
  services: ProofServices,
  credentials: TypedCredentials,
  origin: SessionOrigin,
  passwordsFor: PasswordsFor,
): Promise<string> {
  const person = await provePassword(services, credentials, origin);
  if (passwordsFor === "operators") {
    // Who operates by their groups does so by single sign-on.
    if (!person.is_operator || person.is_operator_by_groups) {
      throw new AppError("FORBIDDEN", "Only operators sign in with passwords here. Use single sign-on.");
    }
  }
  return beginProvenSession(services.sql, person, origin);
}
