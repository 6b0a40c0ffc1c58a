// SQL that ends queue jobs. graphile-worker 0.18.0 deletes an ended job by its id, whoever holds it by then, and unlocks a failed
// one even if a later try of the same pool holds it. So every end is written here, only under the lock under which the job was
// taken; graphile-worker's own statements for ends are not sent (queue-takes.ts).
import type { Job } from "graphile-worker";
import type { Pool } from "pg";
import { RUN_BATCH_LIMITS } from "../../limits/nodes.ts";
import { QUEUE_LIMITS } from "../../limits/queue.ts";

/** Under which lock a job was taken: its name alone would be the same for a later try of the same pool. */
export interface JobLock {
  readonly jobId: string;
  readonly lockedBy: string | null;
  readonly lockedAt: Date | null;
  /** Which try it was taken for, from 1. */
  readonly attempt: number;
}

export type JobEnd =
  | { readonly kind: "completed" }
  /** The job waits for its next try, longer after each. */
  | { readonly kind: "failed"; readonly message: string }
  /** The job waits, too, at first only for a moment, and until it is a day old this counts as no try of it. */
  | { readonly kind: "starved"; readonly message: string }
  /** The job is there for everybody at once, as if it had not been tried. */
  | { readonly kind: "given-back" };

/**
 * By what a job was taken. A write that names it does nothing once the job was given back and taken again.
 */
export function lockOf(job: Job): JobLock {
  return { jobId: job.id, lockedBy: job.locked_by, lockedAt: job.locked_at, attempt: job.attempts };
}

const { firstMs, minMs, perAge, maxMs } = QUEUE_LIMITS.starvedPause;

/** What has no error yet lacks something for the first time. */
const STARVED_PAUSE_S = `case when last_error is null then ${firstMs / 1_000}
  else least(greatest(${perAge} * extract(epoch from now() - created_at), ${minMs / 1_000}), ${maxMs / 1_000}) end`;

/** Times from the database lose what is below a millisecond on their way. */
const IS_OURS = `id = $1::bigint and locked_by = $2::text
  and abs(extract(epoch from locked_at - $3::timestamptz)) < 0.002`;

/** What the queue was told to try no more, by taking its tries away, has lost its key; what is at its last try has it. */
const JOB_CHANGES: Readonly<Record<Exclude<JobEnd["kind"], "completed">, string>> = {
  failed: `update graphile_worker._private_jobs set locked_by = null, locked_at = null, last_error = $4::text,
    run_at = greatest(now(), run_at)
      + least(exp(least(attempts, 10)), ${QUEUE_LIMITS.maxRetryPauseMs / 1_000}) * interval '1 second'
    where ${IS_OURS}`,
  starved: `update graphile_worker._private_jobs set locked_by = null, locked_at = null, last_error = $4::text,
    run_at = greatest(now(), run_at) + (${STARVED_PAUSE_S}) * interval '1 second',
    attempts = case when created_at > now() - ${QUEUE_LIMITS.starvedMs / 1_000} * interval '1 second'
      and (attempts < max_attempts or key is not null) then greatest(attempts - 1, 0) else attempts end
    where ${IS_OURS}`,
  "given-back": `update graphile_worker._private_jobs set locked_by = null, locked_at = null,
    attempts = case when attempts < max_attempts or key is not null then greatest(attempts - 1, 0) else attempts end
    where ${IS_OURS} and $4::text is null`,
};

/**
 * Writes the end of a job that will be tried again. False where the lock is not the job's any more: then nothing
 * happened.
 */
export async function returnJob(
  pool: Pool,
  lock: JobLock,
  end: Exclude<JobEnd, { kind: "completed" }>,
): Promise<boolean> {
  const { rows } = await pool.query<{ ended: number }>(
    `with job as (${JOB_CHANGES[end.kind]} returning job_queue_id), queue as (
      update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
      from job where queues.id = job.job_queue_id and queues.locked_by = $2::text
    ), told as (
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text)
      from job where $5::boolean
    )
    select count(*)::int as ended from job left join told on true`,
    [
      lock.jobId,
      lock.lockedBy,
      lock.lockedAt,
      end.kind === "given-back" ? null : end.message,
      end.kind === "given-back",
    ],
  );
  return rows[0]?.ended === 1;
}

/**
 * Removes jobs that were completed, all with one flush. False stands for each whose lock is not its own any more: nothing
 * happened to it.
 * @throws where somebody holds the row of one for too long: then none is removed
 */
export async function removeJobs(pool: Pool, locks: readonly JobLock[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "remove completed jobs",
    text: `with patience as materialized (select set_config('lock_timeout', $4::text, true) as lock_timeout), job as (
      delete from graphile_worker._private_jobs as jobs
      using patience, unnest($1::bigint[], $2::text[], $3::timestamptz[]) as ended (id, locked_by, locked_at)
      where patience.lock_timeout is not null and jobs.id = any ($1::bigint[]) and jobs.id = ended.id and jobs.locked_by = ended.locked_by
        and abs(extract(epoch from jobs.locked_at - ended.locked_at)) < 0.002
      returning jobs.id, jobs.job_queue_id, jobs.locked_by
    ), queue as (
      update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
      from job where queues.id = job.job_queue_id and queues.locked_by = job.locked_by
    )
    select id from job`,
    values: [
      locks.map((lock) => lock.jobId),
      locks.map((lock) => lock.lockedBy),
      locks.map((lock) => lock.lockedAt?.toISOString() ?? null),
      `${RUN_BATCH_LIMITS.lockTimeoutMs}ms`,
    ],
  });
  const removed = new Set(rows.map(({ id }) => id));
  return locks.map((lock) => removed.has(lock.jobId));
}

/**
 * Whether nobody wants another try of a job: the queue takes a job's tries away when it is removed, or replaced by a
 * newer one of its key, while it runs. Left to fail it would stay for good.
 */
export async function isWithdrawn(pool: Pool, lock: JobLock): Promise<boolean> {
  const { rows } = await pool.query<{ withdrawn: boolean }>(
    `select attempts >= max_attempts and attempts > $4::int as withdrawn
    from graphile_worker._private_jobs where ${IS_OURS}`,
    [lock.jobId, lock.lockedBy, lock.lockedAt, lock.attempt],
  );
  return rows[0]?.withdrawn === true;
}

/** What is locked under the name of a pool. */
export async function locksOfPool(pool: Pool, poolId: string): Promise<JobLock[]> {
  const { rows } = await pool.query<JobLock>(
    `select id as "jobId", locked_by as "lockedBy", locked_at as "lockedAt", attempts::int as attempt
    from graphile_worker._private_jobs where locked_by = $1::text`,
    [poolId],
  );
  return rows;
}

/** Unlocks whatever is locked under the names of pools that have ended. */
export async function freeJobsOfEndedPools(pool: Pool, poolIds: readonly string[]): Promise<void> {
  await pool.query("select free_queue_jobs($1::text[], $2::int)", [poolIds, QUEUE_LIMITS.attempts]);
}
