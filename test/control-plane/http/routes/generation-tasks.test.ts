// Generation tasks over HTTP, with a media node that exists only in the database.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import {
  assertRefused,
  BODY,
  createdId,
  openFixture,
  PATH,
  requestOf,
} from "../../../support/control-plane/generation-tasks.ts";
import { moneyOf } from "../../../support/control-plane/tasks.ts";
import { importTestTemplates } from "../../../support/control-plane/templates.ts";
import { queuedTasks } from "../../../support/database/queue.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";

test("a created generation task answers 201 with the whole task envelope", async (t) => {
  const fixture = await openFixture(t);
  const [templateId = ""] = await importTestTemplates(fixture.plane.sql, {});
  const callbackUrl = "https://93.184.215.14/hook?token=1";
  const body = { ...BODY, template_id: templateId, model_tier: "max", output_count: 3 };
  const reply = await fixture.create({ ...body, callback_url: callbackUrl });
  assert.equal(reply.status, 201);
  assert.equal(reply.body.status, 201);
  const { task_id: id, created_at: created, updated_at: updated, webhooks, ...rest } = reply.body.data ?? {};
  assert.match(String(id), /^task_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.equal(created, updated);
  const [delivery, ...others] = webhooks as Record<string, unknown>[];
  assert.deepEqual(others, []);
  const { id: deliveryId, ...pending } = delivery ?? {};
  assert.match(String(deliveryId), /^whd_/);
  assert.deepEqual(pending, {
    status: "PENDING",
    attempts: 0,
    max_attempts: 3,
    last_attempt_at: null,
    next_retry_at: null,
    delivered_at: null,
    last_status_code: null,
    last_error: null,
  });
  assert.deepEqual(rest, {
    kind: "generation",
    name: "a lighthouse",
    status: "queued",
    model: TEST_MODEL.model,
    template_id: templateId,
    callback_url: callbackUrl,
    started_at: null,
    completed_at: null,
    deleted_at: null,
    error: null,
    progress: null,
    billing: { base_moods: 6, charged_moods: 6, extra_moods_charged: 0, refunded_moods: 0 },
    result: [],
    output: null,
  });
});

test("without a tier and a count the model's first tier and its default count are used and priced", async (t) => {
  const fixture = await openFixture(t);
  const reply = await fixture.create(BODY);
  assert.deepEqual(reply.body.data?.billing, {
    base_moods: 2,
    charged_moods: 2,
    extra_moods_charged: 0,
    refunded_moods: 0,
  });
  assert.deepEqual(reply.body.data?.webhooks, []);
  const request = await requestOf(fixture, String(reply.body.data?.task_id));
  assert.deepEqual(request, { model: TEST_MODEL.model, tier: "lite", input: BODY.input, outputCount: 2 });
});

test("prices are settings, exact decimals, for generation and video alike", async (t) => {
  const env = { CLIPMILL_PRICE_LITE: "0.1", CLIPMILL_PRICE_MAX: "0.3333", CLIPMILL_PRICE_VIDEO: "2.5" };
  const fixture = await openFixture(t, { env });
  const { plane, key } = fixture;
  const lite = await fixture.create({ ...BODY, output_count: 3 });
  const max = await fixture.create({ ...BODY, model_tier: "max", output_count: 7 });
  const clip = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const charged = [lite, max, clip].map(
    ({ body }) => (body.data as { billing: { charged_moods: number } }).billing.charged_moods,
  );
  assert.deepEqual(charged, [0.3, 2.3331, 2.5]);
});

test("a request's input is laid over its template's, and the template alone may be enough", async (t) => {
  const fixture = await openFixture(t);
  const [templateId = ""] = await importTestTemplates(fixture.plane.sql, {});
  const alone = await createdId(fixture, { model: TEST_MODEL.model, template_id: templateId });
  const over = await createdId(fixture, { ...BODY, template_id: templateId });
  const inputs = [await requestOf(fixture, alone), await requestOf(fixture, over)].map(({ input }) => input);
  assert.deepEqual(inputs, [
    { prompt: "a fox in the snow", aspect_ratio: "16:9" },
    { prompt: "a lighthouse", aspect_ratio: "16:9" },
  ]);
});

test("each created task counts as one use of its template, and a refused one does not", async (t) => {
  const fixture = await openFixture(t);
  const [templateId = ""] = await importTestTemplates(fixture.plane.sql, {});
  const body = { model: TEST_MODEL.model, template_id: templateId };
  await createdId(fixture, { ...body, idempotency_key: "once" });
  await createdId(fixture, { ...body, idempotency_key: "once" });
  await createdId(fixture, body);
  await fixture.create({ ...body, input: { prompt: 7 } });
  const { plane, key } = fixture;
  const template = await callApi(plane, "GET", `/api/v1/templates/${templateId}`, { key });
  assert.equal(template.body.data?.usage_count, 2);
});

test("an input that violates the model's schema answers 422 with the places, and charges nothing", async (t) => {
  const fixture = await openFixture(t);
  const reply = await fixture.create({ ...BODY, input: { aspect_ratio: "4:3", seed: 1.5 } });
  assert.equal(failureOf(reply), "422 INPUT_SCHEMA_VIOLATION");
  const details = [...(reply.body.error?.details ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1));
  assert.deepEqual(details, [
    { path: "/input/aspect_ratio", message: "must be one of 1:1, 16:9" },
    { path: "/input/prompt", message: "is required" },
    { path: "/input/seed", message: "must be an integer" },
  ]);
  assert.equal((await moneyOf(fixture.plane.sql, fixture.accountId)).used, 0);
});

test("a missing input is an empty one", async (t) => {
  const fixture = await openFixture(t);
  const body = { model: TEST_MODEL.model };
  await assertRefused(fixture, body, "422 INPUT_SCHEMA_VIOLATION", "/input/prompt");
});

test("an input that is missing because its name is misspelt is named with the error", async (t) => {
  const fixture = await openFixture(t);
  const reply = await fixture.create({ model: TEST_MODEL.model, inputs: BODY.input });
  assert.equal(failureOf(reply), "422 INPUT_SCHEMA_VIOLATION");
  assert.deepEqual(reply.body.error?.details, [
    { path: "/input/prompt", message: "is required" },
    { path: "/inputs", message: "is not known, did you mean input?" },
  ]);
});

test("fields of the wrong type or out of bounds answer 400 and are named", async (t) => {
  const fixture = await openFixture(t);
  const wrong: [Record<string, unknown>, string][] = [
    [{ model: undefined }, "/model"],
    [{ model: 7 }, "/model"],
    [{ model: "no-such-model" }, "/model"],
    [{ model: "../etc" }, "/model"],
    [{ model_tier: "ultra" }, "/model_tier"],
    [{ model_tier: null }, "/model_tier"],
    [{ input: [] }, "/input"],
    [{ input: "prompt" }, "/input"],
    [{ template_id: "tmpl_01k9zzzzzzzzzzzzzzzzzzzzzz" }, "/template_id"],
    [{ template_id: "nonsense" }, "/template_id"],
    [{ callback_url: "http://127.0.0.1/" }, "/callback_url"],
    [{ callback_url: "ftp://93.184.215.14/" }, "/callback_url"],
    [{ output_count: 0 }, "/output_count"],
    [{ output_count: 9 }, "/output_count"],
    [{ output_count: 1.5 }, "/output_count"],
    [{ output_count: "2" }, "/output_count"],
    [{ idempotency_key: "" }, "/idempotency_key"],
    [{ idempotency_key: "x".repeat(256) }, "/idempotency_key"],
  ];
  for (const [change, path] of wrong) {
    await assertRefused(fixture, { ...BODY, ...change }, "400 INVALID_REQUEST", path);
  }
});

test("a model whose nodes have gone takes no task once it is forgotten", async (t) => {
  const fixture = await openFixture(t, { env: { CLIPMILL_MODEL_MEMORY_HOURS: "0" } });
  await fixture.node.leave();
  await assertRefused(fixture, BODY, "400 INVALID_REQUEST", "/model");
});

test("a task for a model whose nodes have gone waits and says what for, until one is there", async (t) => {
  const fixture = await openFixture(t);
  await fixture.node.leave();
  const taskId = await createdId(fixture);
  const { status, progress } = await fixture.read(taskId);
  const message = "Waiting for a media node that can run test-painter: none does now";
  assert.deepEqual(
    [status, progress],
    ["queued", { percent: 0, stage: "queued", message, queue_position: null }],
  );
  await fakeNode(fixture.plane.sql);
  assert.equal((await fixture.read(taskId)).progress, null);
});

test("a task goes to the queue of its model, which only nodes that have it look at", async (t) => {
  const fixture = await openFixture(t);
  const taskId = await createdId(fixture);
  assert.deepEqual(
    (await queuedTasks(fixture.plane.sql)).map((task) => [task.task_id, task.queue_job]),
    [[taskId, "run-generation:test-painter"]],
  );
});

test("a tier costs what its model announced, and what the settings say where it announced nothing", async (t) => {
  const fixture = await openFixture(t);
  await fakeNode(fixture.plane.sql, [{ ...TEST_MODEL, tier_prices: { max: "0.75" } }]);
  const priceOf = async (tier: string): Promise<unknown> => {
    const reply = await fixture.create({ ...BODY, model_tier: tier, output_count: 3 });
    return (reply.body.data?.billing as Record<string, unknown> | undefined)?.base_moods;
  };
  assert.deepEqual([await priceOf("lite"), await priceOf("max")], [3, 2.25]);
});

test("a template of another model is refused", async (t) => {
  const fixture = await openFixture(t);
  await fakeNode(fixture.plane.sql, [{ ...TEST_MODEL, model: "other" }]);
  const [templateId] = await importTestTemplates(fixture.plane.sql, { model: "other" });
  await assertRefused(fixture, { ...BODY, template_id: templateId }, "400 INVALID_REQUEST", "/template_id");
});

test("a repeat goes by what was sent, since a model's defaults may change; unknown fields do not count", async (t) => {
  const fixture = await openFixture(t);
  const body = { ...BODY, idempotency_key: "one" };
  const first = await fixture.create(body);
  const again = await fixture.create({ ...body, unknown: 1 });
  assert.equal(again.body.data?.task_id, first.body.data?.task_id);
  const other = await fixture.create({ ...body, output_count: TEST_MODEL.default_output_count ?? 1 });
  assert.equal(failureOf(other), "409 IDEMPOTENCY_CONFLICT");
});

test("a balance that does not cover every output answers 402 and creates nothing", async (t) => {
  const fixture = await openFixture(t);
  const { id, key } = await fixture.plane.account({ moods: "3" });
  const body = { ...BODY, model_tier: "max" };
  const reply = await callApi(fixture.plane, "POST", PATH, { key, body });
  assert.equal(failureOf(reply), "402 INSUFFICIENT_MOODS");
  const [row] = await fixture.plane.sql`select count(*)::int as tasks from tasks where account_id = ${id}`;
  assert.equal(row?.tasks, 0);
});

test("hostile inputs are checked as the plain data that they are", async (t) => {
  const fixture = await openFixture(t);
  const hostile = [
    '{"prompt":"x","__proto__":{"seed":"not a number"}}',
    '{"prompt":"x","constructor":{"prototype":{"polluted":true}}}',
    '{"prompt":"x","toString":1,"hasOwnProperty":2}',
  ];
  for (const input of hostile) {
    const reply = await fixture.create(`{"model":"${TEST_MODEL.model}","input":${input}}`);
    assert.equal(reply.status, 201, input);
  }
  const inherited = await fixture.create(
    `{"model":"${TEST_MODEL.model}","input":{"__proto__":{"prompt":"x"}}}`,
  );
  assert.equal(failureOf(inherited), "422 INPUT_SCHEMA_VIOLATION");
  const long = { ...BODY, input: { prompt: "x", list: Array.from({ length: 40_000 }, () => 1) } };
  await assertRefused(fixture, long, "422 INPUT_SCHEMA_VIOLATION", "/input");
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test("a repeat with the same key and body answers the original, even when the model and the template have changed", async (t) => {
  const fixture = await openFixture(t, { env: { CLIPMILL_MODEL_MEMORY_HOURS: "0" } });
  const [templateId = ""] = await importTestTemplates(fixture.plane.sql, {});
  const body = { ...BODY, template_id: templateId, idempotency_key: "k" };
  const first = await fixture.create(body);
  await importTestTemplates(fixture.plane.sql, { template_id: templateId, input: { prompt: "another" } });
  await fixture.node.leave();
  const second = await fixture.create({ ...body, input: { prompt: "a lighthouse" } });
  assert.equal(second.status, 201);
  const { progress, ...original } = second.body.data ?? {};
  assert.deepEqual({ ...original, progress: null }, first.body.data);
  assert.match(String((progress as Record<string, unknown>).message), /Waiting for a media node/);
  const other = await fixture.create({ ...body, output_count: 1 });
  assert.equal(failureOf(other), "409 IDEMPOTENCY_CONFLICT");
  assert.equal((await moneyOf(fixture.plane.sql, fixture.accountId)).used, 2);
});

test("parallel repeats create one task and charge once", async (t) => {
  const fixture = await openFixture(t);
  const body = { ...BODY, idempotency_key: "parallel" };
  const replies = await Promise.all(Array.from({ length: 12 }, () => fixture.create(body)));
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [201]);
  assert.equal(new Set(replies.map((reply) => reply.body.data?.task_id)).size, 1);
  assert.equal((await moneyOf(fixture.plane.sql, fixture.accountId)).used, 2);
});

test("generation tasks need the scope GENERATE, before the body is looked at", async (t) => {
  const { plane, accountId } = await openFixture(t);
  const { key } = await plane.key(accountId, { scopes: ["SERVICES", "CLIPPING", "BALANCE"] });
  const created = await callApi(plane, "POST", PATH, { key, body: "not json" });
  const read = await callApi(plane, "GET", `${PATH}/task_1`, { key });
  assert.deepEqual([failureOf(created), failureOf(read)], ["403 SCOPE_MISSING", "403 SCOPE_MISSING"]);
});

test("a price that is no decimal stops the start and names its variable", async (t) => {
  const start = testControlPlane(t, { env: { CLIPMILL_PRICE_MAX: "two" } });
  await assert.rejects(start, /CLIPMILL_PRICE_MAX must be a number of moods/);
});
