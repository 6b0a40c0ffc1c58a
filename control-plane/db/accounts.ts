// SQL of users and accounts. Balances change only in ledger.ts's statements, beside their entries.
import type { Queryable } from "../../shared/db/connect.ts";

export type AccountState = "PENDING" | "APPROVED";

export interface AccountRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  /** What its owner calls it; null where they gave no name. */
  readonly name: string | null;
  readonly state: AccountState;
  readonly blocked_at: Date | null;
  /** Exact decimals, as text. */
  readonly price_multiplier: string;
  readonly moods_granted: string;
  readonly moods_used: string;
  /** Null where the appliance's own quota holds. */
  readonly upload_quota_bytes: string | null;
  /** An exact decimal, as text. */
  readonly share_weight: string;
  /** Null where the appliance's own bound holds. */
  readonly max_running_jobs: number | null;
  /** Requests of each key; null where the appliance's limits hold. */
  readonly per_minute: number | null;
  readonly per_day: number | null;
  readonly created_at: Date;
  /** Whether the user has a second factor. */
  readonly has_second_factor: boolean;
  readonly is_operator: boolean;
  /** Whether the user comes by single sign-on and has no password. */
  readonly is_without_password: boolean;
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
}

/**
 * Makes the user unless one with this address (whatever its case) exists, and returns either. The row is locked until
 * the transaction ends.
 */
export async function upsertUser(sql: Queryable, user: UserRow): Promise<UserRow> {
  const [row] = await sql<UserRow[]>`
    insert into users (id, email) values (${user.id}, ${user.email})
    on conflict (lower(email)) do update set email = users.email
    returning id, email`;
  return row ?? user;
}

/** The first account that is the user's own; undefined for who only acts for others'. */
export async function selectAccountOfUser(sql: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from accounts where user_id = ${userId} order by created_at, id limit 1`;
  return row?.id;
}

/** The account `a` of a person who has only asked for it: it waits for an operator, and they act for no other one. */
function onlyAsked(sql: Queryable, userId: string) {
  return sql`from accounts a join users u on u.id = a.user_id
    where a.user_id = ${userId} and a.state = 'PENDING' and u.blocked_at is null and not u.is_operator
      and not exists (select from accounts other where other.user_id = a.user_id and other.id <> a.id)
      and not exists (select from memberships m where m.user_id = a.user_id)`;
}

/** Whether a person has only asked for an account, whatever operators have done for them but approve it. */
export async function hasOnlyAsked(sql: Queryable, userId: string): Promise<boolean> {
  return (await sql`select ${onlyAsked(sql, userId)}`).count > 0;
}

/**
 * The account that a person has only asked for, where nobody but they has done anything for it or for them;
 * undefined where there is none. Its row is held until the transaction ends (`for no key update`), so that it
 * is not approved meanwhile.
 */
export async function selectMereRequest(
  sql: Queryable,
  userId: string,
): Promise<{ readonly id: string; readonly name: string | null } | undefined> {
  const [row] = await sql<{ id: string; name: string | null }[]>`
    select a.id, a.name ${onlyAsked(sql, userId)} and a.moods_granted = 0
      and not exists (select from operator_actions o where o.account_id = a.id)
      and not exists (select from operator_actions o where o.account_id is null and o.target = a.user_id)
    for no key update of a`;
  return row;
}

/** Takes away what somebody called an account. */
export async function clearAccountName(sql: Queryable, accountId: string): Promise<void> {
  await sql`update accounts set name = null where id = ${accountId}`;
}

/** Adds an account without moods, with the appliance's terms. Its owner's row must be there. */
export async function insertAccount(
  sql: Queryable,
  account: { id: string; userId: string; state: AccountState; name: string | null },
): Promise<void> {
  await sql`
    insert into accounts (id, user_id, state, name)
    values (${account.id}, ${account.userId}, ${account.state}, ${account.name})`;
}

/** Factors and passwords are looked up for each account: of "exists" the planner may read all of them at once, for a page. */
function columns(sql: Queryable) {
  return sql`a.id, a.user_id, u.email, a.name, a.state, u.blocked_at, a.price_multiplier, a.moods_granted, a.moods_used,
    a.upload_quota_bytes, a.share_weight, a.max_running_jobs, a.per_minute, a.per_day, a.created_at,
    coalesce((select f.confirmed_at is not null from second_factors f where f.user_id = u.id), false) as has_second_factor,
    u.is_operator, coalesce((
      select (select p.user_id from passwords p where p.user_id = u.id) is null
      from identities i where i.user_id = u.id limit 1), false) as is_without_password`;
}

/** An account with its owner's address, whatever its state; undefined for an unknown id. */
export async function selectAccount(sql: Queryable, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select ${columns(sql)} from accounts a join users u on u.id = a.user_id where a.id = ${accountId}`;
  return row;
}

/**
 * As selectAccount, the account's row held until the transaction ends (`for no key update`): charges wait
 * meanwhile.
 */
export async function selectAccountForUpdate(
  sql: Queryable,
  accountId: string,
): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select ${columns(sql)} from accounts a join users u on u.id = a.user_id where a.id = ${accountId}
    for no key update of a`;
  return row;
}

/** What people call an account: its name, else its owner's address; undefined for an unknown id. */
export async function selectAccountName(sql: Queryable, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select coalesce(a.name, u.email) as name from accounts a join users u on u.id = a.user_id
    where a.id = ${accountId}`;
  return row?.name;
}

export interface AccountFilter {
  readonly state: AccountState | null;
  /** A part of the owner's address or of the account's name, whatever its case. */
  readonly search: string | null;
}

/**
 * The accounts `a` that match. Only a search looks at their people. A state is written out: in a plan that is kept, the
 * few that wait would be as many as the others.
 */
function matching(sql: Queryable, { state, search }: AccountFilter) {
  const inState = { PENDING: sql`a.state = 'PENDING'`, APPROVED: sql`a.state = 'APPROVED'` };
  const isInState = state === null ? sql`true` : inState[state];
  if (search === null) return sql`from accounts a where ${isInState}`;
  return sql`from accounts a join users u on u.id = a.user_id where ${isInState}
    and (strpos(lower(u.email), lower(${search})) > 0 or strpos(lower(a.name), lower(${search})) > 0)`;
}

/**
 * The newest first. The page is found before anything is read of its accounts. A search goes through all of them in
 * whatever order is cheapest: in that of the page, each account's owner would be looked up by itself.
 */
export async function selectAccounts(
  sql: Queryable,
  filter: AccountFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AccountRow[]> {
  const found = sql`select a.id ${matching(sql, filter)}`;
  return sql<AccountRow[]>`
    with found as ${filter.search === null ? sql`not materialized` : sql`materialized`} (${found})
    select ${columns(sql)} from (
      select id from found order by id desc limit ${limit} offset ${offset}
    ) page cross join lateral (select * from accounts where id = page.id limit 1) a
      join users u on u.id = a.user_id
    order by a.id desc`;
}

/** How many accounts match a filter. */
export async function countAccountsOf(sql: Queryable, filter: AccountFilter): Promise<number> {
  const [row] = await sql<{ accounts: number }[]>`
    select count(*)::float8 as accounts ${matching(sql, filter)}`;
  return row?.accounts ?? 0;
}

/** Sets what an account's operations cost beside the list price, and how many requests its keys may make. */
export async function setTerms(
  sql: Queryable,
  accountId: string,
  terms: { readonly multiplier: string; readonly perMinute: number | null; readonly perDay: number | null },
): Promise<void> {
  await sql`
    update accounts set price_multiplier = ${terms.multiplier}::numeric, per_minute = ${terms.perMinute},
      per_day = ${terms.perDay} where id = ${accountId}`;
}

/** Approves an account, also one that is so already. Whether there was such an account. */
export async function approveAccount(sql: Queryable, accountId: string): Promise<boolean> {
  const result = await sql`update accounts set state = 'APPROVED' where id = ${accountId}`;
  return result.count === 1;
}

/** Gives the account a quota of uploads of its own, or the appliance's again for null. */
export async function setUploadQuota(
  sql: Queryable,
  accountId: string,
  bytes: number | null,
): Promise<boolean> {
  const result = await sql`update accounts set upload_quota_bytes = ${bytes} where id = ${accountId}`;
  return result.count === 1;
}

/** Sets an account's weight, and how many jobs it may run at once. */
export async function setShare(
  sql: Queryable,
  accountId: string,
  { weight, runningJobs }: { readonly weight: number; readonly runningJobs: number | null },
): Promise<void> {
  await sql`
    update accounts set share_weight = ${weight}, max_running_jobs = ${runningJobs} where id = ${accountId}`;
}

/** Blocks or unblocks the account's owner, and with the owner every account of theirs. */
export async function setOwnerBlocked(sql: Queryable, accountId: string, blocked: boolean): Promise<boolean> {
  const result = await sql`
    update users set blocked_at = case when ${blocked} then coalesce(blocked_at, now()) end
    from accounts where accounts.id = ${accountId} and users.id = accounts.user_id`;
  return result.count === 1;
}
