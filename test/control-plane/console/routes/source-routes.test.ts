// What a transcript's page plays: the upload that a task was made from, for as long as it is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceView } from "../../../../control-plane/console/api-types/source.ts";
import { approvedOwner } from "../../../support/control-plane/console-client.ts";
import { callApi, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";

test("the page gets a link to the upload that a task was made from, until the upload is removed", async (t) => {
  const plane = await testControlPlane(t);
  const { client, accountId } = await approvedOwner(plane, "ada@example.com");
  const { key } = await plane.key(accountId);
  const film = { filename: "talk.mp4", content_type: "video/mp4", size_bytes: 4 };
  const { data: upload } = (await callApi(plane, "POST", "/api/v1/uploads", { key, body: film })).body;
  const storageKey = String(upload?.s3_key);
  const taskOf = (source: object): Promise<string> =>
    newTask(plane.sql, accountId, { kind: "transcription", baseMoods: "0", request: { source } });
  const taskId = await taskOf({ kind: "upload", storageKey });
  const sourceOf = async (id: string): Promise<SourceView> => {
    const reply = await client.call("GET", `/console/api/tasks/${id}/source`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.data as unknown as SourceView;
  };
  assert.deepEqual(await sourceOf(taskId), { url: null }, "its content has not come");
  assert.equal((await fetch(String(upload?.upload_url), { method: "PUT", body: "film" })).status, 200);
  const { url } = await sourceOf(taskId);
  assert.equal(await (await fetch(String(url))).text(), "film");
  const elsewhere = await taskOf({ kind: "url", url: "https://93.184.215.14/talk.mp4" });
  assert.deepEqual(await sourceOf(elsewhere), { url: null });
  const stranger = await approvedOwner(plane, "eve@example.com");
  const theirs = await newTask(plane.sql, stranger.accountId, {
    baseMoods: "0",
    request: { source: { kind: "upload", storageKey } },
  });
  const reply = await stranger.client.call("GET", `/console/api/tasks/${theirs}/source`);
  assert.deepEqual(
    reply.body.data,
    { url: null },
    "a row that names a stranger's upload shows nothing of it",
  );
  await plane.sql`update uploads set deleted_at = now() where storage_key = ${storageKey}`;
  assert.deepEqual(await sourceOf(taskId), { url: null });
});
