// Takes jobs for all free places of a pool by one statement, and so with one flush; graphile-worker 0.18.0 sends a statement for
// each. Its local queue, which fetches many, was rejected: it also takes jobs for which no place is free, and other nodes then
// wait for these. Instead graphile-worker gets a pool whose client hands its query for a job to the common statement, and drops
// its statements that end jobs, since the end has been written by then (queue-ends.ts).
//
// A statement whose answer is lost may have locked jobs under the name of a pool that lives on, and nobody would run them. So
// before its next take, the pool gives back what is locked under its name but was handed to nobody here. This is safe whatever
// made the take fail: takes run strictly one after another, so an unknown lock belongs to none that may still be answered; and
// a job is given back only under the lock that was read, so that a late statement undoes no later take.
import type { Job } from "graphile-worker";
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { DATABASE_LIMITS } from "../../limits/database.ts";
import { batchCalls } from "../batch-calls.ts";
import { locksOfPool, returnJob } from "./queue-ends.ts";

/** graphile-worker's question for one job: its name among prepared statements, and its values. */
interface Take extends QueryConfig {
  readonly name: string;
  /** The pool's id, and the ids of the names that it takes. */
  readonly values: [string, number[]];
}

const TAKE_NAME = "get_job/graphile_worker";

/** Of graphile-worker's statements that end jobs, whoever holds these by then: they are answered and not sent. */
const END_NAME = /^(complete|fail)_jobs?(_q)?\/graphile_worker$/;
const NOTHING_ENDED: QueryResult = { command: "", rowCount: 0, oid: 0, fields: [], rows: [] };

function isEnd(query: unknown): boolean {
  return typeof query === "object" && query !== null && "name" in query && END_NAME.test(String(query.name));
}

function isTake(query: unknown): query is Take {
  return typeof query === "object" && query !== null && "name" in query && query.name === TAKE_NAME;
}

/** graphile-worker's statement for one job, for several; of a named queue, which does one job at a time, one at most. */
function takeMany(jobs: number): string {
  return `with found as (
    select jobs.id, jobs.job_queue_id, jobs.priority, jobs.run_at from graphile_worker._private_jobs as jobs
    where jobs.is_available and jobs.run_at <= now() and jobs.task_id = any ($2::int[]) and (
      jobs.job_queue_id is null or jobs.job_queue_id in (
        select id from graphile_worker._private_job_queues where is_available for update skip locked)
      and not exists (
        select from graphile_worker._private_jobs as earlier
        where earlier.job_queue_id = jobs.job_queue_id and earlier.is_available and earlier.run_at <= now()
          and earlier.task_id = any ($2::int[])
          and (earlier.priority, earlier.run_at, earlier.id) < (jobs.priority, jobs.run_at, jobs.id)))
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

/** Gives back what these takes' pool has locked without anybody here knowing. */
async function freeUnknown(pool: Pool, poolId: string, held: ReadonlySet<Job>): Promise<void> {
  const known = new Set([...held].map(({ id, locked_at }) => `${id} ${locked_at?.getTime()}`));
  for (const lock of await locksOfPool(pool, poolId)) {
    if (known.has(`${lock.jobId} ${lock.lockedAt?.getTime()}`)) continue;
    await returnJob(pool, lock, { kind: "given-back" });
  }
}

/** Takes jobs one statement after another, and notes in `held` which were handed out. */
function takeInTurn(
  pool: Pool,
  held: Set<Job>,
  lookAgainMs: number,
): (takes: readonly Take[]) => Promise<QueryResult[]> {
  let last: Promise<unknown> = Promise.resolve();
  /**
   * Until when the server may still be at work on a take that has failed: its statements end before answers are overdue.
   * A commit that waits for a disk or a standby may take longer, for which `lookAgainMs` stands.
   */
  let doubtUntilMs = -1;
  let isInDoubt = false;
  let lookedAtMs = performance.now();
  const look = async (takes: readonly Take[]): Promise<QueryResult[]> => {
    try {
      if (isInDoubt || performance.now() - lookedAtMs > lookAgainMs) {
        lookedAtMs = performance.now();
        const isLast = performance.now() > doubtUntilMs;
        for (const poolId of new Set(takes.map(({ values }) => values[0])))
          await freeUnknown(pool, poolId, held);
        isInDoubt = !isLast;
      }
      const results = await takeAll(pool, takes);
      for (const { rows } of results) for (const job of rows) held.add(job);
      return results;
    } catch (error) {
      isInDoubt = true;
      doubtUntilMs = performance.now() + DATABASE_LIMITS.queueReplyTimeoutMs;
      throw error;
    }
  };
  return (takes) => {
    const taken = last.then(() => look(takes));
    last = taken.catch(() => undefined);
    return taken;
  };
}

type Borrow = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (reason?: unknown) => void,
) => void;

/**
 * Where its LISTEN fails as it stops, graphile-worker releases its listener twice. The second release throws where nobody
 * catches it, which would end the process in the midst of its stop.
 */
function releasedOnce(borrow: Borrow): Borrow {
  return (error, client, release) => {
    let isReleased = false;
    borrow(error, client, (reason) => {
      if (!isReleased) release(reason);
      isReleased = true;
    });
  };
}

/**
 * Changes a pool that is graphile-worker's alone. `places` are those that may look at once. Returns what is to be told
 * of each job that graphile-worker is done with.
 */
export function batchTakes(pool: Pool, places: number, lookAgainMs: number): (job: Job) => void {
  const connect = pool.connect.bind(pool);
  const held = new Set<Job>();
  const take = batchCalls(takeInTurn(pool, held, lookAgainMs), places);
  const lend = (): Pick<PoolClient, "query" | "release"> => {
    let client: Promise<PoolClient> | undefined;
    const query = async (...args: [unknown]): Promise<unknown> => {
      if (isTake(args[0])) return take(args[0]);
      if (isEnd(args[0])) return NOTHING_ENDED;
      client ??= connect();
      return ((await client).query as (...all: unknown[]) => unknown)(...args);
    };
    return {
      query: query as PoolClient["query"],
      release: (error) => void client?.then((lent) => lent.release(error)).catch(() => undefined),
    };
  };
  pool.connect = ((listen?: Parameters<typeof connect>[0]) =>
    listen === undefined ? Promise.resolve(lend()) : connect(releasedOnce(listen))) as Pool["connect"];
  return (job) => void held.delete(job);
}
