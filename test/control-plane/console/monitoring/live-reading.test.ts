// One look at the appliance for operators.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readLive } from "../../../../control-plane/console/monitoring/live-reading.ts";
import type { KnownBooks } from "../../../../control-plane/worker/books-view.ts";
import { createClusterView } from "../../../../control-plane/worker/cluster-view.ts";
import { METRICS_LIMITS } from "../../../../shared/limits/metrics.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";

test("sums of all accounts that take long are missing, and say nothing of how fast the database is", async (t) => {
  const { sql } = await accountDatabase(t);
  const never = createClusterView((): Promise<KnownBooks> => new Promise(() => undefined));
  const { books, databaseMs, figures } = await readLive(sql, never);
  assert.equal(books, null);
  assert.equal(figures.waitingAccounts, 0);
  assert.ok(databaseMs < METRICS_LIMITS.clusterWaitMs, `${databaseMs} ms: they were waited for`);
});
