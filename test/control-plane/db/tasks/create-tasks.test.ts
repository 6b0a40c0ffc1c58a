// What creating costs beside other work on the same accounts: whom it waits for, and what each row of it leaves behind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { insertChargedTasks } from "../../../../control-plane/db/tasks/create-tasks.ts";
import { insertUsage } from "../../../../control-plane/db/usage.ts";
import type { Queryable, Sql } from "../../../../shared/db/connect.ts";
import { taskRow } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";

const ACCOUNTS = 100;
const MIN_SHARE = 0.9;

/** Does work that fails as soon as it has to wait for a lock. */
async function withoutWaiting(sql: Sql, work: (sql: Queryable) => Promise<unknown>): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select set_config('lock_timeout', '1ms', true)`;
    await work(transaction);
  });
}

async function createOne(sql: Queryable, accountId: string): Promise<void> {
  assert.deepEqual(await insertChargedTasks(sql, [taskRow(accountId)]), ["created"]);
}

async function countRequest(sql: Queryable, accountId: string): Promise<void> {
  const count = { accountId, ageS: 0, method: "POST", endpoint: "/api/v1/clips" };
  await insertUsage(sql, [{ ...count, requests: 1, durationMs: 1 }]);
}

test("requests are counted while tasks of the same account are being created", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await sql.begin(async (creating) => {
    await createOne(creating, account.id);
    await withoutWaiting(sql, (counting) => countRequest(counting, account.id));
  });
});

test("tasks are created while requests of the same account are being counted", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await sql.begin(async (counting) => {
    await countRequest(counting, account.id);
    await withoutWaiting(sql, (creating) => createOne(creating, account.id));
  });
});

test("creates of many accounts change the accounts' rows and sums in place, without entries in any index", async (t) => {
  const { sql } = await accountDatabase(t);
  const accounts: string[] = [];
  while (accounts.length < ACCOUNTS) accounts.push((await createTestAccount(sql)).id);
  const createForAll = (on: Queryable) =>
    insertChargedTasks(
      on,
      accounts.map((id) => taskRow(id)),
    );
  await createForAll(sql);
  // Pages as they are filled at first: how soon old versions are cleared away depends on what else runs.
  await sql`vacuum full accounts, waiting_shares, charge_hours, task_counts`.simple();
  // What a transaction has changed is counted at once within it.
  const changes = await sql.begin(async (transaction) => {
    await createForAll(transaction);
    return transaction<{ name: string; share: number }[]>`
      select relname as name, n_tup_hot_upd::float8 / n_tup_upd as share from pg_stat_xact_user_tables
      where relname in ('accounts', 'waiting_shares', 'charge_hours', 'task_counts') order by relname`;
  });
  const names = changes.map(({ name }) => name);
  assert.deepEqual(names, ["accounts", "charge_hours", "task_counts", "waiting_shares"]);
  // A counter that needs one more byte may not find it.
  for (const { name, share } of changes) assert.ok(share >= MIN_SHARE, `${name}: ${share}`);
});

test("rows that are written with each task or request are checked against no other table", async (t) => {
  const { sql } = await accountDatabase(t);
  const found = await sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and conrelid in (
      'tasks'::regclass, 'runs'::regclass, 'idempotency_keys'::regclass, 'ledger_entries'::regclass,
      'webhook_deliveries'::regclass, 'usage_seconds'::regclass, 'usage_hours'::regclass, 'charge_seconds'::regclass,
      'charge_hours'::regclass, 'waiting_tasks'::regclass, 'waiting_shares'::regclass, 'task_counts'::regclass)`;
  assert.deepEqual(
    found.map(({ name }) => name),
    [],
  );
});

test("an account is never removed, since rows that name it are not checked", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await sql`delete from api_keys`;
  await assert.rejects(sql`delete from accounts where id = ${account.id}`, /accounts are never removed/);
  await assert.rejects(sql`truncate accounts cascade`, /accounts are never removed/);
});
