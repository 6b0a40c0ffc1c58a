// Creates whose outcome the control plane does not learn in time: what was answered 503 must not have happened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { timedAwake } from "../../support/awake-time.ts";
import {
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { queuedTasks } from "../../support/database/queue.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { startTcpProxy } from "../../support/network/tcp-proxy.ts";
import { until } from "../../support/until.ts";

const CREATES = 6;
/** What statements that create tasks have among their values, and no others. */
const CREATED_FIELD = '"answer_by"';

async function countTasks(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from tasks`;
  return row?.n ?? -1;
}

async function chargesOf(sql: Sql): Promise<number> {
  const [row] = await sql<
    { n: number }[]
  >`select count(*)::int as n from ledger_entries where kind = 'charge'`;
  return row?.n ?? -1;
}

const create = (plane: TestControlPlane, key: string) =>
  callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });

test("creates whose database falls silent after their statements are answered 503, and nothing of them stays", async (t) => {
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
  const statuses: number[] = [];
  const { awakeMs } = await timedAwake(async () => {
    proxy.silenceAfter(CREATED_FIELD);
    await until("a statement that creates to be under way", async () => {
      const creates = Array.from({ length: CREATES }, () => create(plane, key));
      statuses.push(...(await Promise.all(creates)).map(({ status }) => status));
      return (await chargesOf(sql)) > 1;
    });
  });
  proxy.silenceAfter(undefined);
  assert.deepEqual([...new Set(statuses)], [503]);
  assert.ok(awakeMs < 10_000 * (statuses.length / CREATES), `answered after ${awakeMs} ms`);
  await until("what was created to be withdrawn", async () => (await countTasks(sql)) === 1);
  assert.equal((await queuedTasks(sql)).length, 1);
  const { used, entries } = await moneyOf(sql, accountId);
  assert.equal(used, 1);
  assert.ok(entries.refund > 0, "what the statement had created was there, and was withdrawn");
  await until("creates to work again", async () => (await create(plane, key)).status === 201);
});
