// Operators who change the same account or key at the same moment, on the command line and in the console.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeKey } from "../../../control-plane/accounts/manage-keys.ts";
import {
  grantToAccount,
  setAccountShare,
  setAccountTerms,
} from "../../../control-plane/operators/account-work.ts";
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { until } from "../../support/until.ts";

/** What the second one gets that begins before the first is committed. */
async function sideBySide<T>(
  sql: Sql,
  first: (transaction: TransactionSql) => Promise<unknown>,
  second: (transaction: TransactionSql) => Promise<T>,
): Promise<T> {
  const others: Promise<T>[] = [];
  await sql.begin(async (transaction) => {
    await first(transaction);
    let hasEnded = false;
    others.push(sql.begin(second).finally(() => (hasEnded = true)) as Promise<T>);
    await until(
      "the second one to wait or to end",
      async () => hasEnded || (await statementsThatWait(sql)) > 0,
    );
  });
  const [other] = await Promise.all(others);
  return other as T;
}

test("operators who change different terms of an account at once undo nothing of each other", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const { result, details } = await sideBySide(
    sql,
    setAccountTerms(account.id, { multiplier: "0.5" }),
    setAccountTerms(account.id, { perMinute: 7 }),
  );
  assert.deepEqual([result.priceMultiplier, result.perMinute], [0.5, 7]);
  assert.deepEqual(details, { perMinute: { from: null, to: 7 } });
});

test("operators who change an account's weight and its running jobs at once undo nothing of each other", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const { result } = await sideBySide(
    sql,
    setAccountShare(account.id, { weight: 3 }),
    setAccountShare(account.id, { runningJobs: 2 }),
  );
  assert.deepEqual([result.shareWeight, result.maxRunningJobs], [3, 2]);
});

test("the log of a grant says nothing of another one that was made beside it", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const { details } = await sideBySide(
    sql,
    grantToAccount(account.id, "5"),
    grantToAccount(account.id, "20"),
  );
  assert.deepEqual(details, { moodsGranted: { from: 105, to: 125 }, moodsBalance: { from: 105, to: 125 } });
});

test("a key's addresses stay as they were narrowed while another of its terms is changed", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const key = await sideBySide(
    sql,
    (transaction) => changeKey(transaction, account.keyId, { ips: ["192.0.2.1"] }),
    (transaction) => changeKey(transaction, account.keyId, { perMinute: 7 }),
  );
  assert.deepEqual([key.ips, key.perMinute], [["192.0.2.1/32"], 7]);
});
