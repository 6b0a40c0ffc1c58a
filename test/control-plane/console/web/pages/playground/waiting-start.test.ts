// A start that waits for the file that it needs, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "../../../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, signInByForm, type TestPerson, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { until } from "../../../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

interface Scene {
  readonly tab: ConsoleTab;
  readonly page: Page;
  readonly person: TestPerson;
  /** Lets the file arrive. */
  readonly release: () => void;
  /** The kinds of the account's tasks, the oldest first. */
  readonly kinds: () => Promise<string[]>;
}

/** The playground with a file that is being sent, and does not arrive before it is released. */
async function sendingScene(t: TestContext, { moods = "5" } = {}): Promise<Scene> {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const person = await testPerson(plane, { moods });
  await openAs(tab, person, "/playground");
  const isReleased = Promise.withResolvers<void>();
  await page.route("**/uploads/**", async (route) => {
    await isReleased.promise;
    await route.continue().catch(() => undefined);
  });
  await sendFile(page);
  return {
    tab,
    page,
    person,
    release: isReleased.resolve,
    async kinds() {
      const rows = await plane.sql<{ kind: string }[]>`
        select kind from tasks where account_id = ${person.accountId} order by created_at`;
      return rows.map(({ kind }) => kind);
    },
  };
}

async function sendFile(page: Page): Promise<void> {
  const file = { name: "talk.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(100_000) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator(".source-file").waitFor();
}

const start = (page: Page) => page.getByRole("button", { name: "Start", exact: true });
const made = (page: Page) => page.getByRole("heading", { name: "Your task" });
const waiting = (page: Page, label = "Clips") => page.getByText(`${label}: waiting for your file`);

/** Where the focus is, once the page has given it on. */
async function focusedText(page: Page): Promise<string> {
  const read = () => page.evaluate<string>("document.activeElement.textContent.trim()");
  await until("the focus to be somewhere", async () => (await read()).length < 40);
  return read();
}

async function startClips(page: Page): Promise<void> {
  await page.getByLabel("Length in seconds").fill("90");
  await page.getByLabel("User prompt").fill("wise words");
  await start(page).click();
  await waiting(page).waitFor();
}

test("what is started while its file is being sent begins once that has arrived, and once only", {
  skip,
}, async (t) => {
  const { tab, page, release, kinds } = await sendingScene(t);
  await page.getByText("It starts once your file has arrived.").waitFor();
  await tab.screenshot("playground-sending");
  await startClips(page);
  await assertAccessible(page, "a start that waits for its file");
  await tab.screenshot("playground-waiting");
  assert.equal(await start(page).count(), 0);
  assert.equal(await focusedText(page), "Do not start it");
  assert.deepEqual(await kinds(), []);
  release();
  await made(page).waitFor();
  await tab.screenshot("playground-waited");
  assert.deepEqual(await kinds(), ["clip"]);
  assert.equal(await focusedText(page), "Cancel");
  await page.getByRole("button", { name: "Make another" }).click();
  assert.equal(await page.getByLabel("User prompt").inputValue(), "wise words");
  assert.equal(await page.getByLabel("Length in seconds").inputValue(), "90");
});

test("it begins while its reader looks at another page, and is what the playground shows when they come back", {
  skip,
}, async (t) => {
  const { page, release, kinds } = await sendingScene(t);
  await page.getByRole("tab", { name: "Transcription" }).click();
  await start(page).click();
  await waiting(page, "Transcription").waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Playground" }).first().click();
  await waiting(page, "Transcription").waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  release();
  await page.getByText("talk.mp4 was uploaded, and its task was started.").waitFor();
  assert.deepEqual(await kinds(), ["transcription"]);
  await page.getByRole("link", { name: "Playground" }).first().click();
  await made(page).waitFor();
  assert.deepEqual(await kinds(), ["transcription"]);
});

test("what was taken back does not begin, and the form is there as it was filled in", { skip }, async (t) => {
  const { page, release, kinds } = await sendingScene(t);
  await startClips(page);
  await page.getByRole("button", { name: "Do not start it" }).click();
  await waiting(page).waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("User prompt").inputValue(), "wise words");
  await start(page).click();
  await waiting(page).waitFor();
  // Another form is something else.
  await page.getByRole("tab", { name: "Highlights" }).click();
  await page.getByText("Clips: not started. The upload goes on.").waitFor();
  release();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await start(page).click();
  await made(page).waitFor();
  assert.deepEqual(await kinds(), ["highlight"]);
});

test("it ends with its upload, and with the session", { skip }, async (t) => {
  const { tab, page, person, release, kinds } = await sendingScene(t);
  await startClips(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".drop-area").waitFor();
  await sendFile(page);
  assert.equal(await waiting(page).count(), 0, "another file is something else");
  await startClips(page);
  await page.getByRole("button", { name: /Northwind Studio/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  release();
  await signInByForm(tab, person);
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page.locator(".drop-area").waitFor();
  assert.equal(await waiting(page).count(), 0);
  assert.deepEqual(await kinds(), []);
});

test("it waits for an upload that broke off, and begins once its reader had that go on", {
  skip,
}, async (t) => {
  const { tab, page, release, kinds } = await sendingScene(t);
  await startClips(page);
  await page.route("**/uploads/**", (route) =>
    route.fulfill({ status: 403, json: { status: 403, message: "No more" } }),
  );
  await page.getByRole("button", { name: "Stop" }).waitFor();
  release();
  await page.getByRole("alert").waitFor();
  await tab.screenshot("playground-waiting-broken");
  assert.deepEqual(await kinds(), []);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Go on" }).click();
  await made(page).waitFor();
  assert.deepEqual(await kinds(), ["clip"]);
});

test("it waits for an upload that was not even announced, and begins once its reader had that go on", {
  skip,
}, async (t) => {
  const { page, release, kinds } = await sendingScene(t);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".drop-area").waitFor();
  const isAsked = Promise.withResolvers<void>();
  await page.route("**/api/v1/uploads", async (route) => {
    await isAsked.promise;
    const error = { statusCode: 403, code: "FORBIDDEN", message: "Not now." };
    await route.fulfill({ status: 403, json: { error } });
  });
  await sendFile(page);
  await startClips(page);
  isAsked.resolve();
  await page.getByRole("alert").waitFor();
  await page.unroute("**/api/v1/uploads");
  release();
  await page.getByRole("button", { name: "Go on" }).click();
  await made(page).waitFor();
  assert.deepEqual(await kinds(), ["clip"]);
});

test("what became of it is told where the address asks for another form", { skip }, async (t) => {
  for (const [moods, told] of [
    ["5", "talk.mp4 was uploaded, and its task was started."],
    ["0", "Ask your operator to grant moods to this account."],
  ] as const) {
    await t.test(`with ${moods} moods`, async (t) => {
      const { page, release } = await sendingScene(t, { moods });
      await startClips(page);
      await page.getByRole("link", { name: "Keys" }).click();
      await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
      await page.evaluate(
        "history.pushState(null, '', '/console/playground?make=highlights'); dispatchEvent(new PopStateEvent('popstate'))",
      );
      await waiting(page).waitFor();
      release();
      await page.getByText(told).waitFor();
      await page.getByRole("tab", { name: "Highlights", selected: true }).waitFor();
    });
  }
});

test("a length that the browser cannot tell is asked for before the file has arrived", {
  skip,
}, async (t) => {
  const { tab, page, kinds } = await sendingScene(t);
  await start(page).click();
  await page
    .getByText("Is not known yet: enter it, where the browser cannot tell", { exact: true })
    .waitFor();
  await tab.screenshot("playground-waiting-length");
  assert.equal(await waiting(page).count(), 0);
  await startClips(page);
  assert.deepEqual(await kinds(), []);
});

test("what is refused once its file has arrived is told where it was filled in", { skip }, async (t) => {
  const { page, release, kinds } = await sendingScene(t, { moods: "0" });
  await startClips(page);
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  release();
  await page.getByText("Ask your operator to grant moods to this account.").waitFor();
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page.locator("main").getByText("Ask your operator to grant moods to this account.").waitFor();
  assert.equal(await page.getByLabel("User prompt").inputValue(), "wise words");
  assert.deepEqual(await kinds(), []);
});
