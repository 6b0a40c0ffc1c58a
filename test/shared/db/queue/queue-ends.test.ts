// How queue jobs end whose lock is no longer the one under which their handler began.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { connectDatabase, type Sql } from "../../../../shared/db/connect.ts";
import { type QueueRunner, startQueueRunner } from "../../../../shared/db/queue/queue-runner.ts";
import { JobGivenBack, JobStarved, type QueueHandler } from "../../../../shared/db/queue/run-queue-job.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";
import { until } from "../../../support/until.ts";

const logger = createLogger("test", "silent");

interface JobRow {
  readonly id: string;
  readonly locked_by: string | null;
  readonly attempts: number;
  /** Whether it was to be run when the first job began. */
  readonly is_due: boolean;
  readonly queue_locked_by: string | null;
}

/** One turn of the handler, which ends when the test says how. */
interface Turn {
  end(error?: Error): void;
}

interface Scene {
  readonly sql: Sql;
  readonly runner: QueueRunner;
  readonly turns: Turn[];
  row(): Promise<JobRow | undefined>;
}

/** A runner with one job under way whose end the test decides. */
async function jobUnderWay(t: TestContext, concurrency = 1, queueName: string | null = null): Promise<Scene> {
  const turns: Turn[] = [];
  let sql: Sql | undefined;
  let runner: QueueRunner | undefined;
  t.after(async () => {
    for (const turn of turns) turn.end();
    await runner?.stop();
    await sql?.end();
  });
  const { databaseUrl } = await createTestDatabase(t);
  const database = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  sql = database;
  const handler: QueueHandler = () =>
    new Promise((resolve, reject) => {
      turns.push({ end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  runner = await startQueueRunner({
    databaseUrl,
    applicationName: "test",
    connections: concurrency + 2,
    concurrency,
    logger,
    handlers: { work: handler },
  });
  await database`select graphile_worker.add_job('work', queue_name => ${queueName})`;
  await until("the job to begin", () => turns.length === 1);
  const [begun] = await database<{ at: Date }[]>`select now() as at`;
  const row = async (): Promise<JobRow | undefined> => {
    const [job] = await database<JobRow[]>`
      select j.id, j.locked_by, j.attempts::int, j.run_at <= ${begun?.at ?? ""}::timestamptz as is_due,
        q.locked_by as queue_locked_by
      from graphile_worker._private_jobs j left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`;
    return job;
  };
  return { sql: database, runner, turns, row };
}

async function giveToAnother(sql: Sql): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-other', locked_at = now(), attempts = attempts + 1`;
}

async function unlock(sql: Sql): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null`;
  await sql`update graphile_worker._private_job_queues set locked_by = null, locked_at = null`;
}

for (const [how, error] of [
  ["returns", undefined],
  ["throws", new Error("late")],
] as const) {
  test(`a job that another worker has by now is left to it when its handler ${how}`, async (t) => {
    const { sql, runner, turns, row } = await jobUnderWay(t);
    await giveToAnother(sql);
    turns[0]?.end(error);
    await runner.stop();
    assert.equal((await row())?.locked_by, "pool-other");
  });

  test(`a job that the same pool has taken again is left to its second handler when the first one ${how}`, async (t) => {
    const { sql, runner, turns, row } = await jobUnderWay(t, 2);
    await unlock(sql);
    await until("the second handler to begin", () => turns.length === 2);
    const lock = (await row())?.locked_by;
    assert.equal(lock, runner.poolIds[0]);
    turns[0]?.end(error);
    await sql`select graphile_worker.add_job('work')`;
    await until("the first worker to go on", () => turns.length === 3);
    turns[2]?.end();
    // Ends are written in their order: with the later one the first one's is.
    const jobs = () => sql<JobRow[]>`select locked_by from graphile_worker.jobs order by id`;
    await until("the end of the job after it", async () => (await jobs()).length < 2);
    assert.deepEqual([...(await jobs())], [{ locked_by: lock }]);
    turns[1]?.end();
    await runner.stop();
    assert.equal(await row(), undefined);
  });
}

test("a job that was unlocked while its handler ran waits for whoever takes it next", async (t) => {
  const { sql, runner, turns, row } = await jobUnderWay(t);
  const stopped = runner.stop();
  await unlock(sql);
  turns[0]?.end();
  await stopped;
  assert.equal((await row())?.locked_by, null);
});

test("a job of a named queue that ends leaves its queue to the next", async (t) => {
  const { sql, runner, turns, row } = await jobUnderWay(t, 2, "one by one");
  await sql`select graphile_worker.add_job('work', queue_name => 'one by one')`;
  turns[0]?.end();
  await until("the next job of the queue", () => turns.length === 2);
  turns[1]?.end(new Error("this one fails"));
  await until("the failure", async () => (await row())?.locked_by === null);
  await runner.stop();
  assert.deepEqual(
    { ...(await row()), id: "" },
    {
      id: "",
      locked_by: null,
      attempts: 1,
      is_due: false,
      queue_locked_by: null,
    },
  );
});

test("a job that is given back is there for everybody at once, and the try does not count", async (t) => {
  const { runner, turns, row } = await jobUnderWay(t, 1, "one by one");
  const stopped = runner.stop();
  turns[0]?.end(new JobGivenBack("stopping"));
  await stopped;
  const expected = { locked_by: null, attempts: 0, is_due: true, queue_locked_by: null };
  assert.deepEqual({ ...(await row()), id: "" }, { id: "", ...expected });
});

test("a job that is given back at its last try is tried again", async (t) => {
  const { sql, runner, turns, row } = await jobUnderWay(t);
  await sql`update graphile_worker._private_jobs set key = 'wanted', max_attempts = 1`;
  const stopped = runner.stop();
  turns[0]?.end(new JobGivenBack("stopping"));
  await stopped;
  assert.deepEqual([(await row())?.locked_by, (await row())?.attempts], [null, 0]);
});

test("a job that fails waits longer after each try, up to a bound", async (t) => {
  const { sql, turns, row } = await jobUnderWay(t);
  await sql`update graphile_worker._private_jobs set attempts = 900, max_attempts = 1000`;
  turns[0]?.end(new Error("again"));
  await until("the failure", async () => (await row())?.locked_by === null);
  const [wait] = await sql<{ seconds: number; last_error: string }[]>`
    select extract(epoch from run_at - now())::float as seconds, last_error from graphile_worker.jobs`;
  assert.equal(wait?.last_error, "again");
  const maxSeconds = QUEUE_LIMITS.maxRetryPauseMs / 1_000;
  const seconds = wait?.seconds ?? 0;
  assert.ok(seconds > maxSeconds - 60 && seconds <= maxSeconds, `${seconds} s`);
});

test("a job that lacked something is soon there for others, then pauses as long as half its age, within bounds", async (t) => {
  const { sql, turns, row } = await jobUnderWay(t);
  const due = "2100-01-01T00:00:00Z";
  const pauses: number[] = [];
  for (const age of ["3 hours", "1 second", "10 minutes", "3 hours"]) {
    await sql`update graphile_worker._private_jobs set run_at = ${due}, created_at = now() - ${age}::interval`;
    turns.at(-1)?.end(new JobStarved("no room"));
    await until("the lack", async () => (await row())?.locked_by === null);
    const [wait] = await sql<{ minutes: number }[]>`
      select trunc(extract(epoch from run_at - ${due}::timestamptz) / 60, 2)::float as minutes
      from graphile_worker._private_jobs`;
    pauses.push(wait?.minutes ?? 0);
    const begun = turns.length;
    await sql`update graphile_worker._private_jobs set run_at = now()`;
    await sql`select pg_notify('jobs:insert', '{"r":1,"count":1}')`;
    await until("its next try", () => turns.length > begun);
  }
  const [first, second, third = 0, fourth] = pauses;
  assert.deepEqual([first, second, Math.floor(third), fourth], [0.05, 0.5, 5, 10]);
});

for (const error of [new Error("too late"), new JobGivenBack("stopping")])
  test(`a job that was removed while it ran is gone with its ${error.name}`, async (t) => {
    const { sql, runner, turns, row } = await jobUnderWay(t);
    await sql`update graphile_worker._private_jobs set key = 'removed'`;
    await sql`select graphile_worker.remove_job('removed')`;
    turns[0]?.end(error);
    await runner.stop();
    assert.equal(await row(), undefined);
  });

test("what a pool still holds when it ends is unlocked at once", async (t) => {
  const { sql, runner, turns, row } = await jobUnderWay(t);
  const [pool] = runner.poolIds;
  await sql`select graphile_worker.add_job('later', run_at => now() + interval '1 hour')`;
  await sql`update graphile_worker._private_jobs set locked_by = ${pool ?? ""}, locked_at = now()`;
  turns[0]?.end();
  await runner.stop();
  assert.deepEqual([(await row())?.locked_by], [null]);
});

test("places that look for jobs at once get one each, and of a named queue one at most", async (t) => {
  const taken: string[] = [];
  const gates: (() => void)[] = [];
  let runner: QueueRunner | undefined;
  let sql: Sql | undefined;
  t.after(async () => {
    for (const open of gates) open();
    await runner?.stop();
    await sql?.end();
  });
  const { databaseUrl } = await createTestDatabase(t);
  sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  const handler: QueueHandler = ({ payload }) =>
    new Promise((resolve) => {
      taken.push(String(payload));
      gates.push(resolve);
    });
  const handlers = { work: handler };
  runner = await startQueueRunner({
    databaseUrl,
    applicationName: "test",
    connections: 4,
    concurrency: 8,
    logger,
    handlers,
  });
  await sql`
    select graphile_worker.add_jobs(array(select ('work', to_json(name), queue, null, null, null, null, null)
      ::graphile_worker.job_spec from (values ('a', null), ('b', null), ('c', null), ('one', 'in turn'), ('two', 'in turn'))
      as job (name, queue)))`;
  await until("four jobs to begin", () => taken.length === 4);
  assert.deepEqual(taken.toSorted().slice(0, 3), ["a", "b", "c"]);
  const locks = await sql<{ is_free: boolean; attempts: number }[]>`
    select locked_by is null as is_free, attempts::int from graphile_worker._private_jobs order by 1, 2`;
  assert.deepEqual(
    locks.map(({ is_free, attempts }) => `${is_free} ${attempts}`),
    ["false 1", "false 1", "false 1", "false 1", "true 0"],
  );
  for (const open of gates.splice(0)) open();
  await until("the second of the queue", () => taken.length === 5);
  for (const open of gates.splice(0)) open();
  const left = () => (sql as Sql)`select from graphile_worker._private_jobs`;
  await until("the jobs to be removed", async () => (await left()).length === 0);
});
