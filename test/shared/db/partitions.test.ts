// The periods of tables that grow for ever: how they are made, and what lies and is looked for where.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makePartitions } from "../../../shared/db/partitions.ts";
import { newId } from "../../../shared/ids.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import {
  insertTask,
  openSession,
  PERIOD_TABLES,
  partitionsOf,
  periodsOf,
} from "../../support/database/partitions.ts";
import { keptLog } from "../../support/kept-log.ts";

const DAY_MS = 86_400_000;
const WIDTHS_MS = [30 * DAY_MS, 30 * DAY_MS, 30 * DAY_MS];

test("a migrated database has the current period and those ahead, for each table that grows for ever", async (t) => {
  const { sql } = await accountDatabase(t);
  const periods = await periodsOf(sql);
  assert.deepEqual(
    periods.map(({ widthMs }) => widthMs),
    WIDTHS_MS,
  );
  const names = periods.map(({ starts }) => starts.toISOString().slice(0, 10).replaceAll("-", ""));
  for (const table of PERIOD_TABLES) {
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
  for (const table of PERIOD_TABLES) {
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
  for (const table of PERIOD_TABLES) {
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

test("locks that are held throughout are tried for often only where a partition will be needed soon", async (t) => {
  const { sql, databaseUrl } = await accountDatabase(t);
  const session = await openSession(t, databaseUrl);
  const triesFor = async (table: string): Promise<number> => {
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`select count(*) from ${reader(table)}`;
    const { logger, lines } = keptLog();
    const lockWaits = { lockTimeoutMs: 20, tries: 5, pauseMs: 1 };
    const { failures } = await makePartitions(session, 90, { logger, lockWaits, triesAhead: 2 });
    await reader`rollback`;
    reader.release();
    assert.equal(failures.length, 1);
    return 1 + lines.filter(({ msg }) => msg.startsWith("locks are held")).length;
  };
  assert.equal(await triesFor("usage_seconds"), 2);
  assert.deepEqual((await makePartitions(session, 90)).failures, []);
  const [current] = await sql<{ name: string }[]>`
    select period_partition('usage_seconds', starts_at) as name from periods where now() between starts_at and ends_at`;
  await sql`drop table ${sql(current?.name ?? "")}`;
  assert.equal(await triesFor("usage_seconds"), 5);
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
