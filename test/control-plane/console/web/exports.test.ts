// The clips of a job and the menus that export them, in a real browser.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, type TestContext, test } from "node:test";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { finishedClipJob } from "../../../support/control-plane/clip-jobs.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** Somebody whose clip job has ended. */
async function finishedJob(t: TestContext) {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const storage = createFileStorage(plane.storageFolder);
  const { id, clips } = await finishedClipJob({ sql: plane.sql, storage }, person.accountId);
  return { plane, person, id, clips };
}

/** Opens a menu and takes one of its files. */
async function download({ page }: ConsoleTab, menu: string, item: string): Promise<[string, Buffer]> {
  await page.getByTitle(menu).click();
  const begun = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  const file = await begun;
  return [file.suggestedFilename(), await readFile(await file.path())];
}

test("a job's clips are exported by the page of the task", { skip }, async (t) => {
  const { plane, person, id } = await finishedJob(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, person, `/tasks/jobs/${id}`);
  const job = "Export the clips";
  const expected = [
    ["OpenTimelineIO", "A talk.otio", '"OTIO_SCHEMA"'],
    ["Final Cut Pro XML", "A talk.fcpxml", "<fcpxml"],
    ["Subtitles (SRT)", "A talk.srt", "-->"],
    ["Subtitles (WebVTT)", "A talk.vtt", "WEBVTT"],
    ["Plain text", "A talk.txt", "w10 w11"],
    ["Everything (ZIP)", "A talk.zip", "PK"],
  ] as const;
  for (const [item, name, content] of expected) {
    const [filename, bytes] = await download(tab, job, item);
    assert.equal(filename, name);
    assert.ok(bytes.includes(content), `${item} is what it is called: ${bytes.subarray(0, 80)}`);
  }
  const [filename, text] = await download(tab, "What is said in Clip 2", "Subtitles (SRT)");
  assert.equal(filename, "Clip 2.srt");
  assert.match(text.toString(), /^1\r?\n00:00:0/);
  assert.deepEqual(await tab.page.getByRole("menu").count(), 0, "a menu closes by its choice");
});

test("menus of exports can be used by everybody, in both themes and on a telephone", { skip }, async (t) => {
  const { plane, person, id } = await finishedJob(t);
  const sizes = [{ name: "exports" }, { width: 360, height: 740, name: "exports-360" }] as const;
  for (const { name, ...options } of sizes) {
    const tab = await consoleTab(t, plane, options);
    await openAs(tab, person, `/tasks/jobs/${id}`);
    await tab.page.getByTitle("Export the clips").click();
    await tab.page.getByRole("menu").waitFor();
    await assertAccessible(tab.page, name);
    await tab.screenshot(name);
    await tab.page.keyboard.press("Escape");
    await tab.page.getByTitle("What is said in Clip 1").click();
    await tab.screenshot(`${name}-clip`);
  }
});

test("a clip whose video does not come has a name, says that it cannot be played, and is tried again at one's wish", {
  skip,
}, async (t) => {
  const { plane, person, id } = await finishedJob(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  let asked = 0;
  await page.route(/\/files\/.*\.mp4/, (route) => {
    asked += 1;
    return route.fulfill({ status: 404 });
  });
  await openAs(tab, person, `/tasks/jobs/${id}`);
  const card = page.locator(".clip-card").first();
  await card.getByLabel("Clip 1", { exact: true }).waitFor();
  await page.evaluate(`document.querySelector("video").play().catch(() => undefined)`);
  await card.getByText("The media cannot be played.").waitFor();
  await tab.screenshot("clip-unplayable");
  const before = asked;
  await card.getByRole("button", { name: "Try again" }).click();
  await until("it to be asked for again", () => asked > before);
  await card.getByText("The media cannot be played.").waitFor();
});

test("of two hundred clips those near to sight have players, and the others once they come there", {
  skip,
}, async (t) => {
  const { plane, person, id } = await finishedJob(t);
  await plane.sql`
    update tasks set output = jsonb_set(output, '{clips}', (
      select jsonb_agg(output->'clips'->0 || jsonb_build_object('id', 'clip_' || n, 'index', n, 'title', 'No. ' || n))
      from generate_series(0, 199) as n))
    where id = ${id}`;
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, person, `/tasks/jobs/${id}`);
  const cards = page.locator(".clip-card");
  const players = page.locator("video");
  await players.first().waitFor();
  assert.equal(await cards.count(), 200);
  assert.ok((await players.count()) < 40, `${await players.count()} players`);
  const last = cards.last();
  assert.equal(await last.locator("video").count(), 0);
  await last.scrollIntoViewIfNeeded();
  await last.getByLabel("No. 199", { exact: true }).waitFor();
  assert.ok((await players.count()) < 80, `${await players.count()} players`);
});

test("words of any length and script stay within a clip's card, and are read from their own side", {
  skip,
}, async (t) => {
  const { plane, person, id, clips } = await finishedJob(t);
  const long = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
  await plane.sql`
    update tasks set output = replace(replace(output::text, 'Clip 1', ${long}), 'A clip.', 'OpenAI שלום לכולם!')::jsonb
    where id = ${id}`;
  const tab = await consoleTab(t, plane, { width: 360, height: 740 });
  const { page } = tab;
  await openAs(tab, person, `/tasks/jobs/${id}`);
  const card = page.locator(".clip-card").first();
  await card.getByRole("heading", { name: long }).waitFor();
  await card.getByText("לכולם").waitFor();
  const [cut, direction] = await page.evaluate<[number, string]>(`(() => {
    const card = document.querySelector(".clip-card");
    return [card.scrollWidth - card.clientWidth, getComputedStyle(card.querySelector("h2 + p")).direction];
  })()`);
  assert.equal(cut, 0, "nothing is cut off");
  assert.equal(direction, "rtl", "whatever name it begins with");
  await tab.screenshot("clip-long-words");
  await tab.open(`/tasks/jobs/${id}/clips/${clips[0]?.id}`);
  await page.locator(".word-inside").first().waitFor();
  const widths = await page.evaluate<number[]>("[document.documentElement.scrollWidth, innerWidth]");
  assert.ok((widths[0] ?? 0) <= (widths[1] ?? 0), `the editor is ${widths[0]} pixels wide`);
});
