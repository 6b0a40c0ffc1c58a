// Signing in with a password. An unknown address, a wrong password and a person without one are answered alike and after
// the same work; that somebody is blocked is told only to who knows the password.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { selectPersonByEmail } from "../../db/people/people.ts";
import { beginSession } from "./begin-session.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { type RequestOrigin, throttled, WrongSecret } from "./throttle.ts";

export interface SignInServices {
  readonly sql: Sql;
  readonly hasher: PasswordHasher;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Proves that somebody is who they say; returns their id.
 * @param path of the field that is wrong in a form that is not the sign-in's
 * @throws Throttled, WrongSecret, AppError ACCOUNT_BLOCKED, UNAVAILABLE
 */
export function provePassword(
  { sql, hasher }: SignInServices,
  { email, password }: Credentials,
  origin: RequestOrigin,
  path?: string,
): Promise<string> {
  return throttled(sql, email, origin, async () => {
    const person = await selectPersonByEmail(sql, email);
    const isRight = await hasher.verify(person?.password_hash ?? undefined, password);
    if (person === undefined || !isRight) {
      throw new WrongSecret("The e-mail address or the password is wrong.", path);
    }
    if (person.is_blocked) throw new AppError("ACCOUNT_BLOCKED", "You are blocked here. Ask an operator.");
    return person.id;
  });
}

/**
 * Signs a person in; returns what the browser is to carry.
 * @throws Throttled, AppError UNAUTHENTICATED, ACCOUNT_BLOCKED, UNAVAILABLE
 */
export async function signIn(
  services: SignInServices,
  credentials: Credentials,
  origin: RequestOrigin & { readonly formerSecret: string | undefined },
): Promise<string> {
  const userId = await provePassword(services, credentials, origin);
  const { clientAddress, formerSecret } = origin;
  return beginSession(services.sql, { userId, way: "password", origin: clientAddress, formerSecret });
}
