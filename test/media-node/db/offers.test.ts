// What nodes offer is written down with every beat, by all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { recordModelOffers } from "../../../media-node/db/models.ts";
import { recordQueueJobOffers } from "../../../media-node/db/queue-job-offers.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { until } from "../../support/until.ts";

/** So many that a hash's order of them is not theirs. */
const NAMES = Array.from("qwertyuiopasdfghjklzxcvbnm");

for (const [table, column, record] of [
  ["model_offers", "model", recordModelOffers],
  ["queue_job_offers", "queue_job", recordQueueJobOffers],
] as const)
  test(`nodes that write the same rows of ${table} at once never wait for each other crosswise`, async (t) => {
    const { sql, nodeSql } = await accountDatabase(t);
    await record(nodeSql, NAMES, 0);
    let late: Promise<void> | undefined;
    const left = await sql.begin(async (other) => {
      await other`select from ${other(table)} where ${other(column)} = 'a' for update`;
      late = record(nodeSql, NAMES, 0);
      await until("the first of its rows", async () => (await statementsThatWait(sql)) === 1);
      return other`select from ${other(table)} for update skip locked`;
    });
    assert.equal(left.length, NAMES.length, "it holds none that another may have to wait for");
    await late;
  });
