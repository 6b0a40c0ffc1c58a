// The catalogue of models in a real browser: an install to its end, one that fails, and the page in both themes and on a
// small screen.

import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { upsertCatalogue, upsertNodeModels } from "../../../../../../media-node/db/model-installs.ts";
import { CATALOGUE } from "../../../../../../media-node/models/catalogue/catalogue.ts";
import { describeEntry, reportModels } from "../../../../../../media-node/worker/installs/node-report.ts";
import type { Sql } from "../../../../../../shared/db/connect.ts";
import { newId } from "../../../../../../shared/ids.ts";
import { assertAccessible } from "../../../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { keepAlive } from "../../../../../support/database/leases.ts";
import { heldHub, installingNodes, SMALL_ENTRY } from "../../../../../support/media-node/installing-node.ts";
import { fakeNode } from "../../../../../support/media-node/media-node.ts";

const skip = NO_CHROMIUM;
const OPERATOR = { email: "olga@example.com", operator: true } as const;
const PAGE = "/operator/models?view=catalogue";
before(async () => {
  if (skip === false) await ensureConsole();
});

test("an operator installs a model, sees it come, and finds it installed", { skip }, async (t) => {
  const startNode = installingNodes(t);
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), "/operator/models");
  await page.getByRole("tab", { name: "Catalogue" }).click();
  await page.getByRole("heading", { name: "No media node lives", exact: true }).waitFor();
  const hub = await heldHub(t);
  await startNode(plane.sql, { mirror: hub.url });
  const models = page.getByRole("table", { name: "Models that can be installed" });
  const row = models.getByRole("row").filter({ hasText: SMALL_ENTRY.name });
  await row.getByText("Recommended").waitFor();
  await row.getByRole("button", { name: "Install" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/On mill-1.example, .* free/).waitFor();
  await dialog.getByText(/MIT/).waitFor();
  await dialog.getByRole("button", { name: /^Install, 391\sKiB/ }).click();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("Under way").waitFor();
  const asked = page.getByRole("table", { name: "Models that were asked for" });
  await asked.getByText(/97\.7\sKiB of 391\sKiB/).waitFor();
  assert.equal(await asked.getByRole("progressbar").getAttribute("aria-valuenow"), "25");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.getByText("Cancelled").waitFor();
  await row.getByRole("button", { name: "Install" }).waitFor();
  hub.release();
  await asked.getByRole("button", { name: "Try again" }).click();
  await asked.getByText("Installed").waitFor();
  await row.getByText("Installed").waitFor();
  assert.equal(await row.getByRole("button", { name: "Install" }).count(), 0);
});

test("what is recommended is installed on the nodes that are chosen, and a failure says what to do, and is dismissed", {
  skip,
}, async (t) => {
  const startNode = installingNodes(t);
  const plane = await testControlPlane(t);
  for (const host of ["mill-1.example", "mill-2.example"]) {
    await startNode(plane.sql, { mirror: "http://127.0.0.1:9", host });
  }
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), PAGE);
  await page.getByText(/^For laughter and applause; chosen by/).waitFor();
  await page.getByRole("button", { name: "Install recommended" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("mill-1.example").uncheck();
  await dialog.getByRole("button", { name: /^Install/ }).click();
  const asked = page.getByRole("table", { name: "Models that were asked for" });
  const row = asked.getByRole("row").filter({ hasText: "mill-2.example" });
  await row
    .getByText(/127\.0\.0\.1:9 cannot be reached .* name a mirror with CLIPMILL_MODEL_MIRROR/)
    .waitFor();
  await row.getByRole("button", { name: "Try again" }).waitFor();
  assert.equal(await asked.getByText("mill-1.example").count(), 0);
  await row.getByRole("button", { name: "Dismiss" }).click();
  await asked.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Install recommended" }).waitFor();
  assert.equal(await asked.count(), 0, "it does not come back");
});

/** Two machines of which one has a model, and an install in each state. */
async function showInstalls(t: TestContext, sql: Sql): Promise<void> {
  await upsertCatalogue(sql, CATALOGUE.map(describeEntry));
  const folders = [newId("modelsFolder"), newId("modelsFolder")] as const;
  for (const [index, folderId] of folders.entries()) {
    const { id: nodeId } = await fakeNode(sql, []);
    await sql`update worker_leases set host = ${`mill-${index + 1}.example`} where id = ${nodeId}`;
    keepAlive(t, sql, [nodeId]);
    const settings = { modelsDir: "/var/lib/clipmill/models", speechModel: undefined };
    const machine = { cores: 16, memoryBytes: 64e9, gpuMemoryBytes: 24e9 };
    const report = await reportModels({ nodeId, folderId, settings, machine, catalogue: CATALOGUE }, []);
    const held = { name: "whisper-small-q4", title: "Whisper small", kind: "speech-recognition" };
    const installed = index === 0 ? [{ ...held, sizeBytes: 586e6, isBuiltIn: false }] : [];
    await upsertNodeModels(sql, { ...report, installed, freeBytes: 212e9 });
  }
  const rows = [
    ["parakeet-tdt-0.6b-v3-int8", folders[0], "downloading", 240e6, 670e6, null],
    ["yunet-dynamic", folders[0], "waiting", 0, null, null],
    ["silero-vad", "mdir_gone", "waiting", 0, null, null],
    [
      "ast-audioset",
      folders[1],
      "failed",
      0,
      null,
      "huggingface.co cannot be reached (ENOTFOUND): name a mirror with CLIPMILL_MODEL_MIRROR or a proxy with HTTPS_PROXY, or fetch the files on another machine, as `pull NAME --dry-run` lists them, and install them with `add`.",
    ],
    ["u2netp", folders[1], "installed", 4.6e6, 4.6e6, null],
  ] as const;
  for (const [model, folderId, state, received, total, error] of rows) {
    await sql`
      insert into model_installs (id, folder_id, model, state, received_bytes, total_bytes, error, asked_by, ended_at)
      values (${newId("install")}, ${folderId}, ${model}, ${state}, ${received}, ${total}, ${error}, 'olga@example.com',
        ${state === "failed" || state === "installed" ? new Date() : null})`;
  }
}

test("a held Enter dismisses one install, and presses nothing of the next", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  await showInstalls(t, plane.sql);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, await testPerson(plane, OPERATOR), PAGE);
  const asked = page.getByRole("table", { name: "Models that were asked for" });
  const row = asked.getByRole("row").filter({ hasText: "ast-audioset" });
  await row.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.down("Enter");
  await row.waitFor({ state: "detached" });
  await page.locator("main button:focus").waitFor();
  await page.evaluate(
    "globalThis.presses = 0; document.addEventListener('click', () => { presses += 1; }, { capture: true })",
  );
  await page.keyboard.down("Enter");
  assert.equal(await page.evaluate("presses"), 0, "the key is held still");
  await page.keyboard.up("Enter");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("presses"), 1, "it was pressed anew");
});

test("axe finds nothing in the catalogue", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  await showInstalls(t, plane.sql);
  const tab = await consoleTab(t, plane, { height: 900 });
  await openAs(tab, await testPerson(plane, OPERATOR), PAGE);
  await tab.page.getByRole("progressbar").waitFor();
  await tab.page.getByText("On 1 of 2").waitFor();
  const failure = tab.page.getByRole("row").filter({ hasText: "ast-audioset" }).first();
  assert.deepEqual(await failure.locator("code").allTextContents(), ["pull NAME --dry-run", "add"]);
  assert.doesNotMatch((await failure.textContent()) ?? "", /`/);
  await tab.screenshot("catalogue");
  await assertAccessible(tab.page, "catalogue");
  await tab.page.getByRole("button", { name: "Install SD-Turbo" }).click();
  await tab.page.getByRole("dialog").getByText("forbids commercial use").waitFor();
  await tab.screenshot("catalogue-dialog");
  await assertAccessible(tab.page, "install dialog");
});

test("the catalogue is no wider than a small screen", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  await showInstalls(t, plane.sql);
  const tab = await consoleTab(t, plane, { width: 360, height: 740 });
  await openAs(tab, await testPerson(plane, OPERATOR), PAGE);
  await tab.page.getByRole("progressbar").waitFor();
  await tab.screenshot("catalogue-small");
  const overflow = await tab.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  assert.ok(overflow <= 0, `${overflow} pixels stand out`);
});
