// Invitations to act for an account: a link for one address, which somebody passes on, since this appliance sends no mail.
// Whoever has the address here already joins with their own password or session; the link alone takes nobody over.
import type { Queryable, TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { MEMBER_LIMITS } from "../../../shared/limits/people.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { InvitationOfferView, InvitationView } from "../../console/api-types/people.ts";
import { selectAccountName } from "../../db/accounts.ts";
import {
  deleteInvitationsOf,
  insertMembership,
  lockPeopleOf,
  selectInvitations,
  selectPeopleOf,
} from "../../db/people/memberships.ts";
import { type LinkRow, markLinkUsed } from "../../db/people/one-time-links.ts";
import {
  insertPerson,
  type PersonRow,
  selectPerson,
  selectPersonByEmail,
  upsertPassword,
} from "../../db/people/people.ts";
import { checkEmail } from "../manage-accounts.ts";
import { lockOwnPeople } from "./members.ts";
import { makeLink, takeLink } from "./one-time-links.ts";
import { checkPassword } from "./password-hash.ts";
import { accountOf, type MemberRole, type Session, type SessionAccount } from "./session.ts";
import { type ProofServices, provePassword } from "./sign-in.ts";
import { type RequestOrigin, throttled } from "./throttle.ts";

export interface MadeInvitation extends InvitationView {
  /** Behind the console's host, with the secret, which is shown this once. */
  readonly path: string;
}

/** @throws AppError INVALID_REQUEST */
async function checkRoom(transaction: Queryable, { id }: SessionAccount, email: string): Promise<void> {
  const people = await selectPeopleOf(transaction, id);
  if (people.some((person) => person.email.toLowerCase() === email.toLowerCase())) {
    throw invalidRequest([{ path: "/email", message: "belongs to this account already" }]);
  }
  const invitations = await selectInvitations(transaction, id);
  if (people.length + invitations.length >= MEMBER_LIMITS.ofAccount) {
    const message = `An account has at most ${MEMBER_LIMITS.ofAccount} people and open invitations.`;
    throw new AppError("INVALID_REQUEST", message);
  }
}

/**
 * Invites an address to the session's account; an earlier invitation of the same address ends. Locks the
 * account's people until the transaction ends, so that no two invitations take the last place.
 * @throws AppError INVALID_REQUEST, ACCOUNT_NOT_APPROVED, FORBIDDEN as lockOwnPeople
 */
export async function invite(
  transaction: TransactionSql,
  session: Session,
  { email, role }: { readonly email: string; readonly role: MemberRole },
): Promise<MadeInvitation> {
  checkEmail(email);
  const account = accountOf(session);
  if (account.state !== "APPROVED") throw new AppError("ACCOUNT_NOT_APPROVED");
  await lockOwnPeople(transaction, session);
  await deleteInvitationsOf(transaction, account.id, email);
  await checkRoom(transaction, account, email);
  const invitedBy = session.user.email;
  const purpose = { kind: "invitation", accountId: account.id, role, email, madeBy: invitedBy } as const;
  return { ...(await makeLink(transaction, purpose)), email, role, invitedBy };
}

/**
 * What a link's holder is invited to; the link works on. It is locked until the transaction ends, as
 * `takeLink` does.
 * @throws WrongSecret for a link that is none any more
 */
export async function readInvitation(
  transaction: TransactionSql,
  token: string,
): Promise<InvitationOfferView> {
  const { account_id, email, role } = await takeInvitation(transaction, token);
  return { account: (await selectAccountName(transaction, account_id)) ?? "", email, role };
}

type Invitation = LinkRow & {
  readonly account_id: string;
  readonly email: string;
  readonly role: MemberRole;
};

async function takeInvitation(transaction: TransactionSql, token: string): Promise<Invitation> {
  const link = await takeLink(transaction, token, ["invitation"]);
  const { account_id, email, role } = link;
  if (account_id === null || email === null || role === null)
    throw new Error("an invitation says what it is for");
  return { ...link, account_id, email, role };
}

async function join(transaction: TransactionSql, invitation: Invitation, userId: string): Promise<string> {
  const { id, account_id: accountId, role } = invitation;
  await lockPeopleOf(transaction, accountId);
  await insertMembership(transaction, { accountId, userId, role });
  await markLinkUsed(transaction, id);
  return accountId;
}

/**
 * Joins the account of an invitation as the person who has signed in, whose address it must be for, and uses
 * the link. Returns the account's id. Locks the link, and the account's people.
 * @throws WrongSecret for the link, AppError FORBIDDEN where it is for another address
 */
export async function acceptSignedIn(
  transaction: TransactionSql,
  { user }: Session,
  token: string,
): Promise<string> {
  const invitation = await takeInvitation(transaction, token);
  if (invitation.email.toLowerCase() === user.email.toLowerCase()) {
    return join(transaction, invitation, user.id);
  }
  const message = `This invitation is for ${invitation.email}: sign in as that, or ask for one for ${user.email}.`;
  throw new AppError("FORBIDDEN", message);
}

/**
 * Joins the account of an invitation with a password: a new person's, or the one that the address has here, then with a
 * code where there is a second factor. Returns who has joined, as they proved to be.
 * @throws Throttled, WrongSecret, AppError INVALID_REQUEST, ACCOUNT_BLOCKED, UNAUTHENTICATED for a missing code
 */
export async function acceptWithPassword(
  { sql, hasher, cipher }: ProofServices,
  answer: { readonly token: string; readonly password: string; readonly code?: string | undefined },
  origin: RequestOrigin,
): Promise<PersonRow> {
  const { token, password } = answer;
  const { email } = await throttled(sql, null, origin, () => sql.begin((t) => takeInvitation(t, token)));
  const known = await selectPersonByEmail(sql, email);
  if (known !== undefined) {
    const proof = { email, password, code: answer.code };
    const person = await provePassword({ sql, hasher, cipher }, proof, origin, "/password");
    await sql.begin(async (t) => join(t, await takeInvitation(t, token), person.id));
    return person;
  }
  checkPassword(password, "/password");
  const hash = await hasher.hash(password);
  return sql.begin(async (transaction) => {
    const invitation = await takeInvitation(transaction, token);
    const id = newId("user");
    if (!(await insertPerson(transaction, { id, email }))) throw new AppError("UNAVAILABLE");
    await upsertPassword(transaction, id, hash);
    await join(transaction, invitation, id);
    const person = await selectPerson(transaction, id);
    if (person === undefined) throw new AppError("UNAVAILABLE");
    return person;
  });
}
