// Deliveries from the end of a task to a real receiver, as the owner of the task sees them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDeliveriesDue } from "../../../control-plane/db/webhook-deliveries.ts";
import { callApi } from "../../support/control-plane/control-plane.ts";
import { endedTasksTo } from "../../support/control-plane/ended-tasks.ts";
import { FAILED, newTask } from "../../support/control-plane/tasks.ts";
import {
  endedTask,
  readDeliveries,
  TEST_TIMES,
  untilDelivery,
  webhookPlane,
  webhookReceiver,
} from "../../support/control-plane/webhook-receiver.ts";
import { until } from "../../support/until.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const HANGING = 20_000;

const times = (count: number, url: string): string[] => Array.from({ length: count }, () => url);

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
  const [due] = await plane.sql<{ at: string; attempt: number }[]>`
    select to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, attempt from due_deliveries`;
  assert.deepEqual({ ...due }, { at: next_retry_at, attempt: 2 });
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
  assert.equal((await plane.sql`select from due_deliveries`).length, 0);
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
  assert.equal((await plane.sql`select from due_deliveries`).length, 0);
});

test("a refused address is never called, and the delivery says why", async (t) => {
  const plane = await webhookPlane(t, { env: { CLIPMILL_ALLOW_NETWORKS: "" } });
  const receiver = await webhookReceiver(t, [200]);
  const delivery = await untilDelivery(plane, await endedTask(plane, receiver.url), "FAILED");
  assert.equal(delivery.attempts, 3);
  assert.equal(delivery.last_status_code, null);
  assert.match(
    delivery.last_error ?? "",
    /^The host 127\.0\.0\.1 is a loopback address, .* CLIPMILL_ALLOW_NETWORKS\.$/,
  );
  assert.equal(receiver.connections(), 0);
});

test("a receiver that hangs does not hold up another, however many deliveries wait for it", async (t) => {
  const plane = await webhookPlane(t);
  const order: string[] = [];
  const hanging = await webhookReceiver(t, [() => order.push("hanging")]);
  const healthy = await webhookReceiver(t, [
    (response) => {
      order.push("healthy");
      response.writeHead(200).end();
    },
  ]);
  await endedTasksTo(plane.sql, plane.owner.id, times(HANGING, hanging.url));
  await until("the first to be called", () => hanging.calls.length === 2);
  await untilDelivery(plane, await endedTask(plane, healthy.url), "DELIVERED");
  assert.deepEqual(
    order,
    ["hanging", "hanging", "healthy"],
    "one that has not answered yet gets two calls at once",
  );
  const attempted =
    await plane.sql`select from webhook_deliveries where attempts > 0 and url = ${hanging.url}`;
  assert.equal(attempted.length, 0, "waiting for a free place counts no attempt");
});

test("a receiver that fails is asked less and less, and another's deliveries go on", async (t) => {
  const plane = await webhookPlane(t, { env: { CLIPMILL_WEBHOOK_RETRY_MS: "" } });
  const failing = await webhookReceiver(t, [
    (response) => {
      response.destroy();
    },
  ]);
  const healthy = await webhookReceiver(t, [200]);
  await endedTasksTo(plane.sql, plane.owner.id, times(HANGING, failing.url));
  let failures = 0;
  await until("it to be left alone", async () => {
    const [row] = await plane.sql<{ failures: number }[]>`
      select failures from webhook_receivers where standing = 'failing'`;
    failures = row?.failures ?? 0;
    return failures >= 4;
  });
  const [callsBefore, askedAt] = [failing.calls.length, performance.now()];
  // Of the first two at once only one counts, and another one may be under way.
  assert.ok(callsBefore <= failures + 2, `${callsBefore} calls, ${failures} failures`);
  const healthyTasks = await endedTasksTo(plane.sql, plane.owner.id, times(200, healthy.url));
  await until(
    "the healthy one to be told of all",
    () => healthy.calls.length === healthyTasks.length,
    60_000,
  );
  // Its rests double: the one after four failures is of 2 s.
  const rests = Math.log2(1 + (performance.now() - askedAt) / 4_000);
  assert.ok(failing.calls.length <= callsBefore + 3 + rests, "the failing one was asked now and then");
});

test("what waits for a receiver that was away is delivered once it is back", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [503, 503, 503, 503, 503, 200]);
  const taskIds = await endedTasksTo(plane.sql, plane.owner.id, times(100, receiver.url));
  await until(
    "all to be delivered",
    async () => {
      const rows = await plane.sql`select from webhook_deliveries where state = 'DELIVERED'`;
      return rows.length === taskIds.length;
    },
    60_000,
  );
  assert.equal(receiver.calls.length, taskIds.length + 5);
});

test("several control planes make each attempt once", async (t) => {
  const plane = await webhookPlane(t);
  await webhookPlane(t, { databaseUrl: plane.databaseUrl });
  const receiver = await webhookReceiver(t, [200]);
  const taskIds = await endedTasksTo(plane.sql, plane.owner.id, times(500, receiver.url));
  await until(
    "all to be delivered",
    async () => {
      return (await plane.sql`select from due_deliveries`).length === 0;
    },
    60_000,
  );
  const told = receiver.calls.map(({ body }) => (JSON.parse(body) as { task_id: string }).task_id);
  assert.deepEqual(told.toSorted(), taskIds.toSorted());
});

test("metrics count attempts by outcome, deliveries by their end, and no receiver", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [500, 200]);
  await untilDelivery(plane, await endedTask(plane, receiver.url), "DELIVERED");
  const metrics = await (await fetch(`${plane.url}/metrics`)).text();
  assert.match(metrics, /clipmill_webhook_attempt_duration_seconds_count\{outcome="rejected"\} 1\n/);
  assert.match(metrics, /clipmill_webhook_attempt_duration_seconds_count\{outcome="delivered"\} 1\n/);
  assert.match(metrics, /clipmill_webhook_deliveries_total\{state="DELIVERED"\} 1\n/);
  assert.match(metrics, /clipmill_webhook_open_calls 0\n/);
  for (const name of ["due", "failing_receivers", "oldest_seconds"])
    assert.match(metrics, new RegExp(`clipmill_webhook_${name} 0\n`));
  assert.doesNotMatch(metrics, /127\.0\.0\.1|secret/);
});

test("a webhook whose task's output is missing ends FAILED and says so, and its receiver is not blamed", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const taskId = await newTask(plane.sql, plane.owner.id, { callbackUrl: receiver.url });
  await plane.sql`
    update tasks set state = 'finished', completed_at = now(), output_key = 'outputs/none/missing.json.gz'
    where id = ${taskId}`;
  await makeDeliveriesDue(plane.sql, [taskId]);
  const readDelivery = async () => {
    const [row] = await plane.sql<{ state: string; attempts: number; last_error: string }[]>`
      select state, attempts, last_error from webhook_deliveries where task_id = ${taskId}`;
    return row?.state === "FAILED" && { ...row };
  };
  assert.deepEqual(await until("the delivery's end", readDelivery), {
    state: "FAILED",
    attempts: 3,
    last_error: "The webhook was not sent: the task's output is missing or damaged.",
  });
  assert.equal(receiver.calls.length, 0);
  const [left] = await plane.sql`
    select (select count(*)::int from due_deliveries) as due, (select sum(failures)::int from webhook_receivers) as failures`;
  assert.deepEqual({ ...left }, { due: 0, failures: 0 });
  await untilDelivery(plane, await endedTask(plane, receiver.url), "DELIVERED");
});
