// The periods of tables that grow for ever: how they are made, and what lies and is looked for where.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { makePartitions, moveEarlyRows } from "../../../shared/db/partitions.ts";
import { newId } from "../../../shared/ids.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { keptLog } from "../../support/kept-log.ts";

const DAY_MS = 86_400_000;
const WIDTHS_MS = [30 * DAY_MS, 30 * DAY_MS, 30 * DAY_MS];
const TABLES = ["charge_seconds", "ledger_entries", "runs", "tasks", "usage_seconds", "webhook_deliveries"];

async function openSession(t: TestContext, databaseUrl: string): Promise<Sql> {
  const sql = connectDatabase(databaseUrl, { applicationName: "test session", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  return sql;
}

async function periodsOf(sql: Sql): Promise<{ starts: Date; widthMs: number }[]> {
  const rows = await sql<
    { starts_at: Date; ends_at: Date }[]
  >`select starts_at, ends_at from periods order by 1`;
  return rows.map((row) => ({
    starts: row.starts_at,
    widthMs: row.ends_at.getTime() - row.starts_at.getTime(),
  }));
}

/** The names of a table's partitions. */
async function partitionsOf(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`;
  return rows.map(({ name }) => name);
}

async function insertTask(sql: Sql, accountId: string, taskId: string): Promise<string> {
  const [row] = await sql<{ part: string }[]>`
    insert into tasks (id, account_id, kind, request, request_hash, base_moods, charged_moods)
    values (${taskId}, ${accountId}, 'clip', '{}', '\\x00', 1, 1) returning tableoid::regclass::text as part`;
  return String(row?.part);
}

test("a migrated database has the current period and those ahead, for each table that grows for ever", async (t) => {
  const { sql } = await accountDatabase(t);
  const periods = await periodsOf(sql);
  assert.deepEqual(
    periods.map(({ widthMs }) => widthMs),
    WIDTHS_MS,
  );
  const names = periods.map(({ starts }) => starts.toISOString().slice(0, 10).replaceAll("-", ""));
  for (const table of TABLES) {
    assert.deepEqual(await partitionsOf(sql, table), [
      `${table}_default`,
      ...names.map((name) => `${table}_p${name}`),
    ]);
  }
});

test("the floor of ids at a time lies between those made before and those made then", async (t) => {
  const { sql } = await accountDatabase(t);
  for (const timeMs of [0, 1_700_000_000_000, Date.now(), 253_402_300_799_999]) {
    const at = new Date(timeMs);
    const [row] = await sql`select id_floor('task', ${at}) as floor`;
    const floor = String(row?.floor);
    assert.match(floor, /^task_[0-9a-hjkmnp-tv-z]{10}$/);
    assert.ok(newId("task", timeMs) >= floor, at.toISOString());
    if (timeMs > 0) assert.ok(newId("task", timeMs - 1) < floor, at.toISOString());
  }
});

test("tasks with their runs and deliveries lie in the partitions of one period, and nothing by default", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const [, second] = await periodsOf(sql);
  assert.ok(second !== undefined);
  const name = second.starts.toISOString().slice(0, 10).replaceAll("-", "");
  const first = newId("task", second.starts.getTime());
  const before = newId("task", second.starts.getTime() - 1);
  assert.equal(await insertTask(sql, account.id, first), `tasks_p${name}`);
  assert.notEqual(await insertTask(sql, account.id, before), `tasks_p${name}`);
  const [run] = await sql`
    insert into runs (id, task_id, node_id) values (${newId("run")}, ${first}, 'node')
    returning tableoid::regclass::text as part`;
  const [delivery] = await sql`
    insert into webhook_deliveries (id, task_id, url) values (${newId("delivery")}, ${first}, 'https://example.com')
    returning tableoid::regclass::text as part`;
  assert.deepEqual([run?.part, delivery?.part], [`runs_p${name}`, `webhook_deliveries_p${name}`]);
  await sql`insert into usage_seconds values (${account.id}, now(), 'GET', '/api/v1/balance', 1, 4)`;
  await sql`insert into charge_seconds values (${account.id}, now(), 'clip', 1, 1, 1)`;
  await insertTask(sql, account.id, newId("task"));
  for (const table of TABLES) {
    assert.equal((await sql`select from ${sql(`${table}_default`)}`).length, 0, table);
  }
  assert.ok((await sql`select from ledger_entries`).length > 0, "the account's grant");
});

test("what is read by a task's id is looked for in one partition", async (t) => {
  const { sql } = await accountDatabase(t);
  const id = newId("task");
  const plans = {
    tasks: sql`explain select * from tasks where id = ${id}`,
    runs: sql`explain select * from runs where task_id = ${id} and id = ${newId("run")}`,
    webhook_deliveries: sql`explain select * from webhook_deliveries where task_id = ${id} order by id`,
    usage_seconds: sql`explain select * from usage_seconds where account_id = 'a' and second = ${new Date()}`,
  };
  for (const [table, plan] of Object.entries(plans)) {
    const text = (await plan).map((row) => String(row["QUERY PLAN"])).join("\n");
    const parts = new Set(text.match(new RegExp(`${table}_p\\d+`, "g")));
    assert.equal(parts.size, 1, text);
    assert.doesNotMatch(text, /_default|Seq Scan/, text);
  }
});

test("another length holds from the next new period on", async (t) => {
  const { sql, databaseUrl } = await accountDatabase(t);
  const session = await openSession(t, databaseUrl);
  await makePartitions(session, 60);
  assert.deepEqual(
    (await periodsOf(sql)).map(({ widthMs }) => widthMs / DAY_MS),
    [30, 30, 30, 60],
    "two of the new length lie ahead",
  );
  const before = await periodsOf(sql);
  await makePartitions(session, 1);
  assert.deepEqual(await periodsOf(sql), before, "enough time lies ahead");
});

test("six processes make the partitions once", async (t) => {
  const { sql, databaseUrl } = await accountDatabase(t);
  const sessions = await Promise.all(Array.from({ length: 6 }, () => openSession(t, databaseUrl)));
  await Promise.all(sessions.map((session) => makePartitions(session, 90)));
  assert.equal((await partitionsOf(sql, "tasks")).length, 1 + (await periodsOf(sql)).length);
});

test("a partition that cannot be made at once lets others go on, and is made when the locks are free", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select count(*) from tasks`;
  const session = await openSession(t, databaseUrl);
  const { logger, lines } = keptLog();
  const lockWaits = { lockTimeoutMs: 100, tries: 1_000, pauseMs: 20 };
  const making = makePartitions(session, 60, { logger, lockWaits });
  while (!lines.some(({ msg }) => msg.startsWith("locks are held"))) {
    await insertTask(sql, account.id, newId("task"));
  }
  await reader`commit`;
  reader.release();
  await making;
  assert.equal((await partitionsOf(sql, "tasks")).length, 5);
});

test("tables whose locks are held throughout keep no other from its partitions, one is waited for, and all are told", async (t) => {
  const { sql, databaseUrl } = await accountDatabase(t);
  const before = (await periodsOf(sql)).length;
  const reader = await sql.reserve();
  await reader`begin`;
  const held = ["ledger_entries", "usage_seconds"];
  for (const table of held) await reader`select count(*) from ${reader(table)}`;
  const session = await openSession(t, databaseUrl);
  const { logger, lines } = keptLog();
  const lockWaits = { lockTimeoutMs: 50, tries: 2, pauseMs: 1 };
  const { failures } = await makePartitions(session, 90, { logger, lockWaits });
  await reader`commit`;
  reader.release();
  const added = (await periodsOf(sql)).length - before;
  assert.ok(added > 0);
  for (const table of TABLES) {
    const missing = held.includes(table) ? added : 0;
    assert.equal((await partitionsOf(sql, table)).length, 1 + before + added - missing, table);
  }
  assert.equal(failures.length, held.length);
  for (const [at, table] of held.entries())
    assert.match(String(failures[at]), new RegExp(`partition of ${table} .*did not get its locks`));
  assert.equal(lines.filter(({ msg }) => msg.startsWith("locks are held")).length, 1);
  assert.deepEqual((await makePartitions(session, 90)).failures, []);
  assert.equal((await partitionsOf(sql, "ledger_entries")).length, 1 + before + added);
});

/** A new period whose partitions were not made in time, and rows of it. */
async function lateScene(t: TestContext) {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const [last] = (await periodsOf(sql)).slice(-1);
  assert.ok(last !== undefined);
  const startsAt = new Date(last.starts.getTime() + last.widthMs);
  const dayOf = (day: number): number => startsAt.getTime() + day * DAY_MS;
  const taskIds: string[] = [];
  const add = async (day: number): Promise<string> => {
    const taskId = newId("task", dayOf(day));
    taskIds.push(taskId);
    return insertTask(sql, account.id, taskId);
  };
  for (const day of [1, 2, 3, 4, 5]) assert.equal(await add(day), "tasks_default");
  await sql`insert into usage_seconds
    select ${account.id}, ${new Date(dayOf(3))}, 'GET', '/' || n, 1, 4 from generate_series(1, 5) n`;
  await sql`insert into ledger_entries (account_id, kind, moods, created_at)
    select ${account.id}, 'grant', 1, ${new Date(dayOf(1))}::timestamptz + n * interval '1 hour' from generate_series(1, 5) n`;
  await sql`insert into periods (starts_at, ends_at) values (${startsAt}, ${new Date(dayOf(60))})`;
  const fill = async (table: string): Promise<{ is_whole?: boolean }> => {
    const [step] = await sql<
      { is_whole: boolean }[]
    >`select is_whole, moved::int from fill_partition(${table}, ${startsAt}, 2)`;
    return { ...step };
  };
  const name = startsAt.toISOString().slice(0, 10).replaceAll("-", "");
  const found = async (): Promise<string[]> =>
    (await sql<{ id: string }[]>`select id from tasks order by id`).map(({ id }) => id);
  return { sql, databaseUrl, account, taskIds, add, fill, name, found };
}

test("rows that came before their partition are moved into it, and until then found where they are", async (t) => {
  const { sql, databaseUrl, account, taskIds, name, found } = await lateScene(t);
  const beyond = newId("task", Date.now() + 400 * DAY_MS);
  assert.equal(await insertTask(sql, account.id, beyond), "tasks_default");
  const [before] = await sql`select sum(tasks)::int as tasks from task_counts`;
  const session = await openSession(t, databaseUrl);
  const { logger, lines } = keptLog();
  const { early: unmade } = await makePartitions(session, 30, { logger });
  assert.ok(lines.some(({ msg, table }) => table === "tasks" && msg.startsWith("no partition made yet")));
  assert.deepEqual(await found(), [...taskIds, beyond]);
  await moveEarlyRows(session, unmade, { logger });
  const moved = lines.filter(({ msg }) => msg.startsWith("partition made, and rows moved into it"));
  assert.deepEqual(
    moved.map(({ table, moved: rows }) => [table, rows]),
    [
      ["ledger_entries", 5],
      ["tasks", 5],
      ["usage_seconds", 5],
    ],
  );
  for (const table of TABLES)
    assert.ok((await partitionsOf(sql, table)).includes(`${table}_p${name}`), table);
  assert.deepEqual(await found(), [...taskIds, beyond]);
  const left = await sql`select id from tasks_default`;
  assert.deepEqual(
    left.map(({ id }) => id),
    [beyond],
  );
  const [after] = await sql`select sum(tasks)::int as tasks from task_counts`;
  assert.deepEqual(after, before, "nothing was counted again");
  const [ledger] = await sql<{ part: string }[]>`
    select distinct tableoid::regclass::text as part from ledger_entries where created_at > now() + interval '30 days'`;
  assert.equal(ledger?.part, `ledger_entries_p${name}`);
  await sql`insert into ledger_entries (account_id, kind, moods, created_at)
    values (${account.id}, 'grant', 1, now() + interval '400 days')`;
  await assert.rejects(
    sql`delete from ledger_entries_default`,
    /never changed or removed/,
    "guarded as before",
  );
});

test("each step moves some rows, and what comes in between is found and moved by a later one", async (t) => {
  const { sql, taskIds, add, fill, name, found } = await lateScene(t);
  assert.deepEqual(await fill("tasks"), { is_whole: false, moved: 3 });
  assert.equal(await add(1.5), `tasks_p${name}_begun`);
  assert.equal(await add(4.5), "tasks_default");
  assert.deepEqual(await found(), taskIds.toSorted());
  assert.deepEqual(await fill("tasks"), { is_whole: true, moved: 3 });
  assert.equal(await add(6), `tasks_p${name}`);
  assert.deepEqual(await found(), taskIds.toSorted());
  assert.deepEqual(await fill("tasks"), { is_whole: true, moved: 0 });
  // Five rows of one second go together.
  assert.deepEqual(await fill("usage_seconds"), { is_whole: true, moved: 5 });
  await sql`update tasks set state = 'failed', completed_at = now()`;
});

test("where many rows came before their partition a step moves more of them, as the server reads them all each time", async (t) => {
  const { sql, account, fill, name } = await lateScene(t);
  await sql`insert into usage_seconds
    select ${account.id}, starts_at + n * interval '1 second', 'GET', '/', 1, 4
    from (select max(starts_at) as starts_at from periods) last, generate_series(1, 2000) n`;
  let steps = 1;
  while ((await fill("usage_seconds")).is_whole !== true) steps += 1;
  assert.ok(steps < 200, `${steps} steps for 2005 rows`);
  const [moved] = await sql`select count(*)::int as rows from ${sql(`usage_seconds_p${name}`)}`;
  assert.equal(moved?.rows, 2_005);
});

test("a move that was cut off is finished, also when its period is over and no row of it lies by default", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const dayOf = (day: number): Date => new Date(Date.UTC(2020, 0, day));
  await sql`insert into periods (starts_at, ends_at) values (${dayOf(1)}, ${dayOf(31)})`;
  for (const day of [1, 2, 3, 4, 5]) await insertTask(sql, account.id, newId("task", dayOf(day).getTime()));
  const [step] = await sql`select is_whole, moved::int from fill_partition('tasks', ${dayOf(1)}, 2)`;
  assert.deepEqual({ ...step }, { is_whole: false, moved: 3 });
  await sql`delete from tasks_default`;
  const session = await openSession(t, databaseUrl);
  const { early: left } = await makePartitions(session, 30);
  assert.ok(left.some(({ table }) => table === "tasks"));
  await moveEarlyRows(session, left);
  const parts = await partitionsOf(sql, "tasks");
  assert.ok(parts.includes("tasks_p20200101"), parts.join(", "));
  assert.ok(!parts.includes("tasks_p20200101_begun"));
});

test("no step of a move is cut off by the connection's timeout", async (t) => {
  const { sql, databaseUrl, name } = await lateScene(t);
  await sql`create function has_no_timeout() returns boolean language sql
    as $$ select current_setting('statement_timeout') = '0' $$`;
  await sql`alter table tasks add constraint no_timeout check (has_no_timeout()) not valid`;
  const session = await openSession(t, databaseUrl);
  await moveEarlyRows(session, (await makePartitions(session, 30)).early);
  assert.ok((await partitionsOf(sql, "tasks")).includes(`tasks_p${name}`));
  const [row] = await session`show statement_timeout`;
  assert.notEqual(row?.statement_timeout, "0", "of that transaction alone");
});

test("the ledger is append-only in each of its partitions", async (t) => {
  const { sql } = await accountDatabase(t);
  for (const part of await partitionsOf(sql, "ledger_entries")) {
    await assert.rejects(sql`truncate ${sql(part)}`, /never changed or removed/, part);
  }
  const [entry] = await sql`select tableoid::regclass::text as part from ledger_entries`;
  await assert.rejects(sql`update ${sql(String(entry?.part))} set moods = 0`, /never changed or removed/);
  await assert.rejects(sql`delete from ${sql(String(entry?.part))}`, /never changed or removed/);
  await assert.rejects(sql`delete from ledger_entries`, /never changed or removed/);
});
