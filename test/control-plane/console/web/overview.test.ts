// The overview, in a real browser: what an account has, does and used, and what stands there before it may do anything.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changeAccount } from "../../../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../../../control-plane/billing/grant-moods.ts";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, type TestPerson, testPerson } from "../../../support/browser/people.ts";
import { type TestControlPlane, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  newRun,
  newTask,
  taskEnded,
} from "../../../support/control-plane/tasks.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

async function ended(plane: TestControlPlane, accountId: string, outcome: typeof FINISHED): Promise<void> {
  const task = await newTask(plane.sql, accountId);
  await endRun(plane.sql, await newRun(plane.sql, task), outcome);
  await taskEnded(plane.sql, task);
}

/** A person whose account has tasks in each state. */
async function busyPerson(plane: TestControlPlane): Promise<TestPerson & { runId: string }> {
  const person = await testPerson(plane, { moods: "250" });
  const { accountId } = person;
  await ended(plane, accountId, FINISHED);
  await ended(plane, accountId, FAILED);
  await newTask(plane.sql, accountId, { kind: "transcription" });
  const runId = await newRun(plane.sql, await newTask(plane.sql, accountId, { kind: "highlight" }));
  await plane.sql`update runs set stage = 'rendering', percent = 42, message = 'Rendering moment 3 of 7'
    where id = ${runId}`;
  // What days before took, as the service counts it up by hours.
  await plane.sql`
    insert into charge_hours (account_id, hour, kind, tasks, base_moods, charged_moods)
    select ${accountId}, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => day, hours => 12),
      'clip', 1, 2 + day * 7 % 11, 2 + day * 7 % 11
    from generate_series(0, 11) as day`;
  return { ...person, runId };
}

test("the overview shows moods, tasks with their progress, and what days took", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { height: 960 });
  await openAs(tab, await busyPerson(plane));
  const { page } = tab;
  // Four charged, one given back.
  await page.getByText("247", { exact: true }).waitFor();
  await page.getByText("of 250 granted").waitFor();
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  assert.equal(await bar.getAttribute("aria-valuenow"), "42");
  await page.getByText("Rendering moment 3 of 7").waitFor();
  await page.getByText("The source is not a video.").waitFor();
  await page.locator(".chart canvas").waitFor();
  await assertAccessible(page, "overview");
  await tab.screenshot("overview");
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  assert.ok(overflow <= 0, `${overflow} pixels stand out`);
  await tab.screenshot("overview-360");
});

test("a chart's legend has values and their colons only where a time is pointed at", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await busyPerson(plane));
  await page.locator(".u-legend th").nth(1).waitFor();
  const colon = (): Promise<string> =>
    page.evaluate("getComputedStyle(document.querySelectorAll('.u-legend th')[1], '::after').visibility");
  assert.equal(await colon(), "hidden");
  // The chart follows the pointer with its next frame, unless it is drawn anew just then.
  let x = 20;
  await until("the colon", async () => {
    x += 1;
    await page.locator(".u-over").hover({ position: { x, y: 20 } });
    return (await colon()) === "visible";
  });
});

test("a running task's progress is followed, and its end is seen", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { runId, ...person } = await busyPerson(plane);
  await openAs(tab, person);
  await tab.page.getByRole("progressbar").waitFor();
  await plane.sql`update runs set percent = 77 where id = ${runId}`;
  await tab.page.locator('[aria-valuenow="77"]').waitFor();
  await endRun(plane.sql, runId, FINISHED);
  await tab.page.getByRole("progressbar").waitFor({ state: "detached" });
});

test("an account without tasks is told where to begin", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane, { moods: "10" }));
  await tab.page.getByText("No task yet").waitFor();
  await tab.page.getByText("Nothing was charged in the last two weeks").waitFor();
  await assertAccessible(tab.page, "empty overview");
  await tab.screenshot("overview-empty");
});

test("an account without moods is told so before anything is sent for nothing, until it has some", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const { accountId, ...person } = await testPerson(plane);
  await page.clock.install();
  await openAs(tab, { accountId, ...person });
  const empty = page.getByText("This account has no moods yet.");
  await empty.waitFor();
  assert.equal(await page.getByRole("link", { name: "Grant them to it" }).count(), 0, "who is no operator");
  await page.getByRole("link", { name: "Playground", exact: true }).click();
  await page.getByText("Drop a video file here").waitFor();
  await empty.waitFor();
  await assertAccessible(page, "the playground without moods");
  await tab.screenshot("playground-no-moods");
  await grantMoods(plane.sql, { accountId, moods: "1", note: null });
  await page.clock.fastForward(31_000);
  await empty.waitFor({ state: "detached" });
  await plane.sql`update accounts set moods_used = moods_granted where id = ${accountId}`;
  await page.clock.fastForward(31_000);
  const used = page.getByText("All moods of this account are used.");
  await used.waitFor();
  await plane.sql`update accounts set price_multiplier = 0 where id = ${accountId}`;
  await page.clock.fastForward(31_000);
  await used.waitFor({ state: "detached" });
});

test("a chart that was drawn on a dark screen is printed in the colours of paper", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { theme: "dark" });
  const { page } = tab;
  await openAs(tab, await busyPerson(plane));
  const mark = page.locator(".u-legend .u-marker").last();
  await mark.waitFor();
  const colour = (): Promise<string | null> => mark.getAttribute("style");
  const dark = await colour();
  await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
  assert.match((await colour()) ?? "", /#4b40dd|rgb\(75, 64, 221\)/);
  await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
  assert.notEqual(dark, null);
  assert.equal(await colour(), dark);
});

test("an account that waits sees what comes next, and nothing that would be refused", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const calls: string[] = [];
  tab.page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await openAs(tab, await testPerson(plane, { approve: false }));
  await tab.page.getByText("An operator approves it").waitFor();
  assert.deepEqual(
    calls.filter((path) => path.startsWith("/api/")),
    [],
  );
});

test("an account that waits finds no page that fails, and its pages are there once it is approved", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const person = await testPerson(plane, { approve: false });
  await page.clock.install();
  await openAs(tab, person);
  const links = page.getByRole("list", { name: "Account" }).getByRole("link");
  assert.equal(await links.count(), 9);
  for (const link of await links.all()) {
    await link.click();
    const name = (await link.textContent()) ?? "";
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, name);
  }
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await page.getByText("Nothing to show yet").waitFor();
  await assertAccessible(page, "tasks of an account that waits");
  await changeAccount(plane.sql, person.accountId, "approve");
  await page.clock.fastForward(16_000);
  await page.getByText("No tasks yet").waitFor();
  assert.equal(await page.getByText("This account waits for approval.").count(), 0);
});

test("what cannot be read for now says why, and is read again by itself", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const person = await testPerson(plane, { moods: "10" });
  await tab.page.route("**/api/v1/balance", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({
        error: { statusCode: 503, code: "UNAVAILABLE", message: "The service is busy.", requestId: "r-1" },
      }),
    }),
  );
  await openAs(tab, person);
  const alert = tab.page.getByRole("alert");
  await alert.waitFor();
  assert.match((await alert.textContent()) ?? "", /The service is busy\..*tried again by itself.*r-1/);
  await alert.getByRole("button", { name: "Try again" }).waitFor();
  await tab.page.unroute("**/api/v1/balance");
  await tab.page.getByText("of 10 granted").waitFor();
});

test("a chart whose file is gone has the page loaded anew once, and then says so", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route("**/draw-chart-*.js", (route) => route.fulfill({ status: 404 }));
  await openAs(tab, await busyPerson(plane));
  await until("the page to be loaded anew", () => loads === 2);
  await page.getByText("This chart could not be loaded.").waitFor();
  assert.equal(loads, 2);
  await page.unroute("**/draw-chart-*.js");
  await tab.open("/");
  await page.locator(".chart canvas").waitFor();
});

test("while another time's use is read, that of the one before stays", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "10" }), "/usage");
  const use = page.getByRole("region", { name: "Use" });
  await use.locator(".loaded").waitFor({ state: "attached" });
  const held = Promise.withResolvers<void>();
  await page.route("**/api/v1/usage?*", (route) => held.promise.then(() => route.continue()));
  await use.getByLabel("Time").selectOption("365");
  await page.waitForURL(/days=365/);
  assert.equal(await use.locator("[aria-busy]").count(), 1);
  assert.equal(await use.locator(".skeleton").count(), 0);
  held.resolve();
  await use.locator("[aria-busy]").waitFor({ state: "detached" });
});
