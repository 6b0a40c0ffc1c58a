// The one statement that creates tasks: all that wait at a moment, of any accounts, with one flush for all of them. For
// each account it goes through them in their order, as if they came one after the other. Accounts are locked in the
// order of their ids, before anything else is written: whoever charges the same account waits, and nobody deadlocks.
// A statement for each task was rejected: they would wait for each other's flush, one account's some 300 a second.
import type { Queryable } from "../../../shared/db/connect.ts";
import { CREATE_LIMITS } from "../../../shared/limits/requests.ts";
import { isInTime } from "./withdrawals.ts";

export interface NewTask {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly model: string | null;
  readonly templateId: string | null;
  /** What people call what it is made of. */
  readonly name: string | null;
  readonly request: unknown;
  readonly requestHash: Uint8Array;
  readonly idempotencyKey: string | null;
  readonly callbackUrl: string | null;
  /** The id of the webhook delivery that is planned with the task when it has a callback address. */
  readonly deliveryId: string;
  /** List price as an exact decimal. */
  readonly baseMoods: string;
  readonly queueJob: string;
  /** What it counts for in its account's share of places. */
  readonly cost: number;
  /** The span below which the task's work is traced; null where nothing is. */
  readonly traceparent: string | null;
  readonly answerId: string;
  /** By the database's clock; a statement that begins later does not create it. */
  readonly answerBy: Date;
}

/**
 * What became of a create: `late` when the statement began after its time; `taken` when its idempotency key is another
 * task's; `uncovered` when the balance is too low; `again` when those before it in the same statement may have spent
 * the balance, of which something is left.
 */
export type CreateOutcome = "created" | "late" | "taken" | "uncovered" | "again";

function rowOf(task: NewTask, index: number): Record<string, unknown> {
  return {
    place: index,
    id: task.id,
    account_id: task.accountId,
    kind: task.kind,
    model: task.model,
    template_id: task.templateId,
    name: task.name,
    request: task.request,
    request_hash: Buffer.from(task.requestHash).toString("hex"),
    idempotency_key: task.idempotencyKey,
    callback_url: task.callbackUrl,
    delivery_id: task.deliveryId,
    base_moods: task.baseMoods,
    queue_job: task.queueJob,
    cost: task.cost,
    traceparent: task.traceparent,
    answer_id: task.answerId,
    answer_by: task.answerBy.toISOString(),
  };
}

/**
 * Decides on each task: `wanted` has all, `gate` those that are in time, `priced` what they cost, `covered` those that
 * the balance pays, `fresh` those that are created: their idempotency keys were free.
 *
 * Each task's lock comes before the look at the clock, so that a withdrawal after its time finds the task or knows that
 * it never comes (see withdrawals.ts).
 */
function decided(sql: Queryable, tasks: readonly NewTask[]) {
  return sql`
    wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(tasks.map(rowOf))}::text::json) as w (place integer, id text,
        account_id text, kind text, model text, template_id text, name text, request jsonb, request_hash text,
        idempotency_key text, callback_url text, delivery_id text, base_moods numeric(18, 4), queue_job text, cost real,
        traceparent text, answer_id text, answer_by timestamptz)
    ), gate as materialized (
      select place, case when pg_try_advisory_xact_lock(hashtextextended(id, 0))
        then ${isInTime(sql, sql`answer_by`)} else false end as is_open
      -- Somebody who stands still with one account's row must not hold up the others for longer.
      from wanted where set_config('lock_timeout', ${`${CREATE_LIMITS.lockTimeoutMs}ms`}, true) is not null
    ), holder as materialized (
      select id, moods_granted - moods_used as balance, price_multiplier from accounts
      where id in (select w.account_id from wanted w join gate g using (place) where g.is_open)
      order by id for no key update
    ), priced as materialized (
      select w.*, round(w.base_moods * h.price_multiplier, 4) as moods, h.balance
      from wanted w join gate g using (place) join holder h on h.id = w.account_id where g.is_open
    ), covered as materialized (
      select * from (
        select *, sum(moods) over (partition by account_id order by place) as sum_of_moods
        from priced where moods <= balance
      ) payable where sum_of_moods <= balance
    ), keyed as (
      insert into idempotency_keys (account_id, kind, key, task_id)
      select account_id, kind, idempotency_key, id from covered where idempotency_key is not null
      order by account_id, kind, idempotency_key, place
      on conflict do nothing returning task_id
    ), fresh as materialized (
      select * from covered where idempotency_key is null or id in (select task_id from keyed)
    )`;
}

/** Writes what belongs to the `fresh` tasks: charge, place in line, row, ledger entry, sums, webhook, templates' uses. */
function written(sql: Queryable) {
  return sql`
    account as (
      update accounts set moods_used = moods_used + charge.moods
      from (select account_id, sum(moods) as moods from fresh group by account_id) charge where accounts.id = charge.account_id
    ), line as (
      insert into waiting_shares as s (queue_job, account_id, waiting, last_ticket)
      select queue_job, account_id, count(*), count(*) from fresh group by queue_job, account_id order by queue_job, account_id
      on conflict (queue_job, account_id) do update
        set waiting = s.waiting + excluded.waiting, last_ticket = s.last_ticket + excluded.last_ticket
      returning queue_job, account_id, last_ticket
    ), waiting as (
      insert into waiting_tasks (task_id, account_id, queue_job, cost, ticket)
      select f.id, f.account_id, f.queue_job, f.cost, line.last_ticket + 1 - row_number() over (
        partition by f.queue_job, f.account_id order by f.place desc)
      from fresh f join line using (queue_job, account_id)
    ), task as (
      insert into tasks (id, account_id, kind, model, template_id, name, request, request_hash, callback_url, base_moods,
        charged_moods, answers, traceparent)
      select id, account_id, kind, model, template_id, name, request, decode(request_hash, 'hex'), callback_url,
        base_moods, moods, array[answer_id], traceparent from fresh order by place
    ), entry as (
      insert into ledger_entries (account_id, kind, moods, task_id)
      select account_id, 'charge', moods, id from fresh order by place
    ), seconds as (
      insert into charge_seconds as c (account_id, second, kind, tasks, base_moods, charged_moods)
      select account_id, date_trunc('second', now()::timestamptz(3)), kind, count(*), sum(base_moods), sum(moods)
      from fresh group by account_id, kind
      on conflict (account_id, second, kind) do update set tasks = c.tasks + excluded.tasks,
        base_moods = c.base_moods + excluded.base_moods, charged_moods = c.charged_moods + excluded.charged_moods
    ), hours as (
      insert into charge_hours as c (account_id, hour, kind, tasks, base_moods, charged_moods)
      select account_id, date_trunc('hour', now()::timestamptz(3), 'UTC'), kind, count(*), sum(base_moods), sum(moods)
      from fresh group by account_id, kind
      on conflict (account_id, hour, kind) do update set tasks = c.tasks + excluded.tasks,
        base_moods = c.base_moods + excluded.base_moods, charged_moods = c.charged_moods + excluded.charged_moods
    ), delivery as (
      insert into webhook_deliveries (id, task_id, url)
      select delivery_id, id, callback_url from fresh where callback_url is not null
    ), used as materialized (
      select t.id, (select count(*) from fresh f where f.template_id = t.id) as uses from templates t
      where t.id in (select template_id from fresh) order by t.id for update
    ), template as (
      update templates set usage_count = usage_count + used.uses from used where templates.id = used.id
    )`;
}

/**
 * Charges accounts, writes tasks, ledger entries and planned webhook deliveries, counts templates' uses and what was
 * charged, and puts the tasks in line: all of it happens or nothing. Returns the outcomes in the order of the tasks.
 *
 * @throws where an account's row is held for too long: then nothing happened to any
 */
export async function insertChargedTasks(
  sql: Queryable,
  tasks: readonly NewTask[],
): Promise<CreateOutcome[]> {
  const rows = await sql<{ outcome: CreateOutcome }[]>`
    with ${decided(sql, tasks)}, ${written(sql)}
    select case when not g.is_open then 'late' when f.id is not null then 'created' when c.id is not null then 'taken'
      when p.moods <= p.balance then 'again' else 'uncovered' end as outcome
    from wanted w join gate g using (place) left join priced p using (place) left join covered c using (place)
    left join fresh f using (place) order by w.place`;
  return rows.map((row) => row.outcome);
}
