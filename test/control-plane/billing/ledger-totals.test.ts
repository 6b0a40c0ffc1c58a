// The ledger's totals, which its entries count up themselves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { adjustMoods } from "../../../control-plane/billing/adjust-moods.ts";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import { selectBooks, selectClusterFigures } from "../../../control-plane/db/cluster-figures.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { createTestAccount } from "../../support/database/test-account.ts";

test("entries that are written at once by many are all counted", async (t) => {
  const { sql } = await accountDatabase(t, "0");
  const accounts = await Promise.all(Array.from({ length: 4 }, () => createTestAccount(sql, { moods: "0" })));
  const grants = accounts.flatMap(({ id }) =>
    Array.from({ length: 25 }, () => grantMoods(sql, { accountId: id, moods: "1.5", note: null })),
  );
  await Promise.all(grants);
  await adjustMoods(sql, { accountId: accounts[0]?.id ?? "", moods: "-2", note: "test" });
  const { entries } = await selectClusterFigures(sql);
  const { balance, difference } = await selectBooks(sql);
  assert.equal(entries.grant, 150);
  assert.equal(entries.adjustment, -2);
  assert.equal(balance, 148);
  assert.equal(difference, 0);
});

test("nobody waits for another's transaction to count an entry", async (t) => {
  const { sql, account: one } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await sql.begin(async (held) => {
    await grantMoods(held, { accountId: one.id, moods: "1", note: null });
    // The other's grant is committed while the first transaction still holds its slot.
    await grantMoods(sql, { accountId: other.id, moods: "1", note: null });
    const [row] = await sql<
      { moods: string }[]
    >`select sum(moods) as moods from ledger_totals where kind = 'grant'`;
    assert.equal(Number(row?.moods), 201);
  });
  assert.equal((await selectClusterFigures(sql)).entries.grant, 202);
});
