// SQL of what long streams ask now and then: whether who opened them may still read.
import type { Queryable } from "../../../shared/db/connect.ts";
import { membershipCounts } from "./sessions.ts";

export interface SessionForAccount {
  readonly sessionId: string;
  readonly accountId: string;
}

/** Of these sessions, those that last and act for the account still. */
export async function selectLivingSessions(
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

/**
 * Of callers of the API, by their `callerId`, those that may still read: keys, and people with a session for an account.
 */
export async function selectLivingCallers(
  sql: Queryable,
  callers: readonly string[],
  idleMs: number,
): Promise<Set<string>> {
  const rows = await sql<{ caller: string }[]>`
    with asked as (
      select caller, split_part(caller, ' ', 1) as id, split_part(caller, ' ', 2) as account_id
      from unnest(${callers as string[]}::text[]) as c (caller)
    )
    select q.caller from asked q join api_keys k on k.id = q.id join accounts a on a.id = k.account_id
      join users o on o.id = a.user_id
    where q.account_id = '' and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and a.state = 'APPROVED' and o.blocked_at is null
    union all
    select q.caller from asked q join users u on u.id = q.id join accounts a on a.id = q.account_id
      join users o on o.id = a.user_id
    where u.blocked_at is null and a.state = 'APPROVED' and o.blocked_at is null
      and exists (select from sessions s where s.user_id = u.id and s.expires_at > now()
        and s.last_used_at > now() - ${idleMs} * interval '1 millisecond'
        and (a.user_id = s.user_id or exists (select from memberships m
          where m.account_id = a.id and m.user_id = s.user_id and ${membershipCounts(sql)})))`;
  return new Set(rows.map(({ caller }) => caller));
}
