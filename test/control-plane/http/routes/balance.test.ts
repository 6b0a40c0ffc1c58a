// GET /balance over HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";

test("the balance shows exact moods and the effective limits, as numbers", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account({ moods: "10.3" });
  await plane.sql`update accounts set price_multiplier = 0.1 where id = ${id}`;
  for (let count = 0; count < 3; count += 1) {
    await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  }
  const reply = await callApi(plane, "GET", "/api/v1/balance", { key });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body.data, {
    moodsBalance: 10,
    moodsUsed: 0.3,
    moodsGranted: 10.3,
    priceMultiplier: 0.1,
    rateLimit: { perMinute: 120, perDay: 50_000, accountPerMinute: 120, accountPerDay: 50_000 },
  });
});

test("a key's own limit stands beside the account's, which stands over the default", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  await plane.sql`update accounts set per_minute = 77, per_day = 777 where id = ${id}`;
  const own = await plane.key(id, { perMinute: 5 });
  const limits = async (secret: string): Promise<unknown> =>
    (await callApi(plane, "GET", "/api/v1/balance", { key: secret })).body.data?.rateLimit;
  const account = { accountPerMinute: 77, accountPerDay: 777 };
  assert.deepEqual(await limits(key), { perMinute: 77, perDay: 777, ...account });
  assert.deepEqual(await limits(own.key), { perMinute: 5, perDay: 777, ...account });
});

test("the balance needs the scope BALANCE", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { scopes: ["CLIPPING"] });
  assert.equal(failureOf(await callApi(plane, "GET", "/api/v1/balance", { key })), "403 SCOPE_MISSING");
});
