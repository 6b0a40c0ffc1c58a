// Asking for an account: a person with a password and an account that waits for an operator. That an address has an
// account here already cannot be hidden from who asks for one, since this appliance sends no mail; so asking is rare, by
// address, and never changes what is there: a person whom an operator has made gets a password by the operator's link.
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { ACCOUNT_REQUEST_LIMITS } from "../../../shared/limits/people.ts";
import { plainLine } from "../../../shared/plain-line.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { insertAccount } from "../../db/accounts.ts";
import { countPendingAccounts, insertPerson, upsertPassword } from "../../db/people/people.ts";
import { checkEmail } from "../manage-accounts.ts";
import { beginSession, type SessionOrigin } from "./begin-session.ts";
import { checkPassword } from "./password-hash.ts";
import type { SignInServices } from "./sign-in.ts";
import { countAccountRequest } from "./throttle.ts";

export interface AccountRequest {
  readonly email: string;
  readonly password: string;
  /** What the account is to be called, in one line; null, or nothing that is seen, for the address. */
  readonly name: string | null;
}

/**
 * Makes a person with a pending account, and signs them in; returns what the browser is to carry.
 * @throws Throttled, AppError INVALID_REQUEST, also for an address that is taken, RATE_LIMITED where too many wait
 */
export async function askForAccount(
  { sql, hasher }: SignInServices,
  { email, password, name }: AccountRequest,
  origin: SessionOrigin,
): Promise<string> {
  checkEmail(email);
  checkPassword(password, "/password");
  await countAccountRequest(sql, origin);
  const hash = await hasher.hash(password);
  return sql.begin(async (transaction) => {
    const { pending } = ACCOUNT_REQUEST_LIMITS;
    if ((await countPendingAccounts(transaction, pending)) >= pending) {
      throw new AppError("RATE_LIMITED", "Too many requests wait for this appliance's operators.");
    }
    const userId = newId("user");
    if (!(await insertPerson(transaction, { id: userId, email }))) {
      const message = "is known here: sign in, or ask an operator for a link that sets a new password";
      throw invalidRequest([{ path: "/email", message }]);
    }
    await upsertPassword(transaction, userId, hash);
    await insertAccount(transaction, {
      id: newId("account"),
      userId,
      state: "PENDING",
      name: plainLine(name ?? "") || null,
    });
    return beginSession(transaction, { userId, way: "password", ...origin });
  });
}
