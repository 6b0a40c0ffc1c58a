// What all pages of the console have in common, in a real browser: colours, small screens, keyboard, weight, policy.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
const MAX_SCRIPT_BYTES = 100_000;
const SMALL = { width: 360, height: 740 };
before(async () => {
  if (skip === false) await ensureConsole();
});

test("the colours are the system's until one chooses, and the choice stays", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { theme: "dark" });
  const background = (): Promise<string> =>
    tab.page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  await tab.open("/sign-in");
  const dark = await background();
  await tab.page.getByRole("radio", { name: "Light" }).check();
  // The page is drawn anew a moment after the choice.
  await until("the page to be light", async () => (await background()) !== dark);
  await tab.page.reload({ waitUntil: "commit" });
  // The server has written it into the page: it is there before any script runs.
  const theme = await until("the page to begin", () =>
    tab.page.evaluate<string | undefined>("document.documentElement?.dataset.theme"),
  );
  assert.equal(theme, "light");
  await tab.page.getByRole("radio", { name: "As the system" }).check();
  await until("the page to be as the system", async () => (await background()) === dark);
});

test("on a small screen nothing is wider than it, and the navigation folds", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { ...SMALL, drawsLate: true });
  await openAs(
    tab,
    await testPerson(plane, { name: "A studio whose name is far too long for a small screen" }),
  );
  const { page } = tab;
  const link = page.getByRole("link", { name: "Settings" });
  assert.equal(await link.isVisible(), false);
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await link.click();
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await link.waitFor({ state: "hidden" });
  const opener = page.getByRole("button", { name: "Open the navigation" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await link.focus();
  await page.keyboard.press("Escape");
  await link.waitFor({ state: "hidden" });
  assert.equal(
    await page.evaluate("document.activeElement?.ariaLabel"),
    "Open the navigation",
    "whoever closes it by keyboard goes on where it was opened",
  );
  const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  assert.ok(overflow <= 0, `${overflow} pixels stand out`);
});

test("a console that is opened while its database is away opens by itself once it is there", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane), "/settings");
  const error = { code: "UNAVAILABLE", message: "The service is temporarily unavailable." };
  const session = /\/console\/api\/session$/;
  await page.route(session, (route) => route.fulfill({ status: 503, json: { error } }));
  await page.reload();
  await page.getByRole("main").getByText("It is tried again by itself until it succeeds.").waitFor();
  await page.unroute(session);
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
});

test("a page is printed by itself, dark on white though the screen is dark", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane));
  const { page } = tab;
  await page.getByRole("radio", { name: "Dark" }).check();
  const textColor = (): Promise<string> => page.evaluate("getComputedStyle(document.documentElement).color");
  await until("the page to be dark", async () => (await textColor()) === "rgb(236, 239, 244)");
  await page.emulateMedia({ media: "print" });
  await until("the text to be dark", async () => (await textColor()) === "rgb(21, 24, 30)");
  assert.equal(await page.getByRole("link", { name: "Settings" }).isVisible(), false);
  assert.equal(await page.getByRole("link", { name: "Skip to the page" }).isVisible(), false);
});

test("all of it works by keyboard: skipping, moving, menus, shortcuts", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane));
  const { page } = tab;
  const focused = (): Promise<string> => page.evaluate("document.activeElement?.textContent.trim()");
  await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Skip to the page");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("document.activeElement?.id"), "main");
  // The second key counts for a moment only.
  await until("the settings", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    return page.getByRole("heading", { name: "Settings", exact: true }).isVisible();
  });
  await page.locator("h1:focus").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const menu = page.getByRole("button", { name: /Northwind Studio/ });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.locator("[role=menuitem]:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "Sign out");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate<boolean>("document.activeElement?.ariaExpanded === 'false'"), true);
});

test("a place that is not there says so and leads back", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane), "/nowhere");
  await tab.page.getByText("There is no such page").waitFor();
  await tab.page.getByRole("link", { name: "Go to the overview" }).click();
  await tab.page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
});

test("the first page is light, and usable soon", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const measured: Promise<{ type: string; bytes: number }>[] = [];
  tab.page.on("requestfinished", (request) => {
    const size = async () => ({
      type: request.resourceType(),
      bytes: (await request.sizes()).responseBodySize,
    });
    measured.push(size());
  });
  await tab.open("/sign-in");
  await tab.page.getByLabel("E-mail").waitFor();
  const usableMs = await tab.page.evaluate<number>("Math.round(performance.now())");
  await tab.page.waitForLoadState("networkidle");
  const sizes = await Promise.all(measured);
  const sum = (type: string): number =>
    sizes.filter((size) => size.type === type).reduce((total, { bytes }) => total + bytes, 0);
  const script = sum("script");
  t.diagnostic(
    `script ${script} B, style ${sum("stylesheet")} B, font ${sum("font")} B, usable after ${usableMs} ms`,
  );
  assert.ok(script > 5_000, "the script must be counted, or this proves nothing");
  assert.ok(script < MAX_SCRIPT_BYTES, `${script} bytes of script`);
});

test("a script that somebody smuggles into the page does not run", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /Content Security Policy/ });
  await tab.open("/sign-in");
  await tab.page.evaluate(`(async () => {
    const image = document.createElement("div");
    image.innerHTML = '<img src="/none.png" onerror="globalThis.smuggled = true">';
    const script = document.createElement("script");
    script.textContent = "globalThis.smuggled = true";
    document.body.append(image, script);
    await new Promise((resolve) => image.querySelector("img").addEventListener("error", resolve));
  })()`);
  const ran = await tab.page.evaluate("globalThis.smuggled === true");
  assert.equal(ran, false);
});

test("axe finds nothing on the ways in", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  for (const path of ["/sign-in", "/sign-up", "/setup", "/setup#token", "/reset#token"]) {
    await tab.page.goto("about:blank");
    await tab.open(path);
    await assertAccessible(tab.page, path);
    await tab.screenshot(`entry${path.replace(/\W+/g, "-")}`);
  }
  await tab.page.setViewportSize(SMALL);
  await tab.open("/sign-in");
  await tab.screenshot("entry-sign-in-360");
});

test("axe finds nothing on the pages of a new account", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane, { operator: true, approve: false }));
  for (const path of ["/", "/settings", "/nowhere"]) {
    await tab.page.goto(`/console${path}`);
    await tab.page.locator("main h1, main h2").first().waitFor();
    await tab.page.waitForLoadState("networkidle");
    await assertAccessible(tab.page, path);
    await tab.screenshot(`new-account${path.replace(/\W+/g, "-")}`);
  }
});
