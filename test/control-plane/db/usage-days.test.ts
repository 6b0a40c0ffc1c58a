// Whole days of usage: reports say the same before and after they are summed up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectCharges, selectRequests } from "../../../control-plane/db/usage.ts";
import { sumNextDays } from "../../../control-plane/db/usage-days.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { cleanUp } from "../../support/clean-up.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { createTestAccount } from "../../support/database/test-account.ts";
import { until } from "../../support/until.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Every seventh hour of the sixty days before has charges of two kinds and requests to two endpoints. */
async function insertHours(sql: Sql, accountId: string, now = new Date()): Promise<void> {
  await sql`
    insert into charge_hours (account_id, hour, kind, tasks, base_moods, charged_moods)
    select ${accountId}, date_trunc('hour', ${now}::timestamptz, 'UTC') - h * interval '1 hour', kind, h % 5, h % 5, (h % 5) * 0.25
    from generate_series(1, 60 * 24, 7) as h, unnest(array['clip', 'highlight']) as kind`;
  await sql`
    insert into usage_hours (account_id, hour, method, endpoint, requests, duration_ms)
    select ${accountId}, date_trunc('hour', ${now}::timestamptz, 'UTC') - h * interval '1 hour', 'GET', endpoint, h, 2 * h
    from generate_series(1, 60 * 24, 7) as h, unnest(array['/api/v1/jobs', '/api/v1/balance']) as endpoint`;
}

async function sumAll(sql: Sql): Promise<number> {
  let days = 0;
  for (let some = await sumNextDays(sql); some > 0; some = await sumNextDays(sql)) days += some;
  return days;
}

async function reports(sql: Sql, accountId: string, at: Date) {
  const now = at.getTime();
  const spans = [
    [60.3, 0],
    [59, 0.01],
    [40.7, 20.2],
    [12, 3],
    [9.5, 0.4],
    [8.01, 7.99],
    [30.02, 30],
    [25.5, 25.45],
  ] as const;
  return Promise.all(
    spans.map(async ([from, to]) => {
      const range = { accountId, from: new Date(now - from * DAY_MS), to: new Date(now - to * DAY_MS) };
      const rows = [...(await selectRequests(sql, range)), ...(await selectCharges(sql, range))];
      return rows.map((row) => JSON.stringify(row)).sort();
    }),
  );
}

test("reports of any range say the same before and after days are summed up", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  // One for all: an hour that begins meanwhile would change what the ranges hold.
  const now = new Date();
  for (const { id } of [account, other]) await insertHours(sql, id, now);
  const before = await reports(sql, account.id, now);
  assert.ok((await sumAll(sql)) >= 50);
  await sql`delete from usage_hours where hour < now() - interval '30 days'`;
  await sql`delete from charge_hours where hour < now() - interval '30 days'`;
  const after = await reports(sql, account.id, now);
  // Hours of long ago are gone to show that days are read: a range that begins within one misses that day's beginning.
  assert.deepEqual(after.slice(3, 6), before.slice(3, 6));
  await sql`truncate usage_hours, charge_hours, usage_days, charge_days`;
  for (const { id } of [account, other]) await insertHours(sql, id, now);
  await sql`update summed_days set end_day = null`;
  await sumAll(sql);
  assert.deepEqual(await reports(sql, account.id, now), before);
});

test("a day is summed up once, and only when it has been over for a while", async (t) => {
  const { sql, account } = await accountDatabase(t);
  assert.equal(await sumAll(sql), 0, "without any usage there is nothing to sum");
  await insertHours(sql, account.id);
  await sumAll(sql);
  const rows = () => sql`select * from charge_days order by 1, 2, 3`;
  const first = [...(await rows())];
  assert.equal(await sumAll(sql), 0);
  assert.deepEqual([...(await rows())], first);
  const [newest] = await sql`select (now() at time zone 'UTC')::date - max(day) as age from charge_days`;
  assert.ok(Number(newest?.age) > 8, `${newest?.age}`);
});

test("of several control planes one sums up at a time", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await insertHours(sql, account.id);
  const counts = await Promise.all(Array.from({ length: 4 }, () => sumNextDays(sql)));
  const [row] = await sql`select count(*)::int as days from (select distinct day from usage_days) d`;
  assert.ok(counts.filter((count) => count > 0).length >= 1);
  assert.ok(Number(row?.days) > 0);
});

test("summing days up may take longer than a request's statement", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  await insertHours(sql, account.id);
  const upkeep = connectDatabase(databaseUrl, { applicationName: "upkeep", connections: 1 });
  cleanUp(t, () => upkeep.end({ timeout: 1 }));
  await upkeep`set statement_timeout = '300ms'`;
  let hasEnded = false;
  const { days } = await sql.begin(async (transaction) => {
    await transaction`lock table usage_hours`;
    const days = sumNextDays(upkeep).finally(() => {
      hasEnded = true;
    });
    await until("the sum to wait for longer than that, or to end", async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where application_name = 'upkeep' and wait_event_type = 'Lock' and query_start < now() - interval '400 milliseconds'`;
      return hasEnded || waiting.length > 0;
    });
    return { days };
  });
  assert.ok((await days) > 0);
});
