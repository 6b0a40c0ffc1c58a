// What pages of operators' long lists read: what stands on the page, and not for each row before it, nor all there is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listAccounts } from "../../../../control-plane/accounts/manage-accounts.ts";
import { listActions } from "../../../../control-plane/audit/operator-actions.ts";
import { hasOperator } from "../../../../control-plane/db/people/operators.ts";
import { countPendingAccounts } from "../../../../control-plane/db/people/people.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { rowsRead } from "../../../support/database/rows-read.ts";

const ACTIONS = 4_000;
const ACCOUNTS = 2_000;
const ALL = { accountId: null, action: null, since: null };

/** Of many accounts, a minute apart, the last one now. */
async function insertActions(sql: Sql): Promise<void> {
  await sql`
    insert into operator_actions (done_at, operator, via, origin, action, target, account_id)
    select now() - (${ACTIONS} - n) * interval '1 minute', 'anna@example.com', 'console', '10.0.0.1', 'account grant',
      'account ' || n, 'acct_' || 1 + n % 1000
    from generate_series(1, ${ACTIONS}::int) as n`;
  await sql`analyze operator_actions`;
}

async function insertAccounts(sql: Sql): Promise<void> {
  await sql`
    insert into users (id, email) select 'user_' || n, 'person-' || n || '@example.net' from generate_series(1, ${ACCOUNTS}::int) as n`;
  await sql`
    insert into accounts (id, user_id, state) select 'acct_' || n, 'user_' || n, 'APPROVED'
    from generate_series(1, ${ACCOUNTS}::int) as n`;
  await sql`analyze users, accounts`;
}

test("a page far back in the audit log names the accounts of its own lines alone", async (t) => {
  const { sql } = await accountDatabase(t);
  await insertAccounts(sql);
  await insertActions(sql);
  const read = await rowsRead(sql, "accounts", async (transaction) => {
    const { items } = await listActions(transaction, ALL, { page: 70, limit: 50 });
    assert.equal(items.length, 50);
  });
  assert.ok(read < 100, `${read} rows of accounts`);
});

test("what was done to an account, and what was done lately, is read without the rest of the audit log", async (t) => {
  const { sql } = await accountDatabase(t);
  await insertActions(sql);
  const readOf = (filter: Partial<Parameters<typeof listActions>[1]>, count: number) =>
    rowsRead(sql, "operator_actions", async (transaction) => {
      const { items } = await listActions(transaction, { ...ALL, ...filter }, { page: 1, limit: 50 });
      assert.equal(items.length, count);
    });
  const ofAccount = await readOf({ accountId: "acct_7" }, 4);
  assert.ok(ofAccount < 20, `${ofAccount} rows for an account`);
  const ofNobody = await readOf({ accountId: "acct_none" }, 0);
  assert.ok(ofNobody < 10, `${ofNobody} rows for an account to which nothing was done`);
  const lately = await readOf({ since: new Date(Date.now() - 10.5 * 60_000) }, 11);
  assert.ok(lately < 100, `${lately} rows since some minutes ago`);
});

test("the few accounts that wait are found without reading those that are approved", async (t) => {
  const { sql } = await accountDatabase(t);
  await insertAccounts(sql);
  await sql`update accounts set state = 'PENDING' where id in ('acct_7', 'acct_70', 'acct_700')`;
  await sql`analyze accounts`;
  const listed = await rowsRead(sql, "accounts", async (transaction) => {
    const { items } = await listAccounts(
      transaction,
      { state: "PENDING", search: null },
      { page: 1, limit: 50 },
    );
    assert.deepEqual(
      items.map(({ id }) => id),
      ["acct_700", "acct_70", "acct_7"],
    );
  });
  assert.ok(listed < 50, `${listed} rows for a page of three`);
  const counted = await rowsRead(sql, "accounts", async (transaction) => {
    assert.equal(await countPendingAccounts(transaction, 1_000), 3);
  });
  assert.ok(counted < 50, `${counted} rows to count three`);
});

test("a page far back in the list of accounts reads the second factors of its own people alone", async (t) => {
  const { sql } = await accountDatabase(t);
  await insertAccounts(sql);
  await sql`insert into second_factors (user_id, secret) select id, '' from users`;
  await sql`analyze second_factors`;
  const read = await rowsRead(sql, "second_factors", async (transaction) => {
    const { items } = await listAccounts(transaction, { state: null, search: null }, { page: 30, limit: 50 });
    assert.equal(items.length, 50);
  });
  assert.ok(read < 100, `${read} rows of second factors`);
});

test("whether anybody operates the appliance is known without reading all people", async (t) => {
  const { sql } = await accountDatabase(t);
  await insertAccounts(sql);
  const read = await rowsRead(sql, "users", async (transaction) => {
    assert.equal(await hasOperator(transaction), false);
  });
  assert.ok(read < 10, `${read} rows of users`);
});
