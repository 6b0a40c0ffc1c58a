// Copies that end otherwise than by their last row: whatever happens to one, the connection goes on with the next statement.
import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { type TestContext, test } from "node:test";
import { copyIn, copyOut } from "../../../../control-plane/db/backup/copied-tables.ts";
import { connectDatabase, type Sql } from "../../../../shared/db/connect.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";

const TABLE = { schema: "public", name: "copied", columns: ["text"] };
const ROWS = 3_000;
const ROW_BYTES = 1_000;
/** A connection that stands still would otherwise hold the tests up for as long as all may take. */
const LIMIT = { timeout: 120_000 };

function connectTo(t: TestContext, databaseUrl: string): Sql {
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1, replyTimeoutMs: null });
  t.after(() => sql.end({ timeout: 1 }));
  return sql;
}

/** A table of 3 MB, which is more than sockets hold, and two pools of one connection. */
async function openTable(t: TestContext): Promise<{ sql: Sql; other: Sql }> {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const sql = connectTo(t, databaseUrl);
  await sql`create table copied (text text not null check (text <> 'refused'))`;
  await sql`insert into copied select repeat('x', ${ROW_BYTES - 1}) from generate_series(1, ${ROWS})`;
  return { sql, other: connectTo(t, databaseUrl) };
}

test("a copy whose reader fails fails with that, and its connection goes on", LIMIT, async (t) => {
  const { sql } = await openTable(t);
  for (const rowsRead of [0, 1_000]) {
    let read = 0;
    const full = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        read += chunk.length;
        done(read > rowsRead * ROW_BYTES ? new Error("no space") : null);
      },
    });
    const copied = sql.begin((transaction) => copyOut(transaction, TABLE, (lines) => pipeline(lines, full)));
    await assert.rejects(copied, /no space/);
  }
  const unread = sql.begin((transaction) => copyOut(transaction, TABLE, () => assert.fail("no file")));
  await assert.rejects(unread, /no file/);
  assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
});

test("a copy whose connection breaks fails at once", LIMIT, async (t) => {
  const { sql, other } = await openTable(t);
  const copied = sql.begin(async (transaction) => {
    const [self] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await copyOut(transaction, TABLE, async (lines) => {
      await other`select pg_terminate_backend(${self?.pid ?? 0}, 5000)`;
      await pipeline(lines, new Writable({ write: (_chunk, _encoding, done) => done() }));
    });
  });
  await assert.rejects(copied, { code: "CONNECTION_CLOSED" });
});

const MANY = Array.from({ length: 1_000 }, () => "x\n".repeat(1_000));

for (const [where, rows, reason] of [
  ["the only row", ["refused\n"], /refused rows of public\.copied/],
  ["the last of a million rows", [...MANY, "refused\n"], /refused rows of public\.copied/],
] as const)
  test(`where ${where} is refused, the transaction fails, and its connection goes on`, LIMIT, async (t) => {
    const { sql } = await openTable(t);
    const copied = sql.begin((transaction) =>
      copyIn(transaction, TABLE, (lines) => pipeline(Readable.from(rows), lines)),
    );
    await assert.rejects(copied, reason);
    assert.deepEqual([...(await sql`select count(*)::int as rows from copied`)], [{ rows: ROWS }]);
  });

test("where a row is refused while others are written, the copy fails with the reason", LIMIT, async (t) => {
  const { sql } = await openTable(t);
  const copied = sql.begin((transaction) =>
    copyIn(transaction, TABLE, async (lines) => {
      for (const rows of ["refused\n", ...MANY]) lines.write(rows);
      await finished(lines);
    }),
  );
  await assert.rejects(copied, /violates check constraint/);
  assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
});

test(
  "a transaction whose rows were refused fails with what the giver of the rows has to say",
  LIMIT,
  async (t) => {
    const { sql } = await openTable(t);
    const copied = sql.begin((transaction) =>
      copyIn(transaction, TABLE, async (lines) => {
        await pipeline(Readable.from(["refused\n"]), lines);
        throw new Error("these are not the rows that were written");
      }),
    );
    await assert.rejects(copied, /not the rows that were written/);
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
  },
);
