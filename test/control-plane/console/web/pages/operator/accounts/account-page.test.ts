// An account as operators see it, in a real browser: moods that are granted while answers are lost, and lists of many pages.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { readAccount } from "../../../../../../../control-plane/accounts/manage-accounts.ts";
import { NO_CHROMIUM } from "../../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
const OPERATOR = { email: "olga@example.com", operator: true } as const;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("a grant whose answer was lost is not made again by another click", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account({ moods: "5" });
  const tab = await consoleTab(t, plane, { expects: /ERR_CONNECTION_RESET/ });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), `/operator/accounts/${id}`);
  await page.route(
    "**/grants",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Grant moods" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Moods").fill("100");
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.getByText("The control plane does not answer.").waitFor();
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.getByText("The account's moods were changed meanwhile").waitFor();
  assert.equal((await readAccount(plane.sql, id)).moodsGranted, 105);
});

test("a link for the owner's password is shown once, and a page that reads says where it belongs", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account({ moods: "5" });
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const operator = await testPerson(plane, OPERATOR);
  await openAs(tab, operator, `/operator/accounts/${id}`);
  await page.getByRole("button", { name: "Link for a password" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.locator(".secret code", { hasText: `${plane.url}/console/reset#` }).waitFor();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.locator(".secret").waitFor({ state: "detached" });
  await tab.open(`/operator/accounts/${operator.accountId}`);
  await page.getByRole("button", { name: "Grant moods" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Link for a password" }).count(), 0, "of an operator");
  await tab.open("/operator/accounts/acct_none");
  await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Accounts" }).last().waitFor();
});

const LISTS = [
  {
    table: "Keys, newest first",
    list: "keys",
    name: "page",
    isLater: /\/keys\?.*page=2/,
    next: "Next",
    previous: "Previous",
  },
  {
    table: "Ledger, newest first",
    list: "entries",
    name: "before",
    isLater: /\/ledger\?before=/,
    next: "Older",
    previous: "Newer",
  },
] as const;

/** What shows a table while others are read in its place: the other list may be read at the same time, and the account. */
function staleTable(page: Page, name: string): Locator {
  const table = page.getByRole("table", { name });
  return page.locator(".loaded[aria-busy]").filter({ has: table }).last();
}

/** Turns to a list's second page and back; leaves it at the second. */
async function turnPages(page: Page, { table, list, name, isLater, next, previous }: (typeof LISTS)[number]) {
  const rows = page.getByRole("table", { name: table }).locator("tbody tr");
  const stale = staleTable(page, table);
  const pages = page.getByRole("navigation", { name: `Pages of ${list}` });
  await pages.waitFor();
  const first = await rows.allTextContents();
  const held = Promise.withResolvers<void>();
  await page.route(isLater, (route) => held.promise.then(() => route.continue()), { times: 1 });
  await pages.getByRole("button", { name: next }).click();
  await stale.waitFor();
  assert.deepEqual(await rows.allTextContents(), first, "they stay until the next ones are there");
  // Pressed once more meanwhile, it is the same page.
  await pages.getByRole("button", { name: next }).click();
  held.resolve();
  await stale.waitFor({ state: "detached" });
  const second = await rows.allTextContents();
  assert.equal(second.filter((row) => first.includes(row)).length, 0);
  assert.equal(await page.evaluate("document.activeElement.textContent"), next);
  await pages.locator("[aria-live]").getByText(/2/).waitFor();
  await page.reload();
  await pages.waitFor();
  assert.deepEqual(await rows.allTextContents(), second, "the address has the page");
  await pages.getByRole("button", { name: previous }).click();
  await page.waitForURL((url) => !url.searchParams.has(name));
  await stale.waitFor({ state: "detached" });
  assert.deepEqual(await rows.allTextContents(), first);
  await pages.getByRole("button", { name: next }).click();
  await page.waitForURL((url) => url.searchParams.has(name));
}

test("an operator turns the pages of an account's keys and ledger, and sees a grant among the newest entries", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { sql } = plane;
  const { id } = await plane.account({ moods: "5" });
  await sql`
    insert into api_keys (id, account_id, name, secret_hash, hint, scopes)
    select 'key_' || n, ${id}, 'Key ' || n, sha256(n::text::bytea), 'hint', '{clips:read}'
    from generate_series(1, 30) as n`;
  await sql`
    insert into ledger_entries (account_id, kind, moods, note) select ${id}, 'grant', 1, 'Grant ' || n
    from generate_series(1, 120) as n`;
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), `/operator/accounts/${id}`);
  for (const list of LISTS) await turnPages(page, list);
  await page.getByRole("button", { name: "Grant moods" }).click();
  await page.getByRole("dialog").getByLabel("Moods").fill("77");
  const held = Promise.withResolvers<void>();
  await page.route(/\/ledger$/, (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Grant" }).click();
  await staleTable(page, "Ledger, newest first").waitFor();
  held.resolve();
  await page.getByRole("cell", { name: "+77" }).waitFor();
  await tab.open(`/operator/accounts/${id}?before=nonsense`);
  await page.getByRole("cell", { name: "+77" }).waitFor();
  assert.equal(new URL(page.url()).search, "");
});
