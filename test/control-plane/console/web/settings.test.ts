// A person's own settings, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, signInByForm, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
const NEXT = "another long password";
before(async () => {
  if (skip === false) await ensureConsole();
});

test("a password is changed by who knows it, goes on here, and counts from then on", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const person = await testPerson(plane);
  await openAs(tab, person, "/settings");
  const { page } = tab;
  const change = async (current: string): Promise<void> => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(NEXT);
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await change("not the password");
  await page.getByRole("alert").waitFor();
  const field = page.getByLabel("Current password", { exact: true });
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await change(person.password);
  await page.getByText("Your password is changed").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await page.getByRole("button", { name: /Northwind Studio/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signInByForm(tab, { ...person, password: NEXT });
});

test("a new password that is too short is refused beside its field", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const person = await testPerson(plane);
  await openAs(tab, person, "/settings");
  const { page } = tab;
  await page.getByLabel("Current password", { exact: true }).fill(person.password);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByRole("alert").waitFor();
  await assertAccessible(page, "settings with an error");
  await tab.screenshot("settings-error");
});
