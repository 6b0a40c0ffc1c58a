// Idempotency and the charge, over HTTP where clients see them.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { endRun, FAILED, moneyOf, newRun, taskEnded } from "../../../support/control-plane/tasks.ts";
import { queuedTasks } from "../../../support/database/queue.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";

const IDEMPOTENT = { ...CLIP_BODY, idempotency_key: "order 66" };

test("a repeat with the same key and body answers 201 with the original as it now is, and charges once", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const post = (body: unknown) => callApi(plane, "POST", "/api/v1/clips", { key, body });
  const first = await post(IDEMPOTENT);
  const taskId = String(first.body.data?.task_id);
  await newRun(plane.sql, taskId);
  const reordered = Object.fromEntries(Object.entries(IDEMPOTENT).reverse());
  const second = await post({ ...reordered, unknown_field: 1 });
  assert.equal(second.status, 201);
  assert.deepEqual([second.body.data?.task_id, second.body.data?.status], [taskId, "running"]);
  assert.equal((await moneyOf(plane.sql, id)).used, 1);
});

test("the same key with another body answers 409 and creates nothing", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const post = (body: unknown) => callApi(plane, "POST", "/api/v1/clips", { key, body });
  await post(IDEMPOTENT);
  const changes = [{ clip_count: 2 }, { callback_url: "https://93.184.215.14/hook" }, { user_prompt: "" }];
  for (const change of changes) {
    assert.equal(failureOf(await post({ ...IDEMPOTENT, ...change })), "409 IDEMPOTENCY_CONFLICT");
  }
  assert.equal((await moneyOf(plane.sql, id)).used, 1);
});

test("two accounts may use the same idempotency key", async (t) => {
  const plane = await testControlPlane(t);
  const accounts = [await plane.account(), await plane.account()];
  const ids = new Set<unknown>();
  for (const { key } of accounts) {
    ids.add((await callApi(plane, "POST", "/api/v1/clips", { key, body: IDEMPOTENT })).body.data?.task_id);
  }
  assert.equal(ids.size, 2);
});

test("20 parallel repeats create one task, charge once and all answer with it", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account({ moods: "1" });
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => callApi(plane, "POST", "/api/v1/clips", { key, body: IDEMPOTENT })),
  );
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [201]);
  assert.equal(new Set(replies.map((reply) => reply.body.data?.task_id)).size, 1);
  assert.deepEqual((await moneyOf(plane.sql, id)).entries, { grant: 1, charge: 1, refund: 0 });
});

test("a repeat after the balance has run out still answers with the original", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account({ moods: "1" });
  const post = (body: unknown) => callApi(plane, "POST", "/api/v1/clips", { key, body });
  const first = await post(IDEMPOTENT);
  assert.equal(failureOf(await post(CLIP_BODY)), "402 INSUFFICIENT_MOODS");
  assert.deepEqual((await post(IDEMPOTENT)).body.data, first.body.data);
});

test("a repeat answers with the original where its callback is not allowed any more", async (t) => {
  const env = { CLIPMILL_ALLOW_NETWORKS: "10.0.0.0/8" };
  const plane = await testControlPlane(t, { env });
  const stricter = await testControlPlane(t, { databaseUrl: plane.databaseUrl });
  plane.endsFirst(() => stricter.stop());
  await fakeNode(plane.sql);
  const { id, key } = await plane.account();
  const own = { idempotency_key: "order 66", callback_url: "https://10.0.0.1/hook" };
  const creates = {
    "/api/v1/clips": { ...CLIP_BODY, ...own },
    "/api/v1/generation-tasks": { model: TEST_MODEL.model, input: { prompt: "a fox" }, ...own },
  };
  for (const [path, body] of Object.entries(creates)) {
    const first = await callApi(plane, "POST", path, { key, body });
    assert.equal(first.status, 201, first.text);
    const again = await callApi(stricter, "POST", path, { key, body });
    assert.deepEqual([again.status, again.body.data], [201, first.body.data]);
    const other = { key, body: { ...body, idempotency_key: "order 67" } };
    assert.equal(failureOf(await callApi(stricter, "POST", path, other)), "400 INVALID_REQUEST");
  }
  assert.equal((await moneyOf(plane.sql, id)).used, 3);
});

test("50 parallel creates with moods for 10 create exactly 10", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account({ moods: "10" });
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY })),
  );
  const statuses = replies.map((reply) => reply.status);
  assert.equal(statuses.filter((status) => status === 201).length, 10);
  assert.equal(statuses.filter((status) => status === 402).length, 40);
  assert.equal((await moneyOf(plane.sql, id)).used, 10);
  const created = replies.flatMap((reply) => reply.body.data?.task_id ?? []).map(String);
  const rows = await plane.sql<{ id: string }[]>`select id from tasks order by id`;
  assert.deepEqual(
    rows.map(({ id: taskId }) => taskId),
    created.toSorted(),
  );
  assert.deepEqual(
    await queuedTasks(plane.sql),
    created.toSorted().map((taskId) => ({ task_id: taskId, queue_job: "run-clip", is_waiting: true })),
  );
});

test("the charge is the list price times the account's multiplier, rounded half up to 4 places", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const expected = [
    ["0", 0],
    ["0.3333", 0.3333],
    ["1.5", 1.5],
    ["2.0001", 2.0001],
  ] as const;
  for (const [multiplier, charged] of expected) {
    await plane.sql`update accounts set price_multiplier = ${multiplier} where id = ${id}`;
    const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
    assert.deepEqual(reply.body.data?.billing, {
      base_moods: 1,
      charged_moods: charged,
      extra_moods_charged: 0,
      refunded_moods: 0,
    });
  }
  assert.equal((await moneyOf(plane.sql, id)).used, 3.8334);
});

test("a failed job shows its error and its refund, and the balance is whole again", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const taskId = String(created.body.data?.task_id);
  const runId = await newRun(plane.sql, taskId);
  await endRun(plane.sql, runId, FAILED);
  await taskEnded(plane.sql, taskId);
  const task = (await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key })).body.data ?? {};
  assert.deepEqual(task.error, FAILED.ok ? null : FAILED.error);
  assert.deepEqual(task.billing, {
    base_moods: 1,
    charged_moods: 1,
    extra_moods_charged: 0,
    refunded_moods: 1,
  });
  assert.match(String(task.completed_at), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.deepEqual([task.output, task.result], [null, []]);
  assert.equal((await moneyOf(plane.sql, id)).used, 0);
});
