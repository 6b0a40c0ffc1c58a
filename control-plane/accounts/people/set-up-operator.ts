// How somebody becomes an operator: the first one by the settings or by the link of a start, another one by a link that an
// operator has made. A link's holder names an address and a password. Somebody who has a password here keeps it and has to
// know it, and somebody who comes another way gets none by an operator's link: a link makes operators, and takes nobody's
// account over. Before there is an operator, whoever holds the link has the appliance, and made the accounts that it has.
import type { TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { deleteSetupLinks, markLinkUsed } from "../../db/people/one-time-links.ts";
import { hasOperator, lockFirstOperator, setOperator } from "../../db/people/operators.ts";
import { insertPerson, lockWaysIn, selectPersonByEmail, upsertPassword } from "../../db/people/people.ts";
import { deleteSessionsOf } from "../../db/people/sessions.ts";
import { checkEmail } from "../manage-accounts.ts";
import { type MadeLink, makeLink, takeLink } from "./one-time-links.ts";
import { checkPassword, type PasswordHasher } from "./password-hash.ts";
import type { Credentials } from "./sign-in.ts";
import { WrongSecret } from "./throttle.ts";

/** Who has become an operator. */
export interface NewOperator {
  readonly id: string;
  readonly email: string;
}

function addByName(what: string): AppError {
  return invalidRequest([{ path: "/email", message: `${what}: have an operator add it by name` }]);
}

/** Makes somebody new. @throws AppError UNAVAILABLE where another call made them meanwhile: they are found the next time */
async function makePerson(transaction: TransactionSql, email: string): Promise<string> {
  const id = newId("user");
  if (!(await insertPerson(transaction, { id, email }))) throw new AppError("UNAVAILABLE");
  return id;
}

/** Locks the ways in of whoever has this address, and then the first operator's making: in the order of sign-ins. */
async function lockMaking(transaction: TransactionSql, email: string): Promise<void> {
  const known = await selectPersonByEmail(transaction, email);
  if (known !== undefined) await lockWaysIn(transaction, known.id);
  await lockFirstOperator(transaction);
}

/**
 * Makes an operator of whoever holds a link of kind `setup` or `operator`: somebody new, or who is known here
 * with that password. Locks their ways in and the first operator's making (`lockFirstOperator`) until the
 * transaction ends, in which a password is hashed; begin their session in it, too.
 * @throws WrongSecret for the link and for a known person's password; AppError INVALID_REQUEST, and UNAVAILABLE where
 * a person of this address comes to be meanwhile
 */
export async function setUpOperator(
  transaction: TransactionSql,
  hasher: PasswordHasher,
  token: string,
  { email, password }: Credentials,
): Promise<NewOperator> {
  checkEmail(email);
  // To compare a password takes a while, in which it may be changed.
  await lockMaking(transaction, email);
  const link = await takeLink(transaction, token, ["setup", "operator"]);
  const person = await selectPersonByEmail(transaction, email);
  const stored = person?.password_hash ?? undefined;
  if (stored === undefined) {
    checkPassword(password, "/password");
  } else if (!(await hasher.verify(stored, password))) {
    throw new WrongSecret("This address is known here with another password: give that one.", "/password");
  }
  if (person?.has_second_factor === true) throw addByName("has a second factor here");
  if (person !== undefined && stored === undefined && link.kind === "operator")
    throw addByName("is known here without a password");
  const id = person?.id ?? (await makePerson(transaction, email));
  if (stored === undefined) await upsertPassword(transaction, id, await hasher.hash(password));
  await setOperator(transaction, id, { isOperator: true, byGroups: false });
  await markLinkUsed(transaction, link.id);
  // What the appliance gave out while it had no operator.
  await deleteSetupLinks(transaction);
  return { id, email: person?.email ?? email };
}

/**
 * Makes the operator whom the settings name, unless there is one; undefined where nothing was to be done. The
 * password is the settings' whatever it was: somebody may have asked for an account with this address before;
 * their sessions end. Called at each start; several planes wait for each other (`lockFirstOperator`).
 * @throws AppError UNAVAILABLE where a person of this address comes to be meanwhile
 */
export async function ensureNamedOperator(
  transaction: TransactionSql,
  hasher: PasswordHasher,
  { email, password }: Credentials,
): Promise<NewOperator | undefined> {
  await lockMaking(transaction, email);
  if (await hasOperator(transaction)) return undefined;
  const person = await selectPersonByEmail(transaction, email);
  const id = person?.id ?? (await makePerson(transaction, email));
  await upsertPassword(transaction, id, await hasher.hash(password));
  await deleteSessionsOf(transaction, id);
  await setOperator(transaction, id, { isOperator: true, byGroups: false });
  await deleteSetupLinks(transaction);
  return { id, email: person?.email ?? email };
}

/**
 * The link of a start while there is no operator; undefined where there is one. Under `lockFirstOperator`, as
 * the making of an operator is.
 */
export async function makeFirstLink(
  transaction: TransactionSql,
  madeBy: string,
): Promise<MadeLink | undefined> {
  await lockFirstOperator(transaction);
  return (await hasOperator(transaction)) ? undefined : makeLink(transaction, { kind: "setup", madeBy });
}
