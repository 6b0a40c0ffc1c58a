// One task as operators look at it, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { operatorScene } from "../../../../../support/browser/operator-scene.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("an operator looks a task up by its id, and comes to one from what failed and from what was charged", {
  skip,
}, async (t) => {
  const { plane, failedTaskId, triedTaskId } = await operatorScene(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(
    tab,
    await testPerson(plane, { email: "olga@example.com", operator: true }),
    "/operator/queue",
  );
  const shows = (id: string) => page.locator(".page-header").getByText(id).waitFor();
  await page.getByRole("link", { name: failedTaskId }).click();
  await shows(failedTaskId);
  await page.getByText("No node has tried it").waitFor();
  await page.getByRole("link", { name: "Queue" }).first().click();
  await page.getByLabel("A task's id").fill(` ${triedTaskId} `);
  await page.keyboard.press("Enter");
  await shows(triedTaskId);
  await page.getByText("The source is not a video.").waitFor();
  const runs = page.getByRole("table", { name: "Runs, the first one first" });
  assert.equal(await runs.locator("tbody tr").count(), 1);
  await page.getByRole("link", { name: /@example\.com$/ }).click();
  await page.getByRole("heading", { name: "Ledger" }).waitFor();
  await page
    .getByRole("table", { name: /^Ledger/ })
    .getByRole("link", { name: triedTaskId })
    .first()
    .click();
  await shows(triedTaskId);
  await tab.open("/operator/queue/tasks/none");
  await page.getByText("There is no task none.").waitFor();
});
