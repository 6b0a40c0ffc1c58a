// Who operates this appliance: adding, removing, listing, and links by which somebody becomes one.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { hasOperator, lockFirstOperator, selectOperators, setOperator } from "../../db/people/operators.ts";
import { lockWaysIn, type PersonRow, selectPersonByEmail } from "../../db/people/people.ts";

export interface OperatorView {
  readonly id: string;
  readonly email: string;
  readonly blocked: boolean;
  /** Whether a second factor is set up. */
  readonly totp: boolean;
  /** Of a session that still lasts; null where there is none. */
  readonly lastUsedAt: string | null;
}

/** All operators, with what tells whether somebody still uses their account. */
export async function listOperators(sql: Queryable): Promise<OperatorView[]> {
  const rows = await selectOperators(sql);
  return rows.map(({ id, email, blocked_at, has_second_factor, last_used_at }) => ({
    id,
    email,
    blocked: blocked_at !== null,
    totp: has_second_factor,
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/**
 * Whoever has this address, whatever its case. For operators' commands, which may tell who is here.
 * @throws AppError NOT_FOUND
 */
export async function findPerson(sql: Queryable, email: string): Promise<PersonRow> {
  const person = await selectPersonByEmail(sql, email);
  if (person === undefined) throw new AppError("NOT_FOUND", `Nobody here has the address ${email}.`);
  return person;
}

/**
 * Makes a person an operator by hand, also one who is by their groups: then it no longer ends with those. Call it
 * inside a transaction.
 * @throws AppError NOT_FOUND, INVALID_REQUEST for one who is one by hand
 */
export async function addOperator(transaction: Queryable, email: string): Promise<PersonRow> {
  const person = await findPerson(transaction, email);
  await lockWaysIn(transaction, person.id);
  if (!(await setOperator(transaction, person.id, { isOperator: true, byGroups: false }))) {
    throw new AppError("INVALID_REQUEST", `${person.email} is an operator already.`);
  }
  return person;
}

/**
 * Takes a person's role of operator away, at once in all their sessions. Call it inside a transaction.
 * @throws AppError NOT_FOUND, INVALID_REQUEST for one who is none, and for the only one
 */
export async function removeOperator(transaction: Queryable, email: string): Promise<PersonRow> {
  await lockFirstOperator(transaction);
  const person = await findPerson(transaction, email);
  if (!(await setOperator(transaction, person.id, { isOperator: false, byGroups: false }))) {
    throw new AppError("INVALID_REQUEST", `${person.email} is no operator.`);
  }
  if (!(await hasOperator(transaction))) {
    throw new AppError("INVALID_REQUEST", `${person.email} is the only operator: add another one before.`);
  }
  return person;
}
