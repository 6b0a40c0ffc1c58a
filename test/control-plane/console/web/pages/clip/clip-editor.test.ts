// The editor of a finished clip, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { createFileStorage } from "../../../../../../shared/storage/file-storage.ts";
import type { PlannedWords } from "../../../../../../shared/tasks/clip-plan.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab, type TabOptions } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { finishedClipJob } from "../../../../../support/control-plane/clip-jobs.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { until } from "../../../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** The editor of a clip that was just cut. */
async function openedEditor(
  t: TestContext,
  { clip = 0, words, ...options }: TabOptions & { clip?: number; words?: PlannedWords } = {},
): Promise<Page> {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const storage = createFileStorage(plane.storageFolder);
  const { id, clips } = await finishedClipJob(
    { sql: plane.sql, storage },
    person.accountId,
    words === undefined ? {} : { changes: { words } },
  );
  const tab = await consoleTab(t, plane, options);
  await openAs(tab, person, `/tasks/jobs/${id}/clips/${clips[clip]?.id}`);
  await tab.page.locator(".word-inside").first().waitFor();
  await tab.screenshot(`clip-editor-${options.width ?? 1_280}`);
  return tab.page;
}

test("times are typed as numbers, and rendered as they were typed", { skip }, async (t) => {
  const page = await openedEditor(t);
  const begin = page.getByLabel("Begins at (s)");
  const end = page.getByLabel("Ends at (s)");
  assert.equal(await begin.inputValue(), "10.00");
  await begin.selectText();
  await begin.pressSequentially("12.5");
  assert.equal(await begin.inputValue(), "12.5");
  await end.selectText();
  await end.press("Delete");
  assert.equal(await end.inputValue(), "");
  await end.pressSequentially("18");
  await end.blur();
  assert.deepEqual([await begin.inputValue(), await end.inputValue()], ["12.50", "18.00"]);
  await page.getByText("5.5 s (was 10.0 s)").waitFor();
  const sent = page.waitForRequest("**/renders");
  await page.getByRole("button", { name: "Render", exact: true }).click();
  const { idempotency_key: key, ...body } = (await sent).postDataJSON();
  assert.deepEqual(body, { start: 12.5, end: 18 });
  assert.match(String(key), /^[0-9a-f]{32}$/);
});

async function placeOf(handle: Locator): Promise<number> {
  return Number(await handle.getAttribute("aria-valuenow"));
}

test("a handle goes on over several words, by keys and by the mouse, and what it changed stays for who comes back", {
  skip,
}, async (t) => {
  const page = await openedEditor(t, { drawsLate: true });
  const begin = page.getByRole("slider", { name: "Where the clip begins" });
  const places = [await placeOf(begin)];
  await begin.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
    await page.keyboard.press(key);
    places.push(await placeOf(begin));
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = places;
  assert.ok(first < second && second < third && fourth === second, places.join(", "));
  const words = page.locator(".word-inside");
  const count = await words.count();
  await page.getByRole("slider", { name: "Where the clip ends" }).hover();
  await page.mouse.down();
  for (const back of [2, 3, 4]) await words.nth(count - back).hover();
  await page.mouse.up();
  await until("three words less", async () => (await words.count()) === count - 3);
  await page.getByRole("link", { name: "The job" }).click();
  await page.getByRole("tab", { name: "Result" }).waitFor();
  await page.goBack();
  await begin.waitFor();
  await until("three words less", async () => (await words.count()) === count - 3);
  await page.getByRole("button", { name: "Undo all changes" }).click();
  assert.equal(await placeOf(begin), first);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until("the handle back", async () => (await placeOf(begin)) === second);
  await page.locator(".word-inside").first().focus();
  await page.keyboard.press("Control+Shift+Z");
  await until("all undone again", async () => (await placeOf(begin)) === first);
});

test("a space that is written stands in the strip, where the words' script has none", { skip }, async (t) => {
  const page = await openedEditor(t, {
    words: {
      texts: ["天气", "很好", "我们", "走"],
      startsMs: [11_000, 12_000, 13_000, 14_000],
      endsMs: [11_500, 12_500, 13_500, 14_500],
      spaces: [2],
    },
  });
  const gaps = await page.evaluate<number[]>(`(() => {
    const boxes = [...document.querySelectorAll(".word")].map((word) => word.getBoundingClientRect());
    return boxes.slice(1).map(({ left }, index) => Math.round(left - boxes[index].right));
  })()`);
  assert.equal(gaps.length, 3);
  assert.ok(gaps[0] === gaps[2] && (gaps[1] ?? 0) >= (gaps[0] ?? 0) + 8, gaps.join(", "));
});

test("with colours of one's own, what is in the clip and where a handle is stays to be seen", {
  skip,
}, async (t) => {
  const page = await openedEditor(t);
  await page.emulateMedia({ forcedColors: "active" });
  const [handle, ground, inside, outside] = await page.evaluate<string[]>(`[
    getComputedStyle(document.querySelector(".handle"), "::before").backgroundColor,
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.querySelector(".word-inside")).outlineStyle,
    getComputedStyle(document.querySelector(".word-outside")).outlineStyle,
  ]`);
  assert.notEqual(handle, ground);
  assert.deepEqual([inside, outside], ["solid", "none"]);
});

test("on a phone the page begins at its top, and the strip of words where the clip begins", {
  skip,
}, async (t) => {
  const page = await openedEditor(t, { width: 390, height: 844, clip: 1, drawsLate: true });
  assert.equal(await page.evaluate("scrollY"), 0);
  // So narrow that the strip has to scroll.
  await page.setViewportSize({ width: 240, height: 844 });
  await page.reload();
  await page.locator(".word-inside").first().waitFor();
  const [pageTop, stripTop, fromMiddle] = await page.evaluate<number[]>(`(() => {
    const strip = document.querySelector(".word-strip");
    const [shown, all] = [document.querySelector(".handle-start"), strip].map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    });
    return [scrollY, strip.scrollTop, Math.abs(shown - all)];
  })()`);
  assert.equal(pageTop, 0);
  assert.ok(Number(stripTop) > 0 && Number(fromMiddle) < 2, `${stripTop}, ${fromMiddle} from the middle`);
  const widths = await page.evaluate<number[]>(
    `[".clip-side", ".player"].map((name) => document.querySelector(name).clientWidth)`,
  );
  assert.equal(
    widths[1],
    widths[0],
    "the player is as wide as its column, though no other page was read before",
  );
});

test("words that are read from the right stand so, and arrows go the way that they point", {
  skip,
}, async (t) => {
  const count = 60;
  const long = "א".repeat(90);
  const words = {
    texts: Array.from({ length: count }, (_, at) => (at === 14 ? long : `מילה${at}`)),
    startsMs: Array.from({ length: count }, (_, second) => second * 1_000 + 100),
    endsMs: Array.from({ length: count }, (_, second) => second * 1_000 + 900),
  };
  const page = await openedEditor(t, { words, width: 360, height: 740 });
  const word = page.locator(".word-inside");
  const [isOrdered, cut] = await page.evaluate<[boolean, number]>(`(() => {
    const strip = document.querySelector(".word-strip");
    const places = [...strip.querySelectorAll(".word")].map((word) => word.getBoundingClientRect());
    const leftwards = (place, at) => place.top !== places[at + 1]?.top || place.left > places[at + 1].left;
    return [places.every(leftwards), strip.scrollWidth - strip.clientWidth];
  })()`);
  assert.ok(isOrdered, "on each row the next word stands left of the one before");
  assert.equal(cut, 0, "no word is cut off");
  const first = (await word.first().getAttribute("data-word")) ?? "";
  await word.first().click();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator(".word-chosen").getAttribute("data-word"), String(Number(first) + 1));
  const begin = page.getByRole("slider", { name: "Where the clip begins" });
  const before = await placeOf(begin);
  await begin.focus();
  await page.keyboard.press("ArrowLeft");
  assert.ok((await placeOf(begin)) > before);
});
