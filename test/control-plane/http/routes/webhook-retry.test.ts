// POST …/webhooks/retry of generation tasks and video jobs, and what receivers are told.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaskCreation } from "../../../../control-plane/tasks/create/create-task.ts";
import { WEBHOOK_LIMITS } from "../../../../shared/limits/webhooks.ts";
import type { WebhookDelivery } from "../../../../shared/schemas/webhook-delivery.ts";
import type { RunOutcome } from "../../../../shared/tasks/task-outcome.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { endedTask, webhookPlane, webhookReceiver } from "../../../support/control-plane/webhook-receiver.ts";
import { until } from "../../../support/until.ts";

const GENERATION = { kind: "generation", model: "pixel-1" } satisfies Partial<TaskCreation>;
const IMAGE: RunOutcome = {
  ok: true,
  output: null,
  result: [{ id: "res_1", status: "SUCCESS", fileKey: "tasks/t/1.png", fileType: "image/png" }],
};
const CLIPS: RunOutcome = {
  ok: true,
  output: {
    notice: null,
    clips: [
      {
        id: "clip_1",
        index: 0,
        description: "Bees dance.",
        hashtags: ["#Bees", "#Dance", "#Shorts"],
        title: "A title",
        start: 1,
        end: 21,
        duration: 20,
        viralityScore: 80,
        scoreBreakdown: { hook: 20, engagement: 20, value: 20, shareability: 20 },
        reason: "Loud",
        hook: "Listen",
        transcript: "",
        width: 1080,
        height: 1920,
        editingStyle: "STATIC_CROP",
        captionsKey: null,
        videoKey: "tasks/t/clip.mp4",
        thumbnailKey: "tasks/t/clip.jpg",
        features: { version: 1, values: [0.5, null] },
      },
    ],
  },
};

const retryPath = (taskId: string): string => `/api/v1/generation-tasks/${taskId}/webhooks/retry`;
const jobRetryPath = (jobId: string): string => `/api/v1/jobs/${jobId}/webhooks/retry`;

async function untilEnded(plane: TestControlPlane, taskId: string): Promise<void> {
  await until("the task to end", async () => {
    const [task] = await plane.sql`select from tasks where id = ${taskId} and completed_at is not null`;
    return task !== undefined;
  });
}

test("a generation task's webhook holds exactly the specified fields", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const taskId = await endedTask(plane, receiver.url, { ...GENERATION, outcome: IMAGE });
  const [call] = await until("the webhook", () => receiver.calls.length > 0 && receiver.calls);
  const payload = JSON.parse(call?.body ?? "") as Record<string, unknown>;
  const read = await callApi(plane, "GET", `/api/v1/generation-tasks/${taskId}`, { key: plane.owner.key });
  const task = read.body.data ?? {};
  const [file] = payload.result as Record<string, string>[];
  assert.deepEqual(payload, {
    event: "generation.finished",
    task_id: taskId,
    status: "finished",
    model: "pixel-1",
    result: [{ id: "res_1", status: "SUCCESS", file_url: file?.file_url, file_type: "image/png" }],
    error: null,
    created_at: task.created_at,
    completed_at: task.completed_at,
  });
  assert.match(String(task.completed_at), /Z$/);
  assert.ok(file?.file_url?.startsWith(`${plane.url}/files/tasks/t/1.png?`), "the file's URL is signed");
});

test("a video job's webhook adds its kind and its output, as a read shows it", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const taskId = await endedTask(plane, receiver.url, { outcome: CLIPS });
  const [call] = await until("the webhook", () => receiver.calls.length > 0 && receiver.calls);
  const payload = JSON.parse(call?.body ?? "") as Record<string, unknown>;
  const read = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: plane.owner.key });
  const { created_at, completed_at } = read.body.data ?? {};
  const { output, ...rest } = payload;
  assert.deepEqual(rest, {
    event: "job.finished",
    task_id: taskId,
    kind: "clip",
    status: "finished",
    model: null,
    result: [],
    error: null,
    created_at,
    completed_at,
  });
  const [clip] = (output as { clips: Record<string, unknown>[] }).clips;
  assert.ok(String(clip?.videoUrl).startsWith(`${plane.url}/files/tasks/t/clip.mp4?`));
  assert.equal(clip?.viralityScore, 80);
  assert.equal(clip?.features, undefined, "what a score was made from stays inside");
  assert.doesNotMatch(JSON.stringify(read.body), /features/);
});

test("a retry queues one fresh delivery, which is delivered beside the failed one", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [500, 500, 500, 200]);
  const taskId = await endedTask(plane, receiver.url, { ...GENERATION, outcome: IMAGE });
  const deliveries = async (): Promise<WebhookDelivery[]> => {
    const { key } = plane.owner;
    const read = await callApi(plane, "GET", `/api/v1/generation-tasks/${taskId}`, { key });
    return read.body.data?.webhooks as WebhookDelivery[];
  };
  const [failed] = await until("the failure", async () => {
    const list = await deliveries();
    return list[0]?.status === "FAILED" && list;
  });
  const reply = await callApi(plane, "POST", retryPath(taskId), { key: plane.owner.key });
  assert.equal(reply.status, 201);
  assert.equal(reply.body.status, 201);
  const fresh = reply.body.data as unknown as WebhookDelivery;
  assert.match(fresh.id, /^whd_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.notEqual(fresh.id, failed?.id);
  assert.deepEqual(fresh, {
    id: fresh.id,
    status: "PENDING",
    attempts: 0,
    max_attempts: 3,
    last_attempt_at: null,
    next_retry_at: null,
    delivered_at: null,
    last_status_code: null,
    last_error: null,
  });
  const list = await until("the delivery", async () => {
    const now = await deliveries();
    return now[1]?.status === "DELIVERED" && now;
  });
  assert.deepEqual(
    list.map(({ id, status, attempts }) => ({ id, status, attempts })),
    [
      { id: failed?.id, status: "FAILED", attempts: 3 },
      { id: fresh.id, status: "DELIVERED", attempts: 1 },
    ],
  );
  assert.equal(receiver.calls.length, 4);
});

test("a video job's webhook is sent again, and no generation task's by the same path", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const job = await endedTask(plane, receiver.url, { outcome: CLIPS });
  const task = await endedTask(plane, receiver.url, { ...GENERATION, outcome: IMAGE });
  await until("both webhooks", () => receiver.calls.length === 2);
  const { key } = plane.owner;
  const reply = await callApi(plane, "POST", jobRetryPath(job), { key });
  assert.equal(reply.status, 201);
  assert.equal(reply.body.data?.status, "PENDING");
  const again = await until("the webhook again", () => receiver.calls[2]);
  const { event, task_id } = JSON.parse(again.body) as Record<string, unknown>;
  assert.deepEqual([event, task_id], ["job.finished", job]);
  assert.equal(failureOf(await callApi(plane, "POST", jobRetryPath(task), { key })), "404 NOT_FOUND");
  const open = await newTask(plane.sql, plane.owner.id, { callbackUrl: "https://93.184.215.14/hook" });
  assert.equal(failureOf(await callApi(plane, "POST", jobRetryPath(open), { key })), "409 NOT_TERMINAL");
  const { key: narrow } = await plane.key(plane.owner.id, { scopes: ["GENERATE"] });
  const refused = await callApi(plane, "POST", jobRetryPath(job), { key: narrow });
  assert.equal(failureOf(refused), "403 SCOPE_MISSING");
});

test("a task has so many deliveries and no more, however many retries ask at once", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const taskId = await endedTask(plane, receiver.url, { ...GENERATION, outcome: IMAGE });
  await untilEnded(plane, taskId);
  const { key } = plane.owner;
  const max = WEBHOOK_LIMITS.deliveriesOfTask;
  const retry = async (): Promise<ApiReply> => {
    const reply = await callApi(plane, "POST", retryPath(taskId), { key });
    // On a machine that does much else they wait for each other for too long; what one has done may be done all the same.
    return reply.status === 503 ? retry() : reply;
  };
  const replies = await Promise.all(Array.from({ length: max + 5 }, retry));
  const refused = replies.filter(({ status }) => status !== 201);
  assert.ok(replies.length - refused.length < max, "the first one is the task's end's");
  for (const reply of refused) {
    // A 429 would have clients wait and ask again, which never helps.
    assert.equal(failureOf(reply), "400 INVALID_REQUEST");
    assert.equal(
      reply.body.error?.message,
      `The task has had ${max} webhook deliveries, which is all that one may have.`,
    );
  }
  const read = await callApi(plane, "GET", `/api/v1/generation-tasks/${taskId}`, { key });
  const { webhooks } = read.body.data ?? {};
  assert.equal((webhooks as WebhookDelivery[]).length, max);
  const other = await endedTask(plane, receiver.url, { ...GENERATION, outcome: IMAGE });
  await untilEnded(plane, other);
  assert.equal((await callApi(plane, "POST", retryPath(other), { key })).status, 201);
});

test("a retry before the task's end is refused with 409 NOT_TERMINAL", async (t) => {
  const plane = await webhookPlane(t);
  const callbackUrl = "https://93.184.215.14/hook";
  const taskId = await newTask(plane.sql, plane.owner.id, { ...GENERATION, callbackUrl });
  const reply = await callApi(plane, "POST", retryPath(taskId), { key: plane.owner.key });
  assert.equal(failureOf(reply), "409 NOT_TERMINAL");
});

test("a retry without a callback address is refused with 409 NO_CALLBACK_URL", async (t) => {
  const plane = await webhookPlane(t);
  const taskId = await endedTask(plane, null, { ...GENERATION, outcome: IMAGE });
  await untilEnded(plane, taskId);
  const reply = await callApi(plane, "POST", retryPath(taskId), { key: plane.owner.key });
  assert.equal(failureOf(reply), "409 NO_CALLBACK_URL");
});

test("a retry of a foreign, unknown or malformed id, or of a video job, answers 404 alike and queues nothing", async (t) => {
  const plane = await webhookPlane(t);
  const receiver = await webhookReceiver(t, [200]);
  const foreign = await endedTask(plane, receiver.url, { ...GENERATION, outcome: IMAGE });
  const job = await endedTask(plane, receiver.url);
  for (const taskId of [foreign, job]) await untilEnded(plane, taskId);
  const stranger = await plane.account();
  const bodies = [];
  for (const [key, id] of [
    [stranger.key, foreign],
    [plane.owner.key, job],
    [plane.owner.key, `${foreign.slice(0, -4)}0000`],
    [plane.owner.key, "nonsense"],
  ] as const) {
    const reply = await callApi(plane, "POST", retryPath(id), { key });
    assert.equal(failureOf(reply), "404 NOT_FOUND", id);
    bodies.push(reply.body);
  }
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
  assert.equal((await plane.sql`select from webhook_deliveries`).length, 2);
});

test("a retry needs the scope GENERATE", async (t) => {
  const plane = await webhookPlane(t);
  const { key } = await plane.key(plane.owner.id, { scopes: ["CLIPPING"] });
  const reply = await callApi(plane, "POST", retryPath("task_01k9a1b2c3d4e5f6g7h8j9k0m1"), { key });
  assert.equal(failureOf(reply), "403 SCOPE_MISSING");
});
