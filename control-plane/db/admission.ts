// The one statement that decides on every request that waits at a moment: who holds the key, whether the account may
// act, whether the address is allowed, and how many requests the key has made in its minute and its day. All processes
// count in the same rows, so that a limit is exact across any number of them. Rows are locked in the order of their
// keys: two statements that lock the same rows in different orders would deadlock. The commit does not wait for the disk,
// because a crash of the machine may lose some counts; that is said within the statement, and so holds for it alone,
// whatever connection it was lent.
import type { Queryable } from "../../shared/db/connect.ts";
import type { AccountState } from "./accounts.ts";

/** Requests that share a secret and an address; they differ only in their place in the count. */
export interface AdmissionGroup {
  /** SHA-256 of the secret in hexadecimal digits. */
  readonly secretHash: string;
  readonly clientAddress: string;
  readonly requests: number;
}

export interface DefaultLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface AdmissionRow {
  /** Position of the group in the input, from 1. */
  readonly group_index: number;
  readonly key_id: string;
  readonly account_id: string;
  readonly scopes: readonly string[];
  /** Neither revoked nor expired. */
  readonly usable: boolean;
  readonly account_state: AccountState;
  readonly owner_blocked: boolean;
  readonly ip_allowed: boolean;
  readonly per_minute: number;
  readonly per_day: number;
  readonly account_per_minute: number;
  readonly account_per_day: number;
  /** Exact decimals, as text. */
  readonly price_multiplier: string;
  readonly moods_granted: string;
  readonly moods_used: string;
  /** The database's clock when the statement was at work, as Unix time. */
  readonly decided_at_ms: number;
  /** How many requests of the key's windows came before the first of this group; null where they are not counted. */
  readonly minute_before: number | null;
  readonly day_before: number | null;
}

/**
 * Counts `excluded` up in the windows `w` of a key or a person. A statement that waited for the row may find the window
 * that follows its own, and counts in that; one further ahead is of a time that the clock was set back from, and is over.
 */
export function countUp(sql: Queryable) {
  return sql`
    minute_count = excluded.minute_count + case when w.minute_start between excluded.minute_start
      and excluded.minute_start + interval '1 minute' then w.minute_count else 0 end,
    minute_start = case when w.minute_start = excluded.minute_start + interval '1 minute'
      then w.minute_start else excluded.minute_start end,
    day_count = excluded.day_count + case when w.day_start between excluded.day_start
      and excluded.day_start + interval '24 hours' then w.day_count else 0 end,
    day_start = case when w.day_start = excluded.day_start + interval '24 hours'
      then w.day_start else excluded.day_start end`;
}

/** Decides on groups of requests; a group whose secret nobody holds has no row. */
export async function selectAdmissions(
  sql: Queryable,
  groups: readonly AdmissionGroup[],
  defaults: DefaultLimits,
): Promise<AdmissionRow[]> {
  const hashes = groups.map((group) => group.secretHash);
  const addresses = groups.map((group) => group.clientAddress);
  const counts = groups.map((group) => group.requests);
  return sql<AdmissionRow[]>`
    with groups as (
      select * from unnest(${hashes}::text[], ${addresses}::inet[], ${counts}::int[])
        with ordinality as g (secret_hash, client_address, requests, group_index)
      where (select set_config('synchronous_commit', 'off', true)) is not null
    ), identities as (
      select g.group_index::int, g.requests, k.id as key_id, k.account_id, k.scopes,
        k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as usable,
        a.state as account_state, u.blocked_at is not null as owner_blocked,
        cardinality(k.ip_allowlist) = 0 or g.client_address <<= any (k.ip_allowlist) as ip_allowed,
        coalesce(k.per_minute, a.per_minute, ${defaults.perMinute}) as per_minute,
        coalesce(k.per_day, a.per_day, ${defaults.perDay}) as per_day,
        coalesce(a.per_minute, ${defaults.perMinute}) as account_per_minute,
        coalesce(a.per_day, ${defaults.perDay}) as account_per_day,
        a.price_multiplier, a.moods_granted, a.moods_used
      from groups g join api_keys k on k.secret_hash = decode(g.secret_hash, 'hex')
        join accounts a on a.id = k.account_id join users u on u.id = a.user_id
    ), counted as (
      select group_index, key_id, requests,
        sum(requests) over (partition by key_id order by group_index)::int - requests as before_in_batch,
        sum(requests) over (partition by key_id)::int as in_batch
      from identities where usable and account_state = 'APPROVED' and not owner_blocked and ip_allowed
    ), windows as (
      insert into rate_windows as w (key_id, minute_start, minute_count, day_start, day_count)
      select distinct on (key_id) key_id, date_trunc('minute', now()), in_batch, date_trunc('day', now(), 'UTC'), in_batch
      from counted order by key_id
      on conflict (key_id) do update set ${countUp(sql)}
      returning w.key_id, w.minute_count, w.day_count
    )
    select i.group_index, i.key_id, i.account_id, i.scopes, i.usable, i.account_state, i.owner_blocked, i.ip_allowed,
      i.per_minute, i.per_day, i.account_per_minute, i.account_per_day, i.price_multiplier, i.moods_granted, i.moods_used,
      extract(epoch from clock_timestamp())::float8 * 1000 as decided_at_ms,
      w.minute_count - c.in_batch + c.before_in_batch as minute_before,
      w.day_count - c.in_batch + c.before_in_batch as day_before
    from identities i left join counted c on c.group_index = i.group_index left join windows w on w.key_id = c.key_id`;
}
