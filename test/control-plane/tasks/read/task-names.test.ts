// What tasks are called in replies: reads and lists alike, for each kind, and whatever strangers write.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ApiReply,
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { openFixture } from "../../../support/control-plane/generation-tasks.ts";
import { renderScene } from "../../../support/control-plane/render-scene.ts";
import { keptLog } from "../../../support/kept-log.ts";

const VIDEO_URL = "https://93.184.215.14/films/A%20talk.mp4?key=secret#secret";

/** The name of what was created, which a read and a list have too. */
async function nameOf(plane: TestControlPlane, key: string, created: ApiReply): Promise<unknown> {
  assert.equal(created.status, 201, created.text);
  const { task_id: id, name, kind } = created.body.data ?? {};
  const list = kind === "generation" ? "/api/v1/generation-tasks" : "/api/v1/jobs";
  const read = await callApi(plane, "GET", `${list}/${id}`, { key });
  const [newest] = (await callApi(plane, "GET", list, { key })).body.data as unknown as Record<
    string,
    unknown
  >[];
  assert.deepEqual([read.body.data?.name, newest?.name], [name, name]);
  return name;
}

/** Announces a file and sends it. Returns its key. */
async function uploaded(plane: TestControlPlane, key: string, filename: string): Promise<string> {
  const announced = { filename, content_type: "video/mp4", size_bytes: 4 };
  const { body } = await callApi(plane, "POST", "/api/v1/uploads", { key, body: announced });
  const headers = { "content-type": "video/mp4" };
  await callApi({ url: "" }, "PUT", String(body.data?.upload_url), { body: Buffer.from("film"), headers });
  return String(body.data?.s3_key);
}

test("a job is called by its address or its upload, in creates, reads and lists", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const create = async (path: string, body: unknown): Promise<unknown> =>
    nameOf(plane, key, await callApi(plane, "POST", `/api/v1${path}`, { key, body }));
  assert.equal(await create("/clips", { ...CLIP_BODY, video_url: VIDEO_URL }), "A talk.mp4");
  assert.equal(await create("/highlights", { url: VIDEO_URL }), "A talk.mp4");
  assert.equal(await create("/transcriptions", { video_url: "https://93.184.215.14" }), "93.184.215.14");
  const s3_key = await uploaded(plane, key, "Holiday.MP4");
  assert.equal(await create("/clips", { s3_key, video_duration_seconds: 60 }), "Holiday.MP4");
});

test("a job whose request has a title is called by it, and not where nobody could see it", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const create = async (path: string, body: unknown): Promise<unknown> =>
    nameOf(plane, key, await callApi(plane, "POST", `/api/v1${path}`, { key, body }));
  const clip = { ...CLIP_BODY, video_url: VIDEO_URL };
  assert.equal(await create("/clips", { ...clip, video_title: "Why talks\nfail" }), "Why talks fail");
  assert.equal(await create("/clips", { ...clip, video_title: " " }), "A talk.mp4");
  assert.equal(await create("/highlights", { url: VIDEO_URL, title: "The cup final" }), "The cup final");
});

test("a render is called as the job that it was made from", async (t) => {
  const { plane, account, job, render } = await renderScene(t);
  assert.equal(await nameOf(plane, account.key, await render(await job())), "talk.mp4");
});

test("a generation task is called by the beginning of its prompt", async (t) => {
  const { plane, key, create } = await openFixture(t);
  const prompt =
    "a lighthouse at dawn, watercolour, with gulls over a calm sea and a small boat that comes home";
  const created = await create({ model: "test-painter", input: { prompt } });
  const name = "a lighthouse at dawn, watercolour, with gulls over a calm sea and a small boat…";
  assert.equal(await nameOf(plane, key, created), name);
});

test("a cancelled job keeps its name, and a repeat of its request answers with the same", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const body = { ...CLIP_BODY, idempotency_key: "once" };
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body });
  const cancelled = await callApi(plane, "POST", `/api/v1/jobs/${created.body.data?.task_id}/cancel`, {
    key,
  });
  const repeated = await callApi(plane, "POST", "/api/v1/clips", { key, body });
  assert.deepEqual([cancelled.body.data?.name, repeated.body.data?.name], ["video.mp4", "video.mp4"]);
});

test("a hostile name is one bounded line, and nothing of it is logged", async (t) => {
  const { logger, lines } = keptLog("trace");
  const plane = await testControlPlane(t, { logger });
  const { key } = await plane.account();
  const s3_key = await uploaded(plane, key, `Zanzibar \u202egpj.\n<b>'"; --${"é".repeat(200)}`);
  const body = { s3_key, video_duration_seconds: 60 };
  const name = String(await nameOf(plane, key, await callApi(plane, "POST", "/api/v1/clips", { key, body })));
  assert.match(name, /^Zanzibar gpj\. <b>'"; --é+…$/);
  assert.equal(name.length, 120);
  assert.doesNotMatch(JSON.stringify(lines), /Zanzibar/);
});
