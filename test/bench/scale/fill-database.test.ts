import assert from "node:assert/strict";
import { test } from "node:test";
import { fillDatabase } from "../../../bench/scale/fill-database.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { taskCountsThatDiffer } from "../../support/faults/counter-invariants.ts";
import { balancesThatDiffer, tasksChargedWrongly } from "../../support/faults/money-invariants.ts";

const ROWS = 2_000;

test("a filled database has all that was asked for, in its partitions, and its sums are exact", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const { busyAccountId } = await fillDatabase(databaseUrl, ROWS, t.signal);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end());
  const [counts] = await sql`
    select (select count(*) from tasks where account_id = ${busyAccountId})::int as "busyTasks",
      (select count(*) from runs r join tasks t on t.id = r.task_id and t.current_run_id = r.id)::int as runs,
      (select count(*) from ledger_entries where created_at < now() - interval '1 minute')::int as entries,
      (select count(*) from webhook_deliveries d join tasks t on t.id = d.task_id and t.callback_url = d.url)::int as deliveries,
      (select count(*) from only tasks_default)::int as "outsidePeriods"`;
  // The last tasks are younger than a minute only where there are far more of them.
  assert.deepEqual(counts, {
    busyTasks: ROWS / 2,
    runs: ROWS,
    entries: ROWS * 5,
    deliveries: ROWS / 4,
    outsidePeriods: 0,
  });
  for (const check of [taskCountsThatDiffer, balancesThatDiffer, tasksChargedWrongly]) {
    assert.deepEqual(await check({ bed: { sql } }), []);
  }
  const [outputs] = await sql`
    select count(*) filter (where pg_column_size(output) > 4000) > 0 as large, count(output_key) > 0 as stored from tasks`;
  assert.deepEqual(outputs, { large: true, stored: true });
  const [requests] = await sql`
    select (select sum(requests) from usage_seconds)::int > 0 as seconds,
      (select count(distinct date_trunc('month', hour)) from usage_hours)::int >= 12 as hours`;
  assert.deepEqual(requests, { seconds: true, hours: true });
});
