// SQL of webhook deliveries as clients know them: planned with a task, due once it has ended, gone with it. Every
// delivery that may be attempted has a row of its own in due_deliveries, which comes and goes in the same statements; no
// queue job stands for it, because a queue hands its jobs out in their order and knows nothing of receivers.
import type { Queryable, TransactionSql } from "../../shared/db/connect.ts";
import { isWithinIdRange } from "../../shared/db/partition-pruning.ts";
import { TERMINAL_STATES } from "../../shared/tasks/task-states.ts";
import type { TaskDelivery } from "./tasks/tasks.ts";

/** Has control planes look at the receivers of rows `due`, which have just been written. */
function arrivalsOfDue(sql: Queryable) {
  return sql`
    insert into webhook_arrivals (account_id, receiver, due_at)
    select account_id, receiver, min(due_at) from due group by account_id, receiver`;
}

/**
 * Makes the deliveries due that were planned with these tasks. Call it in the transaction that ends the tasks. Does
 * nothing for tasks without a callback address, and for deliveries that were made due before.
 */
export async function makeDeliveriesDue(sql: Queryable, taskIds: readonly string[]): Promise<void> {
  await sql`
    with due as (
      insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
      select d.id, d.task_id, t.account_id, receiver_of(d.url), d.attempts + 1, now()
      from unnest(${taskIds as string[]}::text[]) as ended (id)
      join tasks t on t.id = ended.id and ${isWithinIdRange(sql, "t.id", taskIds)}
      join webhook_deliveries d on d.task_id = ended.id and ${isWithinIdRange(sql, "d.task_id", taskIds)}
      where d.state = 'PENDING'
      -- In the order of their making, which is kept among those that are due at the same moment.
      order by d.id
      on conflict (delivery_id) do nothing
      returning account_id, receiver, due_at
    )
    ${arrivalsOfDue(sql)}`;
}

/**
 * Counts an ended task's deliveries; none is added to it by others before the transaction's end, since
 * whoever adds one has called this and holds the task's row.
 */
export async function lockDeliveriesOf(transaction: TransactionSql, taskId: string): Promise<number> {
  // A statement of its own: what others have added while this one waits is seen by the next alone.
  await transaction`select from tasks where id = ${taskId} for no key update`;
  const [row] = await transaction<{ count: number }[]>`
    select count(*)::integer as count from webhook_deliveries where task_id = ${taskId}`;
  return row?.count ?? 0;
}

/**
 * Adds a delivery to an ended task of this account and makes it due, in one statement. Undefined when the task has not
 * ended, has no callback address, or is not this account's.
 */
export async function insertRetryDelivery(
  sql: Queryable,
  retry: { deliveryId: string; taskId: string; accountId: string },
): Promise<TaskDelivery | undefined> {
  const [delivery] = await sql<TaskDelivery[]>`
    with d as (
      insert into webhook_deliveries (id, task_id, url)
      select ${retry.deliveryId}, id, callback_url from tasks
      where id = ${retry.taskId} and account_id = ${retry.accountId} and state = any (${TERMINAL_STATES as string[]})
        and callback_url is not null
      returning id, task_id, url, state, attempts, max_attempts, last_attempt_at, next_retry_at, delivered_at,
        last_status_code, last_error
    ), due as (
      insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
      select id, task_id, ${retry.accountId}, receiver_of(url), 1, now() from d
      returning account_id, receiver, due_at
    ), arrival as (
      ${arrivalsOfDue(sql)}
    )
    select id, state as status, attempts, max_attempts, last_attempt_at, next_retry_at, delivered_at, last_status_code,
      last_error
    from d`;
  return delivery;
}

/** Removes the deliveries of a task that goes itself, due or not. */
export async function deleteDeliveries(sql: Queryable, taskId: string): Promise<void> {
  await sql`
    with gone as (
      delete from webhook_deliveries where task_id = ${taskId} returning id
    ), due as (
      delete from due_deliveries u using gone where u.delivery_id = gone.id
      returning u.account_id, u.receiver, now() as due_at
    )
    ${arrivalsOfDue(sql)}`;
}
