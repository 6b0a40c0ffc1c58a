// Statements and transactions through a real PgBouncer in transaction mode, with fewer connections than ours.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { selectAdmissions } from "../../../control-plane/db/admission.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { checkPooler, SESSION_SETTINGS } from "../../../shared/db/pooler-settings.ts";
import { DATABASE_LIMITS } from "../../../shared/limits/database.ts";
import { NO_PGBOUNCER, type PgBouncerOptions, startPgBouncer } from "../../support/database/pgbouncer.ts";
import { createTestAccount } from "../../support/database/test-account.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { keptLog } from "../../support/kept-log.ts";

const POOL_SIZE = 4;

async function pooled(
  t: TestContext,
  options: Partial<PgBouncerOptions> = {},
): Promise<{ sql: Sql; databaseUrl: string }> {
  const pools: Sql[] = [];
  t.after(() => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))));
  const { databaseUrl } = await createTestDatabase(t);
  const pooler = await startPgBouncer(t, {
    databaseUrls: [databaseUrl],
    poolSize: POOL_SIZE,
    connectQuery: SESSION_SETTINGS,
    ...options,
  });
  const sql = connectDatabase(pooler.through(databaseUrl), {
    applicationName: "clipmill test",
    pool: "pooled",
    connections: 12,
    isPooled: true,
  });
  pools.push(sql);
  return { sql, databaseUrl };
}

test("a transaction is whole, whichever connections it is lent between others", {
  skip: NO_PGBOUNCER,
}, async (t) => {
  const { sql } = await pooled(t);
  await sql`create table steps (transfer integer, step integer, backend integer)`;
  const transfer = (number: number): Promise<unknown> =>
    sql.begin(async (transaction) => {
      for (const step of [1, 2, 3]) {
        await transaction`insert into steps values (${number}, ${step}, pg_backend_pid())`;
      }
      if (number % 3 === 0) throw new Error("given up");
    });
  const statements = Array.from({ length: 60 }, (_, index) => sql`select ${index}::int as index`);
  const transfers = Array.from({ length: 60 }, (_, index) => transfer(index));
  const ends = await Promise.allSettled(transfers);
  assert.deepEqual(
    (await Promise.all(statements)).map(([row]) => row?.index),
    Array.from({ length: 60 }, (_, index) => index),
  );
  assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 40);
  const rows = await sql<{ transfer: number; steps: number; backends: number }[]>`
    select transfer, count(*)::int as steps, count(distinct backend)::int as backends from steps group by transfer`;
  assert.equal(rows.length, 40);
  for (const row of rows) assert.deepEqual([row.steps, row.backends, row.transfer % 3 > 0], [3, 1, true]);
  const [lent] = await sql<
    { backends: number }[]
  >`select count(distinct backend)::int as backends from steps`;
  assert.ok((lent?.backends ?? 0) <= POOL_SIZE);
});

// PgBouncer before 1.21 takes a connection away at the end of a statement, whatever was sent behind that without a Sync.
test("statements that are asked at once are each answered, and by nobody else's answer", {
  skip: NO_PGBOUNCER,
}, async (t) => {
  const { sql } = await pooled(t, { poolSize: 2 });
  const ask = async (number: number): Promise<void> => {
    const bare = sql<{ one: number }[]>`select 1 as one`.execute();
    const texts = sql<{ texts: string[] }[]>`select ${[`text ${number}`]}::text[] as texts`.execute();
    assert.deepEqual((await bare)[0], { one: 1 });
    assert.deepEqual((await texts)[0], { texts: [`text ${number}`] });
  };
  const ends = await Promise.allSettled(Array.from({ length: 200 }, (_, number) => ask(number)));
  assert.deepEqual(
    ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : [])),
    [],
  );
});

test("an error in the middle of a result leaves the connections whole", { skip: NO_PGBOUNCER }, async (t) => {
  const { sql } = await pooled(t);
  const broken = Array.from(
    { length: 30 },
    () => sql`select 1 / (500 - n) as share from generate_series(1, 1000) n`,
  );
  for (const { status } of await Promise.allSettled(broken)) assert.equal(status, "rejected");
  const whole = await Promise.all(
    Array.from({ length: 30 }, () => sql`select n from generate_series(1, 3) n`),
  );
  for (const rows of whole)
    assert.deepEqual(
      rows.map(({ n }) => n),
      [1, 2, 3],
    );
});

test("a statement that takes too long ends by the pooler's timeout", { skip: NO_PGBOUNCER }, async (t) => {
  const { sql } = await pooled(t);
  await assert.rejects(sql`select pg_sleep(${DATABASE_LIMITS.statementTimeoutMs / 1_000 + 10})`, {
    code: "57014",
  });
  assert.equal((await sql`select 1 as one`)[0]?.one, 1);
});

test("an admission does not wait for the disk, and what follows it on its connection does", {
  skip: NO_PGBOUNCER,
}, async (t) => {
  const connectQuery = `${SESSION_SETTINGS}; set synchronous_commit = on`;
  const { sql } = await pooled(t, { connectQuery, poolSize: 1 });
  const { key } = await createTestAccount(sql);
  const secretHash = createHash("sha256").update(key).digest("hex");
  const admit = (queryable: Sql | Parameters<typeof selectAdmissions>[0]): Promise<unknown> =>
    selectAdmissions(queryable, [{ secretHash, clientAddress: "192.0.2.7", requests: 1 }], {
      perMinute: 1,
      perDay: 1,
    });
  const within = await sql.begin(async (transaction) => {
    await admit(transaction);
    return transaction`show synchronous_commit`;
  });
  assert.equal(within[0]?.synchronous_commit, "off");
  await admit(sql);
  assert.equal((await sql`show synchronous_commit`)[0]?.synchronous_commit, "on");
});

test("a pooler that does all that is needed is nothing to warn of", { skip: NO_PGBOUNCER }, async (t) => {
  const { sql } = await pooled(t);
  const { logger, lines } = keptLog();
  await checkPooler(sql, logger);
  assert.deepEqual(lines, []);
});

test("a pooler without timeouts, or that does not follow prepared statements, is warned of", {
  skip: NO_PGBOUNCER,
}, async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const pooler = await startPgBouncer(t, {
    databaseUrls: [databaseUrl],
    poolSize: 1,
    followsStatements: false,
  });
  const sql = connectDatabase(pooler.through(databaseUrl), {
    applicationName: "clipmill test",
    connections: 1,
    isPooled: true,
  });
  const { logger, lines } = keptLog();
  try {
    await checkPooler(sql, logger);
  } finally {
    await sql.end({ timeout: 1 });
  }
  assert.equal(lines.length, 3);
  assert.match(String(lines[0]?.msg), /no timeouts/);
  assert.match(String(lines[1]?.msg), /plan_cache_mode/);
  assert.match(String(lines[2]?.msg), /prepared statements/);
});
