// Previews over HTTP: signed addresses of files of ours, and an image that says that there is none yet.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { HIGHLIGHT_RENDER } from "../../../../media-node/reel/highlight-render.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { RECORD_PREVIEW_JOB } from "../../../../shared/templates/template-previews.ts";
import {
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { importTestTemplates, REEL_TEMPLATE } from "../../../support/control-plane/templates.ts";
import { fakeNode } from "../../../support/media-node/media-node.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

interface Shown {
  readonly media_url: string;
  readonly preview_results: readonly { readonly media_url: string }[];
}

async function openCatalog(t: TestContext) {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql, [HIGHLIGHT_RENDER]);
  const [id = ""] = await importTestTemplates(plane.sql, REEL_TEMPLATE);
  const readOne = async (): Promise<Shown> => {
    const reply = await callApi(plane, "GET", `/api/v1/templates/${id}`, { key });
    return reply.body.data as unknown as Shown;
  };
  /** Where nothing changes between two requests, the list shows what the template itself does. */
  const read = async (): Promise<Shown> => {
    const shown = await readOne();
    const list = await callApi(plane, "GET", "/api/v1/templates", { key });
    const [listed] = list.body.data as unknown as Shown[];
    assert.equal(listed?.media_url.split("?")[0], shown.media_url.split("?")[0]);
    return shown;
  };
  return { plane, id, readOne, read };
}

/** What a media node stores and hands over. */
async function makePreview(t: TestContext, plane: TestControlPlane, templateId: string): Promise<void> {
  const [row] = await plane.sql<{ preview_id: string }[]>`select preview_id from templates`;
  const previewId = row?.preview_id ?? "";
  const storageKey = `templates/${templateId}/${previewId}/card.webp`;
  const path = join(await temporaryFolder(t), "card.webp");
  await writeFile(path, "an image");
  await createFileStorage(plane.storageFolder).putFile(storageKey, path);
  const file = { id: "card", type: "image", storageKey, contentType: "image/webp", filename: "card.webp" };
  const payload = JSON.stringify({ templateId, previewId, files: [file] });
  await plane.sql`select graphile_worker.add_job(${RECORD_PREVIEW_JOB}, ${payload}::text::json)`;
}

test("a template whose preview is still to be made shows an image that says so, to everybody", async (t) => {
  const { plane, read } = await openCatalog(t);
  const { media_url: url, preview_results: previews } = await read();
  assert.deepEqual(previews, []);
  assert.ok(url.startsWith(`${plane.url}/`));
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^image\/svg\+xml/);
  assert.match(await response.text(), /No preview yet/);
});

test("a preview of ours is read by an address that is signed for a day", async (t) => {
  const { plane, id, readOne, read } = await openCatalog(t);
  await makePreview(t, plane, id);
  await until("the preview", async () => (await readOne()).preview_results.length > 0);
  const { media_url: url, preview_results: previews } = await read();
  assert.ok(url.startsWith(`${plane.url}/files/templates/${id}/prv_`));
  assert.equal(previews[0]?.media_url.split("?")[0], url.split("?")[0]);
  const response = await fetch(url);
  assert.deepEqual([response.headers.get("content-type"), await response.text()], ["image/webp", "an image"]);
  const expires = Number(new URL(url).searchParams.get("expires")) * 1_000 - Date.now();
  assert.ok(Math.abs(expires - 24 * 3_600_000) < 60_000);
  assert.equal((await fetch(url.split("?")[0] ?? "")).status, 401);
});
