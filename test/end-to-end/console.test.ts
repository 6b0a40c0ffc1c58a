// The whole way of two people in a browser, at a real appliance: a developer asks for an account, gets a key, has clips
// cut, mends one and takes it home; an operator lets them in, looks after the node and finds it all in the log.
import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Download, Page } from "playwright-core";
import { BUNDLED_FFPROBE } from "../../media-node/ffmpeg/bundled-tools.ts";
import { probeFile } from "../../media-node/ffmpeg/ffprobe.ts";
import { assertAccessible } from "../support/browser/axe.ts";
import { NO_CHROMIUM } from "../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../support/browser/console-tab.ts";
import { ensureConsole } from "../support/browser/ensure-console.ts";
import { signInByForm } from "../support/browser/people.ts";
import { startStandalone } from "../support/control-plane/standalone.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../deploy/sample/sample.mp4", import.meta.url));
/** Of a job of one clip, on a machine that does other things as well. */
const JOB_TIMEOUT_MS = 240_000;
const OPERATOR = { email: "operator@example.com", password: "a long enough pass phrase" };
const DEVELOPER = { email: "developer@example.com", password: "another long pass phrase" };

before(ensureConsole, { timeout: JOB_TIMEOUT_MS });

interface Scene {
  readonly developer: ConsoleTab;
  readonly operator: ConsoleTab;
  /** Where downloads go. */
  readonly folder: string;
}

/** The tabs end before the appliance that answers them, and that before its folder, in which it makes previews. */
async function withTabs(t: TestContext, act: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o711);
  const { url, killGroup } = await startStandalone(t, join(folder, "data"), {
    CLIPMILL_ADMIN_EMAIL: OPERATOR.email,
    CLIPMILL_ADMIN_PASSWORD: OPERATOR.password,
  });
  const ends: (() => Promise<unknown>)[] = [];
  const plane = { url, endsFirst: (end: () => Promise<unknown>) => void ends.push(end) };
  try {
    await act({ developer: await consoleTab(t, plane), operator: await consoleTab(t, plane), folder });
  } finally {
    for (const end of ends) await end();
    await killGroup();
  }
}

async function askForAccount({ page, open, screenshot }: ConsoleTab): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Ask for an account" }).click();
  await page.getByLabel("E-mail").fill(DEVELOPER.email);
  await page.getByLabel("Account name").fill("Northwind Studio");
  await page.getByLabel("Password", { exact: true }).fill(DEVELOPER.password);
  await page.getByRole("button", { name: "Ask for the account" }).click();
  await page.getByRole("heading", { name: "An operator approves it", exact: true }).waitFor();
  await screenshot("way-asked");
  await open("/keys");
  const create = page.getByRole("button", { name: "Create a key" });
  assert.ok((await create.count()) === 0 || (await create.first().isDisabled()), "not before it is approved");
}

async function letIn(tab: ConsoleTab): Promise<void> {
  const { page, screenshot } = tab;
  await tab.open("/sign-in");
  await signInByForm(tab, { ...OPERATOR, userId: "", accountId: "" });
  await page.getByRole("link", { name: "Accounts", exact: true }).click();
  await page.getByRole("link", { name: DEVELOPER.email }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText(`${DEVELOPER.email} is approved, with a balance of 0.`).waitFor();
  await page.getByRole("button", { name: "Grant moods" }).click();
  await page.getByRole("dialog").getByLabel("Moods").fill("20");
  await page.getByRole("dialog").getByRole("button", { name: "Grant" }).click();
  await page.getByText("The balance is 20 now.").waitFor();
  await screenshot("way-approved");
}

/** Makes a key, and has it answered by the API. */
async function makeKey({ page, open, screenshot }: ConsoleTab): Promise<void> {
  await open("/keys");
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Create the key" }).click();
  await page.getByRole("heading", { name: "Your key", exact: true }).waitFor();
  await screenshot("way-key");
  const key = await page.getByRole("dialog").locator("code").first().innerText();
  const balance = await fetch(new URL("/api/v1/balance", page.url()), {
    headers: { "x-service-api-key": key },
  });
  assert.equal(balance.status, 200, await balance.text());
  await page.getByRole("button", { name: "I have copied it" }).click();
}

async function cutClip({ page, open, screenshot }: ConsoleTab): Promise<void> {
  await open("/playground");
  await page.locator("input[type=file]").setInputFiles(SAMPLE);
  await page.getByText("Uploaded").waitFor();
  await page.getByLabel("Clip count").fill("1");
  await page.getByLabel("Clip length").fill("8-12s");
  await screenshot("way-request");
  await page.getByText("More options").click();
  await page.getByLabel("Target resolution").selectOption("360p");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("progressbar", { name: "Progress" }).waitFor();
  await screenshot("way-progress");
  await page.getByRole("link", { name: "Open it" }).click();
  await page.locator(".clip-card").waitFor({ timeout: JOB_TIMEOUT_MS });
  await screenshot("way-clip");
}

const PLAY_A_MOMENT = `new Promise((resolve, reject) => {
  const video = document.querySelector("video");
  video.muted = true;
  video.onerror = () => reject(new Error(video.error?.message ?? "the video cannot be played"));
  video.ontimeupdate = () => {
    if (video.currentTime < 0.2) return;
    video.pause();
    resolve();
  };
  video.play().catch(reject);
})`;

/** The page's first video comes and can be decoded. */
function assertPlays(page: Page): Promise<void> {
  return page.evaluate(PLAY_A_MOMENT);
}

/** After an hour the page reads its task again, which signs all addresses anew, and the player keeps its own. */
async function assertGoesOn(page: Page): Promise<void> {
  const address = (): Promise<string | null> => page.locator("video").first().getAttribute("src");
  const before = await address();
  const taskId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const read = page.waitForResponse(
    (response) => response.url().includes(taskId) && response.request().resourceType() === "fetch",
  );
  await page.clock.fastForward("01:00:00");
  const again = await read;
  await again.finished();
  await page.waitForTimeout(500);
  assert.equal(await address(), before);
}

async function downloaded(download: Download, folder: string): Promise<number> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const { streams = [], format } = await probeFile(BUNDLED_FFPROBE, path, new AbortController().signal);
  assert.deepEqual(streams.map((stream) => stream.codec_type).toSorted(), ["audio", "video"]);
  return Number(format?.duration);
}

/** Takes the clip that the page shows home; its length in seconds. */
async function takeHome(page: Page, folder: string): Promise<number> {
  const waited = page.waitForEvent("download");
  await page.locator(".clip-card").getByRole("link", { name: "Download" }).click();
  return downloaded(await waited, folder);
}

/** Corrects the second word, begins with it, and renders. */
async function mend({ page, screenshot }: ConsoleTab): Promise<void> {
  await page.locator(".clip-card").getByRole("link", { name: "Edit" }).click();
  const word = page.locator(".word-inside").nth(1);
  await word.click();
  await page.getByLabel(/^Word “/).fill("Corrected");
  await page.getByRole("button", { name: "Begin here" }).click();
  await page.locator(".word-changed").getByText("Corrected").waitFor();
  await assertAccessible(page, "the editor");
  await screenshot("way-mend");
  await page.getByRole("button", { name: "Render", exact: true }).click();
  await page.locator(".page-header").getByText("Clip rendered again").waitFor();
  assert.match((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", /sample\.mp4/);
  await page.locator(".clip-card").waitFor({ timeout: JOB_TIMEOUT_MS });
  await screenshot("way-mended");
}

async function lookAfter({ page, open, screenshot }: ConsoleTab): Promise<void> {
  await open("/operator/health");
  await page.locator(".health-banner").waitFor();
  await screenshot("way-health");
  await open("/operator/nodes");
  await page.getByRole("button", { name: "Drain", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drain" }).click();
  await page.getByRole("button", { name: "Undrain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Let it work" }).click();
  await page.getByRole("button", { name: "Drain", exact: true }).waitFor();
  await screenshot("way-nodes");
  await open("/operator/audit");
  const lines = page.locator("main tbody tr");
  await lines.first().waitFor();
  const log = (await lines.allInnerTexts()).join("\n");
  for (const action of [/approve/i, /grant/i, /drain/i, /undrain/i]) assert.match(log, action);
  assert.match(log, new RegExp(OPERATOR.email));
  await screenshot("way-audit");
}

test("from asking for an account to a mended clip at home", {
  skip: NO_CHROMIUM,
  timeout: 3 * JOB_TIMEOUT_MS,
}, async (t) => {
  await withTabs(t, async ({ developer, operator, folder }) => {
    await developer.page.clock.install();
    await askForAccount(developer);
    await letIn(operator);
    await makeKey(developer);
    await cutClip(developer);
    await assertPlays(developer.page);
    await assertGoesOn(developer.page);
    const lengthS = await takeHome(developer.page, folder);
    await mend(developer);
    await assertPlays(developer.page);
    const mendedS = await takeHome(developer.page, folder);
    assert.ok(mendedS < lengthS, `begins later: ${mendedS} s of ${lengthS} s`);
    await lookAfter(operator);
  });
});
