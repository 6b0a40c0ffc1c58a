import assert from "node:assert/strict";
import { test } from "node:test";
import { adjustMoods } from "../../../control-plane/billing/adjust-moods.ts";
import { newId } from "../../../shared/ids.ts";
import { moneyOf, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";

test("an adjustment takes away at most the balance", async (t) => {
  const { sql, account } = await accountDatabase(t, "5");
  await newTask(sql, account.id, { baseMoods: "2" });
  const adjust = (moods: string) => adjustMoods(sql, { accountId: account.id, moods, note: "why" });
  await assert.rejects(adjust("-3.0001"), { code: "INSUFFICIENT_MOODS" });
  await adjust("-3");
  const { granted, used } = await moneyOf(sql, account.id);
  assert.deepEqual([granted, used], [2, 2]);
  const [entry] = await sql`select moods, note from ledger_entries where kind = 'adjustment'`;
  assert.deepEqual(entry, { moods: "-3.0000", note: "why" });
});

test("an adjustment that is no decimal, is nothing, or is of no account is refused", async (t) => {
  const { sql, account } = await accountDatabase(t, "5");
  for (const moods of ["0", "-0", "1e3", "0.00001", "--1", "ten", "", " 1"]) {
    const adjustment = adjustMoods(sql, { accountId: account.id, moods, note: "why" });
    await assert.rejects(adjustment, { code: "INVALID_REQUEST" }, moods);
  }
  const unknown = adjustMoods(sql, { accountId: newId("account"), moods: "1", note: "why" });
  await assert.rejects(unknown, { code: "NOT_FOUND" });
});
