// What tasks were made of, in the console's lists and at the head of their pages, whatever strangers called it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { endRun, finalizeReported, newRun, newTask } from "../../../support/control-plane/tasks.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

const HTML = "<img src=x onerror=alert(1)>.mp4";
const MARKS = `Za${"\u0310".repeat(100)}lgo`;
const NO_VIDEO =
  "The source has no video, which is what clips are cut from: send a film, or ask for a transcription.";
/** How far each name begins from what stands below it. */
const SHIFTS = `[...document.querySelectorAll("main .task-link")].map((link) => {
  const name = document.createRange();
  name.selectNodeContents(link.querySelector(".task-name"));
  const below = link.querySelector("small").getBoundingClientRect().left;
  return Math.abs(name.getBoundingClientRect().left - below);
})`;
/** How much of each table is out of sight. */
const CUT = `[...document.querySelectorAll("main .table-frame")].map((frame) => frame.scrollWidth - frame.clientWidth)`;
const SIZES = [
  { name: "names", width: 1_440, height: 900 },
  { name: "names-360", width: 360, height: 740 },
] as const;

for (const { name: size, ...viewport } of SIZES) {
  test(`lists and pages call tasks by what they were made of, at ${viewport.width} pixels`, {
    skip,
  }, async (t) => {
    const plane = await testControlPlane(t);
    const { accountId, ...person } = await testPerson(plane, { moods: "50", operator: true });
    const create = (name: string | null, creation: Parameters<typeof newTask>[2] = {}): Promise<string> =>
      newTask(plane.sql, accountId, { name, callbackUrl: "https://93.184.215.14/hook", ...creation });
    await create(null);
    await create("שיחה על דבורים.mp4", { kind: "render" });
    await create(MARKS, { kind: "transcription" });
    const longId = await create("x".repeat(119), { kind: "highlight" });
    const prompt = "a lighthouse at dawn, watercolour, with gulls over a calm sea and a small boat…";
    await create(prompt, { kind: "generation", model: "test-painter" });
    await endRun(plane.sql, await newRun(plane.sql, await create("hum.m4a")), {
      ok: false,
      error: { code: "SOURCE_UNSUPPORTED", message: NO_VIDEO, retryable: false },
    });
    await finalizeReported(plane.sql);
    const taskId = await create(HTML);
    const tab = await consoleTab(t, plane, viewport);
    const { page } = tab;
    const look = async (place: string): Promise<void> => {
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(overflow <= 0, `${place}: ${overflow} pixels stand out`);
      assert.equal(await page.locator("img[src=x]").count(), 0);
      await assertAccessible(page, `${place} at ${viewport.width} px`);
      await tab.screenshot(`${size}-${place}`);
    };
    await openAs(tab, { accountId, ...person });
    await page.getByRole("link", { name: prompt }).waitFor();
    await look("overview");
    await tab.open("/webhooks");
    await page.getByRole("link", { name: HTML }).waitFor();
    await look("webhooks");
    await tab.open("/usage");
    await page.getByRole("link", { name: HTML }).waitFor();
    const shifts = await page.evaluate<number[]>(SHIFTS);
    assert.deepEqual(
      shifts.filter((shift) => shift > 1),
      [],
      "names that are read from the right begin where the others do",
    );
    await look("usage");
    await plane.key(accountId, { name: "x".repeat(60) });
    await plane.sql`update accounts set name = repeat('x', 100) where id = ${accountId}`;
    for (const list of ["keys", "operator/accounts"]) {
      await tab.open(`/${list}`);
      await page.locator("main .table-frame").waitFor();
      assert.deepEqual(await page.evaluate(CUT), [0], `all columns of ${list} are in sight`);
      await look(list.replace("/", "-"));
    }
    await tab.open("/tasks?surface=generation-tasks");
    await page.getByRole("link", { name: prompt }).waitFor();
    await look("images");
    await tab.open("/tasks");
    await page.getByRole("link", { name: `Clips ${await create(null)}` }).waitFor();
    await page.getByText(NO_VIDEO).waitFor();
    await look("tasks");
    await page.getByRole("link", { name: `${HTML} Clips · ${taskId}` }).click();
    await page.getByRole("heading", { name: HTML }).waitFor();
    await page.getByText(`Clips · ${taskId}`).waitFor();
    assert.equal(await page.title(), `${HTML} · Clips · Clipmill`);
    await look("task");
    await tab.open(`/tasks/jobs/${longId}`);
    await page.getByText(`Highlights · ${longId}`).waitFor();
    await look("long");
  });
}
