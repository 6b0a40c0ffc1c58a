// SQL of what long streams ask now and then: whether who opened them may still read.
import type { Queryable } from "../../../shared/db/connect.ts";
import { membershipCounts } from "./sessions.ts";

export interface SessionForAccount {
  readonly sessionId: string;
  readonly accountId: string;
}

/** Of these sessions, those that last and act for the account still. */
export async function selectActiveSessions(
  sql: Queryable,
  sessions: readonly SessionForAccount[],
  idleMs: number,
): Promise<Set<string>> {
  const ids = sessions.map(({ sessionId }) => sessionId);
  const accountIds = sessions.map(({ accountId }) => accountId);
  const rows = await sql<{ id: string }[]>`
    select s.id from unnest(${ids}::text[], ${accountIds}::text[]) as asked (session_id, account_id)
      join sessions s on s.id = asked.session_id and s.account_id = asked.account_id
      join users u on u.id = s.user_id and u.blocked_at is null
      join accounts a on a.id = s.account_id
      join users o on o.id = a.user_id and o.blocked_at is null
    where s.expires_at > now() and s.last_used_at > now() - ${idleMs} * interval '1 millisecond'
      and (a.user_id = s.user_id
        or exists (select from memberships m where m.account_id = a.id and m.user_id = s.user_id
          and ${membershipCounts(sql)}))`;
  return new Set(rows.map(({ id }) => id));
}

/** What a caller of the API has shown, by which it is asked later whether they may still read. */
export type Credential =
  | {
      readonly keyId: string;
      /** SHA-256 of the key's secret in hexadecimal digits: a rotation replaces it. */
      readonly secretHash: string;
      readonly clientAddress: string;
    }
  | SessionForAccount;

/** A credential, and the scope that a stream needs; sessions have all. */
export interface Reader {
  readonly credential: Credential;
  readonly scope: string;
}

/** The places, from 0, of those readers that may still read. */
export async function selectActiveReaders(
  sql: Queryable,
  readers: readonly Reader[],
  idleMs: number,
): Promise<Set<number>> {
  const asked = readers.map(({ credential, scope }) =>
    "keyId" in credential
      ? { ...credential, id: credential.keyId, accountId: null, scope }
      : {
          id: credential.sessionId,
          accountId: credential.accountId,
          secretHash: null,
          clientAddress: null,
          scope,
        },
  );
  const rows = await sql<{ place: number }[]>`
    with asked as (
      select * from unnest(${asked.map(({ id }) => id)}::text[], ${asked.map(({ accountId }) => accountId)}::text[],
        ${asked.map(({ secretHash }) => secretHash)}::text[], ${asked.map(({ clientAddress }) => clientAddress)}::inet[],
        ${asked.map(({ scope }) => scope)}::text[])
        with ordinality as q (id, account_id, secret_hash, client_address, scope, place)
    )
    select q.place::int from asked q join api_keys k on k.id = q.id and k.secret_hash = decode(q.secret_hash, 'hex')
      join accounts a on a.id = k.account_id join users o on o.id = a.user_id
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and q.scope = any (k.scopes) and (cardinality(k.ip_allowlist) = 0 or q.client_address <<= any (k.ip_allowlist))
      and a.state = 'APPROVED' and o.blocked_at is null
    union all
    select q.place::int from asked q join sessions s on s.id = q.id join users u on u.id = s.user_id
      join accounts a on a.id = q.account_id join users o on o.id = a.user_id
    where s.expires_at > now() and s.last_used_at > now() - ${idleMs} * interval '1 millisecond'
      and u.blocked_at is null and a.state = 'APPROVED' and o.blocked_at is null
      and (a.user_id = s.user_id or exists (select from memberships m
        where m.account_id = a.id and m.user_id = s.user_id and ${membershipCounts(sql)}))`;
  return new Set(rows.map(({ place }) => place - 1));
}
