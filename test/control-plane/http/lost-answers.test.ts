// Creates whose outcome the control plane does not learn in time: what was answered 503 must not have happened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import {
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { patientCreates } from "../../support/control-plane/patient-creates.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { queuedTasks } from "../../support/database/queue.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { startTcpProxy } from "../../support/network/tcp-proxy.ts";
import { until } from "../../support/until.ts";

const CREATES = 6;

async function countTasks(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from tasks`;
  return row?.n ?? -1;
}

const create = (plane: TestControlPlane, key: string) =>
  callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });

test("creates whose database falls silent after their statements are answered 503, and nothing of them stays", async (t) => {
  patientCreates(t);
  let direct: Sql | undefined;
  t.after(() => direct?.end({ timeout: 1 }));
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  direct = sql;
  const target = new URL(databaseUrl);
  const proxy = await startTcpProxy({ port: Number(target.port) });
  t.after(() => proxy.close());
  target.port = String(proxy.port);
  const plane = await testControlPlane(t, { databaseUrl: target.href });
  const { key, id: accountId } = await plane.account();
  assert.equal((await create(plane, key)).status, 201);
  // Their statement waits for the account's row, so that it is under way when the answers get lost.
  const startedAt = performance.now();
  let answers: Promise<number[]> | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select from accounts where id = ${accountId} for update`;
    answers = Promise.all(Array.from({ length: CREATES }, async () => (await create(plane, key)).status));
    await until("a statement that creates to be under way", async () => (await statementsThatWait(sql)) > 0);
    proxy.silence("to-client");
  });
  const statuses = (await answers) ?? [];
  assert.ok(performance.now() - startedAt < 10_000);
  // One that waited for its turn may still find a connection that works.
  const created = 1 + statuses.filter((status) => status === 201).length;
  const refused = statuses.filter((status) => status === 503).length;
  assert.equal(created - 1 + refused, CREATES, `answered ${statuses.join(", ")}`);
  assert.ok(refused > 0, "those that were under way were not answered 201");
  await until("what was created to be withdrawn", async () => (await countTasks(sql)) === created, 30_000);
  assert.equal((await queuedTasks(sql)).length, created);
  const { used, entries } = await moneyOf(sql, accountId);
  assert.equal(used, created);
  assert.ok(entries.refund > 0, "what the statement had created was there, and was withdrawn");
  await until("creates to work again", async () => (await create(plane, key)).status === 201, 30_000);
});
