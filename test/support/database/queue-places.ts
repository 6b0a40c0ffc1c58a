// Places of media nodes as the queue sees them: they take a job and give it back, in graphile-worker's own order.
import type { Sql } from "../../../shared/db/connect.ts";
import { TEST_POOL } from "./queue.ts";

export interface TakenJob {
  readonly id: string;
  readonly taskId: string;
  readonly accountId: string;
}

/** Takes the next job of these names, as a free place of a node does; undefined where none is ready. */
export async function takeJob(sql: Sql, names: readonly string[]): Promise<TakenJob | undefined> {
  const [job] = await sql<TakenJob[]>`
    update graphile_worker._private_jobs set locked_by = ${TEST_POOL}, locked_at = now(), attempts = attempts + 1
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
