// The people of an account. To whom it belongs is its owner always, who is billed and whom a block meets; others are
// owners, who manage people, or members, and come by invitation. Whoever leaves takes the keys along that they have made,
// unless an owner keeps them: a plaintext that somebody has copied would otherwise outlast their membership.
import type { Queryable, TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { isId } from "../../../shared/ids.ts";
import type { InvitationView, MemberView } from "../../console/api-types/people.ts";
import {
  type AccountPersonRow,
  deleteInvitation,
  deleteInvitationsBy,
  deleteMembership,
  lockPeopleOf,
  revokeKeysMadeBy,
  selectInvitations,
  selectPeopleOf,
  setMemberRole,
} from "../../db/people/memberships.ts";
import type { LinkRow } from "../../db/people/one-time-links.ts";
import type { MemberRole, Session } from "./session.ts";

function viewMember(row: AccountPersonRow): MemberView {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    holder: row.is_holder,
    totp: row.has_second_factor,
    joinedAt: row.joined_at.toISOString(),
  };
}

function viewInvitation({ id, email, role, made_by, expires_at }: LinkRow): InvitationView {
  return {
    id,
    email: email ?? "",
    role: role ?? "member",
    invitedBy: made_by,
    expiresAt: expires_at.toISOString(),
  };
}

/** Everybody of an account, and who is invited. */
export async function listPeople(
  sql: Queryable,
  accountId: string,
): Promise<{ people: MemberView[]; invitations: InvitationView[] }> {
  const people = await selectPeopleOf(sql, accountId);
  const invitations = await selectInvitations(sql, accountId);
  return { people: people.map(viewMember), invitations: invitations.map(viewInvitation) };
}

/**
 * Makes changes of the account's people wait until the transaction ends, once the session's person is one of them still: a
 * key or an invitation that they make a moment after their removal would outlast it.
 * @throws AppError FORBIDDEN
 */
export async function lockOwnPeople(
  transaction: TransactionSql,
  { user, account }: Pick<Session, "user" | "account">,
): Promise<void> {
  const { id = "", role } = account ?? {};
  await lockPeopleOf(transaction, id);
  const person = (await selectPeopleOf(transaction, id)).find(({ id: userId }) => userId === user.id);
  if (person !== undefined && (role !== "owner" || person.role === "owner")) return;
  throw new AppError("FORBIDDEN", "What you may do for this account was changed just now.");
}

function notHere(id: string): AppError {
  return new AppError("NOT_FOUND", `Nobody of this account has the id ${id}.`);
}

/** Of an account: one whose account it is cannot be changed here. @throws AppError NOT_FOUND, INVALID_REQUEST */
async function findMember(sql: Queryable, accountId: string, userId: string): Promise<AccountPersonRow> {
  const people = await selectPeopleOf(sql, accountId);
  const person = people.find(({ id }) => id === userId);
  if (person === undefined) throw notHere(userId);
  if (!person.is_holder) return person;
  throw new AppError("INVALID_REQUEST", `The account is ${person.email}'s own; only operators change that.`);
}

/**
 * Changes what a person may do for the account. Who is no owner any more loses the invitations that they
 * made. Locks the account's people (`lockPeopleOf`) until the transaction ends; whether the caller may is
 * asked before.
 * @throws AppError NOT_FOUND, INVALID_REQUEST for the one whose account it is
 */
export async function changeRole(
  transaction: TransactionSql,
  accountId: string,
  { userId, role }: { readonly userId: string; readonly role: MemberRole },
): Promise<MemberView> {
  await lockPeopleOf(transaction, accountId);
  const person = await findMember(transaction, accountId, userId);
  await setMemberRole(transaction, { accountId, userId, role });
  if (role !== "owner") await deleteInvitationsBy(transaction, accountId, userId);
  return viewMember({ ...person, role });
}

/** What came of somebody's end with an account. */
export interface Removal {
  /** Keys that have been revoked with it. */
  readonly revokedKeys: number;
}

/**
 * Takes a person out of an account, with the invitations that they made and, unless `keepsKeys`, their keys;
 * or takes an invitation back. Locks the account's people until the transaction ends.
 * @param id a person's, or an invitation's
 * @throws AppError NOT_FOUND, INVALID_REQUEST for the one whose account it is
 */
export async function removePerson(
  transaction: TransactionSql,
  accountId: string,
  { id, keepsKeys }: { readonly id: string; readonly keepsKeys: boolean },
): Promise<Removal> {
  await lockPeopleOf(transaction, accountId);
  if (isId("link", id)) {
    if (await deleteInvitation(transaction, accountId, id)) return { revokedKeys: 0 };
    throw notHere(id);
  }
  await findMember(transaction, accountId, id);
  await deleteMembership(transaction, accountId, id);
  await deleteInvitationsBy(transaction, accountId, id);
  return { revokedKeys: keepsKeys ? 0 : await revokeKeysMadeBy(transaction, accountId, id) };
}
