// POST of video jobs whose range lies beyond what may be worked on: refused before anything is charged, save for a repeat
// of what was created already.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clipIdentity, clipJobRequest } from "../../../../control-plane/tasks/kinds/clip-job-request.ts";
import {
  highlightIdentity,
  highlightJobRequest,
  highlightWish,
} from "../../../../control-plane/tasks/kinds/highlight-job-request.ts";
import { readCaptionPresets } from "../../../../shared/captions/caption-presets.ts";
import { DEFAULT_BOUNDS } from "../../../../shared/limits/request-bounds.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { moneyOf, newTask } from "../../../support/control-plane/tasks.ts";

const URL = "https://93.184.215.14/match.mp4";
const CLIP = { path: "/api/v1/clips", body: { video_url: URL, video_duration_seconds: 600.5 } };
const HIGHLIGHT = { path: "/api/v1/highlights", body: { url: URL } };

function create(
  plane: TestControlPlane,
  key: string,
  { path, body }: { readonly path: string; readonly body: Readonly<Record<string, unknown>> },
  fields: Record<string, unknown>,
): Promise<ApiReply> {
  return callApi(plane, "POST", path, { key, body: { ...body, ...fields } });
}

test("a range beyond the declared length is refused with both numbers, and nothing is charged", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const declared = { ...HIGHLIGHT, body: { url: URL, duration: "600.5" } };
  for (const [wish, field] of [
    [CLIP, "video_duration_seconds"],
    [declared, "duration"],
  ] as const) {
    for (const [range, path, given] of [
      [{ start_time: "00:10:01" }, "/start_time", 601],
      [{ start_time: "00:20:00", end_time: "00:30:00" }, "/start_time", 1_200],
      [{ end_time: "00:10:02" }, "/end_time", 602],
      [{ start_time: "00:05:00", end_time: "06:00:00" }, "/end_time", 21_600],
    ] as const) {
      const reply = await create(plane, key, wish, range);
      assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(range));
      assert.deepEqual(
        reply.body.error?.details?.map((detail) => detail.path),
        [path],
      );
      const message = reply.body.error?.message ?? "";
      for (const part of [`${given} s`, "600.5 s", field]) assert.ok(message.includes(part), message);
    }
  }
  assert.equal((await moneyOf(plane.sql, id)).used, 0);
  assert.equal((await plane.sql`select from tasks`).length, 0);
});

test("a range up to the declared length, rounded up to whole seconds, is taken", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  for (const range of [{ start_time: "00:09:46" }, { start_time: "00:05:00", end_time: "00:10:01" }]) {
    assert.equal((await create(plane, key, CLIP, range)).status, 201, JSON.stringify(range));
  }
});

test("a whole source is taken however short it is said to be: it may last longer than its client believes", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const short = { ...CLIP, body: { video_url: URL, video_duration_seconds: 5 } };
  assert.equal((await create(plane, key, short, {})).status, 201);
});

test("a start behind which less than the shortest clip is left is refused, and nothing is charged", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  for (const range of [{ start_time: "00:09:47" }, { start_time: "00:08:00", clip_length: "150-180s" }]) {
    const reply = await create(plane, key, CLIP, range);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(range));
    assert.equal(reply.body.error?.details?.[0]?.path, "/start_time");
  }
  assert.equal((await moneyOf(plane.sql, id)).used, 0);
});

test("highlights of a range behind the first hour are refused, and of one that reaches beyond it taken", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const late = await create(plane, key, HIGHLIGHT, { start_time: "01:00:00" });
  assert.equal(failureOf(late), "400 INVALID_REQUEST");
  assert.deepEqual(
    late.body.error?.details?.map((detail) => detail.path),
    ["/start_time"],
  );
  assert.match(late.body.error?.message ?? "", /first 60 minutes/);
  assert.equal((await moneyOf(plane.sql, id)).used, 0);
  const across = { start_time: "00:59:59", end_time: "02:00:00" };
  assert.equal((await create(plane, key, HIGHLIGHT, across)).status, 201);
});

test("a repeat of what an earlier version took beyond those bounds is answered with its task", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const long = { ...CLIP.body, end_time: "00:20:00" };
  const captionPresets = readCaptionPresets(null, "CLIPMILL_CAPTION_PRESETS_DIR");
  const clip = clipJobRequest(long, { captionPresets, bounds: DEFAULT_BOUNDS });
  const late = { ...HIGHLIGHT.body, start_time: "01:10:00" };
  const wish = highlightWish(late, DEFAULT_BOUNDS);
  for (const { path, body, ...creation } of [
    { path: CLIP.path, body: long, kind: "clip", request: clip, identity: clipIdentity(long, clip) },
    {
      path: HIGHLIGHT.path,
      body: late,
      kind: "highlight",
      request: highlightJobRequest(wish, null),
      identity: highlightIdentity(late, wish),
    },
  ] as const) {
    const taskId = await newTask(plane.sql, id, { ...creation, idempotencyKey: "one" });
    const again = await create(plane, key, { path, body }, { idempotency_key: "one" });
    assert.equal(again.status, 201);
    assert.equal(again.body.data?.task_id, taskId);
    const fresh = await create(plane, key, { path, body }, { idempotency_key: "two" });
    assert.equal(failureOf(fresh), "400 INVALID_REQUEST");
  }
});

test("a job counts in its account's share by the footage that it asks for", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const clips = "/api/v1/clips";
  const transcriptions = "/api/v1/transcriptions";
  for (const [path, body, cost] of [
    [clips, { video_url: URL, video_duration_seconds: 5_400 }, 1.5],
    [clips, { video_url: URL, video_duration_seconds: 5_400, start_time: "01:00:00" }, 0.5],
    [clips, { video_url: URL, video_duration_seconds: 60 }, 0.25],
    [HIGHLIGHT.path, { url: URL }, 1],
    [HIGHLIGHT.path, { url: URL, duration: "7200" }, 1],
    [HIGHLIGHT.path, { url: URL, duration: "7200", start_time: "00:30:00" }, 0.5],
    [transcriptions, { video_url: URL }, 1],
    [transcriptions, { video_url: URL, end_time: "99:00:00" }, 6],
  ] as const) {
    const reply = await create(plane, key, { path, body }, {});
    assert.equal(reply.status, 201, JSON.stringify(body));
    const [row] = await plane.sql<{ cost: number }[]>`
      select cost from waiting_tasks where task_id = ${String(reply.body.data?.task_id)}`;
    assert.equal(row?.cost, cost, JSON.stringify(body));
  }
});
