import assert from "node:assert/strict";
import { test } from "node:test";
import { openQueuePool } from "../../../../shared/db/queue/queue-pool.ts";
import { DATABASE_LIMITS } from "../../../../shared/limits/database.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { timedAwake } from "../../../support/awake-time.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";
import { startTcpProxy } from "../../../support/network/tcp-proxy.ts";
import { until } from "../../../support/until.ts";

test("a connection of the queue that falls silent is destroyed, and its statement fails", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const target = new URL(databaseUrl);
  const proxy = await startTcpProxy({ port: Number(target.port) });
  t.after(() => proxy.close());
  target.port = String(proxy.port);
  const logger = createLogger("test", "silent");
  const { pool, close } = openQueuePool({
    databaseUrl: target.href,
    applicationName: "test",
    connections: 1,
    logger,
  });
  t.after(() => close());
  await pool.query("select 1");
  assert.equal(proxy.silence(), 1);
  const { awakeMs } = await timedAwake(() => assert.rejects(pool.query("select 1"), { code: "ETIMEDOUT" }));
  assert.ok(awakeMs < DATABASE_LIMITS.queueReplyTimeoutMs + 5_000, `${awakeMs} ms`);
  assert.equal((await pool.query("select 1 as x")).rows[0].x, 1);
});

test("the queue leaves a server that has become a standby", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const logger = createLogger("test", "silent");
  const { pool, close } = openQueuePool({ databaseUrl, applicationName: "test", connections: 1, logger });
  t.after(() => close());
  await pool.query("create table notes (n integer)");
  const client = await pool.connect();
  await client.query("set default_transaction_read_only = on");
  await assert.rejects(client.query("insert into notes values (1)"), { code: "25006" });
  client.release();
  await until("a connection that takes writes", () =>
    pool.query("insert into notes values (2)").then(
      () => true,
      () => false,
    ),
  );
});
