// Jobs that the database gave to a queue runner which never heard of it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { connectDatabase, type Sql } from "../../../../shared/db/connect.ts";
import { openQueuePool } from "../../../../shared/db/queue/queue-pool.ts";
import {
  type QueueRunner,
  type QueueRunnerOptions,
  startQueueRunner,
} from "../../../../shared/db/queue/queue-runner.ts";
import { batchTakes } from "../../../../shared/db/queue/queue-takes.ts";
import { DATABASE_LIMITS } from "../../../../shared/limits/database.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";
import { startTcpProxy, type TcpProxy } from "../../../support/network/tcp-proxy.ts";
import { until } from "../../../support/until.ts";

interface Scene {
  readonly sql: Sql;
  readonly proxy: TcpProxy;
  readonly runner: QueueRunner;
  /** Names and tries of the jobs that began; that of name "held" ends with the test. */
  readonly begun: string[];
  /** Lets the jobs of name "pair" end at the same moment. */
  readonly endPair: () => void;
}

/** A runner that reaches its database through a proxy, with one job under way and places to spare. */
async function jobUnderWay(t: TestContext, options: Partial<QueueRunnerOptions> = {}): Promise<Scene> {
  const gate = new EventTarget();
  const begun: string[] = [];
  let runner: QueueRunner | undefined;
  let proxy: TcpProxy | undefined;
  let sql: Sql | undefined;
  t.after(async () => {
    gate.dispatchEvent(new Event("open"));
    await runner?.stop();
    await proxy?.close();
    await sql?.end();
  });
  const { databaseUrl } = await createTestDatabase(t);
  sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  const url = new URL(databaseUrl);
  proxy = await startTcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  url.hostname = "127.0.0.1";
  runner = await startQueueRunner({
    databaseUrl: url.href,
    applicationName: "test queue",
    connections: 4,
    concurrency: 4,
    logger: createLogger("test", "silent"),
    handlers: {
      held: async ({ lock }) => {
        begun.push(`held ${lock.attempt}`);
        await once(gate, "open");
      },
      note: async ({ payload, lock }) => void begun.push(`${payload} ${lock.attempt}`),
      pair: async () => {
        begun.push("pair");
        await once(gate, "pair");
      },
    },
    ...options,
  });
  await sql`select graphile_worker.add_job('held', queue_name => 'held')`;
  await until("the first job to begin", () => begun.length === 1);
  return { sql, proxy, runner, begun, endPair: () => gate.dispatchEvent(new Event("pair")) };
}

/** Of a named queue and of none, all in one transaction. */
async function addNotes(sql: Sql): Promise<void> {
  await sql`
    select graphile_worker.add_jobs(array(select ('note', to_json(name), queue, null, null, null, priority, null)
      ::graphile_worker.job_spec from (values ('first', 'in turn', 1), ('second', 'in turn', 2), ('third', null, 3))
      as job (name, queue, priority)))`;
}

const LONG_MS = 600_000;
const ALL_ONCE = ["first 1", "held 1", "second 1", "third 1"];

async function assertOnlyHeldIsLeft(sql: Sql): Promise<void> {
  const left = () => sql<{ task_identifier: string; attempts: number }[]>`
    select task_identifier, attempts from graphile_worker.jobs where locked_by is not null`;
  await until("the ends to be written", async () => (await left()).length === 1);
  assert.deepEqual([...(await left())], [{ task_identifier: "held", attempts: 1 }]);
  const queues = await sql`
    select from graphile_worker._private_job_queues where locked_by is not null`;
  assert.equal(queues.length, 1, "the queue of the job that is under way stays locked");
}

test("jobs whose taking was committed and never answered are run by the same runner, and those under way not again", async (t) => {
  const { sql, proxy, begun } = await jobUnderWay(t);
  proxy.silence("to-client");
  await addNotes(sql);
  const taken = () => sql`
    select from graphile_worker.jobs where task_identifier = 'note' and locked_by is not null`;
  // A connection that has just come in place of a silent one may take and run them all between two looks.
  const isTaken = async (): Promise<boolean> => begun.length === 4 || (await taken()).length > 0;
  await until("a job to be taken", isTaken, 20_000);
  proxy.cut();
  await until("all jobs to begin", () => begun.length === 4, 20_000);
  assert.deepEqual(begun.toSorted(), ALL_ONCE);
  await assertOnlyHeldIsLeft(sql);
});

test("jobs that are taken by a statement which outlives its connection are run by the same runner", async (t) => {
  const { sql, proxy, begun } = await jobUnderWay(t);
  const looks = () => sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'test queue'
      and wait_event_type = 'Lock'`;
  await sql.begin(async (transaction) => {
    await transaction`lock table graphile_worker._private_jobs in access exclusive mode`;
    await until("a look to be under way", async () => (await looks()).length > 0, 20_000);
    await addNotes(transaction as unknown as Sql);
    proxy.cut();
    await until("another look to be under way", async () => (await looks()).length > 1, 20_000);
  });
  await until("all jobs to begin", () => begun.length === 4, 30_000);
  assert.deepEqual(begun.toSorted(), ALL_ONCE);
  await assertOnlyHeldIsLeft(sql);
});

test("jobs whose taking comes to light long after it failed are run by the same runner", async (t) => {
  const { sql, runner, begun } = await jobUnderWay(t, { lookAgainMs: 200 });
  await sql.begin(async (transaction) => {
    await addNotes(transaction as unknown as Sql);
    await transaction`
      update graphile_worker._private_jobs set locked_by = ${runner.poolIds[0] ?? ""}, locked_at = now(),
        attempts = attempts + 1
      where locked_by is null`;
  });
  await until("all jobs to begin", () => begun.length === 4, 20_000);
  assert.deepEqual(begun.toSorted(), ALL_ONCE);
  await assertOnlyHeldIsLeft(sql);
});

test("a job whose row somebody holds keeps no other's end from being written", async (t) => {
  // A statement that waits for the row until its own time is over would let the other one end behind it.
  const limits: { queueStatementTimeoutMs: number; queueReplyTimeoutMs: number } = DATABASE_LIMITS;
  t.mock.property(limits, "queueStatementTimeoutMs", LONG_MS);
  t.mock.property(limits, "queueReplyTimeoutMs", LONG_MS);
  const { sql, begun, endPair } = await jobUnderWay(t);
  await sql`select graphile_worker.add_job('pair'), graphile_worker.add_job('pair')`;
  await until("both to begin", () => begun.length === 3, 20_000);
  await sql.begin(async (transaction) => {
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    const [row] = await transaction<{ id: string }[]>`
      select id::text from graphile_worker._private_jobs order by id desc limit 1 for update`;
    const others = () => sql`
      select from graphile_worker.jobs where task_identifier = 'pair' and id <> ${row?.id ?? ""}::bigint`;
    // By the connection that is asked again below.
    assert.equal((await others()).length, 1);
    endPair();
    await until("the other's end", async () => (await others()).length === 0);
  });
});

test("what graphile-worker itself says of jobs' ends asks nothing of the database, whose refusal would end the pool", async (t) => {
  const { sql, begun, runner } = await jobUnderWay(t);
  const names = [...runner.poolIds];
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if current_query() ~ '^(with j as [(][[:space:]]*)?delete' then raise 'not asked for'; end if;
      return null;
    end $$`;
  await sql`
    create trigger refuse before delete on graphile_worker._private_jobs
    for each statement execute function refuse()`;
  for (let note = 1; note <= 20; note += 1) {
    const queueName = note % 2 === 0 ? "in turn" : null;
    await sql`select graphile_worker.add_job('note', to_json(${`${note}`}::text), queue_name => ${queueName})`;
    await until("the next job", () => begun.length === note + 1, 10_000);
  }
  assert.deepEqual(runner.poolIds, names);
});

test("jobs of a named queue that wait in front leave no place empty", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const options = {
    databaseUrl,
    applicationName: "test",
    connections: 2,
    concurrency: 2,
    logger: createLogger("test", "silent"),
  };
  const { pool, close } = openQueuePool(options);
  t.after(close);
  batchTakes(pool, 2, 60_000);
  await pool.query(`select graphile_worker.add_job('work', to_json(name), queue_name => queue)
    from (values ('one', 'in turn'), ('two', 'in turn'), ('three', 'in turn'), ('free', null)) as job (name, queue)`);
  const { rows: names } = await pool.query<{ id: number }>("select id from graphile_worker._private_tasks");
  const take = async (): Promise<unknown> => {
    const client = await pool.connect();
    const values = ["pool", names.map(({ id }) => id)];
    const { rows } = await client.query({ name: "get_job/graphile_worker", text: "none is sent", values });
    return rows[0]?.payload;
  };
  assert.deepEqual((await Promise.all([take(), take()])).toSorted(), ["free", "one"]);
});

test("a listener that graphile-worker releases twice ends nothing", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const queue = openQueuePool({
    databaseUrl,
    applicationName: "test queue",
    connections: 2,
    logger: createLogger("test", "silent"),
  });
  t.after(queue.close);
  batchTakes(queue.pool, 1, 1_000);
  await new Promise<void>((resolve, reject) => {
    queue.pool.connect((error, _client, release) => {
      try {
        release();
        release();
        if (error === undefined) resolve();
        else reject(error);
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
});
