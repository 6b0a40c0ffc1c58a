// SQL of webhook deliveries and of the queue jobs that carry them out. Every job names a delivery and the number of
// the attempt that it is for; an attempt counts only while it is the delivery's next one, so that a job that runs
// twice can neither count twice nor schedule twice. A delivery's jobs share one key: there is at most one waiting.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { TaskDelivery } from "./tasks.ts";

/** What the job `deliver-webhook` is told. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
}

const PENDING: TaskDelivery["status"] = "PENDING";

/** A call of the queue's add_job for the next attempt of a row `d` of deliveries. */
function addDeliveryJob(sql: Queryable, runAt: ReturnType<Queryable> | null) {
  return sql`graphile_worker.add_job('deliver-webhook', json_build_object('deliveryId', d.id, 'attempt', d.attempts + 1),
    run_at => ${runAt ?? sql`now()`}, max_attempts => ${QUEUE_LIMITS.attempts}::int, job_key => 'deliver-webhook ' || d.id)`;
}

/**
 * Enqueues the deliveries that were planned with a task. Call it in the transaction that ends the task. Does nothing
 * for a task without a callback address.
 */
export async function enqueueDeliveries(sql: Queryable, taskId: string): Promise<void> {
  await sql`
    select ${addDeliveryJob(sql, null)} is not null from webhook_deliveries d
    where d.task_id = ${taskId} and d.state = ${PENDING}`;
}
