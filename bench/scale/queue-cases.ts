// How fast tasks with no work in them go from their creation to their end, against graphile-worker alone doing as many
// jobs that do nothing. Both are asked for by as many callers at once, each of which waits for its answer.
import pg from "pg";
import { CreateAnswer } from "../../control-plane/tasks/create/create-answer.ts";
import { createBatches } from "../../control-plane/tasks/create/create-batches.ts";
import { createTask } from "../../control-plane/tasks/create/create-task.ts";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { type ServerProcess, startServerProcess } from "../load/server-process.ts";
import type { BenchCase } from "../measuring/harness.ts";
import { Planes } from "./planes.ts";
import type { Subject } from "./subject.ts";

const GRAPHILE = new URL("graphile-alone.ts", import.meta.url);
const CALLERS = 64;
const PLACES = 16;
const POLL_MS = 20;
const ANSWER_MS = 600_000;

/** Asks `count` times, so many at once. */
async function askMany(count: number, ask: () => Promise<unknown>): Promise<void> {
  let left = count;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

async function finishedTasks(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ tasks: number }[]>`
    select coalesce(sum(tasks), 0)::float8 as tasks from task_counts
    where account_id = ${accountId} and kind = 'generation' and state = 'finished'`;
  return row?.tasks ?? 0;
}

interface DatabaseCost {
  readonly transactions: number;
  readonly flushes: number;
  readonly logBytes: number;
}

/** What the server has done so far; other databases of it are idle. */
async function readCost(sql: Sql): Promise<DatabaseCost> {
  const [row] = await sql<DatabaseCost[]>`
    select xact_commit::float8 as transactions,
      (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as flushes,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "logBytes"
    from pg_stat_database where datname = current_database()`;
  if (row === undefined) throw new Error("The server tells nothing of this database.");
  return row;
}

/** Tasks of the busy account. */
export function appliance(subject: Subject, tasks: number): BenchCase {
  const { name, databaseUrl, busyAccountId: accountId } = subject;
  const planes = new Planes();
  return {
    name,
    prepare: async () => {
      await planes.startAppliance(subject, PLACES);
    },
    run: async () => {
      const connect = (connections: number): Sql =>
        connectDatabase(databaseUrl, { applicationName: "bench creates", connections });
      const [creating, reading] = [connect(1), connect(2)];
      const creates = createBatches(creating, reading);
      const before = await finishedTasks(reading, accountId);
      const costBefore = await readCost(reading);
      const startedAt = performance.now();
      const creation = {
        accountId,
        kind: "generation",
        model: "empty",
        templateId: null,
        baseMoods: "1",
        request: { model: "empty", tier: "lite", input: {}, outputCount: 1 },
        callbackUrl: null,
        idempotencyKey: null,
      } as const;
      const answer = () => new CreateAnswer(new Date(), new Date(Date.now() + ANSWER_MS));
      await askMany(tasks, () => createTask({ sql: reading, creates }, { ...creation, answer: answer() }));
      const createdMs = performance.now() - startedAt;
      await waitFor(async () => (await finishedTasks(reading, accountId)) - before >= tasks);
      const finishedMs = performance.now() - startedAt;
      const cost = await readCost(reading);
      await Promise.all([creating.end(), reading.end()]);
      return {
        createdPerSecond: tasks / (createdMs / 1_000),
        finishedPerSecond: tasks / (finishedMs / 1_000),
        transactionsPerTask: (cost.transactions - costBefore.transactions) / tasks,
        flushesPerTask: (cost.flushes - costBefore.flushes) / tasks,
        logBytesPerTask: (cost.logBytes - costBefore.logBytes) / tasks,
      };
    },
    cleanUp: () => planes.stop(),
  };
}

/** graphile-worker's own way: jobs of a task that does nothing, taken by as many places. */
export function graphileAlone({ databaseUrl, env }: Subject, tasks: number): BenchCase {
  let worker: ServerProcess | undefined;
  return {
    name: "graphile-worker alone",
    prepare: async () => {
      worker = await startServerProcess(GRAPHILE, [databaseUrl, String(PLACES)], env);
    },
    run: async () => {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
      const startedAt = performance.now();
      await askMany(tasks, () => pool.query("select graphile_worker.add_job('nothing', '{}')"));
      const createdMs = performance.now() - startedAt;
      await waitFor(async () => {
        const { rows } = await pool.query<{ left: boolean }>(
          "select exists (select from graphile_worker.jobs where task_identifier = 'nothing') as left",
        );
        return rows[0]?.left === false;
      });
      const finishedMs = performance.now() - startedAt;
      await pool.end();
      return {
        createdPerSecond: tasks / (createdMs / 1_000),
        finishedPerSecond: tasks / (finishedMs / 1_000),
      };
    },
    cleanUp: async () => worker?.stop(),
  };
}
