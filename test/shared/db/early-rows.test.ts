// Rows that came before the partition of their time: found where they are, and moved into it.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { makePartitions, moveEarlyRows } from "../../../shared/db/partitions.ts";
import { newId } from "../../../shared/ids.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import {
  insertTask,
  openSession,
  PERIOD_TABLES,
  partitionsOf,
  periodsOf,
} from "../../support/database/partitions.ts";
import { DAY_MS } from "../../support/database/periods.ts";
import { keptLog } from "../../support/kept-log.ts";

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
  for (const table of PERIOD_TABLES)
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
