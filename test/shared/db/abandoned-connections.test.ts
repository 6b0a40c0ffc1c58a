// Connections of a process, or a network, that stands still: neither the locks that it holds nor the statements that it
// was sent may wait for its return.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isUnavailable } from "../../../shared/db/classify-error.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { DATABASE_LIMITS } from "../../../shared/limits/database.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { startTcpProxy } from "../../support/network/tcp-proxy.ts";
import { until } from "../../support/until.ts";

async function databaseBehindProxy(t: TestContext) {
  const opened: Sql[] = [];
  t.after(() => Promise.all(opened.map((sql) => sql.end({ timeout: 1 }))));
  const { databaseUrl } = await createTestDatabase(t);
  const target = new URL(databaseUrl);
  const proxy = await startTcpProxy({ port: Number(target.port) });
  t.after(() => proxy.close());
  target.port = String(proxy.port);
  const open = (url: string): Sql => {
    const sql = connectDatabase(url, { applicationName: "test", connections: 1 });
    opened.push(sql);
    return sql;
  };
  return { proxy, direct: open(databaseUrl), proxied: open(target.href) };
}

test("a row that a process holds which stands still in its transaction is free again in time", async (t) => {
  const { proxy, direct, proxied } = await databaseBehindProxy(t);
  await direct`create table notes (n integer)`;
  await direct`insert into notes values (1)`;
  let isLeft = false;
  const left = proxied.begin(async (transaction) => {
    await transaction`update notes set n = 2`;
    proxy.silence("both");
    isLeft = true;
    await transaction`select pg_sleep(0)`;
  });
  left.catch(() => undefined);
  await until("the process to stand still", () => isLeft);
  const isFree = async (): Promise<boolean> => {
    try {
      return (await direct`update notes set n = 3`).count === 1;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return false;
    }
  };
  await until("the row to be free", isFree, 30_000);
  await assert.rejects(left, isUnavailable);
  const [row] = await direct<{ n: number }[]>`select n from notes`;
  assert.equal(row?.n, 3);
});

test("a statement that was sent behind another is given up in time where only the first is answered", async (t) => {
  const { proxy, direct, proxied } = await databaseBehindProxy(t);
  await proxied`select 1`;
  let end: string | undefined;
  await direct.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(1)`;
    const first = proxied`select pg_sleep(0.1)`.then(() => proxy.silence("both"));
    proxied`select pg_advisory_lock(1)`.then(
      () => {
        end = "answered";
      },
      (error: unknown) => {
        end = isUnavailable(error) ? "given up" : String(error);
      },
    );
    await first;
  });
  assert.equal(await until("the second one's end", () => end), "given up");
});

test("a connection that has had all its answers is kept, whatever it was asked", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  const pid = async (): Promise<unknown> => (await sql`select pg_backend_pid() as pid`)[0]?.pid;
  const askings: readonly (() => Promise<unknown>)[] = [
    () => Promise.all([pid(), pid(), sql`select ${1}::int`, sql.unsafe("select 1; select 2")]),
    () =>
      Promise.allSettled([
        sql`select 1/0`,
        pid(),
        sql`select ${"x"}::int`,
        sql.unsafe("select 1; select 1/0"),
        pid(),
      ]),
    () => sql.begin((transaction) => Promise.all([transaction`select 1`, transaction`select ${2}::int`])),
    () => sql.begin((transaction) => transaction`select 1/0`).catch(() => undefined),
    () => sql`select g from generate_series(1, 1000) g`.cursor(100, () => undefined),
  ];
  const before = await pid();
  for (const ask of askings) {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await ask();
    t.mock.timers.tick(2 * DATABASE_LIMITS.replyTimeoutMs);
    // The watch judges an answer once whatever has come is heard.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    t.mock.timers.reset();
    assert.equal(await pid(), before);
  }
});
