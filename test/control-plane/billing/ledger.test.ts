import assert from "node:assert/strict";
import { test } from "node:test";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import { insertRefunds } from "../../../control-plane/db/ledger.ts";
import { newId } from "../../../shared/ids.ts";
import { moneyOf, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";

test("entries of the ledger can be neither changed nor removed", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await newTask(sql, account.id);
  for (const statement of [
    "update ledger_entries set moods = 0",
    "delete from ledger_entries",
    "update ledger_entries set note = 'x' where kind = 'grant'",
  ]) {
    await assert.rejects(sql.unsafe(statement), /never changed or removed/, statement);
  }
});

test("a second refund of one task changes nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  assert.equal(await insertRefunds(sql, [taskId]), 1);
  assert.equal(await insertRefunds(sql, [taskId]), 0);
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 1, refund: 1 });
});

test("a charge is rounded half up to four places", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await sql`update accounts set price_multiplier = 0.0001`;
  const charges: unknown[] = [];
  for (const baseMoods of ["0.4999", "0.5", "1.4999", "2.5"]) {
    const id = await newTask(sql, account.id, { baseMoods });
    const [row] = await sql`select charged_moods from tasks where id = ${id}`;
    charges.push(row?.charged_moods);
  }
  assert.deepEqual(charges, ["0.0000", "0.0001", "0.0001", "0.0003"]);
  await moneyOf(sql, account.id);
});

test("grants are exact to four places and add up", async (t) => {
  const { sql, account } = await accountDatabase(t, "0");
  for (const moods of ["0.1", "0.2", "999999999999.9999"]) {
    await grantMoods(sql, { accountId: account.id, moods, note: null });
  }
  const [row] = await sql`select moods_granted from accounts where id = ${account.id}`;
  assert.equal(row?.moods_granted, "1000000000000.2999");
  await moneyOf(sql, account.id);
});

test("a grant that is no positive decimal, or of no account, is refused", async (t) => {
  const { sql, account } = await accountDatabase(t, "0");
  for (const moods of ["0", "-1", "1e3", "0.00001", "ten", "", "1,5", " 1"]) {
    const grant = grantMoods(sql, { accountId: account.id, moods, note: null });
    await assert.rejects(grant, { code: "INVALID_REQUEST" }, moods);
  }
  const unknown = grantMoods(sql, { accountId: newId("account"), moods: "1", note: null });
  await assert.rejects(unknown, { code: "NOT_FOUND" });
  assert.equal((await moneyOf(sql, account.id)).granted, 0);
});

test("the database itself refuses a balance below zero", async (t) => {
  const { sql, account } = await accountDatabase(t, "1");
  const overdraw = sql`update accounts set moods_used = 1.0001 where id = ${account.id}`;
  await assert.rejects(overdraw, { constraint_name: "accounts_balance_not_negative" });
});

test("the ledger cannot be truncated either", async (t) => {
  const { sql, account } = await accountDatabase(t, "1");
  await assert.rejects(sql`truncate ledger_entries`, /never changed or removed/);
  assert.equal((await moneyOf(sql, account.id)).granted, 1);
});
