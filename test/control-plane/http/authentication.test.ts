// Who is let in, over real HTTP: each refusal with its status and code, in the order of the contract.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { pino } from "pino";
import { changeAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { revokeApiKey, rotateKey } from "../../../control-plane/accounts/manage-keys.ts";
import { newId } from "../../../shared/ids.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  TEST_SECRET,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";

const JOB = `/api/v1/jobs/${newId("task")}`;

test("keys that are missing, empty, unknown, revoked or expired answer 401 alike", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const revoked = await plane.key(id);
  await revokeApiKey(plane.sql, revoked.id);
  const expired = await plane.key(id, { expiresAt: new Date(Date.now() + 60_000) });
  await plane.sql`update api_keys set expires_at = now() - interval '1 second' where id = ${expired.id}`;
  const refused = [{}, { key: "" }, { key: "clipmill_unknown" }, { key: revoked.key }, { key: expired.key }];
  const bodies = await Promise.all(
    refused.map(async (request) => {
      const reply = await callApi(plane, "GET", JOB, request);
      assert.equal(failureOf(reply), "401 UNAUTHENTICATED");
      return reply.body;
    }),
  );
  for (const body of bodies) assert.deepEqual(body, bodies[0], "nothing tells why a key is refused");
});

test("a rotated key's old secret stops at once and the new one works", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  assert.equal(failureOf(await callApi(plane, "GET", JOB, { key: account.key })), "404 NOT_FOUND");
  const rotated = await rotateKey(plane.sql, account.keyId);
  assert.equal(failureOf(await callApi(plane, "GET", JOB, { key: account.key })), "401 UNAUTHENTICATED");
  assert.equal(failureOf(await callApi(plane, "GET", JOB, { key: rotated.key })), "404 NOT_FOUND");
});

test("account state, owner, address and scope are refused in this order, before the id and the body", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { scopes: ["BALANCE"], ips: ["10.0.0.0/8"] });
  const ask = async (address: string): Promise<string> =>
    failureOf(
      await callApi(plane, "POST", "/api/v1/clips", {
        key,
        body: "not json",
        headers: { "x-forwarded-for": address },
      }),
    );
  await plane.sql`update accounts set state = 'PENDING' where id = ${id}`;
  await changeAccount(plane.sql, id, "block");
  assert.equal(await ask("192.0.2.1"), "403 ACCOUNT_NOT_APPROVED");
  await changeAccount(plane.sql, id, "approve");
  assert.equal(await ask("192.0.2.1"), "403 ACCOUNT_BLOCKED");
  await changeAccount(plane.sql, id, "unblock");
  assert.equal(await ask("192.0.2.1"), "403 IP_NOT_ALLOWED");
  assert.equal(await ask("10.1.2.3"), "403 SCOPE_MISSING");
  const withScope = await plane.key(id);
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key: withScope.key, body: "not json" });
  assert.equal(failureOf(reply), "400 INVALID_REQUEST");
});

test("an allowlist takes addresses and networks, IPv4-mapped ones too", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { ips: ["192.0.2.10", "198.51.100.0/24", "2001:db8::/32"] });
  const ask = async (address: string): Promise<string> =>
    failureOf(await callApi(plane, "GET", JOB, { key, headers: { "x-forwarded-for": address } }));
  for (const inside of ["192.0.2.10", "::ffff:192.0.2.10", "198.51.100.77", "2001:db8:1::1"]) {
    assert.equal(await ask(inside), "404 NOT_FOUND", inside);
  }
  for (const outside of ["192.0.2.11", "198.51.101.1", "2001:db9::1", "::1"]) {
    assert.equal(await ask(outside), "403 IP_NOT_ALLOWED", outside);
  }
});

test("without trusted proxies the first address of x-forwarded-for counts, else the socket's", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { ips: ["203.0.113.5"] });
  const ask = async (headers: Record<string, string>): Promise<string> =>
    failureOf(await callApi(plane, "GET", JOB, { key, headers }));
  assert.equal(await ask({ "x-forwarded-for": "203.0.113.5, 10.0.0.1" }), "404 NOT_FOUND");
  assert.equal(await ask({ "x-forwarded-for": "10.0.0.1, 203.0.113.5" }), "403 IP_NOT_ALLOWED");
  assert.equal(await ask({}), "403 IP_NOT_ALLOWED");
  const local = await plane.key(id, { ips: ["127.0.0.1"] });
  const reply = await callApi(plane, "GET", JOB, { key: local.key });
  assert.equal(failureOf(reply), "404 NOT_FOUND");
});

test("with trusted proxies the last address that is not theirs counts, whatever a client puts before it", async (t) => {
  const plane = await testControlPlane(t, {
    env: { CLIPMILL_TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" },
  });
  const { id } = await plane.account();
  const { key } = await plane.key(id, { ips: ["203.0.113.5"] });
  const ask = async (address: string): Promise<string> =>
    failureOf(await callApi(plane, "GET", JOB, { key, headers: { "x-forwarded-for": address } }));
  assert.equal(await ask("203.0.113.5"), "404 NOT_FOUND");
  assert.equal(await ask("192.0.2.9, 203.0.113.5, 10.3.3.3"), "404 NOT_FOUND");
  assert.equal(await ask("203.0.113.5, 192.0.2.9"), "403 IP_NOT_ALLOWED", "the client's own claim");
  assert.equal(await ask("203.0.113.5, nonsense"), "403 IP_NOT_ALLOWED");
  assert.equal(await ask("203.0.113.5:51234"), "404 NOT_FOUND", "as some proxies write it");
  assert.equal(await ask("[::ffff:203.0.113.5]:51234, 10.3.3.3:80"), "404 NOT_FOUND");
});

test("lines of x-forwarded-for are one list, since some proxies add a line of their own", async (t) => {
  const open = async (env: Record<string, string>): Promise<(...lines: string[]) => Promise<number>> => {
    const plane = await testControlPlane(t, { env });
    const { id } = await plane.account();
    const { key } = await plane.key(id, { ips: ["203.0.113.5"] });
    return async (...lines) => {
      const headers = { "x-service-api-key": key, "x-forwarded-for": lines };
      const [reply] = (await once(get(`${plane.url}${JOB}`, { headers }), "response")) as [IncomingMessage];
      reply.resume();
      return Number(reply.statusCode);
    };
  };
  const openly = await open({});
  assert.equal(await openly("203.0.113.5", "10.3.3.3"), 404);
  assert.equal(await openly("10.3.3.3", "203.0.113.5"), 403);
  const behindProxies = await open({ CLIPMILL_TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" });
  assert.equal(await behindProxies("192.0.2.9, 203.0.113.5", "10.3.3.3"), 404);
  assert.equal(await behindProxies("203.0.113.5", "192.0.2.9"), 403, "the client's own claim");
});

test("a peer that is no trusted proxy cannot claim an address", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_TRUSTED_PROXIES: "10.0.0.0/8" } });
  const { id } = await plane.account();
  const { key } = await plane.key(id, { ips: ["203.0.113.5"] });
  const reply = await callApi(plane, "GET", JOB, { key, headers: { "x-forwarded-for": "203.0.113.5" } });
  assert.equal(failureOf(reply), "403 IP_NOT_ALLOWED");
});

test("no plaintext of a key is in the database", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  await callApi(plane, "GET", JOB, { key });
  const [row] = await plane.sql<{ row: string; hash: string }[]>`
    select to_jsonb(api_keys)::text as row, encode(secret_hash, 'escape') as hash from api_keys where account_id = ${id}`;
  assert.ok(row !== undefined);
  assert.ok(!row.row.includes(key) && !row.hash.includes(key));
  assert.ok(!row.row.includes(key.slice("clipmill_".length, -4)));
});

test("no log line holds a key, the signing secret or the database's password", async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const plane = await testControlPlane(t, { logger });
  const { key } = await plane.account();
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  await plane.sql`alter table runs rename to away`;
  const reply = await callApi(plane, "GET", `/api/v1/jobs/${created.body.data?.task_id}`, { key });
  assert.equal(failureOf(reply), "500 INTERNAL");
  await plane.sql`alter table away rename to runs`;
  await plane.stop();
  const log = lines.join("");
  assert.ok(log.includes("request failed"), "the log was listened to");
  const { password } = new URL(plane.databaseUrl);
  for (const secret of [key, TEST_SECRET, password]) assert.ok(secret !== "" && !log.includes(secret));
});
