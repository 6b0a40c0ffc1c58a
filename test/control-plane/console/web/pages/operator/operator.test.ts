// The operator's way through the console in a real browser, and every page of operators held against axe, in both themes
// and on a small screen.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readAccount } from "../../../../../../control-plane/accounts/manage-accounts.ts";
import { drainNode } from "../../../../../../control-plane/nodes/drain-node.ts";
import { assertAccessible } from "../../../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { type OperatorScene, operatorScene } from "../../../../../support/browser/operator-scene.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { importTestTemplates } from "../../../../../support/control-plane/templates.ts";

const skip = NO_CHROMIUM;
const OPERATOR = { email: "olga@example.com", operator: true } as const;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("an operator approves an account, grants it moods, and blocks it", { skip }, async (t) => {
  const { plane, asking } = await operatorScene(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await plane.sql`update accounts set name = 'Łódź Film' where id = ${asking.id}`;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/accounts?state=pending");
  await page.getByLabel("Search by e-mail or name").fill("łódź");
  const row = page.getByRole("row").filter({ hasText: asking.id });
  await row.getByText("Łódź Film").waitFor();
  await row.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").getByLabel("Moods to grant").fill("5");
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText(/is approved, with a balance of 5\./).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
  assert.equal((await readAccount(plane.sql, asking.id)).state, "APPROVED");
  await tab.open(`/operator/accounts/${asking.id}`);
  await page.getByRole("button", { name: "Grant moods" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Moods").fill("plenty");
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog
    .getByText(/is not a positive number of moods/)
    .first()
    .waitFor();
  await dialog.getByLabel("Moods").fill("25");
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator(".tile").filter({ hasText: "Balance" }).getByText("30", { exact: true }).waitFor();
  await page.getByRole("table", { name: "Ledger, newest first" }).getByText("grant").first().waitFor();
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await dialog.getByText(/all keys .* are refused at once/).waitFor();
  await dialog.getByRole("button", { name: "Block" }).click();
  await page.getByRole("button", { name: "Unblock" }).waitFor();
  assert.equal((await readAccount(plane.sql, asking.id)).blocked, true);
});

test("a limit that is no number is refused beside its field, and changes nothing", { skip }, async (t) => {
  const { plane, busy } = await operatorScene(t);
  await plane.sql`update accounts set per_minute = 500 where id = ${busy.id}`;
  const tab = await consoleTab(t, plane);
  const dialog = tab.page.getByRole("dialog");
  await openAs(tab, await testPerson(plane, OPERATOR), `/operator/accounts/${busy.id}`);
  await tab.page.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Requests a minute").fill("1,000");
  // A click beside the dialog does not lose it.
  await tab.page.mouse.click(5, 5);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator(".field-error").getByText("Must be a whole number").waitFor();
  const [account] = await plane.sql`select per_minute from accounts where id = ${busy.id}`;
  assert.equal(account?.per_minute, 500);
});

test("an operator drains a node, which then says so by itself", { skip }, async (t) => {
  const { plane, nodeId } = await operatorScene(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/nodes");
  const row = page.getByRole("row").filter({ hasText: nodeId });
  await row.getByRole("button", { name: "Drain" }).click();
  await page.getByText(/^mill-2\.example takes no new jobs from now on/).waitFor();
  const dialog = "document.querySelector('dialog')";
  assert.equal(
    await page.evaluate(`${dialog}.scrollWidth - ${dialog}.clientWidth`),
    0,
    "all of it is in sight",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Drain" }).click();
  await row.getByText("Draining").waitFor();
  await plane.sql`update worker_leases set is_draining = true, renewed_at = now() where id = ${nodeId}`;
  await row.getByText("Drained").waitFor();
});

test("a node that was drained by its machine's name is let work again", { skip }, async (t) => {
  const { plane, nodeId } = await operatorScene(t);
  const [node] = await plane.sql`select host from worker_leases where id = ${nodeId}`;
  await drainNode(plane.sql, String(node?.host));
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/nodes");
  const row = page.getByRole("row").filter({ hasText: nodeId });
  await row.getByRole("button", { name: "Undrain" }).click();
  await page.getByText(`and so do all nodes of ${node?.host}`).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Let it work" }).click();
  await row.getByText("Working").waitFor();
  assert.equal((await plane.sql`select from drains`).length, 0);
});

test("work that is to be tried again is counted beside the age of the oldest", { skip }, async (t) => {
  const { plane, failedTaskId } = await operatorScene(t);
  await plane.sql`
    update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour' where key = ${failedTaskId}`;
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/queue");
  const tile = page.locator(".tile").filter({ hasText: "To be retried" });
  await tile.getByText("1", { exact: true }).waitFor();
  await tab.screenshot("queue-retrying");
});

test("the table of nodes shows all its columns on a usual screen", { skip }, async (t) => {
  const { plane } = await operatorScene(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/nodes");
  const table = tab.page.getByRole("table", { name: "Media nodes" });
  await table.getByRole("button", { name: "Drain" }).first().waitFor();
  await tab.screenshot("nodes-1280");
  const hidden = await tab.page.evaluate<number>(`(() => {
    const frame = document.querySelector("table[aria-label='Media nodes']").parentElement;
    return frame.scrollWidth - frame.clientWidth;
  })()`);
  assert.equal(hidden, 0, `${hidden} pixels stand below the buttons`);
});

test("an operator has a failed job tried again, and drops another", { skip }, async (t) => {
  const { plane, failedTaskId } = await operatorScene(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/queue");
  const table = page.getByRole("table", { name: "Failed queue jobs, oldest first" });
  const row = table.getByRole("row").filter({ hasText: failedTaskId });
  await row.getByText(/decoder stalled/).waitFor();
  await row.getByRole("link", { name: /^person-\d+@example\.com$/ }).waitFor();
  await row.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "No queue job has failed", exact: true }).waitFor();
  const [job] =
    await plane.sql`select attempts from graphile_worker._private_jobs where key = ${failedTaskId}`;
  assert.equal(job?.attempts, 0);
  await page
    .locator(".tile")
    .filter({ hasText: "Failed for good" })
    .getByText("0", { exact: true })
    .waitFor();
  await plane.sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'again' where key = ${failedTaskId}`;
  // The live figures tell of it.
  await row.getByRole("button", { name: "Drop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drop" }).click();
  await page.getByText("The job is dropped, and its task refunded.").waitFor();
});

test("an operator looks at one category's templates, and the list of categories stays meanwhile", {
  skip,
}, async (t) => {
  const { plane } = await operatorScene(t);
  await importTestTemplates(plane.sql, {
    description: "A red kite",
    category: { slug: "birds", name: "Birds" },
  });
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/templates");
  const rows = page.getByRole("table", { name: "Templates, newest first" }).locator("tbody tr");
  const categories = page.getByRole("table", { name: "Categories" });
  await categories.getByRole("row").filter({ hasText: "birds" }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/operator/categories", (route) => held.promise.then(() => route.continue()));
  const asked = page.waitForRequest("**/operator/categories");
  await page.getByLabel("Category").selectOption("Birds");
  await rows.filter({ hasText: "A fox in the snow" }).waitFor({ state: "detached" });
  assert.equal(await rows.count(), 1);
  await asked;
  assert.equal(await categories.count(), 1);
  held.resolve();
  await page.reload();
  await rows.filter({ hasText: "A red kite" }).waitFor();
  await page.getByLabel("Category").selectOption("Any category");
  await rows.filter({ hasText: "A fox in the snow" }).waitFor();
});

test("what an address asks for that there is none of is no error", { skip }, async (t) => {
  const { plane } = await operatorScene(t);
  // Its pictures lie elsewhere, from where the page takes nothing.
  const tab = await consoleTab(t, plane, { expects: /files\.example|^csp$/ });
  const { page } = tab;
  const long = "x".repeat(400);
  await openAs(tab, await testPerson(plane, OPERATOR), `/operator/audit?account=${long}`);
  for (const [path, shown] of [
    [`/operator/audit?account=${long}`, "No action fits"],
    [`/operator/accounts?search=${long}`, "No account is like this"],
    ["/operator/templates?category=none", "A fox in the snow"],
    ["/models?model=none", "A fox in the snow"],
    ["/operator/audit?page=999999999999", "No actions yet"],
  ] as const) {
    await tab.open(path);
    await page.getByText(shown).first().waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, path);
  }
});

const PAGES: readonly [name: string, path: string, shown: string][] = [
  ["health", "/operator/health", ".health-checks li"],
  ["accounts", "/operator/accounts", "table"],
  ["account", "/operator/accounts/:busy", "table[aria-label^=Ledger]"],
  ["nodes", "/operator/nodes", "table"],
  ["queue", "/operator/queue", "table[aria-label^=Waiting]"],
  ["task", "/operator/queue/tasks/:tried", "table[aria-label^=Runs]"],
  ["templates", "/operator/templates", "table[aria-label=Categories]"],
  ["models", "/operator/models", "table"],
  ["storage", "/operator/storage", "table"],
  ["audit", "/operator/audit", "table"],
];

function pathIn({ busy, triedTaskId }: OperatorScene, path: string): string {
  return path.replace(":busy", busy.id).replace(":tried", triedTaskId);
}

async function logGrant({ plane, busy }: OperatorScene): Promise<void> {
  await plane.sql`
    insert into operator_actions (operator, via, origin, action, target, account_id, details)
    values ('olga@example.com', 'console', '192.0.2.7', 'account grant', ${busy.id}, ${busy.id},
      '{"moodsBalance": {"from": 0, "to": 50}}')`;
}

test("axe finds nothing on the pages of operators", { skip }, async (t) => {
  const scene = await operatorScene(t);
  const { plane } = scene;
  const tab = await consoleTab(t, plane, { height: 900 });
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/health");
  await logGrant(scene);
  for (const [name, path, shown] of PAGES) {
    await tab.open(pathIn(scene, path));
    await tab.page.locator(shown).first().waitFor();
    await tab.screenshot(`operator-${name}`);
    await assertAccessible(tab.page, name);
  }
});

test("no page of operators is wider than a small screen", { skip }, async (t) => {
  const scene = await operatorScene(t);
  const { plane } = scene;
  const tab = await consoleTab(t, plane, { width: 360, height: 740 });
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/health");
  for (const [name, path, shown] of PAGES.filter(([page]) => page !== "audit")) {
    await tab.open(pathIn(scene, path));
    await tab.page.locator(shown).first().waitFor();
    await tab.screenshot(`operator-${name}-small`);
    const overflow = await tab.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    assert.ok(overflow <= 0, `${name}: ${overflow} pixels stand out`);
  }
});

/** Which tables stand out of their cards, by how many pixels. */
const HIDDEN = `Array.from(document.querySelectorAll(".table-frame"), (frame) => [
  frame.firstElementChild.getAttribute("aria-label"), frame.scrollWidth - frame.clientWidth,
]).filter(([, pixels]) => pixels > 0)`;

test("on a tablet and on a narrow laptop no table hides a column, and the own name stays in sight", {
  skip,
}, async (t) => {
  const scene = await operatorScene(t);
  const { plane } = scene;
  await logGrant(scene);
  const tab = await consoleTab(t, plane, { width: 1_180, height: 700 });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/health");
  for (const [name, path, shown] of PAGES) {
    await tab.open(pathIn(scene, path));
    await page.locator(shown).first().waitFor();
    for (const width of [768, 1_024, 1_180]) {
      await page.setViewportSize({ width, height: 700 });
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(overflow <= 0, `${name}: ${overflow} pixels stand out`);
      assert.deepEqual(await page.evaluate(HIDDEN), [], `${name}, ${width} pixels wide`);
    }
  }
  const ownName = await page.locator(".account-menu-button").boundingBox();
  assert.ok(ownName !== null && ownName.y + ownName.height <= 700, `it ends at ${ownName?.y}`);
});
