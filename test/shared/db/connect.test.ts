// What the driver and its connections must never do to us, on real PostgreSQL.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { isUnavailable } from "../../../shared/db/classify-error.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { until } from "../../support/until.ts";

async function oneConnection(t: TestContext): Promise<Sql> {
  let sql: Sql | undefined;
  t.after(() => sql?.end({ timeout: 1 }));
  const { databaseUrl } = await createTestDatabase(t);
  sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  return sql;
}

async function assertSound(sql: Sql): Promise<void> {
  const rows = await sql<{ x: number }[]>`select 1 as x`;
  assert.equal(rows.length, 1);
  assert.deepEqual([...rows], [{ x: 1 }]);
}

test("a result that an error cuts off leaves the next one on its connection whole", async (t) => {
  const sql = await oneConnection(t);
  const [before] = await sql`select pg_backend_pid() as pid`;
  await assert.rejects(async () => sql`select g, 1/(5000-g) from generate_series(1,10000) g`, {
    name: "PostgresError",
    code: "22012",
  });
  await assertSound(sql);
  const [after] = await sql`select pg_backend_pid() as pid`;
  assert.equal(after?.pid, before?.pid, "it was the same connection");
});

test("a statement timeout in the middle of a result leaves the next one whole", async (t) => {
  const sql = await oneConnection(t);
  const slow = sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 200`;
    await transaction`select g, repeat('x', 100), case when g > 2000 then pg_sleep(0.01) end from generate_series(1, 5000) g`;
  });
  await assert.rejects(slow, { code: "57014" });
  await assertSound(sql);
});

test("an error in the middle of a transaction's result undoes the transaction and keeps its reason", async (t) => {
  const sql = await oneConnection(t);
  await sql`create table notes (n integer)`;
  const broken = sql.begin(async (transaction) => {
    await transaction`insert into notes values (1)`;
    await transaction`select 1/(3000-g) from generate_series(1,4000) g`;
  });
  await assert.rejects(broken, { code: "22012" });
  await assertSound(sql);
  assert.equal((await sql`select from notes`).length, 0);
});

test("a server that has become a standby is left, and the next connection finds the one that takes writes", async (t) => {
  const sql = await oneConnection(t);
  await sql`create table notes (n integer)`;
  await sql`set default_transaction_read_only = on`;
  await assert.rejects(async () => sql`insert into notes values (1)`, isUnavailable);
  await until("a connection that takes writes", () =>
    sql`insert into notes values (2)`.then(
      () => true,
      () => false,
    ),
  );
  assert.deepEqual([...(await sql`select n from notes`)], [{ n: 2 }]);
});

test("a connection that ends in the middle of a result leaves the next one whole", async (t) => {
  const sql = await oneConnection(t);
  const cut = sql`
    select g, repeat('x', 100), case when g = 3000 then pg_terminate_backend(pg_backend_pid()) end
    from generate_series(1, 5000) g`;
  await assert.rejects(cut, isUnavailable);
  await assertSound(sql);
});

test("a server that takes a statement and says nothing is given up in time, and another connection serves", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const silenced = new Set<Socket>();
  const target = new URL(databaseUrl);
  const { hostname } = target;
  const port = Number(target.port);
  const proxy = createServer((client) => {
    const server = connect(port, hostname);
    client.pipe(server);
    server.on("data", (chunk) => {
      if (!silenced.has(client)) client.write(chunk);
    });
    client.on("error", () => server.destroy());
    client.once("close", () => server.destroy());
    server.on("error", () => client.destroy());
    server.once("close", () => client.destroy());
    connections.push(client);
  });
  const connections: Socket[] = [];
  t.after(() => proxy.close());
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  target.port = String((proxy.address() as AddressInfo).port);
  const sql = connectDatabase(target.href, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 0 }));
  await assertSound(sql);
  for (const connection of connections) silenced.add(connection);
  await assert.rejects(sql`select 1`, { code: "ETIMEDOUT" });
  await until("another connection to serve", () =>
    sql`select 1`.then(
      () => true,
      () => false,
    ),
  );
  await assertSound(sql);
});

test("a database that takes connections and never speaks is named with its address", async (t) => {
  const silent = createServer(() => undefined);
  t.after(() => silent.close());
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo;
  const sql = connectDatabase(`postgres://u:p@127.0.0.1:${port}/db`, {
    applicationName: "test",
    connections: 10,
  });
  t.after(() => sql.end({ timeout: 0 }));
  await assert.rejects(sql`select 1`, { message: `write CONNECT_TIMEOUT 127.0.0.1:${port}` });
});

test("an IPv6 address is asked as it is written", async (t) => {
  const closing = createServer((socket) => socket.destroy());
  t.after(() => closing.close());
  try {
    await once(closing.listen(0, "::1"), "listening");
  } catch {
    t.skip("this machine has no IPv6");
    return;
  }
  const { port } = closing.address() as AddressInfo;
  const sql = connectDatabase(`postgres://u:p@[::1]:${port}/db`, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 0 }));
  await assert.rejects(sql`select 1`, { code: "CONNECTION_CLOSED" });
});
