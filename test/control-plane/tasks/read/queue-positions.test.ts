// Places in the queue, held against the order in which tasks are really dispatched.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTasks } from "../../../../control-plane/tasks/read/list-tasks.ts";
import {
  readQueuePositions,
  withQueuePositions,
} from "../../../../control-plane/tasks/read/queue-positions.ts";
import { readTask } from "../../../../control-plane/tasks/read/read-task.ts";
import { viewProgress } from "../../../../control-plane/tasks/read/task-view.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { EVENT_LIMITS } from "../../../../shared/limits/requests.ts";
import { newRun, newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch as dispatchQueue } from "../../../support/database/queue.ts";
import { recordingPool } from "../../../support/database/recorded-statements.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";

const JOB = "run-clip";

interface Line {
  readonly accountId: string;
  readonly tasks: number;
  /** What each counts for; 1 unless told. */
  readonly cost?: number;
  /** Ids of tasks begin with it. */
  readonly name: string;
}

/** Puts tasks `<name>_00001` and on in line. */
async function wait(sql: Sql, { accountId, tasks, cost = 1, name }: Line): Promise<void> {
  await sql`
    insert into waiting_tasks (task_id, account_id, queue_job, cost, ticket)
    select ${name} || '_' || lpad(n::text, 5, '0'), ${accountId}, ${JOB}, ${cost}, n from generate_series(1, ${tasks}::int) n`;
  await sql`
    insert into waiting_shares (queue_job, account_id, waiting, last_ticket) values (${JOB}, ${accountId}, ${tasks}, ${tasks})`;
}

async function dispatch(sql: Sql, readyJobs: number): Promise<number> {
  await sql`
    insert into worker_leases (id, plane, host, pid, queue_jobs)
    values ('node', 'media-node', 'here', 1, ${[JOB]}) on conflict do nothing`;
  const [row] = await sql<
    { moved: number }[]
  >`select dispatch_tasks(${readyJobs}, 1000, 1000, 4, 60000) as moved`;
  return row?.moved ?? 0;
}

async function readyTasks(sql: Sql): Promise<string[]> {
  const rows = await sql<
    { key: string }[]
  >`select key from graphile_worker._private_jobs order by run_at, id`;
  return rows.map((row) => row.key);
}

test("a place among 10,000 tasks of two accounts is found by index", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await wait(sql, { accountId: account.id, tasks: 9_000, name: "mine" });
  await wait(sql, { accountId: other.id, tasks: 1_000, name: "other" });
  await sql`analyze waiting_tasks, waiting_shares`;
  const pool = recordingPool(t, databaseUrl);
  const taskIds = [
    "mine_00001",
    "mine_00500",
    "mine_05000",
    "mine_09000",
    "other_00001",
    "other_01000",
    "task_none",
  ];
  assert.deepEqual(
    await readQueuePositions(pool.sql, taskIds),
    new Map([
      ["mine_00001", 0],
      ["mine_00500", 998],
      ["mine_05000", 5_999],
      ["mine_09000", 9_999],
      ["other_00001", 1],
      ["other_01000", 1_999],
    ]),
  );
  assert.equal(pool.statements.length, 3);
  for (const { text, parameters } of pool.statements.filter((statement) =>
    statement.text.includes("waiting_tasks"),
  )) {
    const rows = await sql.unsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, [...parameters] as never[]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    assert.match(plan, /Scan using waiting_tasks_/);
    assert.doesNotMatch(plan, /Seq Scan on waiting_tasks/);
  }
});

test("places are the order of dispatch, by the accounts' weights and turns and what their tasks count for", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const heavy = await createTestAccount(sql);
  const late = await createTestAccount(sql);
  await sql`update accounts set share_weight = 2.5 where id = ${heavy.id}`;
  const lines = [
    { accountId: account.id, tasks: 40, name: "a" },
    { accountId: heavy.id, tasks: 30, cost: 0.75, name: "b" },
  ];
  for (const line of lines) await wait(sql, line);
  await dispatch(sql, 13);
  await wait(sql, { accountId: late.id, tasks: 12, name: "c" });
  const waiting = await sql<{ task_id: string }[]>`select task_id from waiting_tasks`;
  const ready = await readyTasks(sql);
  const taskIds = [...waiting.map((row) => row.task_id), ...ready];
  assert.equal(taskIds.length, 82);
  const positions = await readQueuePositions(sql, taskIds);
  const expected = taskIds.toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
  assert.deepEqual(
    expected.map((id) => positions.get(id)),
    [...expected.keys()],
  );
  assert.ok(
    expected.indexOf("c_00001") < expected.indexOf(ready.at(-1) ?? ""),
    "who comes anew is before what is ready",
  );
  await dispatch(sql, 1_000);
  assert.deepEqual(await readyTasks(sql), expected);
});

test("a task that waits for its next try has the ready jobs before it, and one that runs has no place", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await wait(sql, { accountId: account.id, tasks: 5, name: "task" });
  await dispatch(sql, 3);
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = 'task_00001'`;
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where key = 'task_00002'`;
  assert.deepEqual(
    await readQueuePositions(sql, ["task_00001", "task_00002", "task_00003", "task_00004", "task_00005"]),
    new Map([
      ["task_00001", 1],
      ["task_00003", 0],
      ["task_00004", 1],
      ["task_00005", 2],
    ]),
  );
});

test("beside more accounts than are counted in nobody is told a position", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await wait(sql, { accountId: account.id, tasks: 2, name: "mine" });
  const { accountsPerPosition } = EVENT_LIMITS;
  const addOthers = (from: number, to: number) => sql`
    with other as (select 'other_' || n as id from generate_series(${from}::int, ${to}::int) n), line as (
      insert into waiting_shares (queue_job, account_id, waiting, last_ticket) select ${JOB}, id, 1, 1 from other
    )
    insert into waiting_tasks (task_id, account_id, queue_job, ticket) select id || '_task', id, ${JOB}, 1 from other`;
  await addOthers(2, accountsPerPosition);
  assert.equal((await readQueuePositions(sql, ["mine_00002"])).get("mine_00002"), accountsPerPosition);
  await addOthers(accountsPerPosition + 1, accountsPerPosition + 1);
  assert.deepEqual(await readQueuePositions(sql, ["mine_00001", "mine_00002"]), new Map());
});

test("a task between two tries is read with the position that its stream tells, and listed with it", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const late = await createTestAccount(sql);
  const taskIds = [
    await newTask(sql, account.id),
    await newTask(sql, account.id),
    await newTask(sql, account.id),
  ];
  await dispatchQueue(sql);
  const taskId = taskIds[2] ?? "";
  const runId = await newRun(sql, taskId);
  await sql`update runs set state = 'interrupted', ended_at = now() where id = ${runId}`;
  await newTask(sql, late.id);
  const streamed = (await readQueuePositions(sql, [taskId])).get(taskId);
  assert.equal(streamed, 3, "two that are ready, and one that comes anew");
  const task = await readTask(sql, account.id, "jobs", taskId);
  assert.deepEqual(viewProgress(task), {
    percent: 0,
    stage: "queued",
    message: "Waiting for a media node that can run clip jobs: none does now",
    queue_position: streamed,
  });
  const { tasks } = await listTasks(sql, account.id, ["clip"], {});
  assert.equal(tasks.find(({ id }) => id === taskId)?.queued_before, streamed);
  await sql`alter table flow_turns rename to hidden_turns`;
  const unplaced = await readTask(sql, account.id, "jobs", taskId);
  assert.equal(viewProgress(unplaced)?.queue_position, null, "a read does not fail by it");
});

test("reads at the same moment share the statements that find positions", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  await dispatchQueue(sql);
  const runId = await newRun(sql, taskId);
  await sql`update runs set state = 'interrupted', ended_at = now() where id = ${runId}`;
  const task = await readTask(sql, account.id, "jobs", taskId);
  const pool = recordingPool(t, databaseUrl);
  const reads = Array.from({ length: 12 }, () => withQueuePositions(pool.sql, [task]));
  for (const [read] of await Promise.all(reads)) assert.equal(read?.queued_before, 0);
  assert.equal(pool.statements.filter(({ text }) => text.includes("queue_clock")).length, 1);
});
