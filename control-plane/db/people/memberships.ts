// SQL of who acts for an account beside the person to whom it belongs, and of who is invited to.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { LinkRow } from "./one-time-links.ts";
import type { MemberRole } from "./session-admission.ts";

export interface AccountPersonRow {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  /** Whether the account is theirs, and billed to them. */
  readonly is_holder: boolean;
  readonly has_second_factor: boolean;
  readonly joined_at: Date;
}

/** The people of an account: whose it is first, then in the order in which they came. */
export async function selectPeopleOf(sql: Queryable, accountId: string): Promise<AccountPersonRow[]> {
  return sql<AccountPersonRow[]>`
    select u.id, u.email, p.role, p.is_holder, f.confirmed_at is not null as has_second_factor, p.joined_at
    from (
      select user_id, 'owner' as role, true as is_holder, created_at as joined_at from accounts where id = ${accountId}
      union all
      select m.user_id, m.role, false, m.created_at from memberships m join accounts a on a.id = m.account_id
      where m.account_id = ${accountId} and a.user_id <> m.user_id
    ) p join users u on u.id = p.user_id left join second_factors f on f.user_id = u.id
    order by p.is_holder desc, p.joined_at, u.id`;
}

/** Makes changes of an account's people wait for each other until the transaction ends. */
export async function lockPeopleOf(sql: Queryable, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('people of ' || ${accountId}, 0))`;
}

/**
 * Makes a person one of the account's; false where they were one before, or the account is theirs. The caller
 * holds `lockPeopleOf`.
 */
export async function insertMembership(
  sql: Queryable,
  membership: { readonly accountId: string; readonly userId: string; readonly role: MemberRole },
): Promise<boolean> {
  const { accountId, userId, role } = membership;
  const result = await sql`
    insert into memberships (account_id, user_id, role)
    select id, ${userId}, ${role} from accounts where id = ${accountId} and user_id <> ${userId}
    on conflict (account_id, user_id) do nothing`;
  return result.count === 1;
}

/**
 * Sets the role of a person who acts for an account; false where they do not. The role of the one whose
 * account it is cannot be set. The caller holds `lockPeopleOf`.
 */
export async function setMemberRole(
  sql: Queryable,
  {
    accountId,
    userId,
    role,
  }: { readonly accountId: string; readonly userId: string; readonly role: MemberRole },
): Promise<boolean> {
  const result = await sql`
    update memberships set role = ${role} where account_id = ${accountId} and user_id = ${userId}`;
  return result.count === 1;
}

/**
 * Ends what a person may do for an account, at once in all their sessions; false where they did not act for
 * it. The caller holds `lockPeopleOf`.
 */
export async function deleteMembership(sql: Queryable, accountId: string, userId: string): Promise<boolean> {
  const result = await sql`delete from memberships where account_id = ${accountId} and user_id = ${userId}`;
  return result.count === 1;
}

/** Invitations that still work, the newest first. */
export async function selectInvitations(sql: Queryable, accountId: string): Promise<LinkRow[]> {
  return sql<LinkRow[]>`
    select id, kind, user_id, account_id, role, email, made_by, created_at, expires_at from one_time_links
    where account_id = ${accountId} and kind = 'invitation' and used_at is null and expires_at > now()
    order by id desc`;
}

/** Withdraws the invitations of an address. */
export async function deleteInvitationsOf(sql: Queryable, accountId: string, email: string): Promise<void> {
  await sql`
    delete from one_time_links
    where account_id = ${accountId} and kind = 'invitation' and lower(email) = lower(${email})`;
}

/** Withdraws the open invitations that somebody has made, who may not invite any more. */
export async function deleteInvitationsBy(sql: Queryable, accountId: string, userId: string): Promise<void> {
  await sql`
    delete from one_time_links
    where account_id = ${accountId} and kind = 'invitation' and used_at is null
      and lower(made_by) = (select lower(email) from users where id = ${userId})`;
}

/** Withdraws an invitation of this account; false where it is no open one of it. */
export async function deleteInvitation(sql: Queryable, accountId: string, linkId: string): Promise<boolean> {
  const result = await sql`
    delete from one_time_links
    where id = ${linkId} and account_id = ${accountId} and kind = 'invitation' and used_at is null`;
  return result.count === 1;
}

/** Revokes what keys of an account a person has made. Returns how many. */
export async function revokeKeysMadeBy(sql: Queryable, accountId: string, userId: string): Promise<number> {
  const result = await sql`
    update api_keys set revoked_at = now()
    where account_id = ${accountId} and made_by = ${userId} and revoked_at is null`;
  return result.count;
}
