// The stream of an account's changes as its tabs share a browser, in a real one.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { NO_CHROMIUM } from "../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import { newTask } from "../../../../support/control-plane/tasks.ts";
import { until } from "../../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** As if another tab were seen in its place, or it again. */
async function show(page: Page, state: "visible" | "hidden"): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "${state}" });
    document.dispatchEvent(new Event("visibilitychange"))`);
}

test("a browser has room for more tabs than it has connections, and a tab that is seen again shows what is new", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "5" });
  const tab = await consoleTab(t, plane);
  const { page, context } = tab;
  await openAs(tab, person, "/tasks");
  await page.getByText("No tasks yet").waitFor();
  await show(page, "hidden");
  for (let count = 2; count <= 7; count += 1) {
    const another = await context.newPage();
    await another.goto("/console/tasks");
    await another.getByText("No tasks yet").waitFor({ timeout: 20_000 });
    await show(another, "hidden");
  }
  await newTask(plane.sql, person.accountId);
  await show(page, "visible");
  // Soon: each half minute it is read anew anyway.
  await page.getByRole("table", { name: "Tasks, newest first" }).waitFor({ timeout: 15_000 });
});

test("a list whose tasks change all the time is read to its end, and not with each change", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "5" });
  const taskId = await newTask(plane.sql, person.accountId);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  let changes = 0;
  // Each stream ends with its event, and the browser asks for the next.
  await page.route("**/console/api/events", (route) => {
    changes += 1;
    const event = `retry: 200\nid: ${changes}\nevent: task\ndata: ${JSON.stringify({ taskId })}\n\n`;
    return route.fulfill({ contentType: "text/event-stream", body: event });
  });
  let reads = 0;
  await page.route("**/api/v1/jobs?*", async (route) => {
    reads += 1;
    const response = await route.fetch();
    await until("more changes", () => changes > 5);
    // The page may have gone.
    await route.fulfill({ response }).catch(() => undefined);
  });
  const startedAt = performance.now();
  await openAs(tab, person, "/tasks");
  await page.getByRole("table", { name: "Tasks, newest first" }).waitFor({ timeout: 15_000 });
  await until("many changes", () => changes > 25);
  assert.ok(reads <= 2 + (performance.now() - startedAt) / 2_000, `${reads} reads of ${changes} changes`);
});
