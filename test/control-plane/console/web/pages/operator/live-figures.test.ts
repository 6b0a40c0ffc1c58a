// What operators see of live figures that stay away, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
const OPERATOR = { email: "olga@example.com", operator: true } as const;
const STREAM = "**/console/api/operator/events";
before(async () => {
  if (skip === false) await ensureConsole();
});

test("health says that it is not live while the stream is away, and nothing of how things are", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /ERR_CONNECTION_REFUSED/ });
  const { page } = tab;
  await page.route(STREAM, (route) => route.abort("connectionrefused"));
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/health");
  await page.getByText("Not live").waitFor();
  await page.getByText("No live figures come any more").waitFor();
  await page.locator(".health-checks li").first().waitFor();
  assert.equal(await page.locator(".health-banner").count(), 0);
  await page.unroute(STREAM);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator(".health-banner").waitFor();
});

test("a session that ends while somebody watches ends the watching until they have signed in again", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const person = await testPerson(plane, OPERATOR);
  await openAs(tab, person, "/operator/health");
  await page.locator(".health-banner").waitFor();
  await plane.sql`delete from sessions`;
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password", { exact: true }).fill(person.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator(".health-banner").waitFor();
});
