// The bounds of keys that an account's own people make, and what becomes of keys whose makers leave.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeAccount, changeTerms } from "../../../../control-plane/accounts/manage-accounts.ts";
import type { ConsoleKeyView, NewKeyView } from "../../../../control-plane/console/api-types/account.ts";
import { MEMBER_LIMITS } from "../../../../shared/limits/people.ts";
import { approvedOwner, type ConsoleClient, joinAs } from "../../../support/control-plane/console-client.ts";
import { callApi, failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";

async function newKey(client: ConsoleClient, body: object = {}): Promise<NewKeyView> {
  const reply = await client.call("POST", "/console/api/keys", { body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data as unknown as NewKeyView;
}

test("nobody gives a key more requests than an operator has granted", async (t) => {
  const plane = await testControlPlane(t);
  const { client, accountId } = await approvedOwner(plane, "ada@example.com");
  const tooMany = await client.call("POST", "/console/api/keys", { body: { perMinute: 121 } });
  assert.deepEqual(tooMany.body.error?.details, [
    { path: "/perMinute", message: "must be at most 120: operators grant more" },
  ]);
  const key = await newKey(client, { perMinute: 120 });
  const raise = (body: object) => client.call("PUT", `/console/api/keys/${key.id}`, { body });
  assert.equal((await raise({ perDay: 50_001 })).status, 400);
  await plane.sql`update api_keys set per_minute = 500 where id = ${key.id}`;
  assert.equal(
    (await raise({ perMinute: 500, scopes: ["CLIPPING"] })).status,
    200,
    "what an operator gave stays",
  );
  assert.equal((await raise({ perMinute: 501 })).status, 400);
  await changeTerms(plane.sql, accountId, { perMinute: 1_000 });
  assert.equal((await raise({ perMinute: 1_000 })).status, 200);
});

test("a key has a name in one line, or none", async (t) => {
  const plane = await testControlPlane(t);
  const { client } = await approvedOwner(plane, "ada@example.com");
  assert.equal((await newKey(client)).name, null);
  assert.equal((await newKey(client, { name: " \u202e\n " })).name, null, "nothing that is seen");
  const key = await newKey(client, { name: " News\nroom " });
  assert.equal(key.name, "News room");
  const nameAfter = async (body: object): Promise<unknown> =>
    (await client.call("PUT", `/console/api/keys/${key.id}`, { body })).body.data?.name;
  assert.equal(await nameAfter({ perMinute: 3 }), "News room");
  assert.equal(await nameAfter({ name: "Archive" }), "Archive");
  assert.equal(await nameAfter({ name: null }), null);
  const tooLong = await client.call("POST", "/console/api/keys", { body: { name: "x".repeat(61) } });
  assert.deepEqual(
    tooLong.body.error?.details?.map(({ path }) => path),
    ["/name"],
  );
});

test("a key does not expire at a time that does not exist", async (t) => {
  const plane = await testControlPlane(t);
  const { client } = await approvedOwner(plane, "ada@example.com");
  const key = await newKey(client);
  for (const expiresAt of ["2999-02-30T00:00:00Z", "2999-13-01T00:00:00Z", "2999-01-01T25:00:00Z"]) {
    for (const [method, path] of [
      ["POST", "/console/api/keys"],
      ["PUT", `/console/api/keys/${key.id}`],
    ] as const) {
      const reply = await client.call(method, path, { body: { expiresAt } });
      assert.equal(failureOf(reply), "400 INVALID_REQUEST", `${method} ${expiresAt}`);
      assert.equal(reply.body.error?.details?.[0]?.path, "/expiresAt");
    }
  }
});

test("an account has a few keys at once, however many are asked for at the same moment", async (t) => {
  const plane = await testControlPlane(t);
  const { client } = await approvedOwner(plane, "ada@example.com");
  const { keysOfToday } = MEMBER_LIMITS;
  const replies = await Promise.all(
    Array.from({ length: keysOfToday + 5 }, () => client.call("POST", "/console/api/keys", { body: {} })),
  );
  assert.equal(replies.filter(({ status }) => status === 201).length, keysOfToday);
  const [some] = (await client.call("GET", "/console/api/keys")).body.data as unknown as ConsoleKeyView[];
  await client.call("DELETE", `/console/api/keys/${some?.id}`);
  await newKey(client);
});

test("a key that was used today is not replaced by one with requests of its own", async (t) => {
  const plane = await testControlPlane(t);
  const { client } = await approvedOwner(plane, "ada@example.com");
  const { keysOfToday } = MEMBER_LIMITS;
  const keys = [];
  for (let made = 0; made < keysOfToday; made += 1) keys.push(await newKey(client));
  const [revoked, expired] = keys as [NewKeyView, NewKeyView];
  for (const { key } of [revoked, expired]) {
    assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key })).status, 200);
  }
  await client.call("DELETE", `/console/api/keys/${revoked.id}`);
  await plane.sql`update api_keys set expires_at = now() where id = ${expired.id}`;
  // The day may end while the test runs.
  await plane.sql`update rate_windows set day_start = day_start + interval '24 hours'`;
  const refused = await client.call("POST", "/console/api/keys", { body: {} });
  assert.match(String(refused.body.error?.message), /revoke one that was not used today/);
  await plane.sql`update rate_windows set day_start = day_start - interval '48 hours' where key_id = ${revoked.id}`;
  await newKey(client);
});

test("whoever leaves takes along the keys that they made or rotated, unless an owner keeps them", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  const eve = await approvedOwner(plane, "eve@example.com");
  for (const person of [bob, eve]) await joinAs(plane, person, ada.accountId, "member");
  const own = await newKey(ada.client);
  const shared = await newKey(ada.client);
  const bobs = await newKey(bob.client);
  const eves = await newKey(eve.client);
  const rotated = await bob.client.call("POST", `/console/api/keys/${shared.id}/rotate`);
  const seenByBob = (rotated.body.data as unknown as NewKeyView).key;
  const leave = await bob.client.call("DELETE", `/console/api/people/${bob.userId}?keepKeys=true`);
  assert.deepEqual(leave.body.data, { revokedKeys: 2 }, "a member does not keep their own");
  const kept = await ada.client.call("DELETE", `/console/api/people/${eve.userId}?keepKeys=true`);
  assert.deepEqual(kept.body.data, { revokedKeys: 0 });
  const statuses = [];
  for (const key of [own.key, eves.key, bobs.key, seenByBob]) {
    statuses.push((await callApi(plane, "GET", "/api/v1/balance", { key })).status);
  }
  assert.deepEqual(statuses, [200, 200, 401, 401]);
});

test("a blocked account's people reach nothing of it", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  await joinAs(plane, bob, ada.accountId, "owner");
  await changeAccount(plane.sql, ada.accountId, "block");
  assert.equal(failureOf(await bob.client.call("GET", "/console/api/keys")), "403 ACCOUNT_BLOCKED");
  assert.equal(failureOf(await bob.client.call("GET", "/api/v1/balance")), "403 ACCOUNT_BLOCKED");
  assert.equal((await bob.client.call("GET", "/console/api/session")).body.data?.isOperator, false);
});
