// What is told of a pool of database connections.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { registerPoolMetrics } from "../../../shared/metrics/pool-metrics.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { sampleOf } from "../../support/metrics/read-metrics.ts";
import { until } from "../../support/until.ts";

test("connections that wait for an answer are busy, and open ones are not without it", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 3 });
  t.after(() => sql.end({ timeout: 1 }));
  const registry = new Registry();
  registerPoolMetrics(registry, { work: sql });
  const read = async (): Promise<(number | undefined)[]> => {
    const text = await registry.metrics();
    return ["connections", "busy_connections", "max_connections"].map((name) =>
      sampleOf(text, `clipmill_database_${name}`, { pool: "work" }),
    );
  };
  assert.deepEqual(await read(), [0, 0, 3]);
  await sql.begin(async (holder) => {
    await holder`select pg_advisory_lock(1)`;
    const waiting = sql`select pg_advisory_lock(1)`.execute();
    await until("a statement that waits", async () => (await read())[1] === 1);
    await holder`select pg_advisory_unlock(1)`;
    await waiting;
  });
  await until("the answers", async () => (await read())[1] === 0);
  assert.equal((await read())[0], 2);
});
