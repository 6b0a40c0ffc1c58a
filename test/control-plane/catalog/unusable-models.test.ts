// What a media node that was taken over writes of its models, and how little comes of it.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { MODEL_OFFER_LIMITS } from "../../../shared/limits/nodes.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { keptLog, type LogLine } from "../../support/kept-log.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node/media-node.ts";
import { mediaAddress } from "../../support/media-node/media-process.ts";

const SOUND = { ...TEST_MODEL, model: "sound-painter", title: "Painter of sound mind" };

interface Scene {
  readonly plane: TestControlPlane;
  readonly key: string;
  readonly lines: readonly LogLine[];
  /** As the database lets a media node in. */
  readonly nodeSql: Sql;
}

async function scene(t: TestContext): Promise<Scene> {
  const { logger, lines } = keptLog("warn");
  const plane = await testControlPlane(t, { logger });
  await fakeNode(plane.sql, [TEST_MODEL, SOUND]);
  const { key } = await plane.account();
  const nodeSql = connectDatabase(await mediaAddress(plane), { applicationName: "test", connections: 1 });
  plane.endsFirst(() => nodeSql.end());
  return { plane, key, lines, nodeSql };
}

function create({ plane, key }: Scene, model: string, prompt = "x"): Promise<ApiReply> {
  const body = { model, input: { prompt }, output_count: 1 };
  return callApi(plane, "POST", "/api/v1/generation-tasks", { key, body });
}

async function listed({ plane, key }: Scene): Promise<unknown[]> {
  const reply = await callApi(plane, "GET", "/api/v1/models", { key });
  assert.equal(reply.status, 200);
  return (reply.body.data as unknown as { model: string }[]).map(({ model }) => model);
}

test("a model whose price is none is offered to nobody, and the others are", async (t) => {
  const at = await scene(t);
  const prices = ['{"lite":5}', '{"lite":"-5"}', '{"lite":"1e9"}', '"free"', "null", "[]"];
  for (const text of prices) {
    await at.nodeSql`update models set tier_prices = ${text}::text::jsonb where slug = ${TEST_MODEL.model}`;
    assert.deepEqual(await listed(at), [SOUND.model], text);
    assert.equal(failureOf(await create(at, TEST_MODEL.model)), "400 INVALID_REQUEST", text);
  }
  assert.equal((await create(at, SOUND.model)).status, 201);
  const told = at.lines.filter(({ model }) => model === TEST_MODEL.model);
  assert.equal(told.length, 1, "and is told once");
  assert.match(JSON.stringify(told[0]?.err), /tier_prices.lite must be a string/);
});

test("a model whose schema could hold its checker is offered to nobody", async (t) => {
  const at = await scene(t);
  const slow = { type: "string", pattern: "^(a+)+$" };
  const large = { type: "string", description: "x".repeat(MODEL_OFFER_LIMITS.modelBytes) };
  for (const schema of [
    { type: "object", properties: { prompt: slow }, required: [] },
    { type: "object", properties: { prompt: large }, required: [] },
    { type: "object", properties: {}, required: [], allOf: [{ $ref: "#" }] },
    null,
  ]) {
    const text = JSON.stringify(schema);
    await at.nodeSql`update models set input_schema = ${text}::text::json where slug = ${TEST_MODEL.model}`;
    assert.deepEqual(await listed(at), [SOUND.model], text.slice(0, 99));
    // At 24 letters that pattern takes about a second; these would take hours.
    const reply = await create(at, TEST_MODEL.model, `${"a".repeat(40)}!`);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", text.slice(0, 99));
  }
});
