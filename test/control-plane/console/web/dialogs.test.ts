// What closes a dialog and what does not, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

async function openedAs(t: TestContext, path: string): Promise<ConsoleTab> {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane, { operator: true }), path);
  return tab;
}

test("a key that is shown once stays however often Escape is pressed, and the next one is shown", {
  skip,
}, async (t) => {
  const { page } = await openedAs(t, "/keys");
  const secret = page.locator(".secret code");
  const create = async (): Promise<void> => {
    await page.getByRole("button", { name: "Create a key" }).first().click();
    await page.getByRole("button", { name: "Create the key" }).click();
    await secret.waitFor();
  };
  await create();
  const first = await secret.textContent();
  // Chromium lets a page keep a dialog from its first few presses alone.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await secret.waitFor({ state: "detached" });
  await create();
  assert.notEqual(await secret.textContent(), first);
});

async function focused({ page }: ConsoleTab): Promise<string> {
  return page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()");
}

/** The page gives the focus on once it has drawn what took the place of what had it. */
function untilAt(tab: ConsoleTab, text: string): Promise<unknown> {
  return until(`the focus to be at ${text}`, async () => (await focused(tab)) === text);
}

test("whatever closes a form, the button that opened it has the focus again", { skip }, async (t) => {
  const tab = await openedAs(t, "/keys");
  const { page } = tab;
  const opener = page.getByRole("button", { name: "Create a key" });
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "Cancel" }).click(),
    () => page.getByRole("button", { name: "Close", exact: true }).click(),
  ];
  // Time and again: it was now and then lost.
  for (const close of [...ways, ...ways, ...ways]) {
    await opener.click();
    await page.getByLabel("Name").fill("Newsroom");
    await close();
    await page.locator("dialog").waitFor({ state: "detached" });
    await untilAt(tab, "Create a key");
  }
});

test("a dialog begins at what is to be filled in, or at what is harmless", { skip }, async (t) => {
  const tab = await openedAs(t, "/keys");
  const { page } = tab;
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").waitFor();
  assert.match(await focused(tab), /^Name/);
  await page.keyboard.type("Newsroom");
  await page.keyboard.press("Enter");
  await page.locator(".secret").waitFor();
  assert.equal(await focused(tab), "Copy key");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").waitFor();
  assert.equal(await focused(tab), "Cancel");
});

test("a held Enter that opens a form does not send it", { skip }, async (t) => {
  const tab = await openedAs(t, "/keys");
  const { page } = tab;
  await page.evaluate(
    "globalThis.sent = 0; document.addEventListener('submit', () => { sent += 1; }, { capture: true })",
  );
  await page.getByRole("button", { name: "Create a key" }).focus();
  await page.keyboard.down("Enter");
  await untilAt(tab, "Name (optional)");
  await page.keyboard.down("Enter");
  assert.equal(await page.evaluate("sent"), 0, "the key is held still");
  await page.keyboard.up("Enter");
  await page.keyboard.press("Enter");
  await page.locator(".secret").waitFor();
  assert.equal(await page.evaluate("sent"), 1, "it was pressed anew");
});

test("the focus stays where something was that is no more", { skip }, async (t) => {
  const tab = await openedAs(t, "/keys");
  const { page } = tab;
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "Create a key" }).first().click();
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
  }
  const rows = page.getByRole("table", { name: "Keys, newest first" }).locator("tbody tr");
  await rows.nth(1).waitFor();
  await rows.first().getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Revoke the key" }).focus();
  await page.keyboard.press("Enter");
  await rows.first().getByText("Revoked").waitFor();
  await untilAt(tab, "Change");
  assert.equal(await page.evaluate(`document.activeElement.closest("tr").rowIndex`), 2, "of the next key");
  await tab.open("/settings");
  await page.getByRole("button", { name: "Set up" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Your password", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await untilAt(tab, "Set up");
});

test("where a line of a list is taken away, the focus is at the next one, and at the one before where it was the last", {
  skip,
}, async (t) => {
  const tab = await openedAs(t, "/settings");
  const { page } = tab;
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(`{
    const list = document.createElement("ul");
    list.innerHTML = [1, 2, 3, 4].map((at) => "<li><button>Line " + at + "</button></li>").join("");
    document.querySelector("main h1").parentElement.append(list);
  }`);
  for (const [gone, next] of [
    ["Line 3", "Line 4"],
    ["Line 4", "Line 2"],
    ["Line 1", "Line 2"],
  ] as const) {
    const line = page.getByRole("button", { name: gone });
    await line.focus();
    await line.evaluate((button) => button.parentElement?.remove());
    await untilAt(tab, next);
  }
});

test("a file picker that is left without a file leaves the dialog around it open", { skip }, async (t) => {
  const { page, context } = await openedAs(t, "/operator/templates");
  await page.getByRole("button", { name: "Import" }).first().click();
  await page.locator("dialog .drop-area").waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Page.setInterceptFileChooserDialog", { enabled: true, cancel: true });
  const isLeft = page.evaluate(`new Promise((resolve) =>
    document.querySelector("dialog input").addEventListener("cancel", () => setTimeout(resolve, 100)))`);
  await page.locator("dialog .drop-area").click();
  await isLeft;
  assert.equal(await page.getByRole("heading", { name: "Import templates" }).isVisible(), true);
});

test("each fault of imported templates is told once", { skip }, async (t) => {
  const { page } = await openedAs(t, "/operator/templates");
  await page.getByRole("button", { name: "Import" }).click();
  const buffer = Buffer.from(
    JSON.stringify([{ model: "image-abstract-small" }, { description: "No model" }]),
  );
  const file = { name: "templates.json", mimeType: "application/json", buffer };
  await page.locator("dialog input[type=file]").setInputFiles(file);
  await page
    .getByRole("button", { name: /^Import/ })
    .last()
    .click();
  const faults = page.locator("dialog li");
  await faults.first().waitFor();
  const told = await faults.allTextContents();
  assert.ok(told.length > 1, String(told));
  assert.deepEqual(told, [...new Set(told)]);
  assert.equal(told.filter((text) => text.includes("model")).length, 1, String(told));
});

test("a dialog closes by a click beside it, and not by one on its scrollbar", { skip }, async (t) => {
  const { page } = await openedAs(t, "/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.locator("dialog");
  const { x = 0, y = 0, width = 0 } = (await dialog.boundingBox()) ?? {};
  // Its scrollbar, which a browser under test hides, sends this for the dialog itself.
  await dialog.dispatchEvent("mousedown", { clientX: x + width - 6, clientY: y + 60, bubbles: true });
  await page.getByLabel("Name").focus();
  assert.equal(await dialog.isVisible(), true);
  await page.mouse.click(x + width + 20, y + 60);
  await dialog.waitFor({ state: "detached" });
});
