// What people do with their account in the console: keys, the ledger, webhook deliveries; and that no other's is reached.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { changeAccount } from "../../../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../../../control-plane/billing/grant-moods.ts";
import type {
  ConsoleKeyView,
  DeliveryPageView,
  LedgerPageView,
  NewKeyView,
} from "../../../../control-plane/console/api-types/account.ts";
import { newId } from "../../../../shared/ids.ts";
import { LEDGER_LIMITS } from "../../../../shared/limits/database.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";

interface Signed {
  readonly client: ConsoleClient;
  readonly accountId: string;
}

async function signUp(plane: TestControlPlane, email: string): Promise<Signed> {
  const client = new ConsoleClient(plane);
  const { account } = await client.enter("accounts", { email, password: TEST_PASSWORD });
  return { client, accountId: account?.id ?? "" };
}

/** An approved account with moods. */
async function member(plane: TestControlPlane, email: string): Promise<Signed> {
  const signed = await signUp(plane, email);
  await changeAccount(plane.sql, signed.accountId, "approve");
  await grantMoods(plane.sql, { accountId: signed.accountId, moods: "100", note: null });
  return signed;
}

async function read<T>({ client }: Signed, path: string): Promise<T> {
  const reply = await client.call("GET", path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data as T;
}

async function createKey({ client }: Signed, body: object): Promise<NewKeyView> {
  const reply = await client.call("POST", "/console/api/keys", { body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data as unknown as NewKeyView;
}

test("a key is made with its terms, works, is changed, rotated and revoked, and its plaintext is shown once", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await member(plane, "ada@example.com");
  const terms = {
    scopes: ["BALANCE"],
    ips: ["127.0.0.1"],
    perMinute: 7,
    expiresAt: "2099-01-01T00:00:00.000Z",
  };
  const made = await createKey(ada, terms);
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key: made.key })).status, 200);
  assert.equal(
    failureOf(await callApi(plane, "GET", "/api/v1/jobs", { key: made.key })),
    "403 SCOPE_MISSING",
  );
  const [listed] = await read<ConsoleKeyView[]>(ada, "/console/api/keys");
  const { key, lastUsedAt: _, ...shown } = made;
  assert.deepEqual({ ...listed, lastUsedAt: null }, { ...shown, lastUsedAt: null });
  assert.ok(listed?.lastUsedAt, "it was just used");
  assert.deepEqual([listed?.scopes, listed?.ips, listed?.perMinute], [["BALANCE"], ["127.0.0.1/32"], 7]);
  const path = `/console/api/keys/${made.id}`;
  const changed = await ada.client.call("PUT", path, { body: { perMinute: null, expiresAt: null } });
  assert.deepEqual(
    [changed.status, changed.body.data?.perMinute, changed.body.data?.expiresAt, changed.body.data?.scopes],
    [200, null, null, ["BALANCE"]],
  );
  const rotated = await ada.client.call("POST", `${path}/rotate`);
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key })).status, 401);
  const fresh = String(rotated.body.data?.key);
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key: fresh })).status, 200);
  assert.equal((await ada.client.call("DELETE", path)).status, 200);
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key: fresh })).status, 401);
});

test("a key that cannot be is refused by name, and none is made before the account is approved", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await member(plane, "ada@example.com");
  const refusals = [
    { scopes: ["ALL"] },
    { ips: ["300.1.1.1"] },
    { expiresAt: "2001-01-01T00:00:00.000Z" },
    { perMinute: 0 },
    { colour: "red" },
  ];
  for (const body of refusals) {
    const reply = await ada.client.call("POST", "/console/api/keys", { body });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(body));
  }
  assert.deepEqual(await read(ada, "/console/api/keys"), []);
  const waiting = await signUp(plane, "bea@example.com");
  const early = await waiting.client.call("POST", "/console/api/keys", { body: {} });
  assert.equal(failureOf(early), "403 ACCOUNT_NOT_APPROVED");
});

test("nobody reaches another account's keys", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await member(plane, "ada@example.com");
  const eve = await member(plane, "eve@example.com");
  const { id, key } = await createKey(ada, {});
  const calls = [
    ["PUT", `/console/api/keys/${id}`, { perMinute: 1 }],
    ["POST", `/console/api/keys/${id}/rotate`, undefined],
    ["DELETE", `/console/api/keys/${id}`, undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    const reply = await eve.client.call(method, path, body === undefined ? {} : { body });
    assert.equal(failureOf(reply), "404 NOT_FOUND", method);
  }
  assert.deepEqual(await read(eve, "/console/api/keys"), []);
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key })).status, 200);
});

test("the ledger is read newest first, page by page, each entry once", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await member(plane, "ada@example.com");
  const eve = await member(plane, "eve@example.com");
  const created = await ada.client.call("POST", "/api/v1/clips", { body: CLIP_BODY });
  assert.equal(created.status, 201, created.text);
  const taskId = String(created.body.data?.task_id);
  await ada.client.call("POST", `/api/v1/jobs/${taskId}/cancel`);
  const more = LEDGER_LIMITS.pageEntries;
  for (let index = 0; index < more; index += 1) {
    await grantMoods(plane.sql, { accountId: ada.accountId, moods: "1", note: `grant ${index}` });
  }
  const first = await read<LedgerPageView>(ada, "/console/api/ledger");
  assert.equal(first.entries.length, LEDGER_LIMITS.pageEntries);
  assert.equal(first.entries[0]?.note, `grant ${more - 1}`);
  const second = await read<LedgerPageView>(
    ada,
    `/console/api/ledger?before=${encodeURIComponent(first.next ?? "")}`,
  );
  assert.equal(second.next, null);
  const charge = second.entries.find(({ kind }) => kind === "charge");
  assert.equal(charge?.taskId, taskId);
  assert.ok(Number(charge?.moods) < 0);
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(
    (await read<LedgerPageView>(eve, "/console/api/ledger")).entries.length,
    1,
    "its own grant alone",
  );
  const impossible = ["x", "0000-01-01T00:00:00.000Z_1", "+275760-09-13T00:00:00.000Z_1", "2026-02-30_1"];
  for (const before of impossible) {
    const reply = await ada.client.call("GET", `/console/api/ledger?before=${encodeURIComponent(before)}`);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", before);
  }
});

test("the ledger says what a task is called, and of one that is not kept any more its id alone", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await member(plane, "ada@example.com");
  const keptId = await newTask(plane.sql, ada.accountId, { name: "talk.mp4" });
  const goneId = await newTask(plane.sql, ada.accountId, { name: "gone.mp4" });
  await plane.sql`delete from tasks where id = ${goneId}`;
  const { entries } = await read<LedgerPageView>(ada, "/console/api/ledger");
  assert.deepEqual(
    entries.map(({ kind, taskId, task }) => ({ kind, taskId, task })),
    [
      { kind: "charge", taskId: goneId, task: null },
      { kind: "charge", taskId: keptId, task: { kind: "clip", name: "talk.mp4" } },
      { kind: "grant", taskId: null, task: null },
    ],
  );
});

/** An ended job of an account whose receiver failed. */
async function failedDelivery({ sql }: TestControlPlane, t: TestContext, taskId: string): Promise<void> {
  await sql`update tasks set state = 'failed', completed_at = now() where id = ${taskId}`;
  await sql`
    update webhook_deliveries set state = 'FAILED', attempts = 3, last_status_code = 500 where task_id = ${taskId}`;
  t.diagnostic(`${taskId} has failed to be told of`);
}

test("deliveries are listed with their answers, by state, and sent again for jobs of every kind", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await member(plane, "ada@example.com");
  const eve = await member(plane, "eve@example.com");
  const body = { ...CLIP_BODY, callback_url: "https://93.184.215.14/hook" };
  const created = await ada.client.call("POST", "/api/v1/clips", { body });
  assert.equal(created.status, 201, created.text);
  const taskId = String(created.body.data?.task_id);
  const path = `/console/api/tasks/${taskId}/webhooks/retry`;
  assert.equal(failureOf(await ada.client.call("POST", path)), "409 NOT_TERMINAL");
  await failedDelivery(plane, t, taskId);
  const { deliveries, next } = await read<DeliveryPageView>(ada, "/console/api/deliveries?status=FAILED");
  assert.equal(next, null);
  const [delivery] = deliveries;
  assert.deepEqual(
    [delivery?.taskId, delivery?.taskKind, delivery?.taskName, delivery?.url],
    [taskId, "clip", "video.mp4", body.callback_url],
  );
  assert.deepEqual([delivery?.lastStatusCode, delivery?.canRetry], [500, true]);
  assert.equal((await read<DeliveryPageView>(eve, "/console/api/deliveries")).deliveries.length, 0);
  assert.equal(failureOf(await eve.client.call("POST", path)), "404 NOT_FOUND");
  assert.equal((await ada.client.call("POST", path)).status, 201);
  const all = await read<DeliveryPageView>(ada, "/console/api/deliveries");
  // The first attempt of the other one may have ended by now.
  assert.deepEqual(all.deliveries.map(({ status }) => status === "FAILED").sort(), [false, true]);
  const unknown = `/console/api/tasks/${newId("task")}/webhooks/retry`;
  assert.equal(failureOf(await ada.client.call("POST", unknown)), "404 NOT_FOUND");
});
