// The queue job by which a run's report becomes its task's end. Both planes add it: a media node with its report, a
// control plane for tasks that it gives up, or whose job is gone. Its key is its run's, so that one at most waits.
import { QUEUE_LIMITS } from "../limits.ts";
import type { Queryable } from "./connect.ts";

export const FINALIZE_JOB = "finalize-task";

export const FINALIZE_KEY_PREFIX = "finalize ";

/** A call of the queue's add_job for a row `run` with the columns `id` and `task_id`. */
export function addFinalizeJob(sql: Queryable) {
  return sql`graphile_worker.add_job(${FINALIZE_JOB}, json_build_object('taskId', run.task_id, 'runId', run.id),
    max_attempts => ${QUEUE_LIMITS.attempts}::int, job_key => ${FINALIZE_KEY_PREFIX} || run.id)`;
}
