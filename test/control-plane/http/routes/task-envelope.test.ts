// The replies of the job endpoints, field by field.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endRunForRetry } from "../../../../media-node/db/runs.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { dispatch, queuedTasks } from "../../../support/database/queue.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

test("a created clip job answers 201 with the whole task envelope", async (t) => {
  const plane = await testControlPlane(t);
  await fakeNode(plane.sql);
  const { key } = await plane.account();
  const body = { ...CLIP_BODY, callback_url: "https://93.184.215.14/hook?token=1" };
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body });
  assert.equal(reply.status, 201);
  assert.equal(reply.headers.get("content-type"), "application/json");
  assert.equal(reply.body.status, 201);
  assert.equal(typeof reply.body.message, "string");
  const task = reply.body.data ?? {};
  const { task_id: id, created_at: createdAt, updated_at: updatedAt, webhooks, ...rest } = task;
  assert.match(String(id), /^task_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.match(String(createdAt), TIME);
  assert.match(String(updatedAt), TIME);
  assert.ok(Array.isArray(webhooks));
  assert.deepEqual(rest, {
    kind: "clip",
    name: "video.mp4",
    status: "queued",
    model: null,
    template_id: null,
    callback_url: body.callback_url,
    started_at: null,
    completed_at: null,
    deleted_at: null,
    error: null,
    progress: null,
    billing: { base_moods: 1, charged_moods: 1, extra_moods_charged: 0, refunded_moods: 0 },
    result: [],
    output: null,
  });
});

test("a job that no media node takes says from its creation on what it waits for", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const message = "Waiting for a media node that can run clip jobs: none does now";
  assert.deepEqual(reply.body.data?.progress, { percent: 0, stage: "queued", message, queue_position: null });
});

test("a job that waits for nodes without room says what these lack, and only of those that could run it", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const clip = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const image = await callApi(plane, "POST", "/api/v1/generation-tasks", {
    key,
    body: { model: TEST_MODEL.model, input: { prompt: "a boat" } },
  });
  const shortage = "the scratch folder's disk has too little room";
  await plane.sql`update worker_leases set queue_jobs = '{}', shortage = ${shortage} where id = ${node.id}`;
  const messageOf = async (list: string, { body }: typeof clip): Promise<unknown> => {
    const read = await callApi(plane, "GET", `/api/v1/${list}/${body.data?.task_id}`, { key });
    return (read.body.data?.progress as { message: string } | null)?.message;
  };
  const why = `none takes new work now, because ${shortage}`;
  assert.equal(await messageOf("jobs", clip), `Waiting for a media node that can run clip jobs: ${why}`);
  const forModel = "Waiting for a media node that can run test-painter";
  assert.equal(await messageOf("generation-tasks", image), `${forModel}: ${why}`);
  await plane.sql`update worker_leases set models = '{}' where id = ${node.id}`;
  assert.equal(await messageOf("generation-tasks", image), `${forModel}: none does now`);
});

test("a job whose run failed says until the next one what it failed for", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const taskId = String(created.body.data?.task_id);
  const runId = await node.start(taskId);
  await endRunForRetry(
    plane.sql,
    { taskId, runId },
    { state: "failed", message: "The source answered 503." },
  );
  const read = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key });
  const progress = read.body.data?.progress as { stage: string; message: string };
  assert.equal(progress.stage, "queued");
  assert.equal(progress.message, "Waiting for the next try. The source answered 503.");
});

test("a job tells on reads and in lists when its first run began, however many follow", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const taskId = String(created.body.data?.task_id);
  const startsOf = async () => {
    const read = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key });
    const list = await callApi(plane, "GET", "/api/v1/jobs", { key });
    const [listed] = list.body.data as unknown as Record<string, unknown>[];
    return [read.body.data?.started_at, listed?.started_at];
  };
  assert.deepEqual(await startsOf(), [null, null]);
  const first = await node.start(taskId);
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  await plane.sql`update runs set started_at = ${startedAt} where id = ${first}`;
  assert.deepEqual(await startsOf(), [startedAt, startedAt]);
  await endRunForRetry(plane.sql, { taskId, runId: first }, { state: "interrupted" });
  assert.deepEqual(await startsOf(), [startedAt, startedAt], "between two runs");
  await node.start(taskId);
  assert.deepEqual(await startsOf(), [startedAt, startedAt], "in the second");
});

test("reading a job answers 200 with the same envelope as its creation", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const read = await callApi(plane, "GET", `/api/v1/jobs/${created.body.data?.task_id}`, { key });
  assert.equal(read.status, 200);
  assert.equal(read.body.status, 200);
  assert.deepEqual(read.body.data, created.body.data);
});

test("an id that is malformed, unknown or another account's answers 404 alike", async (t) => {
  const plane = await testControlPlane(t);
  const [owner, stranger] = [await plane.account(), await plane.account()];
  const created = await callApi(plane, "POST", "/api/v1/clips", { key: owner.key, body: CLIP_BODY });
  const foreign = String(created.body.data?.task_id);
  const unknown = foreign.slice(0, -4) + (foreign.endsWith("0000") ? "1111" : "0000");
  const ids = [
    foreign,
    unknown,
    "nonsense",
    `${foreign}x`,
    "acct_01",
    "%00",
    "..%2f..%2fetc",
    "x".repeat(900),
  ];
  const bodies = [];
  for (const id of ids) {
    const reply = await callApi(plane, "GET", `/api/v1/jobs/${id}`, { key: stranger.key });
    assert.equal(failureOf(reply), "404 NOT_FOUND", id);
    bodies.push(reply.body);
  }
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
});

test("every reply carries a request id of its own, and so do errors", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const paths = ["/healthz", "/readyz", "/metrics", "/nowhere", "/api/v1/nowhere", "/api/v1/clips"];
  const ids = new Set<string | null>();
  for (const path of paths) {
    const response = await fetch(plane.url + path, { headers: { "x-service-api-key": key } });
    await response.arrayBuffer();
    ids.add(response.headers.get("x-request-id"));
  }
  assert.equal(ids.size, paths.length);
  assert.ok(!ids.has(null));
});

test("another method on a known path answers 405 with the methods that it has", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const reply = await callApi(plane, "DELETE", "/api/v1/uploads", { key });
  assert.equal(failureOf(reply), "405 METHOD_NOT_ALLOWED");
  assert.equal(reply.headers.get("allow"), "POST");
  const without = await callApi(plane, "DELETE", "/api/v1/uploads");
  assert.equal(failureOf(without), "401 UNAUTHENTICATED", "the key comes first");
});

test("an unknown path answers 404, under the API only to keys", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  assert.equal(failureOf(await callApi(plane, "GET", "/nowhere")), "404 NOT_FOUND");
  assert.equal(failureOf(await callApi(plane, "GET", "/api/v1/nowhere")), "401 UNAUTHENTICATED");
  const reply = await callApi(plane, "GET", "/api/v1/nowhere", { key });
  assert.equal(failureOf(reply), "404 NOT_FOUND");
  assert.match(reply.body.error?.message ?? "", /\/api\/v1\/docs lists all/);
});

test("a balance that does not cover the charge answers 402 and leaves nothing behind", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account({ moods: "0.9999" });
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  assert.equal(failureOf(reply), "402 INSUFFICIENT_MOODS");
  const [row] = await plane.sql`
    select (select count(*)::int from tasks) as tasks, (select count(*)::int from waiting_tasks) as waiting,
      (select count(*)::int from ledger_entries where kind <> 'grant') as entries, moods_used
    from accounts where id = ${id}`;
  assert.deepEqual({ ...row }, { tasks: 0, waiting: 0, entries: 0, moods_used: "0.0000" });
});

test("a created job waits for its turn under its task's id, with the request as it was understood", async (t) => {
  const plane = await testControlPlane(t);
  const { id: accountId, key } = await plane.account();
  const body = { ...CLIP_BODY, clip_length: "20-40s", target_resolution: "720p", no_such_field: { a: 1 } };
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body });
  assert.equal(reply.status, 201, "unknown fields are ignored");
  const id = String(reply.body.data?.task_id);
  assert.deepEqual(await queuedTasks(plane.sql), [{ task_id: id, queue_job: "run-clip", is_waiting: true }]);
  assert.equal(await dispatch(plane.sql), 1);
  assert.deepEqual(await queuedTasks(plane.sql), [{ task_id: id, queue_job: "run-clip", is_waiting: false }]);
  const [job] = await plane.sql`select payload from graphile_worker._private_jobs where key = ${id}`;
  assert.deepEqual(job?.payload, { taskId: id, accountId, cost: 0.25 });
  const [row] = await plane.sql<{ request: Record<string, unknown> }[]>`
    select request from tasks where id = ${id}`;
  assert.deepEqual(row?.request.clipLengthS, { min: 20, max: 40 });
  assert.equal(row?.request.targetWidth, 720);
  assert.ok(!("no_such_field" in (row?.request ?? {})));
});
