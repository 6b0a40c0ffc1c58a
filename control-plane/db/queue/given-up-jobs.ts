// SQL of queue jobs that were tried as often as they may be, and that nobody tries again by itself.
import type { Queryable } from "../../../shared/db/connect.ts";

export interface GivenUpJob {
  readonly id: string;
  readonly job: string;
  /** The task's id for a run, `preview:` and the template's for a preview. */
  readonly key: string | null;
  readonly account_id: string | null;
  /** Of the account's owner. */
  readonly account_email: string | null;
  /** What the template of a preview shows. */
  readonly template: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: Date;
}

const GIVEN_UP = "j.locked_at is null and j.attempts >= j.max_attempts";

function selectJobs(sql: Queryable) {
  return sql`
    select j.id::text, n.identifier as job, j.key, j.payload ->> 'accountId' as account_id, u.email as account_email,
      t.description as template, j.attempts::int, j.last_error, j.created_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      left join accounts a on a.id = j.payload ->> 'accountId' left join users u on u.id = a.user_id
      left join templates t on t.id = substring(j.key from '^preview:(.*)$')`;
}

/** A page of them, the oldest first. */
export async function selectGivenUpJobs(
  sql: Queryable,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<GivenUpJob[]> {
  return sql<GivenUpJob[]>`
    ${selectJobs(sql)}
    where ${sql.unsafe(GIVEN_UP)} order by j.id limit ${limit} offset ${offset}`;
}

/** How many wait for an operator. Reads the whole queue: not to be asked at every request. */
export async function countGivenUpJobs(sql: Queryable): Promise<number> {
  const [row] = await sql<{ jobs: number }[]>`
    select count(*)::float8 as jobs from graphile_worker._private_jobs j where ${sql.unsafe(GIVEN_UP)}`;
  return row?.jobs ?? 0;
}

/** One of them, locked until the transaction ends; undefined where it is none, or nobody's any more. */
export async function selectGivenUpJobForUpdate(
  sql: Queryable,
  jobId: string,
): Promise<GivenUpJob | undefined> {
  const [row] = await sql<GivenUpJob[]>`
    ${selectJobs(sql)}
    where j.id = ${jobId}::bigint and ${sql.unsafe(GIVEN_UP)} for update of j`;
  return row;
}

/** Has them tried again from now on, as often as at first. Returns how many there were. */
export async function retryGivenUpJobs(sql: Queryable, jobIds: readonly string[]): Promise<number> {
  const rows = await sql`
    select from graphile_worker.reschedule_jobs(array(
      select j.id from graphile_worker._private_jobs j
      where j.id = any (${jobIds as string[]}::bigint[]) and ${sql.unsafe(GIVEN_UP)}), run_at => now(), attempts => 0)`;
  return rows.length;
}

/** Removes a job that nobody works on. */
export async function removeGivenUpJob(sql: Queryable, jobId: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${jobId}::bigint])`;
}
