// Where somebody is signed in, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OwnSessionView, SessionView } from "../../../../control-plane/console/api-types/session.ts";
import {
  approvedOwner,
  ConsoleClient,
  TEST_PASSWORD,
} from "../../../support/control-plane/console-client.ts";
import { failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };
const PATH = "/console/api/sessions";

async function listOf(client: ConsoleClient): Promise<OwnSessionView[]> {
  const reply = await client.call("GET", PATH);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data as unknown as OwnSessionView[];
}

test("people see their own sessions that last, this one first, and no secret of them", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const [first] = await listOf(ada);
  assert.deepEqual(
    { ...first, id: "", createdAt: "", lastUsedAt: "", expiresAt: "" },
    {
      id: "",
      current: true,
      way: "password",
      origin: "127.0.0.1",
      browser: null,
      createdAt: "",
      lastUsedAt: "",
      expiresAt: "",
    },
  );
  const elsewhere = new ConsoleClient(plane);
  await elsewhere.enter("session", ADA);
  const idle = new ConsoleClient(plane);
  await idle.enter("session", ADA);
  await new ConsoleClient(plane).enter("accounts", { ...ADA, email: "bob@example.com" });
  const [newest] = await listOf(idle);
  await plane.sql`update sessions set last_used_at = now() - interval '12 hours' where id = ${newest?.id ?? ""}`;
  const listed = await listOf(ada);
  assert.deepEqual(
    listed.map(({ id, current }) => [id === first?.id, current]),
    [
      [true, true],
      [false, false],
    ],
  );
  const { text } = await ada.call("GET", PATH);
  assert.equal(text.includes(elsewhere.cookie.split("=")[1] ?? ""), false);
});

test("sessions tell their browsers, however they began", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  const browserAfter = async (method: string, path: string, body: object, userAgent: string) => {
    const reply = await ada.call(method, `/console/api/${path}`, {
      body,
      headers: { "user-agent": userAgent },
    });
    assert.ok(reply.status < 300, reply.text);
    const view = reply.body.data as unknown as SessionView;
    ada.csrf = view.csrf;
    const [present] = await listOf(ada);
    return present?.browser;
  };
  const safari = "Mozilla/5.0 (Macintosh) Safari/605.1.15";
  assert.equal(await browserAfter("POST", "accounts", ADA, "Firefox/145.0 (Linux)"), "Firefox on Linux");
  assert.equal(await browserAfter("POST", "session", ADA, safari), "Safari on macOS");
  const change = { current: TEST_PASSWORD, next: `${TEST_PASSWORD} anew` };
  assert.equal(await browserAfter("PUT", "password", change, "Chrome/142.0.0.0"), "Chrome");
});

test("one session is ended by its id, and nobody ends another's", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const elsewhere = new ConsoleClient(plane);
  await elsewhere.enter("session", ADA);
  const bob = new ConsoleClient(plane);
  await bob.enter("accounts", { ...ADA, email: "bob@example.com" });
  const other = (await listOf(ada)).find(({ current }) => !current)?.id ?? "";
  assert.equal(failureOf(await bob.call("DELETE", `${PATH}/${other}`)), "404 NOT_FOUND");
  assert.equal((await elsewhere.call("GET", "/console/api/session")).status, 200);
  assert.equal((await ada.call("DELETE", `${PATH}/${other}`)).status, 200);
  assert.equal((await elsewhere.call("GET", "/console/api/session")).status, 401);
  assert.equal(failureOf(await ada.call("DELETE", `${PATH}/${other}`)), "404 NOT_FOUND");
  assert.equal((await ada.call("GET", "/console/api/session")).status, 200);
});

test("all other sessions of a person end at once, and nobody else's", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const others = [new ConsoleClient(plane), new ConsoleClient(plane)];
  for (const other of others) await other.enter("session", ADA);
  const bob = new ConsoleClient(plane);
  await bob.enter("accounts", { ...ADA, email: "bob@example.com" });
  const reply = await ada.call("DELETE", PATH);
  assert.deepEqual(reply.body.data, { ended: 2 });
  for (const other of others) {
    assert.equal((await other.call("GET", "/console/api/session")).status, 401);
  }
  assert.equal((await listOf(ada)).length, 1);
  assert.equal((await listOf(bob)).length, 1);
});

test("what a page asks for while nobody is there keeps no session, and whatever changes something does", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const isKept = async (): Promise<boolean> => {
    const [row] = await plane.sql`select last_used_at > now() - interval '1 minute' as is_kept from sessions`;
    await plane.sql`update sessions set last_used_at = now() - interval '2 hours'`;
    return row?.is_kept === true;
  };
  assert.equal(await isKept(), true);
  const headers = { "x-clipmill-unattended": "1" };
  for (const path of ["/console/api/session", "/api/v1/balance"]) {
    assert.equal((await ada.client.call("GET", path, { headers })).status, 200);
    assert.equal(await isKept(), false, path);
    assert.equal((await ada.client.call("GET", path)).status, 200);
    assert.equal(await isKept(), true, path);
  }
  const stream = new AbortController();
  const events = await fetch(`${plane.url}/console/api/events`, {
    headers: { cookie: ada.client.cookie, accept: "text/event-stream" },
    signal: stream.signal,
  });
  assert.equal(events.status, 200);
  assert.equal(await isKept(), false, "a stream that opens anew");
  stream.abort();
  assert.equal((await ada.client.call("POST", "/console/api/keys", { body: {}, headers })).status, 201);
  assert.equal(await isKept(), true, "a change");
});
