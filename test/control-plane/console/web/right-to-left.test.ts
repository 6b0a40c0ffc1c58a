// Names in Hebrew and Arabic between texts of the page, in a real browser.
import { before, test } from "node:test";
import type { Locator } from "playwright-core";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

const STUDIO = "סטודיו צפון!";
const FILE = "مقابلة مع 3 ضيوف (الجزء 1).mp4";

/** Waits until an element is there and runs in a direction. */
function untilRuns(direction: "ltr" | "rtl", element: Locator): Promise<void> {
  return element.and(element.page().locator(`:dir(${direction})`)).waitFor();
}

test("names that run from right to left keep their signs in their places, and so does what is typed", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5", name: STUDIO }), "/people");
  const named = page.locator("main .page-header").getByText(STUDIO, { exact: true });
  await untilRuns("rtl", named);
  await untilRuns("rtl", page.locator(".account-menu-button").getByText(STUDIO));
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const field = page.getByLabel("Name");
  await untilRuns("ltr", field);
  await field.fill(STUDIO);
  await untilRuns("rtl", field);
  await page.getByRole("button", { name: "Create the key" }).click();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await untilRuns("rtl", page.getByRole("table").getByText(STUDIO));
  await tab.screenshot("right-to-left-keys");
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: FILE, mimeType: "video/mp4", buffer: Buffer.alloc(100_000) });
  await untilRuns("rtl", page.locator(".source-file").getByText(FILE));
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await tab.screenshot("right-to-left-upload");
});
