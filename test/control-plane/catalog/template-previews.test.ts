// Previews that media nodes make: when one is asked for, what is taken in, and what becomes of the files.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { importTemplates, removeTemplate } from "../../../control-plane/catalog/import-templates.ts";
import { recordPreview } from "../../../control-plane/catalog/record-preview.ts";
import { readPreviewState, wantPreview } from "../../../control-plane/catalog/template-preview.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import type { ImportedTemplate } from "../../../shared/schemas/template.ts";
import type { FinishedPreview, PreviewRequest } from "../../../shared/templates/template-previews.ts";
import { REEL_TEMPLATE } from "../../support/control-plane/templates.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";

interface PreviewJob {
  readonly task_identifier: string;
  readonly payload: PreviewRequest;
}

async function openCatalog(t: TestContext) {
  const { sql } = await accountDatabase(t);
  await fakeNode(sql, [HIGHLIGHT_RENDER]);
  const importOne = async (change: Partial<ImportedTemplate> = {}): Promise<string> => {
    const [imported] = await importTemplates(sql, [{ ...REEL_TEMPLATE, ...change }]);
    return imported?.template_id ?? "";
  };
  const jobs = async (): Promise<PreviewJob[]> => [
    ...(await sql<PreviewJob[]>`
      select t.identifier as task_identifier, payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`),
  ];
  const preview = async (templateId: string): Promise<FinishedPreview> => {
    const job = (await jobs()).find(({ payload }) => payload.templateId === templateId);
    const previewId = job?.payload.previewId ?? "";
    const file = (name: string, type: "image" | "video", contentType: string) => ({
      id: name,
      type,
      contentType,
      filename: name,
      storageKey: `templates/${templateId}/${previewId}/${name}`,
    });
    return {
      templateId,
      previewId,
      files: [file("card.webp", "image", "image/webp"), file("reel.mp4", "video", "video/mp4")],
    };
  };
  const record = (made: FinishedPreview): Promise<boolean> =>
    recordPreview(sql, made, createLogger("test", "silent"));
  const discarded = async (): Promise<string[]> =>
    (await sql<{ storage_key: string }[]>`select storage_key from discarded_files order by storage_key`).map(
      (row) => row.storage_key,
    );
  const shown = async (id: string) => {
    const [row] = await sql<{ media_url: string | null; preview_results: { media_url: string }[] }[]>`
      select media_url, preview_results from templates where id = ${id}`;
    return [row?.media_url, row?.preview_results.map((each) => each.media_url)];
  };
  return { sql, importOne, jobs, preview, record, discarded, shown };
}

test("a template without a preview of its own asks the nodes that have its model for one", async (t) => {
  const { importOne, jobs } = await openCatalog(t);
  const id = await importOne();
  const [job, ...others] = await jobs();
  assert.deepEqual(others, []);
  assert.equal(job?.task_identifier, "preview-template:highlight-render");
  const { previewId, ...asked } = job?.payload ?? {};
  assert.deepEqual(asked, { templateId: id, input: REEL_TEMPLATE.input });
  assert.match(String(previewId), /^prv_/);
});

test("one that brings its own preview asks nobody, and takes an earlier wish back", async (t) => {
  const { importOne, jobs, shown } = await openCatalog(t);
  const id = await importOne();
  await importOne({ template_id: id, media_url: "https://files.example/reel.mp4" });
  assert.deepEqual(await jobs(), []);
  assert.deepEqual(await shown(id), ["https://files.example/reel.mp4", []]);
});

test("a preview that is awaited is taken in once; the same again changes and discards nothing", async (t) => {
  const { importOne, preview, record, shown, discarded } = await openCatalog(t);
  const id = await importOne();
  const made = await preview(id);
  assert.equal(await record(made), true);
  const keys = made.files.map((file) => `storage:${file.storageKey}`);
  assert.deepEqual(await shown(id), [keys[0], keys]);
  assert.equal(await record(made), false);
  assert.deepEqual([await shown(id), await discarded()], [[keys[0], keys], []]);
});

test("a preview of what a template said before is discarded, and so is that of a removed one", async (t) => {
  const { sql, importOne, preview, record, shown, discarded, jobs } = await openCatalog(t);
  const id = await importOne();
  const outdated = await preview(id);
  await importOne({ template_id: id, input: { uppercase: false } });
  assert.equal((await jobs()).length, 1, "the newer wish stands in the older one's place");
  assert.equal(await record(outdated), false);
  assert.deepEqual(await shown(id), [null, []]);
  const outdatedKeys = outdated.files.map((file) => file.storageKey).sort();
  assert.deepEqual(await discarded(), outdatedKeys);
  const current = await preview(id);
  await removeTemplate(sql, id);
  assert.deepEqual(await jobs(), []);
  assert.equal(await record(current), false);
  const all = [...outdatedKeys, ...current.files.map((file) => file.storageKey)].sort();
  assert.deepEqual(await discarded(), all);
});

test("a preview stays while model and input are the same, whatever else an import changes", async (t) => {
  const { importOne, preview, record, shown, discarded, jobs, sql } = await openCatalog(t);
  const id = await importOne();
  const made = await preview(id);
  await record(made);
  await sql`select graphile_worker.remove_job(key) from graphile_worker._private_jobs`;
  await importOne({ template_id: id, description: "Bluer panels", category: { slug: "new", name: "New" } });
  assert.deepEqual([(await shown(id))[0], await jobs()], [`storage:${made.files[0]?.storageKey}`, []]);
  await importOne({ template_id: id, input: {} });
  assert.deepEqual(await shown(id), [null, []]);
  assert.deepEqual(await discarded(), made.files.map((file) => file.storageKey).sort());
  assert.equal((await jobs()).length, 1);
});

test("a removed template's files are discarded: its previews and the copies of its assets", async (t) => {
  const { sql, importOne, preview, record, discarded } = await openCatalog(t);
  const id = newId("template");
  const logo = `assets/${id}-${newId("asset")}.png`;
  await importOne({
    template_id: id,
    input: { logo: { image: logo }, music: { asset: "assets/house.mp3" } },
  });
  const made = await preview(id);
  await record(made);
  await removeTemplate(sql, id);
  assert.deepEqual(await discarded(), [logo, ...made.files.map((file) => file.storageKey)].sort());
});

test("an asset that an import replaces is discarded, and one that it keeps is not", async (t) => {
  const { importOne, discarded } = await openCatalog(t);
  const id = newId("template");
  const [logo, music, newer] = ["png", "mp3", "png"].map((end) => `assets/${id}-${newId("asset")}.${end}`);
  const input = (image = "") => ({ logo: { image }, music: { asset: music } });
  await importOne({ template_id: id, input: input(logo) });
  await importOne({ template_id: id, input: input(newer) });
  assert.deepEqual(await discarded(), [logo]);
  await importOne({ template_id: id, input: input(logo) });
  assert.deepEqual(await discarded(), [newer], "what is named again stays");
});

test("an operator's wish brings a waiting preview forward, and tries one again that was given up", async (t) => {
  const { sql, importOne, jobs } = await openCatalog(t);
  const id = await importOne();
  const [first] = await jobs();
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${"No font.\nat x"}`;
  assert.deepEqual(await readPreviewState(sql, id), { state: "failed", problem: "No font." });
  await wantPreview(sql, id);
  const [second, ...others] = await jobs();
  assert.deepEqual(others, []);
  assert.notEqual(second?.payload.previewId, first?.payload.previewId);
  assert.deepEqual(await readPreviewState(sql, id), { state: "awaited", problem: null });
  await assert.rejects(wantPreview(sql, newId("template")), { code: "NOT_FOUND" });
});
