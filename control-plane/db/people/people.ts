// SQL of people: their passwords, and the accounts that they act for. Addresses are one whatever their case.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { AccountState } from "../accounts.ts";
import type { MemberRole } from "./session-admission.ts";
import { membershipCounts, type SignInWay } from "./sessions.ts";

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly is_operator: boolean;
  /** Whether it is their groups at the provider of single sign-on that say so. */
  readonly is_operator_by_groups: boolean;
  readonly is_blocked: boolean;
  /** Null where the person signs in by other ways. */
  readonly password_hash: string | null;
  readonly has_second_factor: boolean;
}

function columns(sql: Queryable) {
  return sql`u.id, u.email, u.is_operator, u.is_operator_by_groups, u.blocked_at is not null as is_blocked, p.hash as password_hash,
    f.confirmed_at is not null as has_second_factor`;
}

/**
 * The person with this address, whatever its case; undefined for nobody. Unlocked: a password that is
 * compared with theirs may change meanwhile.
 */
export async function selectPersonByEmail(sql: Queryable, email: string): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    select ${columns(sql)} from users u left join passwords p on p.user_id = u.id
      left join second_factors f on f.user_id = u.id
    where lower(u.email) = lower(${email})`;
  return row;
}

/** A person by their id; undefined for nobody. Unlocked, as selectPersonByEmail. */
export async function selectPerson(sql: Queryable, userId: string): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    select ${columns(sql)} from users u left join passwords p on p.user_id = u.id
      left join second_factors f on f.user_id = u.id
    where u.id = ${userId}`;
  return row;
}

/** Makes a person; false where somebody has this address. */
export async function insertPerson(
  sql: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<boolean> {
  const result = await sql`
    insert into users (id, email) values (${id}, ${email}) on conflict (lower(email)) do nothing`;
  return result.count === 1;
}

/** Makes changes of how a person signs in, and sign-ins themselves, wait for each other until the transaction ends. */
export async function lockWaysIn(sql: Queryable, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ways in of ' || ${userId}, 0))`;
}

/**
 * Sets a person's password, by its hash, in place of a former one. Their sessions and links for a new
 * password are the caller's to end.
 */
export async function upsertPassword(sql: Queryable, userId: string, hash: string): Promise<void> {
  await sql`
    insert into passwords (user_id, hash) values (${userId}, ${hash})
    on conflict (user_id) do update set hash = excluded.hash, set_at = now()`;
}

export interface PersonAccountRow {
  readonly id: string;
  readonly name: string;
  readonly state: AccountState;
  readonly is_blocked: boolean;
  readonly role: MemberRole;
}

/** Has a person sign in by other ways alone. */
export async function deletePassword(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from passwords where user_id = ${userId}`;
}

/**
 * The accounts that a person acts for: those that are theirs first, then in the order in which they came to them.
 * @param way by which they signed in: what groups give is for sessions of single sign-on alone
 */
export async function selectAccountsOfPerson(
  sql: Queryable,
  { userId, way }: { readonly userId: string; readonly way: SignInWay },
  limit: number,
): Promise<PersonAccountRow[]> {
  return sql<PersonAccountRow[]>`
    select a.id, coalesce(a.name, o.email) as name, a.state, o.blocked_at is not null as is_blocked, of_person.role
    from (
      select id as account_id, 'owner' as role, 0 as place, created_at from accounts where user_id = ${userId}
      union all
      select m.account_id, m.role, 1, m.created_at from memberships m join accounts own on own.id = m.account_id
      where m.user_id = ${userId} and own.user_id <> m.user_id and ${membershipCounts(sql, way)}
    ) of_person
      join accounts a on a.id = of_person.account_id join users o on o.id = a.user_id
    order by of_person.place, of_person.created_at, a.id limit ${limit}`;
}

/** How many accounts wait for an operator, counted up to a bound. Those whose owners are blocked have had their answer. */
export async function countPendingAccounts(sql: Queryable, bound: number): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`
    select count(*)::int as pending from (
      select from accounts a join users u on u.id = a.user_id
      where a.state = 'PENDING' and u.blocked_at is null limit ${bound}) p`;
  return row?.pending ?? 0;
}
