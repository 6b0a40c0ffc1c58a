// What pages of long lists read: what stands on the page, and not for each row before it, nor all there is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listAccounts } from "../../../../control-plane/accounts/manage-accounts.ts";
import { listActions } from "../../../../control-plane/audit/operator-actions.ts";
import { countKeysOfToday, selectKeys } from "../../../../control-plane/db/api-keys.ts";
import { hasOperator } from "../../../../control-plane/db/people/operators.ts";
import { countPendingAccounts } from "../../../../control-plane/db/people/people.ts";
import { selectCategories } from "../../../../control-plane/db/templates.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { rowsRead, scansMade } from "../../../support/database/rows-read.ts";

const ACTIONS = 4_000;
const ACCOUNTS = 2_000;
const KEYS = 2_000;
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

test("what was seldom done is found without reading the rest of the audit log, by the first words of the action", async (t) => {
  const { sql } = await accountDatabase(t);
  await insertActions(sql);
  await sql`
    insert into operator_actions (operator, via, origin, action, target)
    select 'anna@example.com', 'console', '10.0.0.1', action, '' from unnest(array['queue', 'queue retry', 'queues clear']) as action`;
  await sql`analyze operator_actions`;
  const read = await rowsRead(sql, "operator_actions", async (transaction) => {
    const { items } = await listActions(transaction, { ...ALL, action: "queue" }, { page: 1, limit: 50 });
    assert.deepEqual(
      items.map(({ action }) => action),
      ["queue retry", "queue"],
    );
  });
  assert.ok(read < 20, `${read} rows`);
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

/** Keys of an account, revoked long ago but for three, each with its windows of requests. */
async function insertKeys(sql: Sql, accountId: string): Promise<void> {
  await sql`
    insert into api_keys (id, account_id, secret_hash, hint, scopes, revoked_at)
    select 'key_' || lpad(n::text, 8, '0'), ${accountId}, sha256(n::text::bytea), '', '{}',
      case when n > 3 then now() - interval '2 days' end
    from generate_series(1, ${KEYS}::int) as n`;
  await sql`
    insert into rate_windows
    select id, now() - interval '3 days', 1, date_trunc('day', now() - interval '3 days', 'UTC'), 1 from api_keys`;
  await sql`analyze api_keys, rate_windows`;
}

test("a page of an account's keys is read without its other keys, and those of today without windows of old ones", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await insertKeys(sql, account.id);
  const listed = await rowsRead(sql, "api_keys", async (transaction) => {
    const [first, second, ...others] = await selectKeys(transaction, account.id, { limit: 50, offset: 0 });
    assert.deepEqual([first?.id, second?.id], [account.keyId, `key_0000${KEYS}`]);
    assert.equal(others.length, 48);
  });
  assert.ok(listed < 60, `${listed} rows for a page`);
  const windows = await rowsRead(sql, "rate_windows", async (transaction) => {
    // The account was made with one more.
    assert.equal(await countKeysOfToday(transaction, account.id), 4);
  });
  assert.ok(windows < 10, `${windows} rows of windows`);
});

test("categories are told with how many templates each has by going through these once", async (t) => {
  const { sql } = await accountDatabase(t);
  await sql`
    insert into models (slug, title, subtitle, capability, input_schema, model_tiers) values ('m', '', '', '', '{}', '{}')`;
  await sql`
    insert into template_categories (id, name, slug) select 'cat_' || n, '', 'slug-' || n from generate_series(1, 9) as n`;
  await sql`
    insert into templates (id, model, category_id, description, raw_prompt, input)
    select 'tpl_' || n, 'm', 'cat_' || 1 + n % 4, '', '{}', '{}' from generate_series(1, 40) as n`;
  const scans = await scansMade(sql, "templates", async (transaction) => {
    const categories = await selectCategories(transaction);
    assert.deepEqual(
      categories.map(({ templates }) => templates),
      [10, 10, 10, 10, 0, 0, 0, 0, 0],
    );
  });
  assert.equal(scans, 1);
});
