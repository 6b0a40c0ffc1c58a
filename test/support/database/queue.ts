// The line of waiting tasks, and the queue that media nodes ask, as a test sees and moves them.
import assert from "node:assert/strict";
import { dispatchTasks } from "../../../control-plane/db/queue/waiting-line.ts";
import type { Queryable, Sql } from "../../../shared/db/connect.ts";
import type { JobLock } from "../../../shared/db/queue/queue-ends.ts";
import { deleteLease, renewLease } from "../../../shared/db/queue/worker-leases.ts";
import { newId } from "../../../shared/ids.ts";
import { DISPATCH_LIMITS } from "../../../shared/limits/queue.ts";
import { until } from "../until.ts";

/** Under which jobs are locked that a test itself takes. */
export const TEST_POOL = "pool-of-a-test";

/** A queue job that a test has taken. It has neither name nor key, so that nobody else has to do with it. */
export async function takenJob(sql: Queryable): Promise<JobLock> {
  const [job] = await sql<JobLock[]>`
    insert into graphile_worker._private_jobs (task_id, attempts, locked_by, locked_at)
    values (0, 1, ${TEST_POOL}, clock_timestamp())
    returning id::text as "jobId", locked_by as "lockedBy", locked_at as "lockedAt", attempts::int as attempt`;
  assert.ok(job !== undefined);
  return job;
}

/** Says that a living node takes these queue jobs, for longer than any test takes: nobody renews its lease. Returns its id. */
export async function offerQueueJobs(sql: Sql, queueJobs: readonly string[]): Promise<string> {
  const id = newId("node");
  await renewLease(sql, {
    id,
    plane: "media-node",
    poolIds: [TEST_POOL],
    host: "test",
    pid: process.pid,
    processSpace: null,
    models: [],
    queueJobs,
  });
  await sql`update worker_leases set renewed_at = now() + interval '1 hour' where id = ${id}`;
  return id;
}

/** One round of the dispatcher, for what living nodes take. How many tasks came into the queue. */
export function dispatchOffered(
  sql: Sql,
  runningJobs: number = DISPATCH_LIMITS.runningJobs.default,
): Promise<number> {
  // A control plane of the same test may be about it at this moment.
  return until(
    "a turn to dispatch",
    async () => (await dispatchTasks(sql, runningJobs)).dispatched ?? undefined,
  );
}

/**
 * Gives the queue the tasks that are next, as a control plane does while a media node lives that takes all that waits.
 * The node is gone afterwards. How many tasks came into the queue.
 */
export async function dispatch(sql: Sql): Promise<number> {
  const inQueue = async (): Promise<number> =>
    (await queuedTasks(sql)).filter(({ is_waiting: isWaiting }) => !isWaiting).length;
  const before = await inQueue();
  const waiting = await sql<{ name: string }[]>`select name from waiting_queue_jobs() as w (name)`;
  const nodeId = await offerQueueJobs(
    sql,
    waiting.map(({ name }) => name),
  );
  await dispatchOffered(sql);
  await deleteLease(sql, nodeId);
  // A control plane of the same test may have been first.
  return (await inQueue()) - before;
}

export interface QueuedTask {
  readonly task_id: string;
  readonly queue_job: string;
  /** Whether it stands in line, or is in the queue already. */
  readonly is_waiting: boolean;
}

/** All tasks that stand in line or have a queue job, in the order of their ids. */
export async function queuedTasks(sql: Sql): Promise<QueuedTask[]> {
  const rows = await sql<QueuedTask[]>`
    select task_id, queue_job, true as is_waiting from waiting_tasks
    union all
    select j.key, n.identifier, false from graphile_worker._private_jobs j
    join graphile_worker._private_tasks n on n.id = j.task_id where n.identifier like 'run-%'
    order by 1`;
  return rows.map((row) => ({ ...row }));
}

/** The tasks whose webhooks wait to be delivered, in the order of their ids; some may have several. */
export async function tasksToTell(sql: Sql): Promise<string[]> {
  const rows = await sql<{ task_id: string }[]>`select task_id from due_deliveries order by 1`;
  return rows.map((row) => row.task_id);
}
