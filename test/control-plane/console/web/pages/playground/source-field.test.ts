// Where the media of a request comes from, in a real browser.
import assert from "node:assert/strict";
import { appendFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { assertAccessible } from "../../../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, signInByForm, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("an upload goes on while its reader gives an address or looks at other pages", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { drawsLate: true });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  await page.getByLabel("User prompt").fill("wise words");
  const isHeld = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  await page.route("**/uploads/**", async (route) => {
    isHeld.resolve();
    await isReleased.promise;
    await route.continue().catch(() => undefined);
  });
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(100_000) };
  await page.locator("input[type=file]").setInputFiles(file);
  await isHeld.promise;
  await page.getByRole("tab", { name: "An address" }).click();
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("https://93.184.215.14/talk.mp4");
  await page.locator("pre", { hasText: "https://93.184.215.14/talk.mp4" }).waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  isReleased.resolve();
  await page.getByText("talk.mp4 was uploaded: it is in the playground.").first().waitFor();
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await page.locator(".playground pre", { hasText: "s3_key" }).waitFor();
  assert.equal(await page.getByLabel("User prompt").inputValue(), "wise words");
  await page.getByRole("button", { name: "Take another file" }).click();
  await page.locator(".drop-area").waitFor();
  assert.doesNotMatch(await page.locator(".playground pre").innerText(), /s3_key/);
});

test("whoever would close the tab while a file is sent is asked first, not once it is there, and it ends with the session", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const person = await testPerson(plane, { moods: "5" });
  await openAs(tab, person, "/playground");
  let isReleased = Promise.withResolvers<void>();
  await page.route("**/uploads/**", async (route) => {
    await isReleased.promise;
    await route.continue().catch(() => undefined);
  });
  const isAsked = () =>
    page.evaluate<boolean>(`!dispatchEvent(new Event("beforeunload", { cancelable: true }))`);
  assert.equal(await isAsked(), false);
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(100_000) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator(".source-file").waitFor();
  assert.equal(await isAsked(), true);
  isReleased.resolve();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  assert.equal(await isAsked(), false);
  isReleased = Promise.withResolvers<void>();
  await page.getByRole("button", { name: "Take another file" }).click();
  const begun = page.waitForRequest("**/uploads/**");
  await page.locator("input[type=file]").setInputFiles(file);
  await begun;
  await page.getByRole("button", { name: /Northwind Studio/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  assert.equal(await isAsked(), false);
  isReleased.resolve();
  await signInByForm(tab, person);
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page.locator(".drop-area").waitFor();
});

test("a file that was sent can be worked on at once, before the browser knows its length", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { drawsLate: true });
  const { page } = tab;
  // Safari's engine on Linux, for one, never says of some files whether it can play them.
  await page.addInitScript(
    `Object.defineProperty(HTMLMediaElement.prototype, "src", { set: (address) => { globalThis.asked = address; } })`,
  );
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(100_000) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Uploaded", { exact: true }).waitFor();
  assert.match(await page.evaluate<string>("asked"), /^blob:/, "the length must have been asked for");
  assert.match(await page.locator(".playground pre").innerText(), /"s3_key"/);
});

test("an upload that does not get through says that it is tried again, and goes on by itself", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /ERR_CONNECTION_FAILED/ });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  let isAway = true;
  await page.route("**/uploads/**", (route) => (isAway ? route.abort("connectionfailed") : route.continue()));
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(100_000) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Interrupted, and tried again by itself: nothing sent yet", { exact: true }).waitFor();
  await assertAccessible(page, "an upload that is interrupted");
  await tab.screenshot("upload-interrupted");
  isAway = false;
  await page.getByText("Uploaded", { exact: true }).waitFor();
});

test("a file that changes while it is sent is no interruption", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /ERR_UPLOAD_FILE_CHANGED/ });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  const path = join(await temporaryFolder(t), "talk.mp4");
  await writeFile(path, Buffer.alloc(100_000));
  await page.route("**/api/v1/uploads", async (route) => {
    await appendFile(path, "more");
    await route.continue();
  });
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByText("The file changed while it was sent.").waitFor();
});

test("a file that is dropped beside the area does not take the page's place", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  await page.locator(".drop-area").waitFor();
  const drop = (target: string, what: string): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(${what});
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      return !document.querySelector("${target}").dispatchEvent(event);
    })()`);
  const file = `new File(["film"], "talk.mp4", { type: "video/mp4" })`;
  assert.equal(await drop("h1", file), true, "the browser would open it");
  assert.equal(await drop("h1", `"words", "text/plain"`), false, "text is left to the browser");
  await drop(".drop-area", file);
  await page.getByText("talk.mp4").first().waitFor();
});

test("a file without anything in it is refused as that, and not to be sent again", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { expects: /ERR_REQUEST_RANGE_NOT_SATISFIABLE/ });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(0) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator(".source-file [role=alert]").waitFor();
  await tab.screenshot("upload-empty");
  await page.getByRole("alert").getByText("The file is empty.", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Go on" }).count(), 0);
  await page.getByRole("button", { name: "Take another file" }).click();
  await page.locator(".drop-area").waitFor();
});

test("a file that is larger than files may be is not to be sent again", { skip }, async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_MAX_SOURCE_MB: "64" } });
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  const path = join(await temporaryFolder(t), "talk.mp4");
  await writeFile(path, "");
  await truncate(path, 64 * 2 ** 20 + 1);
  await page.locator("input[type=file]").setInputFiles(path);
  await page.locator(".source-file [role=alert]").waitFor();
  await tab.screenshot("upload-too-large");
  await page.getByRole("alert").getByText("size_bytes must be 67108864 or less").waitFor();
  assert.equal(await page.getByRole("button", { name: "Go on" }).count(), 0);
});

test("that there is no media is not said any more once there is", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane, { drawsLate: true });
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { moods: "5" }), "/playground");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("There is no media yet.").waitFor();
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(100_000) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await page.getByLabel("Length in seconds").waitFor();
  await tab.screenshot("playground-media-after-start");
  assert.equal(await page.getByText("There is no media yet.").count(), 0);
});
