import assert from "node:assert/strict";
import { test } from "node:test";
import { countAccounts, selectAccountDifferences } from "../../../control-plane/db/ledger-archives.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { rowsRead } from "../../support/database/rows-read.ts";
import { createTestAccount } from "../../support/database/test-account.ts";

const ENTRIES = 20_000;
const OTHERS = 100;

test("the check of one account reads no other account's entries", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await sql`
    insert into ledger_entries (account_id, kind, moods, note)
    select case n % ${OTHERS} when 0 then ${other.id} else 'account_' || n % ${OTHERS} end, 'grant', 1, null
    from generate_series(1, ${ENTRIES}) as n`;
  await sql`analyze ledger_entries`;
  const ofOne = await rowsRead(sql, "ledger_entries", async (transaction) => {
    assert.equal(await countAccounts(transaction, account.id), 1);
    assert.equal((await selectAccountDifferences(transaction, account.id)).length, 0);
  });
  assert.equal(ofOne, 1);
  const differing = await selectAccountDifferences(sql, null);
  assert.deepEqual(
    differing.map(({ id, entries_granted }) => [id, Number(entries_granted)]),
    [[other.id, ENTRIES / OTHERS + 100]],
  );
});
