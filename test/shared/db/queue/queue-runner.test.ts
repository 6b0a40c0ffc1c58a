import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { pino } from "pino";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import type { QueueJob } from "../../../../shared/db/queue/run-queue-job.ts";
import { DATABASE_LIMITS } from "../../../../shared/limits/database.ts";
import { timedAwake } from "../../../support/awake-time.ts";
import {
  addJob,
  endsOf,
  jobsLeft,
  outageScene,
  slowJobInOutage,
  startRunner,
} from "../../../support/database/queue-runners.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";
import { startTcpProxy } from "../../../support/network/tcp-proxy.ts";
import { until } from "../../../support/until.ts";

describe("a queue runner", { concurrency: true }, () => {
  test("a job's handler gets its payload and the number of the try", async (t) => {
    const ends = endsOf(t);
    const { databaseUrl } = await createTestDatabase(t);
    const seen: QueueJob[] = [];
    const handlers = { note: async (job: QueueJob) => void seen.push(job) };
    const runner = await startRunner(databaseUrl, handlers);
    ends.push(() => runner.stop());
    await addJob(databaseUrl, "note", { taskId: "one" });
    await until("the job to run", () => seen.length > 0);
    await runner.stop();
    const [job] = seen;
    assert.deepEqual([job?.payload, job?.key, job?.lock.attempt], [{ taskId: "one" }, null, 1]);
  });

  test("stopping waits for the job under way and takes no new one", async (t) => {
    const ends = endsOf(t);
    const { databaseUrl } = await createTestDatabase(t);
    const gate = new EventTarget();
    let begun = 0;
    let done = 0;
    const runner = await startRunner(databaseUrl, {
      slow: async () => {
        begun += 1;
        await once(gate, "open");
        done += 1;
      },
    });
    ends.push(() => runner.stop());
    await addJob(databaseUrl, "slow");
    await addJob(databaseUrl, "slow");
    await until("the first job to begin", () => begun === 1);
    const stopped = runner.stop();
    gate.dispatchEvent(new Event("open"));
    await stopped;
    assert.deepEqual({ begun, done }, { begun: 1, done: 1 });
  });

  test("a runner whose connections PostgreSQL cuts goes on when it is back", async (t) => {
    const seen: unknown[] = [];
    const { postgres } = await outageScene(t, { note: async ({ payload }) => void seen.push(payload) });
    await postgres.kill();
    await postgres.start();
    await addJob(postgres.databaseUrl, "note", "after the crash");
    await until("the job after the crash", () => seen.length > 0);
    assert.deepEqual(seen, ["after the crash"]);
  });

  test("a job that ends while the database is away is completed when it is back, and the runner goes on", async (t) => {
    const { postgres, runner, seen, log, open } = await slowJobInOutage(t);
    const names = [...runner.poolIds];
    open();
    await until("a try to write the end", () => log("not written yet"), 20_000);
    await postgres.start();
    await until("the end", async () => (await jobsLeft(postgres.databaseUrl)) === 0, 20_000);
    await addJob(postgres.databaseUrl, "note");
    await until("the next job", () => seen.includes("note"), 20_000);
    assert.deepEqual([seen, runner.poolIds], [["slow", "note"], names]);
  });

  test("a runner that could not look for new names looks for them again, while its job is under way", async (t) => {
    const { postgres, runner, handlers, seen, log, forgetLog, open } = await slowJobInOutage(t);
    const names = [...runner.poolIds];
    // A look for the old names may have failed already. That for new ones would go well if the database came back before.
    forgetLog();
    runner.setHandlers({ ...handlers, other: async () => void seen.push("other") });
    await until("a look in vain", () => log("Failed to acquire job"), 60_000);
    await postgres.start();
    await addJob(postgres.databaseUrl, "other");
    await until("the job of the new name", () => seen.includes("other"), 20_000);
    open();
    await until("no job to be left", async () => (await jobsLeft(postgres.databaseUrl)) === 0, 20_000);
    assert.deepEqual([seen, runner.poolIds], [["slow", "other"], names]);
  });

  test("a runner whose pool ended by itself is started anew under a new name", async (t) => {
    const ends = endsOf(t);
    const { databaseUrl } = await createTestDatabase(t);
    const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
    let notes = 0;
    const runner = await startRunner(databaseUrl, {
      note: async () => {
        notes += 1;
      },
    });
    ends.push(
      () => runner.stop(),
      () => sql.end(),
    );
    const [firstName] = runner.poolIds;
    const listeners = () => sql`
      select from pg_stat_activity where datname = current_database() and query like 'LISTEN%' and state = 'idle'`;
    await until("its listener", async () => (await listeners()).length === 1);
    await sql`select pg_notify('worker:migrate', '{"breaking": true}')`;
    await until("a new name", () => runner.poolIds[0] !== firstName);
    // graphile-worker's, at such a notice.
    process.exitCode = undefined;
    await addJob(databaseUrl, "note");
    await until("the next job", () => notes === 1, 20_000);
  });

  test("a look that began before new names does not stand for them: where theirs fails, they are looked for again", async (t) => {
    const ends = endsOf(t);
    const { databaseUrl } = await createTestDatabase(t);
    const lines: string[] = [];
    const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
    const runner = await startRunner(
      databaseUrl,
      { note: async () => undefined },
      {
        applicationName: "test queue",
        logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
      },
    );
    ends.push(
      () => runner.stop(),
      () => sql.end(),
    );
    const names = [...runner.poolIds];
    let others = 0;
    const isLooking = async (): Promise<boolean> => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'test queue'
          and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    await sql.begin(async (transaction) => {
      await transaction`lock table graphile_worker._private_jobs in access exclusive mode`;
      await until("a look to be under way", isLooking, 20_000);
      runner.setHandlers({
        note: async () => undefined,
        other: async () => {
          others += 1;
        },
      });
      await transaction`alter table graphile_worker._private_tasks rename to hidden_tasks`;
    });
    await until("a look in vain", () => lines.some((line) => line.includes("Failed to acquire job")), 20_000);
    await sql`alter table graphile_worker.hidden_tasks rename to _private_tasks`;
    await addJob(databaseUrl, "other");
    await until("the job of the new name", () => others === 1, 20_000);
    assert.deepEqual(runner.poolIds, names);
  });

  test("a runner can be stopped while the database is away", async (t) => {
    const { postgres, runner } = await outageScene(t, { note: async () => undefined });
    await postgres.stop();
    await runner.stop();
    assert.equal(runner.poolIds.length, 1);
  });

  test("other handlers than before take over while the runner runs, and the job under way ends as it began", async (t) => {
    const ends = endsOf(t);
    const { databaseUrl } = await createTestDatabase(t);
    const gate = new EventTarget();
    const seen: string[] = [];
    const first = async (): Promise<void> => {
      seen.push("first begins");
      await once(gate, "open");
      seen.push("first ends");
    };
    const runner = await startRunner(databaseUrl, { first }, { concurrency: 2 });
    ends.push(() => runner.stop());
    await addJob(databaseUrl, "first");
    await addJob(databaseUrl, "second");
    await until("the first job to begin", () => seen.length === 1);
    runner.setHandlers({ second: async () => void seen.push("second runs") });
    await addJob(databaseUrl, "first");
    await until("the second job to run", () => seen.length === 2);
    gate.dispatchEvent(new Event("open"));
    await until("the first job to end", () => seen.length === 3);
    await runner.stop();
    assert.deepEqual(seen, ["first begins", "second runs", "first ends"]);
    const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
    ends.push(() => sql.end());
    const left = await sql`select task_identifier, attempts from graphile_worker.jobs`;
    assert.deepEqual([...left], [{ task_identifier: "first", attempts: 0 }]);
  });

  test("a runner without handlers takes no job, and goes on when it has some again", async (t) => {
    const ends = endsOf(t);
    const { databaseUrl } = await createTestDatabase(t);
    const seen: string[] = [];
    const handlers = { note: async ({ payload }: QueueJob) => void seen.push(String(payload)) };
    const runner = await startRunner(databaseUrl, handlers);
    ends.push(() => runner.stop());
    await addJob(databaseUrl, "note", "before");
    await until("the job before", () => seen.length === 1);
    const names = [...runner.poolIds];
    runner.setHandlers({});
    await addJob(databaseUrl, "note", "meanwhile");
    runner.setHandlers(handlers);
    await addJob(databaseUrl, "note", "after");
    await until("the jobs after", () => seen.length === 3);
    assert.deepEqual([seen, runner.poolIds], [["before", "meanwhile", "after"], names]);
  });
});

/** A job that comes to a runner by a take that was under way when the runner was told to take no more such jobs. */
test("a job that comes when it is not taken any more is given back at once, as if it had not been tried", async (t) => {
  const ends = endsOf(t);
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  const seen: unknown[] = [];
  const handlers = { note: async ({ payload }: QueueJob) => void seen.push(payload) };
  // In its first minute, at random, graphile-worker unlocks old jobs: behind that the take would wait unseen.
  const random = t.mock.method(Math, "random", () => 0.99);
  const runner = await startRunner(databaseUrl, handlers, { applicationName: "test runner" });
  random.mock.restore();
  ends.push(
    () => runner.stop(),
    () => sql.end(),
  );
  const hasTake = async (state: "idle" | "active"): Promise<boolean> => {
    const takes = await sql`
      select from pg_stat_activity where application_name = 'test runner' and state = ${state}
        and (state = 'idle' or wait_event_type = 'Lock') and query ~ 'attempts \\+ 1'`;
    return takes.length > 0;
  };
  await until("the first take to be over", () => hasTake("idle"));
  const added = await sql.begin(async (transaction) => {
    await transaction`lock table graphile_worker._private_jobs in access exclusive mode`;
    await transaction`select graphile_worker.add_job('note', '"late"'::json)`;
    const [row] = await transaction`select xmin::text as version from graphile_worker._private_jobs`;
    await until("the next take to wait", () => hasTake("active"));
    runner.setHandlers({});
    return String(row?.version);
  });
  const untaken = async () =>
    (
      await sql`
      select attempts, last_error, run_at <= now() as is_due from graphile_worker._private_jobs
      where locked_at is null and xmin::text <> ${added}`
    )[0];
  const job = await until("it to be taken and given back", untaken);
  assert.deepEqual({ ...job }, { attempts: 0, last_error: null, is_due: true });
  runner.setHandlers(handlers);
  await until("the job after all", () => seen.length === 1);
});

// By itself: it bounds how long a stop takes.
test("a runner whose connections fall silent works on over others, and stops all the same", async (t) => {
  const ends = endsOf(t);
  const { databaseUrl } = await createTestDatabase(t);
  const url = new URL(databaseUrl);
  const proxy = await startTcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  url.hostname = "127.0.0.1";
  const seen: unknown[] = [];
  const handlers = { note: async ({ payload }: QueueJob) => void seen.push(payload) };
  const runner = await startRunner(url.href, handlers, { concurrency: 2 });
  ends.push(() => runner.stop(), proxy.close);
  await addJob(databaseUrl, "note", "before");
  await until("the job before", () => seen.length === 1);
  assert.ok(proxy.silence() > 0);
  await addJob(databaseUrl, "note", "after");
  await until("the job after", () => seen.length === 2, 60_000);
  proxy.silence();
  proxy.admit("silent");
  const { awakeMs } = await timedAwake(() => runner.stop());
  assert.ok(awakeMs < 3 * DATABASE_LIMITS.queueReplyTimeoutMs, `${awakeMs} ms`);
});
