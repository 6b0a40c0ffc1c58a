// What the recorder writes, and when, on real PostgreSQL.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createUsageRecorder } from "../../../control-plane/usage/usage-recorder.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { until } from "../../support/until.ts";

const logger = createLogger("test", "silent");

async function totals(sql: Sql): Promise<{ requests: number; duration_ms: number; hours: number }> {
  const [row] = await sql<{ requests: number; duration_ms: number; hours: number }[]>`
    select (select coalesce(sum(requests), 0)::int from usage_seconds) as requests,
      (select coalesce(sum(duration_ms), 0)::float8 from usage_seconds) as duration_ms,
      (select coalesce(sum(requests), 0)::int from usage_hours) as hours`;
  assert.ok(row !== undefined);
  return row;
}

test("requests are gathered in memory and written within about a second", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorder = createUsageRecorder(sql, logger);
  t.after(() => recorder.stop());
  for (let count = 0; count < 1_000; count += 1) recorder.record(account.id, "GET", "/api/v1/balance", 2);
  await until("the regular write", async () => (await totals(sql)).requests === 1_000);
  assert.deepEqual(await totals(sql), { requests: 1_000, duration_ms: 2_000, hours: 1_000 });
});

test("requests are counted at the database's time, whatever this machine's calendar says", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorder = createUsageRecorder(sql, logger);
  t.after(() => recorder.stop());
  const trueMs = Date.now();
  t.mock.method(Date, "now", () => trueMs + 2 * 3_600_000);
  recorder.record(account.id, "GET", "/api/v1/balance", 1);
  await recorder.flush();
  const [row] = await sql<{ isNow: boolean }[]>`
    select bool_and(second between now() - interval '1 minute' and now()) as "isNow" from usage_seconds`;
  assert.equal(row?.isNow, true);
});

/** Waits for the middle of one of the database's seconds, and returns which one it is. */
async function middleOfSecond(sql: Sql): Promise<Date> {
  for (;;) {
    const [row] = await sql<[{ second: Date; ms: number }]>`
      select date_trunc('second', t) as second, extract(ms from t)::int % 1000 as ms from clock_timestamp() as t`;
    if (row.ms >= 300 && row.ms < 500) return row.second;
    await pause((1_300 - row.ms) % 1_000);
  }
}

test("requests are counted in the database's seconds, whenever this process began", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorder = createUsageRecorder(sql, logger);
  t.after(() => recorder.stop());
  const { now } = performance;
  for (const laterMs of [0, 250, 500, 750]) {
    t.mock.method(performance, "now", () => now.call(performance) + laterMs);
    // A write tells when the database's seconds begin.
    recorder.record(account.id, "GET", "/first", 1);
    await recorder.flush();
    for (let isSure = false; !isSure; ) {
      await sql`delete from usage_seconds`;
      const second = await middleOfSecond(sql);
      const startedAt = now.call(performance);
      recorder.record(account.id, "GET", "/next", 1);
      await recorder.flush();
      const rows = await sql<{ second: Date }[]>`select second from usage_seconds`;
      // Not where the machine stood still meanwhile.
      isSure = now.call(performance) - startedAt < 300;
      const seconds = rows.map((row) => row.second);
      if (isSure) assert.deepEqual(seconds, [second]);
    }
  }
});

test("a stop writes what is left", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorder = createUsageRecorder(sql, logger);
  recorder.record(account.id, "GET", "/api/v1/balance", 1);
  await recorder.stop();
  assert.equal((await totals(sql)).requests, 1);
});

test("a write that fails is repeated with the next, once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorder = createUsageRecorder(sql, logger);
  t.after(() => recorder.stop());
  await recorder.flush();
  await sql`alter table usage_seconds rename to away`;
  recorder.record(account.id, "GET", "/api/v1/balance", 1);
  await assert.rejects(recorder.flush());
  recorder.record(account.id, "GET", "/api/v1/balance", 1);
  await sql`alter table away rename to usage_seconds`;
  await recorder.flush();
  assert.deepEqual(await totals(sql), { requests: 2, duration_ms: 2, hours: 2 });
});

test("two processes that write the same seconds at the same time lose nothing and do not lock each other", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorders = [createUsageRecorder(sql, logger), createUsageRecorder(sql, logger)];
  t.after(() => Promise.all(recorders.map((recorder) => recorder.stop())));
  const endpoints = ["/api/v1/balance", "/api/v1/usage", "/api/v1/jobs/:jobId", "/api/v1/clips"];
  for (let round = 0; round < 50; round += 1) {
    const orders = [endpoints, [...endpoints].reverse()];
    recorders.forEach((recorder, index) => {
      for (const endpoint of orders[index] ?? []) recorder.record(account.id, "GET", endpoint, 1);
    });
    await Promise.all(recorders.map((recorder) => recorder.flush()));
  }
  assert.equal((await totals(sql)).requests, 400);
  assert.equal((await totals(sql)).hours, 400);
});

test("more counts than one statement takes are all written", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const recorder = createUsageRecorder(sql, logger);
  t.after(() => recorder.stop());
  for (let count = 0; count < 12_000; count += 1) recorder.record(account.id, "GET", `/${count}`, 1);
  await recorder.flush();
  assert.equal((await totals(sql)).requests, 12_000);
});
