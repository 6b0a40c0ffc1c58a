// Pages that fail while they are drawn, in a real browser.
import { before, test } from "node:test";
import { NO_CHROMIUM } from "../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("a page that fails says so in its place, comes with another try, and leaves the others", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /Cannot read properties of undefined/ });
  const { page } = tab;
  const balance = "**/api/v1/balance";
  await page.route(balance, (route) => route.fulfill({ json: { status: 200, message: "", data: {} } }));
  await openAs(tab, await testPerson(plane, { moods: "10" }));
  const alert = page.getByRole("alert");
  await alert.getByText(/^The page failed: Cannot read properties of undefined/).waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("heading", { name: "Keys", exact: true }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await alert.waitFor();
  await page.unroute(balance);
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("of 10 granted").waitFor();
});

test("an address that no text is written as is no page", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane));
  await tab.page.goto("/console/tasks/jobs/%E0");
  await tab.page.getByText("There is no such page").waitFor();
});

test("a page that cannot be loaded while the network is away says so, and comes once it is back", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /ERR_INTERNET_DISCONNECTED/ });
  const { page, context } = tab;
  await openAs(tab, await testPerson(plane));
  await context.setOffline(true);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { name: "This page could not be loaded.", exact: true }).waitFor();
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.click();
  // The page stands while nothing answers.
  await retry.waitFor();
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Webhooks", exact: true }).waitFor();
});
