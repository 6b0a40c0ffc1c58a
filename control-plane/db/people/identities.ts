// SQL of who people are at providers of single sign-on, and of what their groups there give them.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { MemberRole } from "./session-admission.ts";

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Makes sign-ins of one identity wait for each other until the transaction ends. */
export async function lockIdentity(sql: Queryable, { issuer, subject }: Identity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`;
}

/**
 * The user to whom an identity of a provider is connected; undefined for nobody's. Under `lockIdentity`,
 * where one is made for want of it.
 */
export async function selectIdentity(
  sql: Queryable,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`;
  return row?.user_id;
}

/** The providers at which a person has an identity. */
export async function selectIssuersOf(sql: Queryable, userId: string): Promise<string[]> {
  const rows = await sql<{ issuer: string }[]>`
    select issuer from identities where user_id = ${userId} order by issuer`;
  return rows.map(({ issuer }) => issuer);
}

/** Connects an identity with a user. The caller holds `lockIdentity`, and has seen that nobody has it. */
export async function insertIdentity(
  sql: Queryable,
  { issuer, subject, userId }: Identity & { readonly userId: string },
): Promise<void> {
  await sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`;
}

/**
 * Whether a person operates the appliance because their groups say so; false where somebody here made them an
 * operator.
 */
export async function isOperatorByGroups(sql: Queryable, userId: string): Promise<boolean> {
  const [row] = await sql<{ is_operator_by_groups: boolean }[]>`
    select is_operator_by_groups from users where id = ${userId}`;
  return row?.is_operator_by_groups === true;
}

/** The accounts for which a person acts by their groups. */
export async function selectAccountsByGroups(sql: Queryable, userId: string): Promise<string[]> {
  const rows = await sql<{ account_id: string }[]>`
    select account_id from memberships where user_id = ${userId} and by_groups order by account_id`;
  return rows.map(({ account_id }) => account_id);
}

/**
 * Makes a person act for an account by their groups, unless they do otherwise, or the account has as many people already
 * as it may have. Whether they act for it now.
 */
export async function upsertMembershipByGroups(
  sql: Queryable,
  membership: { readonly accountId: string; readonly userId: string; readonly role: MemberRole },
  maxPeople: number,
): Promise<boolean> {
  const { accountId, userId, role } = membership;
  await sql`
    insert into memberships (account_id, user_id, role, by_groups)
    select id, ${userId}, ${role}, true from accounts where id = ${accountId} and user_id <> ${userId}
      and ((select count(*) from memberships where account_id = ${accountId}) + 1 < ${maxPeople}
        or exists (select from memberships where account_id = ${accountId} and user_id = ${userId}))
    on conflict (account_id, user_id) do update set role = excluded.role
      where memberships.by_groups and memberships.role <> excluded.role`;
  const [row] = await sql<{ acts: boolean }[]>`
    select exists (select from accounts where id = ${accountId} and user_id = ${userId})
      or exists (select from memberships where account_id = ${accountId} and user_id = ${userId}) as acts`;
  return row?.acts === true;
}

/** Removes a person's identities. Returns how many. */
export async function deleteIdentitiesOf(sql: Queryable, userId: string): Promise<number> {
  const result = await sql`delete from identities where user_id = ${userId}`;
  return result.count;
}
