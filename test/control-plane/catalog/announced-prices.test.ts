// What the log tells of prices that media nodes set: each once, and again where it changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createModelCheck } from "../../../control-plane/catalog/model-check.ts";
import { setPrice } from "../../../control-plane/catalog/model-prices.ts";
import { selectModels } from "../../../control-plane/db/models.ts";
import { upsertModels } from "../../../media-node/db/models.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { keptLog } from "../../support/kept-log.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";

test("prices that a media node sets are told once, again when they change, and not where an operator has set one", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end());
  const { logger, lines } = keptLog();
  const isUsable = createModelCheck(logger);
  const model = TEST_MODEL.model;
  const read = async (): Promise<unknown[]> => {
    lines.length = 0;
    for (const _ of ["once", "again"]) {
      for (const row of await selectModels(sql, [model])) assert.ok(isUsable(row));
    }
    return lines.map(({ level, model: named, tier, moods, before }) => [level, named, tier, moods, before]);
  };
  const [INFO, WARN] = [30, 40];
  await upsertModels(sql, [TEST_MODEL]);
  assert.deepEqual(await read(), [], "it costs what the appliance's settings say");
  await upsertModels(sql, [{ ...TEST_MODEL, tier_prices: { lite: "3" } }]);
  assert.deepEqual(await read(), [[INFO, model, "lite", "3", undefined]]);
  await setPrice(sql, { model, tier: "max" }, "7");
  await upsertModels(sql, [{ ...TEST_MODEL, tier_prices: { lite: "0.01", max: "0.01" } }]);
  assert.deepEqual(await read(), [[WARN, model, "lite", "0.01", "3"]]);
});
