// SQL of queue jobs that wait for a media node. Their key is their task's id.
import type { Queryable } from "../../shared/db/connect.ts";

/** Removes a task's queue job; one that a node works on is kept from being tried again. */
export async function removeQueueJob(sql: Queryable, taskId: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${taskId})`;
}
