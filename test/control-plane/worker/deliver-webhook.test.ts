// Deliveries from the end of a task to a real receiver, as the owner of the task sees them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { enqueueDeliveries } from "../../../control-plane/db/webhook-deliveries.ts";
import { callApi } from "../../support/control-plane.ts";
import { FAILED, newTask } from "../../support/tasks.ts";
import { until } from "../../support/until.ts";
import {
  endedTask,
  readDeliveries,
  TEST_TIMES,
  untilDelivery,
  webhookPlane,
  webhookReceiver,
} from "../../support/webhook-receiver.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** How far apart two times of a delivery are; fails where one is missing. */
function betweenMs(from: string | null, to: string | null): number {
  assert.match(from ?? "", TIME);
  assert.match(to ?? "", TIME);
  return Date.parse(to ?? "") - Date.parse(from ?? "");
}

test("a delivery is planned with its task and waits for the task's end", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const taskId = await newTask(plane.sql, plane.owner.id, { callbackUrl: receiver.url });
  const [delivery, ...others] = await readDeliveries(plane, taskId);
  assert.equal(others.length, 0);
  assert.match(delivery?.id ?? "", /^whd_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.deepEqual(delivery, {
    id: delivery?.id,
    status: "PENDING",
    attempts: 0,
    max_attempts: 3,
    last_attempt_at: null,
    next_retry_at: null,
    delivered_at: null,
    last_status_code: null,
    last_error: null,
  });
  assert.equal(receiver.calls.length, 0);
});

for (const status of [200, 204, 299]) {
  test(`a ${status} makes the delivery DELIVERED at its first attempt`, async (t) => {
    const plane = await webhookPlane(t);
    const receiver = await webhookReceiver(t, [status]);
    const taskId = await endedTask(plane, receiver.url);
    const delivery = await untilDelivery(plane, taskId, "DELIVERED");
    assert.equal(betweenMs(delivery.last_attempt_at, delivery.delivered_at), 0);
    const { id, last_attempt_at, delivered_at, ...rest } = delivery;
    assert.deepEqual(rest, {
      status: "DELIVERED",
      attempts: 1,
      max_attempts: 3,
      next_retry_at: null,
      last_status_code: status,
      last_error: null,
    });
    assert.equal(receiver.calls.length, 1);
  });
}

test("a receiver that answers 500 and then 200 gets the webhook twice, and the delivery ends DELIVERED", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [500, 200]);
  const delivery = await untilDelivery(plane, await endedTask(plane, receiver.url), "DELIVERED");
  assert.equal(delivery.attempts, 2);
  assert.equal(delivery.last_status_code, 200);
  assert.equal(delivery.last_error, null);
  assert.equal(delivery.next_retry_at, null);
  const [first, second] = receiver.calls;
  assert.equal(receiver.calls.length, 2);
  assert.equal(first?.body, second?.body);
  const gapMs = (second?.atMs ?? 0) - (first?.atMs ?? 0);
  assert.ok(gapMs >= TEST_TIMES.retryMs - 20, `the retry came after ${gapMs} ms`);
});

test("between attempts a delivery is RETRYING and tells when the next one comes: 60 s after the failure", async (t) => {
  const plane = await webhookPlane(t, { env: { CLIPMILL_WEBHOOK_RETRY_MS: "" } });
  const receiver = await webhookReceiver(t, [503]);
  const delivery = await untilDelivery(plane, await endedTask(plane, receiver.url), "RETRYING");
  assert.equal(betweenMs(delivery.last_attempt_at, delivery.next_retry_at), 60_000);
  const { id, last_attempt_at, next_retry_at, ...rest } = delivery;
  assert.deepEqual(rest, {
    status: "RETRYING",
    attempts: 1,
    max_attempts: 3,
    delivered_at: null,
    last_status_code: 503,
    last_error: "The receiver answered 503.",
  });
  const [job] = await plane.sql<{ due: string | null }[]>`
    select to_char(j.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due
    from graphile_worker.jobs j where task_identifier = 'deliver-webhook' and locked_at is null`;
  assert.equal(job?.due, next_retry_at);
});

test("after three failures a delivery is FAILED and the receiver is left alone", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [404]);
  const delivery = await untilDelivery(plane, await endedTask(plane, receiver.url), "FAILED");
  const { id, last_attempt_at, ...rest } = delivery;
  assert.match(last_attempt_at ?? "", TIME);
  assert.deepEqual(rest, {
    status: "FAILED",
    attempts: 3,
    max_attempts: 3,
    next_retry_at: null,
    delivered_at: null,
    last_status_code: 404,
    last_error: "The receiver answered 404.",
  });
  await until("the queue to be empty", async () => {
    const jobs = await plane.sql`select from graphile_worker.jobs where task_identifier = 'deliver-webhook'`;
    return jobs.length === 0;
  });
  assert.equal(receiver.calls.length, 3);
});

test("a failed task is told of, too", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  await untilDelivery(plane, await endedTask(plane, receiver.url, { outcome: FAILED }), "DELIVERED");
  const payload = JSON.parse(receiver.calls[0]?.body ?? "") as Record<string, unknown>;
  assert.equal(payload.event, "job.failed");
  assert.equal(payload.status, "failed");
  assert.deepEqual(payload.error, FAILED.ok ? undefined : FAILED.error);
  assert.deepEqual(payload.result, []);
  assert.equal(payload.output, null);
});

test("a task without a callback address has no delivery", async (t) => {
  const plane = await webhookPlane(t);
  const taskId = await endedTask(plane, null);
  await until("the task to end", async () => {
    const reply = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: plane.owner.key });
    return reply.body.data?.status === "finished";
  });
  assert.deepEqual(await readDeliveries(plane, taskId), []);
  assert.equal(
    (await plane.sql`select from graphile_worker.jobs where task_identifier = 'deliver-webhook'`).length,
    0,
  );
});

test("enqueuing an ended delivery again changes nothing", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const taskId = await endedTask(plane, receiver.url);
  await untilDelivery(plane, taskId, "DELIVERED");
  await plane.sql.begin((transaction) => enqueueDeliveries(transaction, [taskId]));
  assert.equal(
    (
      await plane.sql`select from graphile_worker.jobs where task_identifier = 'deliver-webhook' and locked_at is null`
    ).length,
    0,
  );
});

test("a refused address is never called, and the delivery says why", async (t) => {
  const plane = await webhookPlane(t, { env: { CLIPMILL_ALLOW_NETWORKS: "" } });
  const receiver = await webhookReceiver(t, [200]);
  const delivery = await untilDelivery(plane, await endedTask(plane, receiver.url), "FAILED");
  assert.equal(delivery.attempts, 3);
  assert.equal(delivery.last_status_code, null);
  assert.equal(delivery.last_error, "The host 127.0.0.1 is a loopback address, which is not allowed.");
  assert.equal(receiver.connections(), 0);
});

test("a receiver that hangs does not hold up another", async (t) => {
  const plane = await webhookPlane(t, { env: { CLIPMILL_WEBHOOK_TIMEOUT_MS: "30000" } });
  const hanging = await webhookReceiver(t, [() => undefined]);
  const quick = await webhookReceiver(t, [200], "127.0.0.2");
  await Promise.all(Array.from({ length: 40 }, () => endedTask(plane, hanging.url)));
  await until("the first to be called", () => hanging.calls.length === 2);
  const startedAt = performance.now();
  await untilDelivery(plane, await endedTask(plane, quick.url), "DELIVERED");
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < 15_000, `the other receiver was served after ${tookMs} ms`);
  assert.equal(hanging.calls.length, 2, "a receiver that has not answered yet gets two calls at once");
  const attempted =
    await plane.sql`select from webhook_deliveries where attempts > 0 and url = ${hanging.url}`;
  assert.equal(attempted.length, 0, "waiting for a free place counts no attempt");
});

test("metrics count attempts by outcome, deliveries by their end, and no receiver", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [500, 200]);
  await untilDelivery(plane, await endedTask(plane, receiver.url), "DELIVERED");
  const metrics = await (await fetch(`${plane.url}/metrics`)).text();
  assert.match(metrics, /clipmill_webhook_attempt_duration_seconds_count\{outcome="rejected"\} 1\n/);
  assert.match(metrics, /clipmill_webhook_attempt_duration_seconds_count\{outcome="delivered"\} 1\n/);
  assert.match(metrics, /clipmill_webhook_deliveries_total\{state="DELIVERED"\} 1\n/);
  assert.doesNotMatch(metrics, /127\.0\.0\.1|secret/);
});
