// SQL of sessions: beginning, choosing an account, ending.
import type { Queryable } from "../../../shared/db/connect.ts";

export type SignInWay = "password" | "oidc";

export interface NewSession {
  readonly id: string;
  /** SHA-256 in hexadecimal digits. */
  readonly secretHash: string;
  readonly userId: string;
  readonly accountId: string | null;
  readonly way: SignInWay;
  readonly origin: string;
  readonly absoluteMs: number;
}

export async function insertSession(sql: Queryable, session: NewSession): Promise<void> {
  await sql`
    insert into sessions (id, secret_hash, user_id, account_id, way, origin, expires_at)
    values (${session.id}, decode(${session.secretHash}, 'hex'), ${session.userId}, ${session.accountId},
      ${session.way}, ${session.origin}, now() + ${session.absoluteMs} * interval '1 millisecond')`;
}

/** Ends what is over, some at a time, and of this person those beyond the bound that were not used for longest. */
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

export async function setSessionAccount(sql: Queryable, sessionId: string, accountId: string): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where id = ${sessionId}`;
}
