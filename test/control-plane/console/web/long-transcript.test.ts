// The page of a task whose output is large, in a real browser: what is drawn and what is read stay bounded.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { largeTranscription, reportRunOf } from "../../../support/control-plane/large-outputs.ts";
import { NOBODYS_HOOK, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** So many words as are said in an hour. */
const WORDS = 9_000;

interface Opened {
  readonly tab: ConsoleTab;
  /** How often the page has read the task. */
  reads(): number;
}

/** The page of a transcription that has ended, by a clock that stands still. */
async function openTranscript(
  t: TestContext,
  creation: { readonly callbackUrl?: string } = {},
): Promise<Opened> {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const taskId = await newTask(plane.sql, person.accountId, { kind: "transcription", ...creation });
  const output = largeTranscription(WORDS);
  await reportRunOf(plane.sql, createFileStorage(plane.storageFolder), taskId, { output });
  await taskEnded(plane.sql, taskId);
  const tab = await consoleTab(t, plane);
  await tab.page.clock.install();
  let reads = 0;
  tab.page.on("request", (request) => {
    if (request.url().endsWith(`/api/v1/jobs/${taskId}`)) reads += 1;
  });
  await openAs(tab, person, `/tasks/jobs/${taskId}`);
  await tab.page.locator(".transcript li").first().waitFor();
  return { tab, reads: () => reads };
}

test("of the JSON of a long transcript the beginning is drawn, and all of it copied", { skip }, async (t) => {
  const { tab } = await openTranscript(t);
  const { page, context } = tab;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("tab", { name: "JSON" }).click();
  const shown = (await page.locator(".code-text pre").textContent()) ?? "";
  assert.match(shown, /^\{\n {2}"task_id"/);
  assert.ok(shown.length > 100_000 && shown.length <= 200_000, `${shown.length} characters are drawn`);
  await page.getByText("Only its beginning is shown").waitFor();
  await tab.screenshot("json-long");
  await page.getByRole("button", { name: "Copy the task as the API answers it" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = JSON.parse(await page.evaluate("navigator.clipboard.readText()"));
  assert.equal(copied.output.captions.length, WORDS / 8);
});

test("all of a long transcript is printed, and the page draws little again", { skip }, async (t) => {
  const { page } = (await openTranscript(t)).tab;
  const lines = page.locator(".transcript li");
  // What is near to sight is drawn soon after what is in sight, also behind the print.
  const drawsLittle = async (): Promise<boolean> => (await lines.count()) < WORDS / 8 / 4;
  assert.ok(await drawsLittle());
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(sheets > 20, `${sheets} sheets`);
  await until("the page draws little again", drawsLittle);
});

test("a task that has ended is read once, however long its page is looked at", { skip }, async (t) => {
  const opened = await openTranscript(t);
  await opened.tab.page.clock.runFor(20 * 60_000);
  assert.equal(opened.reads(), 1);
});

test("a task is read again until its webhooks have ended", { skip }, async (t) => {
  const opened = await openTranscript(t, { callbackUrl: NOBODYS_HOOK });
  await opened.tab.page.clock.runFor(60_000);
  await until("the second read", () => opened.reads() > 1);
});
