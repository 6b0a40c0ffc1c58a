// The transcript of a task, read and searched in a real browser.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import type { ConsoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openTalk, SENTENCES } from "../../../support/browser/talk-page.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

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
  const isInSight = `(() => {
    const [mark, panel] = [".mark-current", ".transcript"].map((name) => document.querySelector(name).getBoundingClientRect());
    return mark.top >= panel.top && mark.bottom <= panel.bottom && mark.top >= 0 && mark.bottom <= innerHeight;
  })()`;
  await until("the match to be in sight", () => page.evaluate<boolean>(isInSight));
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
