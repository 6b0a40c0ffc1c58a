// Lets all places that look for a job at the same moment take theirs by one statement, and so with one flush:
// graphile-worker 0.18.0 sends a statement for each. Its local queue, which fetches many, was rejected: it also takes
// jobs for which no place is free, which other nodes then wait for. So the pool that it gets lends a client that sends
// nothing before it must, and hands its question for a job to the common statement.
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { gatherCalls } from "./gather-calls.ts";

/** graphile-worker's question for one job: its name among prepared statements, and its values. */
interface Take extends QueryConfig {
  readonly name: string;
  /** The pool's id, and the ids of the names that it takes. */
  readonly values: [string, number[]];
}

const TAKE_NAME = "get_job/graphile_worker";

function isTake(query: unknown): query is Take {
  return typeof query === "object" && query !== null && "name" in query && query.name === TAKE_NAME;
}

/** graphile-worker's statement for one job, for several; of a named queue, which does one job at a time, one at most. */
function takeMany(jobs: number): string {
  return `with found as (
    select jobs.id, jobs.job_queue_id, jobs.priority, jobs.run_at from graphile_worker._private_jobs as jobs
    where jobs.is_available and jobs.run_at <= now() and jobs.task_id = any ($2::int[]) and (
      jobs.job_queue_id is null or jobs.job_queue_id in (
        select id from graphile_worker._private_job_queues where is_available for update skip locked))
    order by jobs.priority, jobs.run_at limit ${jobs} for update skip locked
  ), chosen as (
    select distinct on (job_queue_id, case when job_queue_id is null then id end) id, job_queue_id from found
    order by job_queue_id, case when job_queue_id is null then id end, priority, run_at
  ), queue as (
    update graphile_worker._private_job_queues as queues set locked_by = $1::text, locked_at = now()
    from chosen where queues.id = chosen.job_queue_id
  )
  update graphile_worker._private_jobs as jobs
  set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
  from chosen where jobs.id = chosen.id returning jobs.*`;
}

/** What each of these places gets: a result with its job, or without one. */
async function takeFor(pool: Pool, takes: readonly Take[]): Promise<QueryResult[]> {
  const [first] = takes;
  if (first === undefined) return [];
  if (takes.length === 1) return [await pool.query(first)];
  const { name, values } = first;
  const text = takeMany(takes.length);
  const taken = await pool.query({ name: `${name} ${takes.length}`, text, values });
  return takes.map((_, index) => ({ ...taken, rows: taken.rows.slice(index, index + 1) }));
}

/** Places that look for different names, as in the moment when those change, take their jobs apart. */
async function takeAll(pool: Pool, takes: readonly Take[]): Promise<QueryResult[]> {
  const results = new Map<Take, QueryResult>();
  for (const group of Map.groupBy(takes, ({ values }) => JSON.stringify(values)).values()) {
    const taken = await takeFor(pool, group);
    for (const [index, take] of group.entries()) results.set(take, taken[index] as QueryResult);
  }
  return takes.map((take) => results.get(take) as QueryResult);
}

/** Changes a pool that is graphile-worker's alone. `places` are those that may look at once. */
export function gatherTakes(pool: Pool, places: number): void {
  const connect = pool.connect.bind(pool);
  const take = gatherCalls((takes: readonly Take[]) => takeAll(pool, takes), places);
  const lend = (): Pick<PoolClient, "query" | "release"> => {
    let client: Promise<PoolClient> | undefined;
    const query = async (...args: [unknown]): Promise<unknown> => {
      if (isTake(args[0])) return take(args[0]);
      client ??= connect();
      return ((await client).query as (...all: unknown[]) => unknown)(...args);
    };
    return {
      query: query as PoolClient["query"],
      release: (error) => void client?.then((lent) => lent.release(error)).catch(() => undefined),
    };
  };
  pool.connect = ((listen?: Parameters<typeof connect>[0]) =>
    listen === undefined ? Promise.resolve(lend()) : connect(listen)) as Pool["connect"];
}
