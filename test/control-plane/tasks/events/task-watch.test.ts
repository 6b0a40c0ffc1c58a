// What following tasks costs the database, and what comes of a change, below the HTTP surface.
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { WatchedTask } from "../../../../control-plane/tasks/events/task-follower.ts";
import { createTaskWatch, type TaskWatch } from "../../../../control-plane/tasks/events/task-watch.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { EVENT_LIMITS } from "../../../../shared/limits/requests.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { type RecordedStatement, recordingPool } from "../../../support/database/recorded-statements.ts";
import type { TestAccount } from "../../../support/database/test-account.ts";
import { until } from "../../../support/until.ts";

/** Running tasks `task_1` to `task_<count>` with the runs `run_1` to `run_<count>`. */
async function makeRunningTasks(sql: Sql, accountId: string, count: number): Promise<string[]> {
  await sql`
    insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, current_run_id)
    select 'task_' || n, ${accountId}, 'clip', 'running', '{}', '', 1, 1, 'run_' || n from generate_series(1, ${count}::int) n`;
  await sql`
    insert into runs (id, task_id, node_id) select 'run_' || n, 'task_' || n, 'node' from generate_series(1, ${count}::int) n`;
  return Array.from({ length: count }, (_, index) => `task_${index + 1}`);
}

async function report(sql: Sql, taskId: string, percent: number): Promise<void> {
  await sql`update runs set percent = ${percent} where task_id = ${taskId} and id = ${taskId.replace("task", "run")}`;
}

/** Follows a task with an account's key, which lives for as long as a test may take, and keeps its newest state. */
function followTask(
  watch: TaskWatch,
  account: TestAccount,
  taskId: string,
  callerId = "key",
): { newest(): WatchedTask | undefined; close(): void } {
  const { keyId, key } = account;
  const credential = { keyId, secretHash: hash("sha256", key), clientAddress: "127.0.0.1" };
  const subscription = watch.open({ callerId, credential, scope: "CLIPPING" }, taskId);
  let newest: WatchedTask | undefined;
  const read = async (): Promise<void> => {
    for (;;) {
      const state = await subscription.next();
      if (state === undefined) return;
      newest = state;
    }
  };
  const reading = read();
  return {
    newest: () => newest,
    close: () => {
      subscription.close();
      return reading;
    },
  };
}

function openWatch(t: TestContext, databaseUrl: string) {
  const pool = recordingPool(t, databaseUrl);
  const watch = createTaskWatch(pool.sql, createLogger("test", "silent"));
  t.after(() => watch.close());
  return { watch, statements: pool.statements };
}

/** The ids that a statement of the watch asks for. */
function idsOf({ parameters }: RecordedStatement): string[] {
  return parameters.flatMap((value) => (Array.isArray(value) ? (value as string[]) : []));
}

function readsWholeTasks({ text }: RecordedStatement): boolean {
  return text.includes("t.request_hash");
}

/** Whether a statement asks for changes, and not whether readers may still read. */
function isPoll(statement: RecordedStatement): boolean {
  return !readsWholeTasks(statement) && !statement.text.includes("api_keys");
}

test("without a stream there is no statement, and a change of a task that nobody follows is not read", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { watch, statements } = openWatch(t, databaseUrl);
  const [followed = "", other = ""] = await makeRunningTasks(sql, account.id, 2);
  await report(sql, followed, 5);
  await report(sql, other, 5);
  assert.deepEqual(statements, []);
  const stream = followTask(watch, account, followed);
  await until("the first state", () => stream.newest()?.task.run_percent === 5);
  await report(sql, other, 10);
  await report(sql, followed, 20);
  await until("the change", () => stream.newest()?.task.run_percent === 20);
  assert.ok(statements.every((statement) => !idsOf(statement).includes(other)));
  assert.equal(statements.filter(readsWholeTasks).length, 2, "whole rows are read only after a change");
});

test("2,000 followed tasks are asked for by a bounded number of statements, and whole rows read only of what changed", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { watch, statements } = openWatch(t, databaseUrl);
  const startedAt = performance.now();
  const taskIds = await makeRunningTasks(sql, account.id, 2_000);
  const streams = taskIds.map((taskId, index) =>
    followTask(watch, account, taskId, `key_${Math.floor(index / EVENT_LIMITS.streamsPerCaller)}`),
  );
  await until("all first states", () => streams.every((stream) => stream.newest() !== undefined));
  const first = statements.filter(readsWholeTasks);
  assert.ok(first.length <= 1 + taskIds.length / EVENT_LIMITS.tasksPerRead);
  for (const percent of [10, 20, 30]) {
    const changed = taskIds[taskIds.length - percent] ?? "";
    await report(sql, changed, percent);
    await until(
      "the change",
      () => streams[taskIds.length - percent]?.newest()?.task.run_percent === percent,
    );
    const last = statements.findLast(readsWholeTasks);
    assert.deepEqual(last && idsOf(last), [changed]);
  }
  const polls = statements.filter(isPoll);
  assert.ok(polls.every((poll) => idsOf(poll).length <= EVENT_LIMITS.tasksPerPoll));
  assert.ok(polls.length <= 1 + (performance.now() - startedAt) / EVENT_LIMITS.pollMs);
});

test("the statement that asks for changes looks each task and its run up by their ids, in one partition", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { watch, statements } = openWatch(t, databaseUrl);
  const taskIds = await makeRunningTasks(sql, account.id, 3_000);
  await sql`analyze tasks, runs`;
  for (const taskId of taskIds.slice(0, 20)) followTask(watch, account, taskId);
  const poll = await until("a poll", () => statements.find(isPoll));
  const asked = taskIds.slice(0, 1_000).toSorted();
  const ends = [asked[0] ?? "", asked.at(-1) ?? ""];
  const rows = await sql.unsafe<{ "QUERY PLAN": string }[]>(`explain (analyze, costs off) ${poll.text}`, [
    asked,
    ...ends,
    ...ends,
  ]);
  const scans = rows.map((row) => row["QUERY PLAN"]).filter((line) => / Scan .*on (tasks|runs)_/.test(line));
  const executed = scans.filter((line) => !line.includes("never executed"));
  assert.equal(executed.length, 2, scans.join("\n"));
  assert.match(executed[0] ?? "", /Index Scan using tasks_default_pkey/);
  assert.match(executed[1] ?? "", /Index Scan using runs_default_pkey/);
});

test("a task's streams share its reads, and it is no longer asked for when the last is closed", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { watch, statements } = openWatch(t, databaseUrl);
  const [first = "", second = ""] = await makeRunningTasks(sql, account.id, 2);
  const streams = [
    followTask(watch, account, first),
    followTask(watch, account, first),
    followTask(watch, account, second),
  ];
  await until("the first states", () => streams.every((stream) => stream.newest() !== undefined));
  const readsBefore = statements.filter(readsWholeTasks).length;
  await report(sql, first, 30);
  await until("the change", () =>
    streams.slice(0, 2).every((stream) => stream.newest()?.task.run_percent === 30),
  );
  assert.equal(statements.filter(readsWholeTasks).length, readsBefore + 1);
  streams[0]?.close();
  streams[1]?.close();
  const sentBefore = statements.length;
  await report(sql, first, 40);
  await report(sql, second, 40);
  await until("the other's change", () => streams[2]?.newest()?.task.run_percent === 40);
  assert.ok(statements.slice(sentBefore).every((statement) => !idsOf(statement).includes(first)));
  assert.equal(streams[0]?.newest()?.task.run_percent, 30);
});

test("a task that waits tells its new place when others leave the queue before it", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { watch } = openWatch(t, databaseUrl);
  await sql`
    insert into tasks (id, account_id, kind, request, request_hash, base_moods, charged_moods)
    select 'task_' || n, ${account.id}, 'clip', '{}', '', 1, 1 from generate_series(1, 3) n`;
  await sql`
    insert into waiting_tasks (task_id, account_id, queue_job, ticket)
    select 'task_' || n, ${account.id}, 'run-clip', n from generate_series(1, 3) n`;
  await sql`insert into waiting_shares (queue_job, account_id, waiting, last_ticket) values ('run-clip', ${account.id}, 3, 3)`;
  const stream = followTask(watch, account, "task_3");
  await until("its place", () => stream.newest()?.queuePosition === 2);
  await sql`select leave_queue(array['task_1'])`;
  await until("its new place", () => stream.newest()?.queuePosition === 1);
});
