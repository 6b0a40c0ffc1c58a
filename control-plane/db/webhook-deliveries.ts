// SQL of webhook deliveries and of the queue jobs that carry them out. Every job names a delivery and the number of
// the attempt that it is for; an attempt counts only while it is the delivery's next one, so that a job that runs
// twice can neither count twice nor schedule twice. The key of a job is its attempt: one at most waits for each.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import { TERMINAL_STATES } from "../../shared/task-states.ts";
import type { TaskDelivery } from "./tasks.ts";

/** What the job `deliver-webhook` is told. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
}

type DeliveryStatus = TaskDelivery["status"];

const PENDING: DeliveryStatus = "PENDING";
/** The states from which an attempt may be counted. */
const OPEN: DeliveryStatus[] = ["PENDING", "RETRYING"];

/** A call of the queue's add_job for the next attempt of a row `d`: when it is due, and no sooner than after a delay. */
function addDeliveryJob(sql: Queryable, delayMs = 0) {
  return sql`graphile_worker.add_job('deliver-webhook', json_build_object('deliveryId', d.id, 'attempt', d.attempts + 1),
    run_at => greatest(d.next_retry_at, now() + ${delayMs} * interval '1 millisecond'),
    max_attempts => ${QUEUE_LIMITS.attempts}::int, job_key => format('%s attempt %s', d.id, d.attempts + 1))`;
}

/**
 * Enqueues the deliveries that were planned with a task. Call it in the transaction that ends the task. Does nothing
 * for a task without a callback address.
 */
export async function enqueueDeliveries(sql: Queryable, taskIds: readonly string[]): Promise<void> {
  await sql`
    select ${addDeliveryJob(sql)} is not null from webhook_deliveries d
    where d.task_id = any (${taskIds as string[]}) and d.state = ${PENDING}`;
}

export interface DueDelivery {
  readonly url: string;
  readonly task_id: string;
  readonly account_id: string;
}

/** The delivery that a job is for, or undefined when its attempt was counted already. */
export async function selectDueDelivery(sql: Queryable, job: DeliveryJob): Promise<DueDelivery | undefined> {
  const [delivery] = await sql<DueDelivery[]>`
    select d.url, d.task_id, t.account_id from webhook_deliveries d join tasks t on t.id = d.task_id
    where d.id = ${job.deliveryId} and d.attempts = ${job.attempt - 1} and d.state = any (${OPEN})`;
  return delivery;
}

/** Puts a job off without counting its attempt. Does nothing when the attempt was counted meanwhile. */
export async function postponeDelivery(sql: Queryable, job: DeliveryJob, delayMs: number): Promise<void> {
  await sql`
    select ${addDeliveryJob(sql, delayMs)} is not null from webhook_deliveries d
    where d.id = ${job.deliveryId} and d.attempts = ${job.attempt - 1} and d.state = any (${OPEN})`;
}

export interface AttemptEnd {
  readonly delivered: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/**
 * Counts an attempt and schedules the next one where it failed and one is left, in one statement. The new state of
 * the delivery, or undefined when this attempt was counted already: then nothing happened.
 */
export async function recordAttempt(
  sql: Queryable,
  job: DeliveryJob,
  end: AttemptEnd,
  retryIntervalMs: number,
): Promise<DeliveryStatus | undefined> {
  const [delivery] = await sql<{ state: DeliveryStatus }[]>`
    with d as (
      update webhook_deliveries set attempts = attempts + 1, last_attempt_at = now(),
        last_status_code = ${end.statusCode}, last_error = ${end.error},
        state = case when ${end.delivered} then 'DELIVERED' when attempts + 1 < max_attempts then 'RETRYING' else 'FAILED' end,
        delivered_at = case when ${end.delivered} then now() end,
        next_retry_at = case when not ${end.delivered} and attempts + 1 < max_attempts
          then now() + ${retryIntervalMs} * interval '1 millisecond' end
      where id = ${job.deliveryId} and attempts = ${job.attempt - 1} and state = any (${OPEN})
      returning id, state, attempts, next_retry_at
    )
    select d.state, case when d.state = 'RETRYING' then ${addDeliveryJob(sql)} is not null end as queued
    from d`;
  return delivery?.state;
}

/**
 * Adds a delivery to an ended task of this account and enqueues it, in one statement. Undefined when the task has not
 * ended, has no callback address, or is not this account's.
 */
export async function insertRetryDelivery(
  sql: Queryable,
  retry: { deliveryId: string; taskId: string; accountId: string },
): Promise<TaskDelivery | undefined> {
  const [delivery] = await sql<(TaskDelivery & { queued: boolean })[]>`
    with d as (
      insert into webhook_deliveries (id, task_id, url)
      select ${retry.deliveryId}, id, callback_url from tasks
      where id = ${retry.taskId} and account_id = ${retry.accountId} and state = any (${TERMINAL_STATES as string[]})
        and callback_url is not null
      returning id, state, attempts, max_attempts, last_attempt_at, next_retry_at, delivered_at, last_status_code, last_error
    )
    select d.id, d.state as status, d.attempts, d.max_attempts, d.last_attempt_at, d.next_retry_at, d.delivered_at,
      d.last_status_code, d.last_error, ${addDeliveryJob(sql)} is not null as queued
    from d`;
  if (delivery === undefined) return undefined;
  const { queued: _queued, ...shown } = delivery;
  return shown;
}
