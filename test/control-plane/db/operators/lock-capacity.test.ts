import assert from "node:assert/strict";
import { test } from "node:test";
import { findWantedLocks, selectLockCapacity } from "../../../../control-plane/db/operators/lock-capacity.ts";
import { sweepPeriods } from "../../../../control-plane/worker/keep-periods.ts";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import { migrateDatabase } from "../../../../shared/db/schema/migrate.ts";
import { stoppablePostgres } from "../../../support/database/stoppable-postgres.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";
import { keptLog } from "../../../support/kept-log.ts";

test("a new database has room for the locks of all its partitions, for years", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end());
  const room = await selectLockCapacity(sql);
  assert.ok(room !== undefined);
  const [{ periods } = { periods: 0 }] = await sql<{ periods: number }[]>`
    select count(*)::int as periods from periods`;
  assert.equal(room.maxLocksPerTransaction, 512);
  assert.ok(periods > 0 && room.partitions > 6 * periods, "indexes count, too");
  assert.equal(findWantedLocks(room), undefined);
  const partitionsOfYears = (room.partitions / periods) * 12 * 10;
  assert.equal(findWantedLocks({ ...room, partitions: partitionsOfYears, maxConnections: 100 }), undefined);
});

test("a control plane says so where partitions have too little room", async (t) => {
  const settings = { max_connections: "20", max_locks_per_transaction: "64" };
  const { databaseUrl } = await stoppablePostgres(t, async () => undefined, settings);
  await migrateDatabase(databaseUrl, { partitionDays: 1 });
  const { logger, lines } = keptLog("warn");
  const retention = { partitionDays: 1, tasksKeptDays: null, usageSecondsKeptDays: 400, auditKeptDays: null };
  await sweepPeriods(databaseUrl, retention, logger);
  assert.deepEqual(
    lines.map(({ msg, maxLocksPerTransaction, wanted }) => [
      msg.slice(0, 35),
      maxLocksPerTransaction,
      wanted,
    ]),
    [["the database has too little room fo", 64, 128]],
  );
});

test("too many partitions want more locks than PostgreSQL has room for by itself", () => {
  const byDefault = { maxLocksPerTransaction: 64, maxConnections: 100 };
  assert.equal(findWantedLocks({ ...byDefault, partitions: 640 }), undefined);
  assert.equal(findWantedLocks({ ...byDefault, partitions: 641 }), 128);
  assert.equal(findWantedLocks({ ...byDefault, partitions: 365 * 21 }), 1_024);
});
