// The editor of a finished clip, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createFileStorage } from "../../../../../../shared/storage/file-storage.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { finishedClipJob } from "../../../../../support/control-plane/clip-jobs.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("times are typed as numbers, and rendered as they were typed", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const storage = createFileStorage(plane.storageFolder);
  const { id, clips } = await finishedClipJob({ sql: plane.sql, storage }, person.accountId);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, person, `/tasks/jobs/${id}/clips/${clips[0]?.id}`);
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
