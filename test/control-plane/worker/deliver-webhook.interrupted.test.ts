// Deliveries whose process is stopped or killed while the receiver is being called.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { type TestContext, test } from "node:test";
import { releaseEndedProcess } from "../../../control-plane/worker/release-lost-nodes.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { migrateDatabase } from "../../../shared/db/schema/migrate.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readProcessSpace } from "../../../shared/process/process-space.ts";
import { timedAwake } from "../../support/awake-time.ts";
import { TEST_SECRET, testControlPlane } from "../../support/control-plane/control-plane.ts";
import { endedTask, webhookReceiver } from "../../support/control-plane/webhook-receiver.ts";
import { createTestAccount } from "../../support/database/test-account.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const ENV = { CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" } as const;

interface Outage {
  readonly databaseUrl: string;
  readonly sql: Sql;
}

async function databaseFor(t: TestContext): Promise<Outage> {
  let sql: Sql | undefined;
  t.after(() => sql?.end({ timeout: 1 }));
  const { databaseUrl } = await createTestDatabase(t);
  await migrateDatabase(databaseUrl);
  sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  return { databaseUrl, sql };
}

async function deliveryOf(sql: Sql, taskId: string): Promise<Record<string, unknown> | undefined> {
  const [row] =
    await sql`select state, attempts, last_error from webhook_deliveries where task_id = ${taskId}`;
  return row && { ...row };
}

/** Delivers on, with a control plane started anew. */
async function untilDelivered(t: TestContext, { databaseUrl, sql }: Outage, taskId: string): Promise<void> {
  await testControlPlane(t, { databaseUrl, env: ENV });
  await until("the delivery", async () => (await deliveryOf(sql, taskId))?.state === "DELIVERED");
  assert.deepEqual(await deliveryOf(sql, taskId), { state: "DELIVERED", attempts: 1, last_error: null });
}

test("a control plane that is stopped gives its deliveries back after a moment, without counting an attempt", async (t) => {
  const stops: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const stop of stops) await stop();
  });
  const outage = await databaseFor(t);
  const { databaseUrl, sql } = outage;
  const receiver = await webhookReceiver(t, [() => undefined, 200]);
  const plane = await testControlPlane(t, { databaseUrl, env: ENV });
  stops.push(plane.stop);
  const taskId = await endedTask({ sql, owner: await createTestAccount(sql) }, receiver.url);
  await until("the call", () => receiver.calls.length === 1);
  const { awakeMs } = await timedAwake(() => plane.stop());
  assert.ok(awakeMs < 9_000, "the stop does not wait for the receiver");
  assert.deepEqual(await deliveryOf(sql, taskId), { state: "PENDING", attempts: 0, last_error: null });
  await untilDelivered(t, outage, taskId);
  assert.equal(receiver.calls.length, 2);
});

test("a delivery whose process was killed is made again, and counts once", async (t) => {
  const outage = await databaseFor(t);
  const { databaseUrl, sql } = outage;
  const receiver = await webhookReceiver(t, [() => undefined, 200]);
  const child = spawn(process.execPath, ["control-plane/main.ts"], {
    stdio: "ignore",
    env: {
      ...process.env,
      ...ENV,
      CLIPMILL_PORT: "0",
      CLIPMILL_DATABASE_URL: databaseUrl,
      CLIPMILL_STORAGE: `file:${await temporaryFolder(t)}`,
      CLIPMILL_SECRET: TEST_SECRET,
    },
  });
  t.after(() => child.kill("SIGKILL"));
  const taskId = await endedTask({ sql, owner: await createTestAccount(sql) }, receiver.url);
  await until("the call", () => receiver.calls.length === 1, 60_000);
  const { pid = 0 } = child;
  const hasLease = async () => (await sql`select from worker_leases where pid = ${pid}`).length === 1;
  await until("the control plane's lease", hasLease);
  child.kill("SIGKILL");
  await once(child, "exit");
  const ended = { host: hostname(), pid, processSpace: readProcessSpace() ?? null };
  assert.equal(await releaseEndedProcess(sql, ended, createLogger("test", "silent")), 1);
  await untilDelivered(t, outage, taskId);
  assert.equal(receiver.calls.length, 2, "a duplicate, as the contract allows");
});
