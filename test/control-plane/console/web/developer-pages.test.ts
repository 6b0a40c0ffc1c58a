// The pages of an account's people, in a real browser: keys, tasks, playground, models, usage, webhooks.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab, type TabOptions } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, type TestPerson, testPerson } from "../../../support/browser/people.ts";
import {
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { fakeNode } from "../../../support/media-node/media-node.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

interface Opened {
  readonly plane: TestControlPlane;
  readonly person: TestPerson;
  readonly tab: ConsoleTab;
}

async function openedAs(
  t: TestContext,
  path: string,
  { env = {}, ...options }: TabOptions & { env?: Readonly<Record<string, string>> } = {},
): Promise<Opened> {
  const plane = await testControlPlane(t, { env });
  const person = await testPerson(plane, { moods: "50" });
  const tab = await consoleTab(t, plane, options);
  await openAs(tab, person, path);
  return { plane, person, tab };
}

/** A clip job of the account that failed, whose receiver failed too. */
async function failedJob({ plane, person }: Opened): Promise<string> {
  const { key } = await plane.key(person.accountId);
  const body = { ...CLIP_BODY, callback_url: "https://93.184.215.14/hook" };
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body });
  assert.equal(created.status, 201, created.text);
  const taskId = String(created.body.data?.task_id);
  const reason = { code: "SOURCE_UNAVAILABLE", message: "The video cannot be read.", retryable: true };
  await plane.sql`
    update tasks set state = 'failed', completed_at = now(), error = ${plane.sql.json(reason)} where id = ${taskId}`;
  await plane.sql`
    update webhook_deliveries set state = 'FAILED', attempts = 3, last_status_code = 500, last_attempt_at = now()
    where task_id = ${taskId}`;
  return taskId;
}

test("a key is made, shown once, changed, and revoked", { skip }, async (t) => {
  const { plane, tab } = await openedAs(t, "/keys");
  const { page } = tab;
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Newsroom's uploader");
  await page.getByLabel("Requests a minute").fill("30");
  await page.getByRole("button", { name: "Create the key" }).click();
  // Neither a click beside it nor Escape takes away what is shown this once.
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  const secret = (await page.locator(".secret code").textContent()) ?? "";
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key: secret })).status, 200);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByText("30 a minute").waitFor();
  assert.equal(await page.getByText(secret).count(), 0);
  await page.getByText("Newsroom's uploader").waitFor();
  await tab.screenshot("keys-named");
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("heading", { name: "Change Newsroom's uploader" }).waitFor();
  await tab.screenshot("key-form");
  await page.getByLabel("Addresses that may use it").fill("not an address");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/neither an address nor a CIDR/).waitFor();
  await page.getByLabel("Addresses that may use it").fill("203.0.113.0/24");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("203.0.113.0/24").waitFor();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key: secret })).status, 401);
});

test("a failed job says why, and its webhook is sent again", { skip }, async (t) => {
  const opened = await openedAs(t, "/");
  const { page } = opened.tab;
  const taskId = await failedJob(opened);
  await opened.tab.open("/tasks");
  await page.getByRole("link", { name: taskId }).click();
  await page.getByText("The video cannot be read.").waitFor();
  await page.getByRole("tab", { name: "Webhooks" }).click();
  await page.getByText("Answered 500").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("The webhook is sent again.").first().waitFor();
  const rows = await opened.plane.sql`select state from webhook_deliveries where task_id = ${taskId}`;
  assert.equal(rows.length, 2);
});

test("a waiting job is cancelled and paid back, and another is made in the form of its kind", {
  skip,
}, async (t) => {
  const opened = await openedAs(t, "/");
  const { page } = opened.tab;
  const { key } = await opened.plane.key(opened.person.accountId);
  const created = await callApi(opened.plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const taskId = String(created.body.data?.task_id);
  await opened.tab.open(`/tasks/jobs/${taskId}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/It has not begun/).waitFor();
  await page.getByRole("button", { name: "Cancel the task" }).click();
  await page.getByText("The task is being cancelled.").waitFor();
  await page.getByText("What was charged came back.").waitFor();
  await page.getByRole("button", { name: "Make another" }).click();
  await page.getByRole("tab", { name: "Clips", selected: true }).waitFor();
  await opened.tab.open("/playground?like=generation");
  await page.getByRole("tab", { name: "Images", selected: true }).waitFor();
  const balance = await callApi(opened.plane, "GET", "/api/v1/balance", { key });
  assert.equal(balance.body.data?.moodsBalance, 50);
});

test("the playground makes what its form says, shows the same call, and takes the task back", {
  skip,
}, async (t) => {
  const { plane, tab } = await openedAs(t, "/playground");
  const { page } = tab;
  await page.getByRole("tab", { name: "An address" }).click();
  await page.getByLabel("Address", { exact: true }).fill("https://93.184.215.14/talk.mp4");
  await page.getByRole("button", { name: "Start" }).click();
  await page
    .getByText(/video_duration_seconds/)
    .first()
    .waitFor();
  await page.getByLabel("Length in seconds").fill("300");
  await page.getByLabel(/^Clip count/).fill("2");
  await page.locator("pre", { hasText: `"clip_count": 2` }).waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: /Your task/ }).waitFor();
  const [task] = await plane.sql`select kind, state from tasks`;
  assert.equal(task?.kind, "clip");
  await tab.screenshot("playground-task");
  const cancel = page.locator("main .button-small", { hasText: "Cancel" });
  await cancel.click();
  await page.getByRole("button", { name: "Cancel the task" }).click();
  await cancel.waitFor({ state: "detached" });
  const [ended] = await plane.sql`select error->>'code' as code from tasks`;
  assert.equal(ended?.code, "CANCELLED");
});

test("what was entered in the playground stays for the other forms and for another task", {
  skip,
}, async (t) => {
  const { tab } = await openedAs(t, "/playground");
  const { page } = tab;
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("There is no media yet.").waitFor();
  await page.getByRole("tab", { name: "An address" }).click();
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("https://93.184.215.14/talk.mp4");
  await page.getByLabel("Length in seconds").fill("300");
  await page.getByLabel(/^Clip count/).fill("2");
  await page.getByRole("tab", { name: "Transcription" }).click();
  await page.locator("pre", { hasText: /transcriptions[\s\S]*"video_url"/ }).waitFor();
  assert.equal(await page.getByText("There is no media yet.").count(), 0);
  await page.getByRole("tab", { name: "Images" }).click();
  await page.getByText("No model can make images now").waitFor();
  assert.equal(await address.isVisible(), false);
  await page.getByRole("tab", { name: "Clips" }).click();
  assert.equal(await page.getByLabel(/^Clip count/).inputValue(), "2");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Make another" }).click();
  assert.equal(await address.inputValue(), "https://93.184.215.14/talk.mp4");
});

test("a form whose answer was lost makes and charges one task when it is sent again", { skip }, async (t) => {
  const { plane, tab } = await openedAs(t, "/playground", { expects: /ERR_FAILED/ });
  const { page } = tab;
  await page.getByRole("tab", { name: "An address" }).click();
  await page.getByLabel("Address", { exact: true }).fill("https://93.184.215.14/talk.mp4");
  await page.getByLabel("Length in seconds").fill("300");
  await page.route(
    "**/api/v1/clips",
    async (route) => {
      assert.equal((await route.fetch()).status(), 201);
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("The control plane does not answer.").waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: /Your task/ }).waitFor();
  const tasks = await plane.sql`select charged_moods::float8 as moods from tasks`;
  assert.deepEqual(
    tasks.map(({ moods }) => moods),
    [1],
  );
});

test("the playground's forms tell the bounds in force", { skip }, async (t) => {
  const env = {
    CLIPMILL_MAX_CLIP_COUNT: "3",
    CLIPMILL_MAX_OUTPUT_COUNT: "1",
    CLIPMILL_MAX_SOURCE_SECONDS: "600",
    CLIPMILL_MAX_SOURCE_MB: "100",
  };
  const { plane, tab } = await openedAs(t, "/playground", { env });
  await fakeNode(plane.sql);
  const { page } = tab;
  await page.getByText("At most 100 MiB.").waitFor();
  const count = page.getByLabel(/^Clip count/);
  assert.equal(await count.getAttribute("max"), "3");
  await page.getByText("1 to 3. Default: 3.").waitFor();
  await page.getByRole("tab", { name: "An address" }).click();
  await page.getByText(/before the video is fetched\. \d+ to 600\./).waitFor();
  await tab.open("/playground?make=images");
  const outputs = page.getByLabel(/^How many/);
  await outputs.waitFor();
  assert.deepEqual(
    [await outputs.getAttribute("max"), await outputs.getAttribute("placeholder")],
    ["1", "1"],
  );
  await outputs.fill("2");
  await outputs.press("Backspace");
  await outputs.press("3");
  assert.equal(await outputs.inputValue(), "3");
});

const PAGES = ["/tasks", "/playground", "/playground?make=images", "/models", "/keys", "/usage", "/webhooks"];

test("axe finds nothing on the pages of developers", { skip }, async (t) => {
  const opened = await openedAs(t, "/");
  const taskId = await failedJob(opened);
  const { tab } = opened;
  for (const path of [...PAGES, `/tasks/jobs/${taskId}`]) {
    await tab.open(path);
    await tab.page.locator(".skeleton").first().waitFor({ state: "detached" });
    await assertAccessible(tab.page, path);
    await tab.screenshot(`${path.replaceAll(/[^a-z]+/g, "-").slice(1)}`);
  }
});

test("the pages of developers fit a phone", { skip }, async (t) => {
  const opened = await openedAs(t, "/", { width: 360, height: 740 });
  const taskId = await failedJob(opened);
  const { tab } = opened;
  for (const path of [...PAGES, `/tasks/jobs/${taskId}`]) {
    await tab.open(path);
    await tab.page.locator(".skeleton").first().waitFor({ state: "detached" });
    const overflow = await tab.page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.ok(Number(overflow) <= 0, `${path} is ${overflow} pixels too wide`);
    await tab.screenshot(`${path.replaceAll(/[^a-z]+/g, "-").slice(1)}-360`);
  }
});
