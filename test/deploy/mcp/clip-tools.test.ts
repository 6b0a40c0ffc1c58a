// Tools that read a clip and render it again, called by the SDK's own client against a real control plane.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RenderJobRequest } from "../../../shared/tasks/render-job.ts";
import { httpClient, type McpClient, mcpHttpServer } from "../../support/client/mcp-client.ts";
import { type ClipScene, clipScene } from "../../support/control-plane/clip-jobs.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";

interface Scene extends McpClient, ClipScene {}

async function scene(t: TestContext): Promise<Scene> {
  const clips = await clipScene(t);
  await fakeNode(clips.plane.sql);
  const server = await mcpHttpServer(t, { CLIPMILL_URL: clips.plane.url });
  const headers = { authorization: `Bearer ${clips.account.key}` };
  return { ...clips, ...(await httpClient(t, server.url, headers)) };
}

test("a model reads a clip's words by their index, and what stands around it", async (t) => {
  const { job, call } = await scene(t);
  const { id, clips } = await job();
  const [clip] = clips;
  const read = await call("read_clip", { task_id: id, clip_id: clip?.id, around: 2 });
  assert.deepEqual([read.start, read.end, read.cuts], [10, 20, [12]]);
  const words = String(read.words).split("\n");
  assert.deepEqual([words[0], words.at(-1), words.length], ["0 10.10 w10", "9 19.10 w19", 10]);
  assert.equal(read.words_before, "-2 8.10 w8\n-1 9.10 w9");
  assert.equal(read.words_after, "10 20.10 w20\n11 21.10 w21");
  assert.deepEqual(read.framing, [{ start: 10, end: 20, layout: "crop" }]);
  assert.ok(Date.parse(String(read.can_be_rendered_until)) > Date.now());
});

test("a model renders a clip again with changes, once for one idempotency key", async (t) => {
  const { job, call, plane } = await scene(t);
  const { id, clips } = await job();
  const changes = {
    task_id: id,
    clip_id: clips[0]?.id,
    end: 18,
    title: "Shorter",
    words: [{ index: 0, word: "Well" }],
    idempotency_key: "once",
  };
  const made = await call("render_clip", changes);
  assert.deepEqual([made.kind, made.status], ["render", "queued"]);
  assert.match(String(made.next), /wait_for_job/);
  const again = await call("render_clip", changes);
  assert.equal(again.task_id, made.task_id);
  const [row] = await plane.sql`select request from tasks where id = ${String(made.task_id)}`;
  const request = row?.request as RenderJobRequest | undefined;
  assert.deepEqual([request?.title, request?.endS, request?.words.length], ["Shorter", 18, 1]);
});

test("what is wrong with a render is said field by field, and nothing is charged", async (t) => {
  const { job, call, fail, plane } = await scene(t);
  const { id, clips } = await job();
  const clip = { task_id: id, clip_id: clips[0]?.id };
  const { moodsUsed } = await call("get_balance");
  assert.match(await fail("render_clip", { ...clip, ends: 18 }), /^- \/ends is not a known property$/m);
  assert.match(await fail("render_clip", { ...clip, end: 11 }), /^INVALID_REQUEST: .*\n- \/end/s);
  const far = { ...clip, words: [{ index: 5_000, word: "none" }] };
  assert.match(await fail("render_clip", far), /^- \/words/m);
  assert.match(await fail("read_clip", { task_id: id, clip_id: "clip_none" }), /^NOT_FOUND: /);
  await plane.sql`update tasks set completed_at = now() - interval '60 days' where id = ${id}`;
  assert.match(await fail("render_clip", { ...clip, end: 18 }), /^SOURCE_EXPIRED: .*create_clips/s);
  assert.equal((await call("get_balance")).moodsUsed, moodsUsed);
});
