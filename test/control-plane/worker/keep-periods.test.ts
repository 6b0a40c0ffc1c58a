// What is kept how long, on a real database with periods of long ago.
import assert from "node:assert/strict";
import { test } from "node:test";
import { reportUsage } from "../../../control-plane/usage/report-usage.ts";
import { dropOldTasks, dropOldUsage } from "../../../control-plane/worker/drop-old-periods.ts";
import { type PeriodRetention, sweepPeriods } from "../../../control-plane/worker/keep-periods.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { createLogger } from "../../../shared/logger.ts";
import { outputPrefix, outputStretchPrefix } from "../../../shared/storage/task-keys.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { DAY_MS, insertPastTask, makePastPeriod } from "../../support/database/periods.ts";
import { keptLog } from "../../support/kept-log.ts";
import { until } from "../../support/until.ts";

const silent = createLogger("test", "silent");
const FOR_EVER: PeriodRetention = {
  partitionDays: 30,
  tasksKeptDays: null,
  usageSecondsKeptDays: 36_500,
  auditKeptDays: null,
};

/** Exact totals by state, and what the rows themselves say. */
async function countTasks(sql: Sql, accountId: string) {
  const [row] = await sql<{ counted: number; there: number }[]>`
    select (select coalesce(sum(tasks), 0)::int from task_counts where account_id = ${accountId}) as counted,
      (select count(*)::int from tasks where account_id = ${accountId}) as there`;
  return row;
}

async function rowsOf(sql: Sql, table: string): Promise<number> {
  return (await sql`select from ${sql(table)}`).length;
}

test("a period of tasks goes with all that is theirs, and the totals go down by what went", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 200, 170);
  const later = await makePastPeriod(sql, 170, 140);
  const amid = new Date(old.startsAt.getTime() + DAY_MS);
  const gone = [
    await insertPastTask(sql, account.id, old.startsAt, { hasStoredOutput: true, idempotencyKey: "one" }),
    await insertPastTask(sql, account.id, amid, { hasStoredOutput: true }),
    await insertPastTask(sql, account.id, amid, { hasStoredOutput: true }),
    await insertPastTask(sql, account.id, new Date(old.endsAt.getTime() - 1), { state: "failed" }),
  ];
  const kept = await insertPastTask(sql, account.id, later.startsAt, {
    hasStoredOutput: true,
    idempotencyKey: "two",
  });
  assert.deepEqual(await countTasks(sql, account.id), { counted: 5, there: 5 });
  const entries = await rowsOf(sql, "ledger_entries");
  await sweepPeriods(databaseUrl, { ...FOR_EVER, tasksKeptDays: 160 }, silent);
  assert.deepEqual(await countTasks(sql, account.id), { counted: 1, there: 1 });
  assert.deepEqual([...(await sql`select id from tasks`)], [{ id: kept }]);
  assert.deepEqual([...(await sql`select task_id from runs`)], [{ task_id: kept }]);
  assert.deepEqual([...(await sql`select task_id from webhook_deliveries`)], [{ task_id: kept }]);
  assert.deepEqual([...(await sql`select key from idempotency_keys`)], [{ key: "two" }]);
  const discarded = await sql<{ storage_key: string }[]>`select storage_key from discarded_files`;
  assert.deepEqual(
    discarded.map((row) => row.storage_key).sort(),
    [outputPrefix(String(gone[0])), outputStretchPrefix(String(gone[1]))].sort(),
    "one where another period's may lie, the others by their folder",
  );
  assert.equal(await rowsOf(sql, "ledger_entries"), entries);
  assert.equal((await sql`select from tasks where id = any (${gone})`).length, 0);
  await sweepPeriods(databaseUrl, { ...FOR_EVER, tasksKeptDays: 160 }, silent);
  assert.deepEqual(await countTasks(sql, account.id), { counted: 1, there: 1 }, "nothing goes twice");
});

test("tasks are kept for ever where the operator says nothing", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 4_000, 3_970);
  const taskId = await insertPastTask(sql, account.id, old.startsAt);
  await sweepPeriods(databaseUrl, FOR_EVER, silent);
  assert.deepEqual([...(await sql`select id from tasks`)], [{ id: taskId }]);
});

test("a period is kept while a task in it is open, has files, or has a delivery that waits", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const unfinished = [{ state: "queued" }, { areFilesRemoved: false }, { delivery: "RETRYING" }] as const;
  for (const [index, task] of unfinished.entries()) {
    const old = await makePastPeriod(sql, 300 - index * 10, 290 - index * 10);
    await insertPastTask(sql, account.id, old.startsAt, task);
  }
  const { logger, lines } = keptLog();
  assert.equal(await dropOldTasks({ sql, logger }, 100), 0);
  assert.equal(lines.filter(({ msg }) => msg.includes("kept on")).length, 3);
  assert.deepEqual(await countTasks(sql, account.id), { counted: 3, there: 3 });
  await sql`update tasks set state = 'failed', completed_at = now()`;
  await sql`update tasks set files_removed_at = now()`;
  await sql`update webhook_deliveries set state = 'FAILED'`;
  assert.equal(await dropOldTasks({ sql, logger }, 100), 3);
  assert.deepEqual(await countTasks(sql, account.id), { counted: 0, there: 0 });
});

test("a long read of tasks puts a drop off, others go on meanwhile, and two sweeps count once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 200, 170);
  await insertPastTask(sql, account.id, old.startsAt);
  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select count(*) from tasks`;
  const { logger, lines } = keptLog();
  const services = { sql, logger, lockWaits: { lockTimeoutMs: 100, tries: 1_000, pauseMs: 20 } };
  const drops = Promise.all([dropOldTasks(services, 100), dropOldTasks(services, 100)]);
  await until("the first try to end", () => lines.some(({ msg }) => msg.startsWith("locks are held")));
  await insertPastTask(sql, account.id, new Date());
  await reader`commit`;
  reader.release();
  assert.deepEqual((await drops).sort(), [0, 1]);
  assert.deepEqual(await countTasks(sql, account.id), { counted: 1, there: 1 });
});

test("a lock that is held throughout is waited for once a look, not for each period, since others wait behind", async (t) => {
  const { sql } = await accountDatabase(t);
  for (const fromDays of [230, 200]) await makePastPeriod(sql, fromDays, fromDays - 30);
  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select count(*) from tasks`;
  const { logger, lines } = keptLog();
  const services = { sql, logger, lockWaits: { lockTimeoutMs: 50, tries: 2, pauseMs: 1 } };
  await assert.rejects(dropOldTasks(services, 100), /did not get its locks in 2 tries/);
  await reader`rollback`;
  reader.release();
  assert.equal(lines.filter(({ msg }) => msg.startsWith("locks are held")).length, 1);
  assert.equal(await dropOldTasks(services, 100), 2);
});

test("a drop waits for a backup in few tries, since everybody waits behind each", async (t) => {
  const { sql } = await accountDatabase(t);
  await makePastPeriod(sql, 200, 170);
  const backup = await sql.reserve();
  await backup`begin`;
  await backup`set local idle_in_transaction_session_timeout = 0`;
  await backup`lock table tasks in access share mode`;
  await assert.rejects(dropOldTasks({ sql, logger: silent }, 100), /did not get its locks in 3 tries/);
  await backup`rollback`;
  backup.release();
});

test("tasks that cannot be dropped, such as those of an operator's own view, keep nothing else from going", async (t) => {
  const { sql, databaseUrl } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 230, 200);
  const next = await makePastPeriod(sql, 200, 170);
  const [name] = await sql<{ tasks: string; next: string; usage: string }[]>`
    select period_partition('tasks', ${old.startsAt}) as tasks, period_partition('tasks', ${next.startsAt}) as next,
      period_partition('usage_seconds', ${old.startsAt}) as usage`;
  assert.ok(name !== undefined);
  await sql`create view report as select id from ${sql(name.tasks)}`;
  const retention = { ...FOR_EVER, tasksKeptDays: 160, usageSecondsKeptDays: 160 };
  await assert.rejects(sweepPeriods(databaseUrl, retention, silent), /other objects depend on it/);
  const [left] = await sql<{ tasks: string | null; next: string | null; usage: string | null }[]>`
    select to_regclass(${name.tasks})::text as tasks, to_regclass(${name.next})::text as next,
      to_regclass(${name.usage})::text as usage`;
  assert.deepEqual(left, { tasks: name.tasks, next: null, usage: null });
});

test("rows that cannot be moved keep no period from being made or dropped, nor other rows from moving", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const [last] = await sql<{ ends_at: Date }[]>`select max(ends_at) as ends_at from periods`;
  assert.ok(last !== undefined);
  const startsAt = last.ends_at;
  const taskId = await insertPastTask(sql, account.id, new Date(startsAt.getTime() + DAY_MS));
  await sql`insert into periods (starts_at, ends_at) values (${startsAt}, ${new Date(startsAt.getTime() + 30 * DAY_MS)})`;
  const old = await makePastPeriod(sql, 200, 170);
  await insertPastTask(sql, account.id, old.startsAt);
  const [name] = await sql<{ tasks: string; runs: string; old: string }[]>`
    select period_partition('tasks', ${startsAt}) as tasks, period_partition('runs', ${startsAt}) as runs,
      period_partition('usage_seconds', ${old.startsAt}) as old`;
  assert.ok(name !== undefined);
  // Stands in the way of the move.
  await sql`create table ${sql(`${name.tasks}_begun`)} ()`;
  const { logger, lines } = keptLog();
  const retention = { partitionDays: 90, tasksKeptDays: 160, usageSecondsKeptDays: 160, auditKeptDays: null };
  await sweepPeriods(databaseUrl, retention, logger);
  const failed = lines.filter(({ level }) => level >= 50);
  assert.deepEqual(
    failed.map(({ table, msg }) => [table, msg]),
    [["tasks", "rows not moved into their partition; tried again later"]],
  );
  assert.match(JSON.stringify(failed[0]?.err), /is not a partition/);
  const isThere = async (table: string): Promise<boolean> =>
    (await sql`select from pg_class where relname = ${table}`).length === 1;
  const [next] = await sql<{ tasks: string }[]>`
    select period_partition('tasks', max(starts_at)) as tasks from periods`;
  assert.notEqual(next?.tasks, name.tasks);
  assert.ok(await isThere(String(next?.tasks)), "made ahead");
  assert.deepEqual([...(await sql`select id from tasks`)], [{ id: taskId }], "the old one dropped");
  assert.equal(await isThere(name.old), false);
  assert.equal(await rowsOf(sql, name.runs), 1, "the other table's rows moved");
  await sql`drop table ${sql(`${name.tasks}_begun`)}`;
  await sweepPeriods(databaseUrl, retention, logger);
  assert.equal(await rowsOf(sql, name.tasks), 1, "moved by the next look");
});

test("a period of which runs are not in their partition yet is kept until they are", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 200, 170);
  const [name] = await sql<{ runs: string; deliveries: string }[]>`
    select period_partition('runs', ${old.startsAt}) as runs,
      period_partition('webhook_deliveries', ${old.startsAt}) as deliveries`;
  assert.ok(name !== undefined);
  await sql`drop table ${sql(name.runs)}, ${sql(name.deliveries)}`;
  await insertPastTask(sql, account.id, old.startsAt);
  await sql`delete from webhook_deliveries`;
  assert.equal(await dropOldTasks({ sql, logger: silent }, 100), 0);
  const retention = { ...FOR_EVER, tasksKeptDays: 100 };
  await sweepPeriods(databaseUrl, retention, silent);
  assert.equal(await rowsOf(sql, name.runs), 1);
  assert.equal(await rowsOf(sql, name.deliveries), 0);
  await sweepPeriods(databaseUrl, retention, silent);
  assert.deepEqual([await rowsOf(sql, "tasks"), await rowsOf(sql, "runs")], [0, 0]);
});

test("usage by second goes after its time, and ranges from before are answered in whole hours", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 500, 470);
  const kept = await makePastPeriod(sql, 470, 440);
  const at = (period: { startsAt: Date }, text: string) =>
    new Date(`${period.startsAt.toISOString().slice(0, 10)}T${text}Z`);
  for (const period of [old, kept]) {
    for (const second of [at(period, "10:10:00"), at(period, "10:50:00"), at(period, "11:30:00")]) {
      await sql`insert into usage_seconds values (${account.id}, ${second}, 'GET', '/api/v1/balance', 1, 4)`;
      await sql`insert into charge_seconds values (${account.id}, ${second}, 'clip', 1, 2, 3)`;
    }
    for (const [hour, count] of [
      [at(period, "10:00:00"), 2],
      [at(period, "11:00:00"), 1],
    ] as const) {
      await sql`insert into usage_hours values (${account.id}, ${hour}, 'GET', '/api/v1/balance', ${count}, ${4 * count})`;
      await sql`insert into charge_hours values (${account.id}, ${hour}, 'clip', ${count}, ${2 * count}, ${3 * count})`;
    }
  }
  const totals = async (period: { startsAt: Date }, from: string, to: string) => {
    const range = { accountId: account.id, from: at(period, from), to: at(period, to) };
    const { requests, charged_moods } = (await reportUsage(sql, range)).totals;
    return [requests, charged_moods];
  };
  const ranges = [
    ["10:30:00", "11:00:00"],
    ["10:00:00", "11:00:00"],
    ["10:30:00", "10:40:00"],
    ["10:59:59", "11:45:00"],
    ["11:30:00", "11:30:00"],
  ] as const;
  const read = (period: { startsAt: Date }) =>
    Promise.all(ranges.map(([from, to]) => totals(period, from, to)));
  const exact = [
    [1, 3],
    [2, 6],
    [0, 0],
    [1, 3],
    [0, 0],
  ];
  assert.deepEqual(await read(old), exact);
  assert.equal(await dropOldUsage({ sql, logger: silent }, 460), 1);
  assert.equal((await sql`select from usage_seconds where second < ${old.endsAt}`).length, 0);
  assert.deepEqual(
    await read(old),
    [
      [2, 6],
      [2, 6],
      [2, 6],
      [3, 9],
      [0, 0],
    ],
    "whole hours",
  );
  assert.deepEqual(await read(kept), exact);
  const whole = { accountId: account.id, from: old.startsAt, to: new Date(kept.endsAt.getTime() + DAY_MS) };
  assert.equal((await reportUsage(sql, whole)).totals.requests, 6);
});
