// SQL of the work on webhook deliveries: which are called next, how that went, and what was left behind. The two
// statements that choose and conclude are functions of the database (0008-webhooks.sql), which says how receivers
// and control planes are kept from each other's way. Rows come in with webhook-deliveries.ts.
import type { Queryable } from "../../shared/db/connect.ts";
import { isOneOf } from "../../shared/db/partition-pruning.ts";
import { HOUR } from "../../shared/limits/units.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import type { TaskDelivery } from "./tasks/tasks.ts";

/** What is known of a receiver: never called; how it answered last; doubtful; failed several times in a row. */
export type ReceiverStanding = "quick" | "new" | "slow" | "failing";

export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly accountId: string;
  /** Host and port. */
  readonly receiver: string;
  /** From 1. */
  readonly attempt: number;
  /** Null where there is no such attempt to make any more. */
  readonly url: string | null;
  /** The receiver's failures in a row when the delivery was claimed. */
  readonly failures: number;
  readonly standing: ReceiverStanding;
}

/** Calls under way: in all, to receivers that were never called before, and to slow, doubtful and failing ones. */
export interface BusyPlaces {
  all: number;
  toNew: number;
  toSlow: number;
}

/** The places that a control plane has left for calls. */
export interface FreePlaces extends Readonly<BusyPlaces> {
  /** Calls under way by account. */
  readonly busy: ReadonlyMap<string, Readonly<BusyPlaces>>;
}

/** Claims deliveries that are due, at most as many as there are places. Claims run out after `claimMs`. */
export async function claimDeliveries(
  sql: Queryable,
  claimer: string,
  { all, toNew, toSlow, busy }: FreePlaces,
  claimMs: number,
): Promise<ClaimedDelivery[]> {
  const { perAccount, firstCalls } = WEBHOOK_LIMITS;
  const calls = [...busy.values()];
  return sql<ClaimedDelivery[]>`
    select delivery_id as "deliveryId", task_id as "taskId", account_id as "accountId", receiver, attempt, url,
      failures, standing
    from claim_deliveries(${claimer}, ${claimMs}, ${all}::int, ${toNew}::int, ${toSlow}::int,
      ${[...busy.keys()]}::text[], ${calls.map((count) => count.all)}::int[],
      ${calls.map((count) => count.toNew)}::int[], ${calls.map((count) => count.toSlow)}::int[],
      ${perAccount.all}::int, ${perAccount.toNew}::int, ${perAccount.toSlow}::int, ${firstCalls}::int)`;
}

/**
 * How a claim ended: an attempt was made; put back to be made after a while; counted without a call, because there was
 * nothing to send by our own fault; or there is nothing to deliver.
 */
export type ClaimEnd =
  | { readonly outcome: "delivered"; readonly statusCode: number; readonly durationMs: number }
  | {
      readonly outcome: "failed";
      /** Null where no answer came. */
      readonly statusCode: number | null;
      readonly error: string;
      readonly durationMs: number;
    }
  | { readonly outcome: "put-back"; readonly delayMs: number }
  | { readonly outcome: "unmade"; readonly error: string }
  | { readonly outcome: "gone" };

export interface EndedClaim {
  readonly claim: ClaimedDelivery;
  readonly end: ClaimEnd;
}

function resultRow({ claim, end }: EndedClaim): unknown {
  return {
    delivery_id: claim.deliveryId,
    task_id: claim.taskId,
    account_id: claim.accountId,
    receiver: claim.receiver,
    attempt: claim.attempt,
    failures: claim.failures,
    outcome: end.outcome,
    status_code: "statusCode" in end ? end.statusCode : null,
    error: "error" in end ? end.error : null,
    duration_ms: "durationMs" in end ? end.durationMs : null,
    delay_ms: end.outcome === "put-back" ? end.delayMs : null,
  };
}

export interface CountedAttempt {
  readonly deliveryId: string;
  readonly state: TaskDelivery["status"];
}

/**
 * Writes down how claims ended, all in one statement. Returns the deliveries whose attempt was counted, in their new
 * states; one that was counted before is not among them.
 */
export async function settleDeliveries(
  sql: Queryable,
  claimer: string,
  ended: readonly EndedClaim[],
  retryIntervalMs: number,
): Promise<CountedAttempt[]> {
  const { slowAfterMs, firstCalls, quickCalls, quickCallsMs, failuresToWait, firstWaitMs } = WEBHOOK_LIMITS;
  const maxWaitMs = retryIntervalMs * WEBHOOK_LIMITS.maxWaitIntervals;
  return sql<CountedAttempt[]>`
    select delivery_id as "deliveryId", state
    from settle_deliveries(${claimer}, ${sql.json(ended.map(resultRow) as never)}, ${retryIntervalMs}, ${slowAfterMs},
      ${firstCalls}::int, ${quickCalls.min}::int, ${quickCalls.max}::int, ${quickCallsMs}, ${failuresToWait}::int,
      ${firstWaitMs}, ${maxWaitMs})`;
}

/** Frees the claims that have run out, and all of control planes that have ended. Returns how many they were. */
export async function freeClaims(sql: Queryable, endedClaimers: readonly string[] = []): Promise<number> {
  const [row] = await sql<{ freed: number }[]>`
    with freed as (
      update due_deliveries set claimed_by = null, claimed_until = null
      where claimed_by is not null and (claimed_until <= now() or claimed_by = any (${endedClaimers as string[]}))
      returning account_id, receiver
    ), arrival as (
      insert into webhook_arrivals (account_id, receiver, due_at) select distinct account_id, receiver, now() from freed
    )
    select count(*)::int as freed from freed`;
  return row?.freed ?? 0;
}

/**
 * Deliveries that have waited too long for their first attempt. Of each failing receiver the first are looked up by the
 * index on what waits: millions may wait for one that has been dead for a day.
 */
function selectLateDeliveries(sql: Queryable): Promise<{ delivery_id: string; task_id: string }[]> {
  const { giveUpMs, givenUpPerStatement } = WEBHOOK_LIMITS;
  return sql<{ delivery_id: string; task_id: string }[]>`
    select late.delivery_id, late.task_id from webhook_receivers r cross join lateral (
      select w.delivery_id, w.task_id from due_deliveries w
      where w.account_id = r.account_id and w.receiver = r.receiver and w.claimed_by is null and not w.is_retry
        and w.due_at <= now() - ${giveUpMs} * interval '1 millisecond'
      order by w.due_at limit ${givenUpPerStatement}
    ) late
    -- While the appliance was off nobody was asked: what waits for others is delivered however late.
    where r.standing = 'failing' limit ${givenUpPerStatement}`;
}

/**
 * Ends deliveries that have waited too long for their first attempt, because their receiver keeps failing. Returns how many
 * they were, a bounded number. They are ended by their ids: joined with what is late, of which the planner expects much
 * where one receiver is dead, all deliveries that there ever were would be read, also where nothing is late.
 */
export async function giveUpDeliveries(sql: Queryable): Promise<number> {
  const { giveUpMs, errorLength } = WEBHOOK_LIMITS;
  const found = await selectLateDeliveries(sql);
  if (found.length === 0) return 0;
  const deliveryIds = found.map((late) => late.delivery_id);
  const taskIds = found.map((late) => late.task_id);
  const hours = Math.round(giveUpMs / HOUR);
  const [row] = await sql<{ given_up: number }[]>`
    with late as materialized (
      select u.delivery_id, u.task_id, r.last_error
      from due_deliveries u join webhook_receivers r on r.account_id = u.account_id and r.receiver = u.receiver
      where u.delivery_id = any (${deliveryIds}) and u.claimed_by is null and not u.is_retry and r.standing = 'failing'
      for update of u skip locked
    ), ended as (
      update webhook_deliveries d set state = 'FAILED', next_retry_at = null,
        last_error = left(format('Given up after %s h without success.', ${hours}::int)
          || coalesce(' ' || coalesce(late.last_error, d.last_error), ''), ${errorLength}::int)
      from late
      where ${isOneOf(sql, "d.task_id", taskIds)} and d.task_id = late.task_id and d.id = late.delivery_id
        and d.state in ('PENDING', 'RETRYING')
    ), gone as (
      delete from due_deliveries u using late where u.delivery_id = late.delivery_id
    )
    select count(*)::int as given_up from late`;
  return row?.given_up ?? 0;
}

/**
 * Forgets receivers that had nothing to be told for a while, and lets those be looked at again that have
 * something due and that nothing brings forward, by whatever fault. Rows that others hold are left.
 */
export async function sweepReceivers(sql: Queryable): Promise<{ forgotten: number; woken: number }> {
  const { receiverKeptMs, receiverStuckMs, receiversPerSweep } = WEBHOOK_LIMITS;
  const [row] = await sql<{ forgotten: number; woken: number }[]>`
    with idle as materialized (
      -- In the order of the index on what waits, which is looked into for each: where one receiver is dead and nearly all
      -- waits for it, the planner expects to find something at once, and would read all of it for each of the others.
      select r.account_id, r.receiver, r.changed_at, (select true from due_deliveries u
        where u.account_id = r.account_id and u.receiver = r.receiver and u.claimed_by is null
        order by u.is_retry, u.due_at limit 1) is not null as has_waiting
      from webhook_receivers r
      where r.ready_at = 'infinity' and r.changed_at <= now() - ${receiverStuckMs} * interval '1 millisecond'
        and not exists (select from due_deliveries u
          where u.account_id = r.account_id and u.receiver = r.receiver and u.claimed_by is not null)
      order by r.changed_at limit ${receiversPerSweep} for update skip locked
    ), forgotten as (
      delete from webhook_receivers r using idle
      where r.account_id = idle.account_id and r.receiver = idle.receiver and not idle.has_waiting
        and idle.changed_at <= now() - ${receiverKeptMs} * interval '1 millisecond'
      returning r.receiver
    ), woken as (
      insert into webhook_arrivals (account_id, receiver, due_at)
      select account_id, receiver, now() from idle where has_waiting returning receiver
    )
    select (select count(*) from forgotten)::int as forgotten, (select count(*) from woken)::int as woken`;
  return row ?? { forgotten: 0, woken: 0 };
}

/**
 * Makes due what stands further ahead than any wait of ours: the database's clock was set back meanwhile, and clients were
 * told by when an attempt is made. Of each receiver a bounded number, and the rest with the next call. Returns how many
 * receivers there were; rows that others hold are left.
 */
export async function hastenDeliveries(sql: Queryable, retryIntervalMs: number): Promise<number> {
  const { ownFailureDelayMs, maxWaitIntervals, receiversPerSweep, givenUpPerStatement } = WEBHOOK_LIMITS;
  const maxWaitMs = Math.max(retryIntervalMs * maxWaitIntervals, ownFailureDelayMs);
  const [row] = await sql<{ receivers: number }[]>`
    with longest as materialized (
      select now() + ${maxWaitMs} * interval '1 millisecond' as time
    ), ahead as materialized (
      select r.account_id, r.receiver from webhook_receivers r, longest
      where r.standing = any (array['quick', 'new', 'slow', 'failing']) and r.ready_at > longest.time and r.ready_at < 'infinity'
      limit ${receiversPerSweep} for update of r skip locked
    ), ready as (
      update webhook_receivers r set ready_at = now(), blocked_until = least(r.blocked_until, now()), changed_at = now()
      from ahead where r.account_id = ahead.account_id and r.receiver = ahead.receiver
    ), due as (
      update due_deliveries u set due_at = now()
      from ahead cross join longest cross join (values (true), (false)) as kind (is_retry) cross join lateral (
        select w.delivery_id from due_deliveries w
        where w.account_id = ahead.account_id and w.receiver = ahead.receiver and w.claimed_by is null
          and w.is_retry = kind.is_retry and w.due_at > longest.time
        order by w.due_at limit ${givenUpPerStatement} for update skip locked
      ) late where u.delivery_id = late.delivery_id
    )
    select count(*)::int as receivers from ahead`;
  return row?.receivers ?? 0;
}

export interface DueOverview {
  /** Deliveries that could be made now, by their time, counted up to a bound. */
  readonly due: number;
  readonly failing_receivers: number;
  /** Of the oldest delivery that has not come to its end; 0 where there is none. */
  readonly oldest_age_s: number;
}

/** What all control planes together have before them. */
export async function selectDueOverview(sql: Queryable): Promise<DueOverview> {
  const [row] = await sql<DueOverview[]>`
    select (select count(*)::int from (
        select from due_deliveries where claimed_by is null and due_at <= now() limit ${WEBHOOK_LIMITS.countedDue}) d) as due,
      (select count(*)::int from webhook_receivers where standing = 'failing') as failing_receivers,
      coalesce((select extract(epoch from now() - min(enqueued_at)) from due_deliveries), 0)::float8 as oldest_age_s`;
  return row ?? { due: 0, failing_receivers: 0, oldest_age_s: 0 };
}
