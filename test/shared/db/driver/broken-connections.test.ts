// Connections that end, or err, at moments that the driver does not expect: what waits fails, the process lives, and the
// next connection knows nothing of it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { connectDatabase, poolUse, type Sql } from "../../../../shared/db/connect.ts";
import type { DriverSocket, DriverTarget } from "../../../../shared/db/driver/driver-socket.ts";
import { DriverSockets } from "../../../../shared/db/driver/driver-sockets.ts";
import { unhandledRejections } from "../../../support/leaks.ts";
import { until } from "../../../support/until.ts";

function message(type: string, payload: Buffer | string): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.from(`${type}0000`, "latin1");
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const READY = message("Z", "I");
/** What a server says that lets anybody in: AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.concat([message("R", Buffer.alloc(4)), READY]);
const EMPTY = Buffer.concat([message("C", "SELECT 0\u0000"), READY]);

function serverError(severity: string, code: string): Buffer {
  return message("E", `S${severity}\u0000V${severity}\u0000C${code}\u0000Mcanceled by a test\u0000\u0000`);
}

/** One column, named "n", of type text, and one row. */
const ROW_DESCRIPTION = message(
  "T",
  Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from("n\u0000"),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0]),
  ]),
);
const ROW = message("D", Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from("1")]));
const ONE_ROW = Buffer.concat([ROW_DESCRIPTION, ROW, message("C", "SELECT 1\u0000"), READY]);

/** What a server says to each thing that it hears, in turn; "close" and "reset" end the connection behind the words before. */
type Script = readonly (Buffer | "close" | "reset")[][];

/** A server that follows one script for each connection, the last one for all further ones. */
async function serve(
  t: TestContext,
  scripts: readonly Script[],
  onData: (data: Buffer) => void = () => undefined,
): Promise<AddressInfo> {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    const script = [...(scripts[Math.min(connections, scripts.length - 1)] ?? [])];
    connections += 1;
    open.add(connection);
    connection.on("error", () => undefined);
    connection.on("data", (data) => {
      onData(data);
      for (const words of script.shift() ?? []) {
        if (words === "close") connection.end();
        else if (words === "reset") connection.resetAndDestroy();
        else connection.write(words);
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const connection of open) connection.destroy();
    server.close();
  });
  return server.address() as AddressInfo;
}

/** A pool of one connection to such a server. */
async function poolOf(
  t: TestContext,
  scripts: readonly Script[],
  options: { readonly onData?: (data: Buffer) => void } = {},
): Promise<Sql> {
  const { port } = await serve(t, scripts, options.onData);
  const sql = connectDatabase(`postgres://nobody@127.0.0.1:${port}/none`, {
    applicationName: "test",
    connections: 1,
  });
  t.after(() => sql.end({ timeout: 0 }));
  return sql;
}

const FINE: Script = [[WELCOME], [EMPTY], [ONE_ROW], [ONE_ROW], [ONE_ROW]];
const partOfRow = ROW.subarray(0, ROW.length - 1);

for (const [how, answer, code] of [
  ["an error of its own, such as the statement timeout", [serverError("ERROR", "57014"), READY], "57014"],
  ["the end of its session", [serverError("FATAL", "57P01"), "close"], "57P01"],
  ["an error behind rows", [ROW_DESCRIPTION, ROW, serverError("ERROR", "57014"), READY], "57014"],
  [
    "the end of the connection in the middle of a row",
    [ROW_DESCRIPTION, partOfRow, "close"],
    "CONNECTION_CLOSED",
  ],
  ["a reset in the middle of a row", [ROW_DESCRIPTION, partOfRow, "reset"], undefined],
  ["silence from the middle of a row on", [ROW_DESCRIPTION, partOfRow], "ETIMEDOUT"],
  ["the end of the connection behind a row", [ROW_DESCRIPTION, ROW, "close"], "CONNECTION_CLOSED"],
] as const)
  test(`a connection whose first answer is ${how} fails what waits for it, and nothing else`, async (t) => {
    const unhandled = unhandledRejections(t);
    const sql = await poolOf(t, [[[WELCOME], [...answer]], FINE]);
    await assert.rejects(
      sql.begin((transaction) => transaction`select 1`),
      (error: NodeJS.ErrnoException) => code === undefined || error.code === code,
    );
    assert.deepEqual([...(await sql`select n`)], [{ n: "1" }], "the next connection");
    await pause(20);
    assert.deepEqual(unhandled, []);
  });

test("a session that ends as soon as it is ready fails what waits for it, and nothing else", async (t) => {
  const unhandled = unhandledRejections(t);
  const first: Script = [[Buffer.concat([WELCOME, serverError("FATAL", "57P01")]), "close"]];
  const sql = await poolOf(t, [first, FINE]);
  await assert.rejects(Promise.resolve(sql`select n`), { code: "CONNECTION_CLOSED" });
  await pause(20);
  assert.deepEqual([...(await sql`select n`)], [{ n: "1" }], "the next connection");
  assert.deepEqual(unhandled, []);
});

for (const [how, answer] of [
  ["the end of its session", [serverError("FATAL", "57P01"), "close"]],
  ["the end of its session behind rows", [ROW_DESCRIPTION, ROW, serverError("FATAL", "57P01"), "close"]],
  ["an error, and the connection's end before the server is ready", [serverError("ERROR", "23505"), "close"]],
] as const)
  test(`a statement that is answered with ${how} fails alone`, async (t) => {
    const unhandled = unhandledRejections(t);
    const sql = await poolOf(t, [[[WELCOME], [EMPTY], [...answer]], FINE]);
    await assert.rejects(Promise.resolve(sql`select n`));
    await until("the end of the connection", () => poolUse(sql).open === 0);
    assert.deepEqual([...(await sql`select n`)], [{ n: "1" }], "the next connection");
    assert.deepEqual(unhandled, []);
  });

for (const how of ["in the middle of its rows", "before its rows"] as const)
  test(`an error that lets nobody in, behind a connection that broke off a statement ${how}, is told once`, async (t) => {
    const refused: Script = [[serverError("FATAL", "57P03"), "close"]];
    const rows = how === "before its rows" ? [] : [ROW_DESCRIPTION, ROW];
    const sql = await poolOf(t, [[[WELCOME], [EMPTY], [...rows, "close"]], refused, FINE]);
    await assert.rejects(Promise.resolve(sql`select n`), { code: "CONNECTION_CLOSED" });
    await until("the end of the connection", () => poolUse(sql).open === 0);
    await assert.rejects(Promise.resolve(sql`select n`), { code: "57P03" });
    await until("the end of the next one", () => poolUse(sql).open === 0);
    for (const which of ["the first", "the second"])
      assert.deepEqual([...(await sql`select n`)], [{ n: "1" }], `${which} statement once it lets in`);
  });

test("an error tells a statement its reason though the connection breaks before the server is ready", async (t) => {
  const sql = await poolOf(t, [[[WELCOME], [EMPTY], [serverError("ERROR", "23505"), "close"]], FINE]);
  await assert.rejects(Promise.resolve(sql`select n`), { code: "23505" });
});

/** Before, with and after the moment in which the driver is told of the close. */
for (const afterMs of [1, 10, 11])
  test(`a pool goes on whose broken connection is given up as a statement begins (${afterMs} ms after the break)`, async (t) => {
    const { port } = await serve(t, [[[WELCOME], [EMPTY], [ONE_ROW, "close"]], FINE]);
    const sockets = new DriverSockets();
    let asked: Promise<unknown> = Promise.resolve();
    const socket = (target: DriverTarget): DriverSocket => {
      const opened = sockets.open(target);
      opened.once("error", () => {
        asked = new Promise((resolve, reject) =>
          setTimeout(() => sql`select n`.then(resolve, reject), afterMs),
        );
        asked.catch(() => undefined);
        // This moment and that in which the driver is told of the close come in one turn of the event loop.
        process.nextTick(() => {
          const spunUntil = performance.now() + 50;
          while (performance.now() < spunUntil);
        });
      });
      return opened;
    };
    const options = { max: 1, connect_timeout: 6, socket };
    const sql = postgres(`postgres://nobody@127.0.0.1:${port}/none`, options);
    sockets.watchStatements(sql);
    t.after(() => sql.end({ timeout: 0 }));
    const startedAt = performance.now();
    await sql`select n`;
    await until("the break", () => sockets.use().open === 0);
    await asked.catch(() => undefined);
    assert.deepEqual([...(await sql`select n`)], [{ n: "1" }]);
    assert.ok(performance.now() - startedAt < 5_000, "the next connection sends at once");
  });

test("a pool goes on whose connection breaks in the very turn in which a statement begins", async (t) => {
  const { port } = await serve(t, [[[WELCOME], [EMPTY], [ONE_ROW]], FINE]);
  const sockets = new DriverSockets();
  let first: DriverSocket | undefined;
  const socket = (target: DriverTarget): DriverSocket => {
    const opened = sockets.open(target);
    first ??= opened;
    // As where many connections break at once: what fails with them takes longer than the close is put off.
    opened.once("error", () =>
      process.nextTick(() => {
        const spunUntil = performance.now() + 50;
        while (performance.now() < spunUntil);
      }),
    );
    return opened;
  };
  const options = { max: 1, connect_timeout: 2, socket };
  const sql = postgres(`postgres://nobody@127.0.0.1:${port}/none`, options);
  sockets.watchStatements(sql);
  t.after(() => sql.end({ timeout: 0 }));
  await sql`select n`;
  const asked = new Promise((resolve, reject) =>
    setImmediate(() => {
      sql`select n`.then(resolve, reject);
      first?.destroy();
    }),
  );
  await assert.rejects(asked, { code: "CONNECTION_CLOSED" });
  await until("the break", () => sockets.use().open === 0);
  assert.deepEqual([...(await sql`select n`)], [{ n: "1" }], "the next connection sends");
});

const BEGIN = Buffer.concat([message("C", "BEGIN\u0000"), message("Z", "T")]);

for (const how of ["asks for more", "ends its work", "gives its work up"] as const)
  test(`a transaction that ${how} after its connection broke disturbs nothing that came in its place`, async (t) => {
    const heard: string[] = [];
    const first: Script = [[WELCOME], [EMPTY], [BEGIN], [ONE_ROW, "close"]];
    const sql = await poolOf(t, [first, FINE], { onData: (data) => heard.push(data.toString("latin1")) });
    let goOn = (): void => undefined;
    const others = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let work: Promise<unknown> = Promise.resolve();
    const transaction = sql.begin((inner) => {
      work = (async () => {
        await inner`select n`;
        await others;
        if (how === "asks for more") await inner`insert into things values (1)`;
        if (how === "gives its work up") throw new Error("given up");
      })();
      return work;
    });
    await assert.rejects(transaction, { code: "CONNECTION_CLOSED" });
    assert.deepEqual([...(await sql`select n`)], [{ n: "1" }]);
    heard.splice(0);
    goOn();
    await work.catch(() => undefined);
    await pause(20);
    assert.deepEqual(heard, []);
    assert.deepEqual([...(await sql`select n`)], [{ n: "1" }], "and the pool goes on");
  });

test("a reserved connection that broke is asked for nothing more, and is not lent again", async (t) => {
  const heard: string[] = [];
  const first: Script = [[WELCOME], [EMPTY], [EMPTY], [ONE_ROW, "close"]];
  const sql = await poolOf(t, [first, FINE], { onData: (data) => heard.push(data.toString("latin1")) });
  const session = await sql.reserve();
  await session`select n`;
  await until("the end of the connection", () => poolUse(sql).open === 0);
  await assert.rejects(Promise.resolve(session`insert into things values (1)`), {
    code: "CONNECTION_CLOSED",
  });
  session.release();
  assert.deepEqual([...(await sql`select n`)], [{ n: "1" }]);
  assert.ok(heard.every((text) => !text.includes("insert")));
});
