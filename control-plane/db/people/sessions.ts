// SQL of sessions: beginning, choosing an account, ending.
import type { Queryable } from "../../../shared/db/connect.ts";

export type SignInWay = "password" | "oidc";

/**
 * Whether a membership `m` counts in a session: what groups gave is for those alone who came by single sign-on.
 * @param way the session's; undefined where the statement has the session's row as `s`
 */
export function membershipCounts(sql: Queryable, way?: SignInWay) {
  return sql`(${way ?? sql`s.way`} = 'oidc' or not m.by_groups)`;
}

export interface NewSession {
  readonly id: string;
  /** SHA-256 in hexadecimal digits. */
  readonly secretHash: string;
  readonly userId: string;
  readonly accountId: string | null;
  readonly way: SignInWay;
  readonly origin: string;
  readonly browser: string | null;
  readonly absoluteMs: number;
}

/**
 * Adds a session, which lasts for `absoluteMs` by the database's clock at most. Of its secret only the
 * SHA-256 is stored.
 */
export async function insertSession(sql: Queryable, session: NewSession): Promise<void> {
  await sql`
    insert into sessions (id, secret_hash, user_id, account_id, way, origin, browser, expires_at)
    values (${session.id}, decode(${session.secretHash}, 'hex'), ${session.userId}, ${session.accountId},
      ${session.way}, ${session.origin}, ${session.browser}, now() + ${session.absoluteMs} * interval '1 millisecond')`;
}

/**
 * Ends anybody's sessions that are over, at most `sweptAtOnce` and not those that somebody holds; and of this
 * person those that were idle for too long, and beyond the `kept` that were used last.
 */
export async function deleteSpareSessions(
  sql: Queryable,
  userId: string,
  {
    idleMs,
    kept,
    sweptAtOnce,
  }: { readonly idleMs: number; readonly kept: number; readonly sweptAtOnce: number },
): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where expires_at <= now() order by expires_at limit ${sweptAtOnce} for update skip locked)`;
  await sql`
    delete from sessions where user_id = ${userId} and (
      last_used_at <= now() - ${idleMs} * interval '1 millisecond' or id in (
        select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${kept}))`;
}

/** Ends a session; one that is gone already stays so. */
export async function deleteSession(sql: Queryable, sessionId: string): Promise<void> {
  await sql`delete from sessions where id = ${sessionId}`;
}

/** Ends a session by what its browser carries. */
export async function deleteSessionOf(sql: Queryable, secretHash: string): Promise<void> {
  await sql`delete from sessions where secret_hash = decode(${secretHash}, 'hex')`;
}

/** Ends the sessions of the person to whom an account belongs. */
export async function deleteSessionsOfOwner(sql: Queryable, accountId: string): Promise<void> {
  await sql`
    delete from sessions s using accounts a where a.id = ${accountId} and s.user_id = a.user_id`;
}

/** Ends a person's sessions. */
export async function deleteSessionsOf(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`;
}

/** Has a session act for another account. Whether the person may act for it is the caller's to see. */
export async function setSessionAccount(sql: Queryable, sessionId: string, accountId: string): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where id = ${sessionId}`;
}

/** Ends one of a person's sessions; false where they have none with this id. */
export async function deleteOwnSession(sql: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const result = await sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`;
  return result.count === 1;
}

/** Ends a person's sessions save for one; returns how many. */
export async function deleteOtherSessions(sql: Queryable, userId: string, keptId: string): Promise<number> {
  const result = await sql`delete from sessions where user_id = ${userId} and id <> ${keptId}`;
  return result.count;
}

export interface OwnSessionRow {
  readonly id: string;
  readonly way: SignInWay;
  readonly origin: string;
  readonly browser: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

/** A person's sessions that last, those that were used last first. */
export async function selectSessionsOf(
  sql: Queryable,
  userId: string,
  { idleMs, limit }: { readonly idleMs: number; readonly limit: number },
): Promise<OwnSessionRow[]> {
  return sql<OwnSessionRow[]>`
    select id, way, origin, browser, created_at, last_used_at, expires_at from sessions
    where user_id = ${userId} and expires_at > now()
      and last_used_at > now() - ${idleMs} * interval '1 millisecond'
    order by last_used_at desc, id desc limit ${limit}`;
}
