// Renders of finished clips: what is asked for, what it costs, and what stands against it. What comes out of one is
// tested where it is made, in test/media-node/pipelines/clips.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clipKey, sourcePrefix, taskPrefix } from "../../../../shared/storage/task-keys.ts";
import type { ClipResult } from "../../../../shared/tasks/clip-job.ts";
import { storeClipPlan } from "../../../../shared/tasks/store-clip-plan.ts";
import { JOB_S } from "../../../support/control-plane/clip-jobs.ts";
import { type ApiReply, callApi, failureOf } from "../../../support/control-plane/control-plane.ts";
import { renderScene } from "../../../support/control-plane/render-scene.ts";
import { endRun, FAILED, moneyOf, newRun, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";
import { PRESET_STYLES } from "../../../support/preset-styles.ts";

test("a render is a task of its own, which costs a mood and changes nothing unless told", async (t) => {
  const { plane, account, job, call, render, requestOf, used } = await renderScene(t);
  await plane.sql`update accounts set price_multiplier = 1.5 where id = ${account.id}`;
  const made = await job();
  const before = await used();
  const reply = await render(made);
  assert.equal(reply.body.message, "Render created");
  const { kind, status, billing, output, task_id: id } = reply.body.data ?? {};
  assert.deepEqual([kind, status, output], ["render", "queued", null]);
  assert.deepEqual(billing, {
    base_moods: 1,
    charged_moods: 1.5,
    extra_moods_charged: 0,
    refunded_moods: 0,
  });
  assert.equal((await used()) - before, 1.5);
  const { plan, ...request } = await requestOf(reply);
  const [clip] = made.clips as readonly [ClipResult, ...ClipResult[]];
  const { viralityScore, scoreBreakdown, reason } = clip;
  assert.deepEqual(request, {
    jobId: made.id,
    clipId: clip.id,
    source: { kind: "upload", storageKey: `${sourcePrefix(made.id)}source.bin` },
    jobs: [{ storageKey: taskPrefix(made.id) }],
    startS: 10,
    endS: 20,
    title: "Clip 1",
    words: [],
    editingStyles: ["AUTO"],
    captions: PRESET_STYLES.bold,
    scored: { viralityScore, scoreBreakdown, reason },
  });
  assert.match(plan.storageKey, /\.plan\.json\.gz$/);
  const listed = await call("GET", "/jobs?kind=render");
  const tasks = listed.body.data as unknown as readonly { task_id: string }[];
  assert.deepEqual(
    tasks.map(({ task_id }) => task_id),
    [id],
  );
  const usage = (await call("GET", "/usage")).body.data as unknown as {
    by_endpoint: readonly { endpoint: string; charged_moods: number }[];
  };
  const path = "/api/v1/jobs/:jobId/clips/:clipId/renders";
  assert.equal(usage.by_endpoint.find(({ endpoint }) => endpoint === path)?.charged_moods, 1.5);
});

test("a body may be left out", async (t) => {
  const { job, call } = await renderScene(t);
  const { id, clips } = await job();
  assert.equal((await call("POST", `/jobs/${id}/clips/${clips[0]?.id}/renders`)).status, 201);
});

test("what a render is to change reaches the media node", async (t) => {
  const { job, render, requestOf } = await renderScene(t);
  const made = await job();
  const body = {
    start: 9.25,
    end: 15.5,
    title: "  Bees \n know ",
    words: [
      { index: -1, word: "Nine" },
      { index: 0, word: " New\tYork\u0007 " },
      { index: 3, word: "  " },
    ],
    editing_style: "BLURRED_WINGS",
    subtitle: { font_size: 60, highlight_color: "#00FF00" },
    callback_url: "https://93.184.215.14/hook",
  };
  const { startS, endS, title, words, editingStyles, captions } = await requestOf(await render(made, body));
  assert.deepEqual([startS, endS, title, editingStyles], [9.25, 15.5, "Bees know", ["BLURRED_WINGS"]]);
  assert.deepEqual(words, [
    { place: 9, text: "Nine" },
    { place: 10, text: "New York" },
    { place: 13, text: "" },
  ]);
  assert.deepEqual(captions, { ...PRESET_STYLES.bold, fontSizePx: 60, highlightColor: "#00FF00" });
  const shorter = await requestOf(await render(made, { end: 15 }));
  assert.deepEqual([shorter.startS, shorter.endS], [10, 15]);
  const whole = await requestOf(await render(made, { start: JOB_S - 5, end: JOB_S + 0.04 }));
  assert.equal(whole.endS, JOB_S, "what containers round is the source's end");
  const karaoke = await requestOf(await render(made, { subtitle: { preset: "karaoke", font_size: 60 } }));
  assert.deepEqual(karaoke.captions, { ...PRESET_STYLES.karaoke, fontSizePx: 60 });
  const without = await requestOf(await render(made, { subtitle: { with_subtitle: false } }));
  assert.equal(without.captions, null);
});

test("captions can be had of a clip that was made without, and what a read tells of them changes nothing", async (t) => {
  const { account, plane, job, render, requestOf } = await renderScene(t);
  const bare = await job({ request: { captions: null } });
  assert.equal((await requestOf(await render(bare))).captions, null);
  assert.deepEqual((await requestOf(await render(bare, { subtitle: {} }))).captions, PRESET_STYLES.bold);
  for (const captions of [null, ...Object.values(PRESET_STYLES)]) {
    const made = await job({ request: { captions } });
    const path = `/api/v1/jobs/${made.id}/clips/${made.clips[0]?.id}`;
    const { subtitle } = (await callApi(plane, "GET", path, { key: account.key })).body.data ?? {};
    assert.deepEqual((await requestOf(await render(made, { subtitle }))).captions, captions);
  }
});

test("a repeat with the same idempotency key is the same task, whatever became of the clip", async (t) => {
  const { plane, job, call, render, used } = await renderScene(t);
  const made = await job();
  const body = { title: "Again", idempotency_key: "one" };
  const first = await render(made, body);
  const before = await used();
  const id = first.body.data?.task_id;
  assert.equal((await render(made, body)).body.data?.task_id, id);
  assert.equal(failureOf(await render(made, { ...body, title: "Other" })), "409 IDEMPOTENCY_CONFLICT");
  assert.equal(failureOf(await render(made, body, 1)), "409 IDEMPOTENCY_CONFLICT", "of another clip");
  await plane.sql`update tasks set work_removed_at = now() where id = ${made.id}`;
  assert.equal((await render(made, body)).body.data?.task_id, id);
  assert.equal((await call("POST", `/jobs/${id}/cancel`)).status, 200);
  assert.equal((await call("DELETE", `/jobs/${made.id}`)).status, 200);
  assert.equal((await render(made, body)).body.data?.task_id, id);
  assert.equal(await used(), before - 1, "which was cancelled before its first run, and refunded");
});

test("once the source is gone, the answer is 410 and costs nothing", async (t) => {
  const { plane, account, storage, job, call, render, used } = await renderScene(t);
  const { sql } = plane;
  const made = await job();
  const before = await used();
  assert.equal((await render(made)).status, 201);
  await sql`update tasks set completed_at = now() - interval '25 hours' where id = ${made.id}`;
  const expired = await render(made);
  assert.equal(failureOf(expired), "410 SOURCE_EXPIRED");
  assert.match(expired.body.error?.message ?? "", /not kept any more, since 20/);
  assert.equal(failureOf(await render(await job({ isEarlier: true }))), "410 SOURCE_EXPIRED");

  const storageKey = `uploads/${account.id}/talk.mp4`;
  await storage.write(storageKey, "a film");
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at)
    values ('upl_01k9a1b2c3d4e5f6g7h8j9k0m1', ${account.id}, ${storageKey}, 'talk.mp4', 'video/mp4', 6, now(), now())`;
  const uploaded = await job({ source: { kind: "upload", storageKey } });
  const open = await render(uploaded);
  assert.equal(open.status, 201);
  const refused = await call("DELETE", "/uploads/upl_01k9a1b2c3d4e5f6g7h8j9k0m1");
  assert.equal(failureOf(refused), "409 NOT_TERMINAL", "a render of it is open");
  assert.equal((await call("POST", `/jobs/${open.body.data?.task_id}/cancel`)).status, 200);
  assert.equal((await call("DELETE", "/uploads/upl_01k9a1b2c3d4e5f6g7h8j9k0m1")).status, 200);
  assert.equal(failureOf(await render(uploaded)), "410 SOURCE_EXPIRED");
  assert.equal((await used()) - before, 3, "two more jobs, and the first render");
});

test("a source is kept by the database's clock, also for a control plane whose own is hours ahead", async (t) => {
  const { plane, job, render } = await renderScene(t);
  const made = await job();
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 25 * 3_600_000 });
  assert.equal((await render(made)).status, 201);
  await plane.sql`update tasks set completed_at = now() - interval '25 hours' where id = ${made.id}`;
  assert.equal(failureOf(await render(made)), "410 SOURCE_EXPIRED");
});

test("clips of earlier jobs can be rendered where their upload is there", async (t) => {
  const { plane, account, storage, job, render, requestOf } = await renderScene(t);
  const storageKey = `uploads/${account.id}/talk.mp4`;
  await storage.write(storageKey, "a film");
  await plane.sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at)
    values ('upl_1', ${account.id}, ${storageKey}, 'talk.mp4', 'video/mp4', 6, now(), now())`;
  const made = await job({ isEarlier: true, source: { kind: "upload", storageKey } });
  const { plan, source, words } = await requestOf(
    await render(made, { words: [{ index: 5, word: "days." }] }),
  );
  assert.deepEqual(source, { kind: "upload", storageKey });
  assert.deepEqual(words, [{ place: 5, text: "days." }]);
  assert.notEqual(await storage.stat(plan.storageKey), undefined, "its plan is written down");
});

test("only a finished job's own clips are rendered, by their owner and with the scope for it", async (t) => {
  const { plane, account, job, call } = await renderScene(t);
  const made = await job();
  const path = (jobId: string, clipId = made.clips[0]?.id) => `/jobs/${jobId}/clips/${clipId}/renders`;
  const stranger = await plane.account();
  assert.equal(failureOf(await call("POST", path(made.id), {}, stranger.key)), "404 NOT_FOUND");
  assert.equal(
    failureOf(await call("POST", path(made.id, "clip_1"), [])),
    "404 NOT_FOUND",
    "before the body",
  );
  assert.equal(failureOf(await call("POST", path((await job()).id), {})), "404 NOT_FOUND");
  const open = await newTask(plane.sql, account.id);
  assert.equal(failureOf(await call("POST", path(open), {})), "409 NOT_TERMINAL");
  const { key } = await plane.key(account.id, { scopes: ["BALANCE"] });
  assert.equal(failureOf(await call("POST", path(made.id), {}, key)), "403 SCOPE_MISSING");
  assert.equal(failureOf(await call("GET", path(made.id))), "405 METHOD_NOT_ALLOWED");
  const poor = await plane.account({ moods: "0" });
  assert.equal((await moneyOf(plane.sql, poor.id)).used, 0);
});

test("a render that fails is refunded", async (t) => {
  const { plane, job, call, render, used } = await renderScene(t);
  const made = await job();
  const before = await used();
  const id = String((await render(made)).body.data?.task_id);
  await endRun(plane.sql, await newRun(plane.sql, id), FAILED);
  await taskEnded(plane.sql, id);
  assert.equal(await used(), before);
  const { status, error } = (await call("GET", `/jobs/${id}`)).body.data ?? {};
  assert.deepEqual([status, (error as { code: string }).code], ["failed", "SOURCE_UNSUPPORTED"]);
});

test("a job whose clip is being rendered is not removed, and the answer names the render", async (t) => {
  const { job, call, render } = await renderScene(t);
  const made = await job();
  const id = (await render(made)).body.data?.task_id;
  const refused = await call("DELETE", `/jobs/${made.id}`);
  assert.equal(failureOf(refused), "409 NOT_TERMINAL");
  assert.deepEqual(
    refused.body.error?.details?.map(({ path }) => path),
    [`/jobs/${id}`],
  );
  assert.notEqual((await call("GET", `/jobs/${made.id}`)).body.data?.output, null);
  assert.equal((await call("POST", `/jobs/${id}/cancel`)).status, 200);
  assert.equal((await call("DELETE", `/jobs/${made.id}`)).status, 200);
});

test("the clip of a render is read and rendered as any other, and needs both jobs", async (t) => {
  const { plane, storage, job, call, render, requestOf } = await renderScene(t);
  const made = await job();
  const id = String((await render(made, { title: "Second" })).body.data?.task_id);
  const [clip] = made.clips as readonly [ClipResult, ...ClipResult[]];
  const own = {
    ...clip,
    id: clip.id.replace(/..$/, "zz"),
    title: "Second",
    videoKey: clipKey(id, "c", "video.mp4"),
  };
  const [planned] = made.plan.clips as readonly [(typeof made.plan.clips)[number]];
  const plan = { ...made.plan, clips: [{ ...planned, id: own.id }] };
  const output = { notice: null, clips: [own], planKey: await storeClipPlan(storage, id, plan) };
  await endRun(plane.sql, await newRun(plane.sql, id), { ok: true, output });
  await taskEnded(plane.sql, id);
  const read = await call("GET", `/jobs/${id}`);
  const shown = read.body.data?.output as { clips: readonly { id: string; title: string }[] };
  assert.deepEqual(
    shown.clips.map(({ title }) => title),
    ["Second"],
  );
  const details = await call("GET", `/jobs/${id}/clips/${own.id}`);
  assert.equal(details.status, 200);
  const again = await call("POST", `/jobs/${id}/clips/${own.id}/renders`, { end: 17 });
  const { jobId, source, jobs } = await requestOf(again);
  assert.equal(jobId, id);
  assert.deepEqual(source, { kind: "upload", storageKey: `${sourcePrefix(made.id)}source.bin` });
  assert.deepEqual(
    jobs.map(({ storageKey }) => storageKey).sort(),
    [taskPrefix(id), taskPrefix(made.id)].sort(),
  );
  for (const needed of [id, made.id]) {
    assert.equal(failureOf(await call("DELETE", `/jobs/${needed}`)), "409 NOT_TERMINAL");
  }
  const source_expires_at = (reply: ApiReply) => reply.body.data?.source_expires_at;
  const first = await call("GET", `/jobs/${made.id}/clips/${clip.id}`);
  assert.equal(source_expires_at(details), source_expires_at(first), "which is that of the first job");
});
