// The statement that decides on requests with a session, all that wait at a moment: whose it is, whether it is still good,
// what the person is to the chosen account, and how many requests they have made. It is to sessions what admission.ts is
// to keys, and counts as that does: exactly, in rows that all control planes share, locked in the order of their names.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { AccountState } from "../accounts.ts";
import { countUp, type DefaultLimits } from "../admission.ts";
import { membershipCounts, type SignInWay } from "./sessions.ts";

export type MemberRole = "owner" | "member";

export interface AskedSession {
  /** SHA-256 in hexadecimal digits. */
  readonly secretHash: string;
  /** Whose requests it is one of: the person's to the console, or the account's to the API; null where it was counted. */
  readonly countedFor: "person" | "account" | null;
  /** Whether the session is used by it, and lasts on for it. */
  readonly isUse: boolean;
}

export interface SessionTimes {
  readonly idleMs: number;
  readonly touchMs: number;
}

export interface SessionRow {
  /** Position in the input, from 1. */
  readonly place: number;
  readonly session_id: string;
  readonly expires_at: Date;
  readonly way: SignInWay;
  readonly user_id: string;
  readonly email: string;
  readonly is_operator: boolean;
  readonly has_second_factor: boolean;
  /** The chosen account, and what the person is to it; null where they have chosen none or no longer belong to it. */
  readonly account_id: string | null;
  readonly role: MemberRole | null;
  readonly account_state: AccountState | null;
  /** Whether the account's owner is blocked. */
  readonly account_blocked: boolean | null;
  readonly account_per_minute: number;
  readonly account_per_day: number;
  readonly price_multiplier: string | null;
  readonly moods_granted: string | null;
  readonly moods_used: string | null;
  /** The database's clock when the statement was at work, as Unix time. */
  readonly decided_at_ms: number;
  /** Requests of the window before this one; null where it was not counted. */
  readonly minute_before: number | null;
  readonly day_before: number | null;
}

/**
 * Decides on sessions; one that is unknown or over, or whose person is blocked, has no row. What groups at the provider of
 * single sign-on give is given to sessions that began there alone: others last on when the groups, or the person, are gone.
 */
export async function selectSessionAdmissions(
  sql: Queryable,
  asked: readonly AskedSession[],
  defaults: DefaultLimits,
  { idleMs, touchMs }: SessionTimes,
): Promise<SessionRow[]> {
  const hashes = asked.map(({ secretHash }) => secretHash);
  const countedFor = asked.map((session) => session.countedFor);
  const usePlaces = asked.flatMap(({ isUse }, index) => (isUse ? [index + 1] : []));
  return sql<SessionRow[]>`
    with asked as (
      select * from unnest(${hashes}::text[], ${countedFor}::text[]) with ordinality as q (secret_hash, counted_for, place)
      where (select set_config('synchronous_commit', 'off', true)) is not null
    ), found as (
      select q.place::int, s.id as session_id, s.last_used_at, s.expires_at, s.way, s.user_id, u.email,
        u.is_operator and (s.way = 'oidc' or not u.is_operator_by_groups) as is_operator, f.confirmed_at is not null as has_second_factor,
        a.id as account_id, case when a.user_id = u.id then 'owner' else m.role end as role,
        a.state as account_state, o.blocked_at is not null as account_blocked,
        coalesce(a.per_minute, ${defaults.perMinute}) as account_per_minute,
        coalesce(a.per_day, ${defaults.perDay}) as account_per_day,
        a.price_multiplier, a.moods_granted, a.moods_used,
        case when q.counted_for = 'person' then s.user_id
          when q.counted_for = 'account' and a.state = 'APPROVED' and o.blocked_at is null
            then s.user_id || ' ' || a.id end as window_name
      from asked q join sessions s on s.secret_hash = decode(q.secret_hash, 'hex')
        join users u on u.id = s.user_id
        left join second_factors f on f.user_id = u.id
        left join memberships m on m.account_id = s.account_id and m.user_id = s.user_id
          and ${membershipCounts(sql)}
        left join accounts a on a.id = s.account_id and (a.user_id = s.user_id or m.user_id is not null)
        left join users o on o.id = a.user_id
      where u.blocked_at is null and s.expires_at > now()
        and s.last_used_at > now() - ${idleMs} * interval '1 millisecond'
    ), touched as (
      update sessions set last_used_at = now() where id in (
        select id from sessions where id in (
          select session_id from found
          where place = any (${usePlaces}::int[]) and last_used_at < now() - ${touchMs} * interval '1 millisecond')
        order by id for update)
    ), counted as (
      select place, window_name,
        count(*) over (partition by window_name order by place)::int - 1 as before_in_batch,
        count(*) over (partition by window_name)::int as in_batch
      from found where window_name is not null
    ), windows as (
      insert into person_windows as w (name, minute_start, minute_count, day_start, day_count)
      select distinct on (window_name) window_name, date_trunc('minute', now()), in_batch,
        date_trunc('day', now(), 'UTC'), in_batch
      from counted order by window_name
      on conflict (name) do update set ${countUp(sql)}
      returning w.name, w.minute_count, w.day_count
    )
    select f.place, f.session_id, f.expires_at, f.way, f.user_id, f.email, f.is_operator, f.has_second_factor,
      f.account_id, f.role, f.account_state, f.account_blocked, f.account_per_minute, f.account_per_day,
      f.price_multiplier, f.moods_granted, f.moods_used,
      extract(epoch from clock_timestamp())::float8 * 1000 as decided_at_ms,
      w.minute_count - c.in_batch + c.before_in_batch as minute_before,
      w.day_count - c.in_batch + c.before_in_batch as day_before
    from found f left join counted c on c.place = f.place left join windows w on w.name = c.window_name`;
}
