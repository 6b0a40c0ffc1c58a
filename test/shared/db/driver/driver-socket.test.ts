import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import type { DriverSocket } from "../../../../shared/db/driver/driver-socket.ts";
import { DriverSockets } from "../../../../shared/db/driver/driver-sockets.ts";
import { unhandledRejections } from "../../../support/leaks.ts";

/** A server that does with each connection as told; its port. */
async function listen(t: TestContext, onConnection: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer({}, onConnection);
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** What the socket says of its end; an error before it rejects nothing. */
function closeOf(socket: DriverSocket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

test("a connection that the server closes fails first, and is closed later and without the flag of an error", async (t) => {
  const port = await listen(t, (connection) => connection.end());
  const socket = new DriverSockets().open({ host: ["127.0.0.1"], port: [port] });
  const events: unknown[] = [];
  socket.on("error", (error: NodeJS.ErrnoException) => {
    events.push(error.code);
    // As the driver sends its ROLLBACK: nothing must come of it.
    socket.write(Buffer.from("rollback"));
  });
  assert.equal(await closeOf(socket), false);
  assert.deepEqual(events, ["CONNECTION_CLOSED"]);
});

test("a connection that is refused fails once, with the reason", async (t) => {
  const port = await listen(t, () => undefined);
  const socket = new DriverSockets().open({ host: ["127.0.0.1"], port: [port === 1 ? 2 : 1] });
  const errors: unknown[] = [];
  socket.on("error", (error: NodeJS.ErrnoException) => errors.push(error.code));
  assert.equal(await closeOf(socket), false);
  assert.deepEqual(errors, ["ECONNREFUSED"]);
});

test("the hosts of a list take turns, and what is written before the connection stands arrives", async (t) => {
  const heard: string[] = [];
  const ports = [];
  for (const name of ["first", "second"]) {
    ports.push(
      await listen(t, (connection) => connection.on("data", (data) => heard.push(`${name}: ${data}`))),
    );
  }
  const { open } = new DriverSockets();
  for (const text of ["one", "two", "three"]) {
    const socket = open({ host: ["127.0.0.1", "127.0.0.1"], port: ports });
    socket.on("error", () => undefined);
    socket.end(Buffer.from(text));
    await closeOf(socket);
  }
  assert.deepEqual(heard, ["first: one", "second: two", "first: three"]);
});

/** What a server says that lets anybody in: AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.from(
  "R\u0000\u0000\u0000\u0008\u0000\u0000\u0000\u0000Z\u0000\u0000\u0000\u0005I",
  "latin1",
);

for (const how of ["a statement", "a transaction"] as const)
  test(`a connection that breaks in its very first answer fails ${how} that waits for it, and nothing else`, async (t) => {
    const port = await listen(t, (connection) => {
      connection.once("data", () => {
        connection.write(WELCOME);
        connection.once("data", () => connection.destroy());
      });
      connection.on("error", () => undefined);
    });
    const unhandled = unhandledRejections(t);
    const sql = connectDatabase(`postgres://nobody@127.0.0.1:${port}/none`, {
      applicationName: "test",
      connections: 1,
    });
    t.after(() => sql.end({ timeout: 0 }));
    const asked = how === "a statement" ? sql`select 1` : sql.begin((transaction) => transaction`select 1`);
    await assert.rejects(Promise.resolve(asked), { code: "CONNECTION_CLOSED" });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, []);
  });

test("a pool that is ended before the very first answer fails what waits for it, and nothing else", async (t) => {
  const connections: Socket[] = [];
  const port = await listen(t, (connection) => {
    connections.push(connection);
    connection.once("data", () => connection.write(WELCOME));
    connection.on("error", () => undefined);
  });
  t.after(() => connections.forEach((connection) => void connection.destroy()));
  const unhandled = unhandledRejections(t);
  const sql = connectDatabase(`postgres://nobody@127.0.0.1:${port}/none`, {
    applicationName: "test",
    connections: 1,
  });
  const asked = [sql`select 1`, sql`select 2`].map((query) => assert.rejects(Promise.resolve(query)));
  while (connections.length === 0 || connections[0]?.bytesRead === 0) await pause(5);
  await pause(50);
  await sql.end({ timeout: 0.05 });
  await Promise.all(asked);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(unhandled, []);
});

function message(type: string, payload: Buffer): Buffer {
  const head = Buffer.from(`${type}0000`, "latin1");
  head.writeUInt32BE(4 + payload.length, 1);
  return Buffer.concat([head, payload]);
}

test("a copy whose last row comes before the end of its statement ends", { timeout: 60_000 }, async (t) => {
  // Larger than what a stream takes before its reader asks for more.
  const row = Buffer.alloc(200_000, "x");
  const copy = [message("H", Buffer.alloc(3)), message("d", row), message("c", Buffer.alloc(0))];
  const end = message("C", Buffer.from("COPY 1\u0000"));
  const ready = message("Z", Buffer.from("I"));
  const answers = [WELCOME, Buffer.concat([end, ready]), Buffer.concat(copy)];
  let server: Socket | undefined;
  const port = await listen(t, (connection) => {
    server = connection;
    connection.on("data", () => answers.length > 0 && connection.write(answers.shift() ?? ""));
    connection.on("error", () => undefined);
  });
  const sql = connectDatabase(`postgres://nobody@127.0.0.1:${port}/none`, {
    applicationName: "test",
    connections: 1,
  });
  t.after(() => sql.end({ timeout: 0 }));
  const rows = await sql.unsafe("copy some to stdout").readable();
  let sizeBytes = 0;
  for await (const chunk of rows) sizeBytes += (chunk as Buffer).length;
  assert.equal(sizeBytes, row.length);
  const asked = sql.unsafe("select 1");
  server?.write(Buffer.concat([end, ready, end, ready]));
  assert.equal((await asked).length, 0);
});
