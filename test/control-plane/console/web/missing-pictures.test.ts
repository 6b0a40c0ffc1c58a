// Pictures whose files are gone, in a real browser: no page shows a torn one.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { endRun, newRun, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";
import { importTestTemplates } from "../../../support/control-plane/templates.ts";
import { keepAlive } from "../../../support/database/leases.ts";
import { fakeNode } from "../../../support/media-node/media-node.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("in the place of a template's picture that is gone stands a sign", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await fakeNode(plane.sql);
  keepAlive(t, plane.sql, [id]);
  await importTestTemplates(plane.sql, {}, { description: "Another fox" });
  const gone = [{ id: "p", type: "image", media_url: "storage:gone.png", content_type: "image/png" }];
  await plane.sql`update templates set media_url = 'storage:gone.png', preview_results = ${plane.sql.json(gone)}`;
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, { operator: true }), "/models");
  await page.locator(".template-card .template-blank").nth(1).waitFor();
  assert.equal(await page.locator(".template-card img").count(), 0);
  await assertAccessible(page, "templates without pictures");
  await tab.screenshot("templates-blank");
  await tab.open("/operator/templates");
  await page.locator(".template-preview .icon").nth(1).waitFor();
  assert.equal(await page.locator(".template-preview img").count(), 0);
});

test("an image that a task has made and that does not come is told in words, and can be downloaded", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { sql } = plane;
  const person = await testPerson(plane, { moods: "5" });
  const taskId = await newTask(sql, person.accountId, { kind: "generation", model: "test-painter" });
  const file = { status: "SUCCESS", fileKey: "gone.png", fileType: "image/png" } as const;
  await endRun(sql, await newRun(sql, taskId), {
    ok: true,
    output: null,
    result: [{ id: "res_1", ...file }],
  });
  await taskEnded(sql, taskId);
  const tab = await consoleTab(t, plane);
  await openAs(tab, person, `/tasks/generation-tasks/${taskId}`);
  await tab.page.getByText("Output 1 could not be loaded.").waitFor();
  await tab.page.getByRole("link", { name: "Download" }).waitFor();
  assert.equal(await tab.page.locator(".image-card img").count(), 0);
});
