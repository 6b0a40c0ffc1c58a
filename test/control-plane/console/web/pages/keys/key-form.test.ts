// The form of a key, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("a key is not made without the end and the limit that were begun to be typed", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane), "/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  const until = page.getByLabel("Works until");
  const perMinute = page.getByLabel("Requests a minute");
  // A day without its hour, and a power without its exponent: the browser gives both as empty.
  await until.pressSequentially("24122098");
  await perMinute.pressSequentially("1e");
  const create = page.getByRole("button", { name: "Create the key" });
  const focused = () => page.evaluate<string>("document.activeElement.labels?.[0]?.textContent");
  await create.click();
  assert.equal(await focused(), "Works until (optional)");
  await until.fill("2098-12-24T18:30");
  await create.click();
  assert.equal(await focused(), "Requests a minute (optional)");
  await perMinute.fill("10");
  await create.click();
  await page.locator(".secret").waitFor();
  const keys = await plane.sql`select expires_at, per_minute from api_keys`;
  assert.deepEqual(
    keys.map((key) => ({ ...key })),
    [{ expires_at: new Date("2098-12-24T17:30:00Z"), per_minute: 10 }],
  );
});
