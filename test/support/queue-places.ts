// Stands for media nodes as the queue sees them: a lease that says what they take, and places that take a job and give
// it back, in graphile-worker's own order.
import { dispatchTasks } from "../../control-plane/db/queue-jobs.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { renewLease } from "../../shared/db/worker-leases.ts";
import { newId } from "../../shared/ids.ts";

const POOL = "pool-of-a-test";
const NO_BOUND = 100_000;

export interface TakenJob {
  readonly id: string;
  readonly taskId: string;
  readonly accountId: string;
}

/** Says that a living node takes these queue jobs. */
export async function offerQueueJobs(sql: Sql, queueJobs: readonly string[]): Promise<void> {
  await renewLease(sql, {
    id: newId("node"),
    plane: "media-node",
    poolIds: [POOL],
    host: "test",
    pid: process.pid,
    processSpace: null,
    models: [],
    queueJobs,
  });
}

/** One round of the dispatcher. */
export async function dispatch(sql: Sql, runningJobs = NO_BOUND): Promise<number> {
  return (await dispatchTasks(sql, runningJobs)).dispatched ?? 0;
}

/** Takes the next job of these names, as a free place of a node does; undefined where none is ready. */
export async function takeJob(sql: Sql, names: readonly string[]): Promise<TakenJob | undefined> {
  const [job] = await sql<TakenJob[]>`
    update graphile_worker._private_jobs set locked_by = ${POOL}, locked_at = now(), attempts = attempts + 1
    where id = (
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      where n.identifier = any (${names as string[]}) and j.is_available and j.run_at <= now()
      order by j.priority, j.run_at limit 1 for update of j skip locked)
    returning id, payload ->> 'taskId' as "taskId", payload ->> 'accountId' as "accountId"`;
  return job;
}

/** Ends a taken job: the place is free again. */
export async function endJob(sql: Sql, job: TakenJob): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where id = ${job.id}`;
}

/** Gives a taken job back to be tried again now. */
export async function failJob(sql: Sql, job: TakenJob): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null, run_at = now()
    where id = ${job.id}`;
}
