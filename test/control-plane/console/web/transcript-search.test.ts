// The transcript of a task, read and searched in a real browser.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, type TestContext, test } from "node:test";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { TranscriptionJobOutput } from "../../../../shared/tasks/transcription-job.ts";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab, type TabOptions } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import {
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { reportRunOf } from "../../../support/control-plane/large-outputs.ts";
import { newTask, taskEnded } from "../../../support/control-plane/tasks.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

const SENTENCES = [
  "So the question that everybody asks is how bees find a new home.",
  "They send scouts, hundreds of them, and every scout that finds a hollow tree comes back and dances.",
  "Yes.",
  "And the longer she dances, the better it is.",
  "Nobody counts votes, and yet they agree within a day or two.",
] as const;
/** What is said once, far from the beginning. */
const RARE = "We met at the Café Zürich to talk about swarms.";

/** A talk of so many lines, two of which begin at the same time. */
function talk(lines: number): TranscriptionJobOutput {
  const captions = Array.from({ length: lines }, (_, line) => {
    const start = line === 1 ? 0 : line * 3.6;
    const text = line === lines - 40 ? RARE : (SENTENCES[line % SENTENCES.length] ?? "");
    const words = text
      .split(" ")
      .map((word, at) => ({ word, start: start + at * 0.2, end: start + at * 0.2 + 0.15, score: 0.9 }));
    return { text, start, end: start + 3.4, words };
  });
  return {
    notice: null,
    segments: lines,
    captions,
    language: "en",
    model: "parakeet",
    duration: lines * 3.6,
  };
}

interface Opened {
  readonly tab: ConsoleTab;
  readonly taskId: string;
}

interface TalkOptions extends TabOptions {
  /** The upload that was transcribed, if it was one. */
  readonly media?: Buffer<ArrayBuffer>;
}

/** Uploads media as a client does, and returns the request that names it. */
async function uploadOf(plane: TestControlPlane, accountId: string, media: Buffer<ArrayBuffer>) {
  const { key } = await plane.key(accountId);
  const body = { filename: "talk.wav", content_type: "audio/wav", size_bytes: media.length };
  const { data } = (await callApi(plane, "POST", "/api/v1/uploads", { key, body })).body;
  assert.equal((await fetch(String(data?.upload_url), { method: "PUT", body: media })).status, 200);
  return { source: { kind: "upload", storageKey: String(data?.s3_key) } };
}

async function openTalk(
  t: TestContext,
  lines: number,
  { media, ...options }: TalkOptions = {},
): Promise<Opened> {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const { accountId } = person;
  const request = media === undefined ? {} : { request: await uploadOf(plane, accountId, media) };
  const taskId = await newTask(plane.sql, accountId, { kind: "transcription", ...request });
  await reportRunOf(plane.sql, createFileStorage(plane.storageFolder), taskId, { output: talk(lines) });
  await taskEnded(plane.sql, taskId);
  const tab = await consoleTab(t, plane, options);
  await openAs(tab, person, `/tasks/jobs/${taskId}`);
  await tab.page.locator(".transcript li").first().waitFor();
  return { tab, taskId };
}

/** What stands beside the field, without what only a screen reader says. */
function found({ page }: ConsoleTab, text: string): Promise<void> {
  return page.locator(".transcript-found").getByText(text).waitFor();
}

test("in a transcript of twelve hours words are found, counted, marked and brought into sight", {
  skip,
}, async (t) => {
  const { tab } = await openTalk(t, 12_000);
  const { page } = tab;
  const lines = page.locator(".transcript li");
  assert.ok((await lines.count()) <= 300, "of 12,000 lines those are drawn that are near");
  assert.equal(await lines.nth(1).textContent(), `0:00${SENTENCES[1]}`, "lines may begin at the same time");
  const field = page.getByRole("searchbox", { name: "Search the transcript" });
  await page.keyboard.press("/");
  await page.keyboard.type("cafe zurich");
  await found(tab, "1 of 1");
  const mark = page.locator("mark.mark-current");
  assert.equal(await mark.textContent(), "Café Zürich");
  await page.waitForFunction(`(() => {
    const [mark, panel] = [".mark-current", ".transcript"].map((name) => document.querySelector(name).getBoundingClientRect());
    return mark.top >= panel.top && mark.bottom <= panel.bottom && mark.top >= 0 && mark.bottom <= innerHeight;
  })()`);
  assert.ok((await lines.count()) <= 600, "and those around it");
  await tab.screenshot("transcript-found");
  await field.fill("scout");
  await found(tab, "of 4,800");
  await field.press("Escape");
  assert.equal(await field.inputValue(), "");
  assert.equal(await page.locator(".transcript mark").count(), 0);
});

test("a search goes on and back by keys and buttons, around the end, and says where it is", {
  skip,
}, async (t) => {
  const { tab } = await openTalk(t, 300);
  const { page } = tab;
  const field = page.getByRole("searchbox", { name: "Search the transcript" });
  const time = page.locator(".line-current .numeric");
  await field.fill("VOTES");
  await found(tab, "1 of 60");
  assert.equal(await time.textContent(), "0:14");
  await field.press("Enter");
  await found(tab, "2 of 60");
  assert.equal(await time.textContent(), "0:32");
  await field.press("Shift+Enter");
  await field.press("Shift+Enter");
  await found(tab, "60 of 60");
  await page.getByRole("button", { name: "Next match" }).click();
  await found(tab, "1 of 60");
  await page.getByRole("button", { name: "Previous match" }).click();
  await found(tab, "60 of 60");
  assert.match(
    (await page.getByRole("status").filter({ hasText: "60 of 60" }).textContent()) ?? "",
    /at 17:56: Nobody/,
  );
  await field.fill("wasps");
  await found(tab, "No matches");
  assert.equal(await page.getByRole("button", { name: "Next match" }).getAttribute("aria-disabled"), "true");
  for (const nothing of [" ", ""]) {
    await field.fill(nothing);
    await page.locator(".transcript-found:empty").waitFor({ state: "attached" });
  }
});

test("the transcript can be read and searched by everybody, in both themes and on a telephone", {
  skip,
}, async (t) => {
  const sizes = [{ name: "transcript" }, { width: 360, height: 740, name: "transcript-360" }] as const;
  for (const { name, ...options } of sizes) {
    const { tab } = await openTalk(t, 120, options);
    await tab.screenshot(`${name}-unsearched`);
    await tab.page.getByRole("searchbox").fill("dances");
    await tab.page.getByRole("searchbox").press("Enter");
    await found(tab, "2 of 48");
    await assertAccessible(tab.page, name);
    await tab.screenshot(name);
    const widths = await tab.page.evaluate<number[]>("[document.documentElement.scrollWidth, innerWidth]");
    assert.ok((widths[0] ?? 0) <= (widths[1] ?? 0), "nothing is wider than the window");
  }
});

test("subtitles that a busy control plane does not answer in time are asked for again, in words", {
  skip,
}, async (t) => {
  const { tab, taskId } = await openTalk(t, 60);
  const { page } = tab;
  const busy = { error: { statusCode: 503, code: "UNAVAILABLE", message: "The service is busy." } };
  let isBusy = true;
  await page.route(`**/api/v1/jobs/${taskId}/captions.srt`, async (route) => {
    if (isBusy) await route.fulfill({ status: 503, json: busy });
    else await route.continue();
  });
  const begun = page.waitForEvent("download");
  const link = page.getByRole("link", { name: "SRT" });
  await link.click();
  await page.getByText("The control plane is busy. The file is asked for again").waitFor();
  await link.click();
  assert.equal(await link.getAttribute("aria-busy"), "true", "a second click does not end the wait");
  isBusy = false;
  await tab.screenshot("transcript-busy");
  const file = await begun;
  assert.equal(file.suggestedFilename(), `${taskId}.srt`);
  assert.match((await readFile(await file.path())).toString(), /^1\n00:00:00,000 --> /);
});

/** A minute of silence, as a WAVE file of 8,000 samples a second with 8 bits each. */
function silentMinute(): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(60 * 8_000, 128);
  const header = Buffer.alloc(44);
  header.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Waits until the player plays at a time or shortly behind it, and holds it there. */
function playsFrom({ page }: ConsoleTab, timeS: number): Promise<unknown> {
  return page.waitForFunction(`(() => {
    const player = document.querySelector("video");
    const plays = !player.paused && player.currentTime >= ${timeS} && player.currentTime < ${timeS + 3};
    if (plays) player.pause();
    return plays;
  })()`);
}

test("a line of a transcript plays the upload from where it is said, by its words, its time and by keys", {
  skip,
}, async (t) => {
  const { tab } = await openTalk(t, 12, { media: silentMinute() });
  const { page } = tab;
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  await playsFrom(tab, 7.2);
  const said = page.locator("li[aria-current=true]");
  assert.equal(await said.locator(".line-play").textContent(), "0:07");
  await page.getByText(SENTENCES[4]).first().click();
  await playsFrom(tab, 14.4);
  await page.getByRole("region", { name: "What is said" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await playsFrom(tab, 18);
  assert.equal(await said.locator(".line-play").textContent(), "0:18");
  await assertAccessible(page, "transcript with its player");
  await tab.screenshot("transcript-played");
});

test("a transcript stands by itself where its media is not kept, or the browser cannot play it", {
  skip,
}, async (t) => {
  const { tab } = await openTalk(t, 12, { media: Buffer.from("not a film") });
  await tab.page.locator("video").waitFor({ state: "detached" });
  await tab.page.locator(".transcript li > span.numeric").first().waitFor();
  const other = await openTalk(t, 12);
  await other.tab.page.waitForLoadState("networkidle");
  assert.equal(await other.tab.page.locator(".line-play").count(), 0);
});
