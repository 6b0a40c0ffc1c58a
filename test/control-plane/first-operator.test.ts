// How an appliance gets its operators: by its settings, by the link of its first start, by an operator's own link.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { makeLink } from "../../control-plane/accounts/people/one-time-links.ts";
import { readControlPlaneConfig } from "../../control-plane/config.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { ConsoleClient, TEST_PASSWORD } from "../support/control-plane/console-client.ts";
import {
  type ApiReply,
  besidePlane,
  failureOf,
  TEST_SECRET,
  type TestControlPlane,
  testControlPlane,
} from "../support/control-plane/control-plane.ts";
import { keptLog } from "../support/kept-log.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };

/** A control plane with what its start has logged as the link. */
async function startedPlane(t: TestContext, before?: TestControlPlane) {
  const { logger, lines } = keptLog();
  const plane = await (before === undefined
    ? testControlPlane(t, { logger })
    : besidePlane(t, before, { logger }));
  const urls = lines.flatMap(({ setupUrl }) => (typeof setupUrl === "string" ? [new URL(setupUrl)] : []));
  return { ...plane, urls, token: urls[0]?.hash.slice(1) ?? "" };
}

function setUp(plane: { readonly url: string }, token: string, credentials: object = ADA): Promise<ApiReply> {
  return new ConsoleClient(plane).call("POST", "/console/api/setup", { body: { token, ...credentials } });
}

async function operatorLink(sql: Sql): Promise<string> {
  const { path } = await makeLink(sql, { kind: "operator", madeBy: "test" });
  return path.split("#")[1] ?? "";
}

test("the first start logs a link that makes one operator, once", async (t) => {
  const plane = await startedPlane(t);
  const [url] = plane.urls;
  assert.equal(`${url?.origin}${url?.pathname}`, `${plane.url}/console/setup`);
  const ada = new ConsoleClient(plane);
  assert.equal((await ada.call("GET", "/console/api/sign-in")).body.data?.setup, true);
  const reply = await setUp(plane, plane.token);
  assert.equal(reply.status, 201);
  assert.equal(reply.body.data?.isOperator, true, "and signs them in");
  assert.equal((await ada.enter("session", ADA)).isOperator, true);
  assert.equal((await ada.call("GET", "/console/api/sign-in")).body.data?.setup, false);
  const again = await setUp(plane, plane.token, { ...ADA, email: "eve@example.com" });
  assert.equal(failureOf(again), "400 INVALID_REQUEST");
  const actions = await plane.sql`select operator, via, action, details from operator_actions`;
  assert.deepEqual(
    [...actions],
    [
      {
        operator: ADA.email,
        via: "console",
        action: "operator add",
        details: { email: ADA.email, by: "link" },
      },
    ],
  );
});

test("the link that one start has logged ends with the operator whom another one's has made", async (t) => {
  const first = await startedPlane(t);
  const second = await startedPlane(t, first);
  assert.notEqual(first.token, second.token);
  assert.equal((await setUp(first, second.token)).status, 201);
  assert.equal(
    failureOf(await setUp(first, first.token, { ...ADA, email: "eve@example.com" })),
    "400 INVALID_REQUEST",
  );
  assert.deepEqual((await startedPlane(t, first)).urls, [], "and later starts log none");
});

test("a link that is over, made up or for something else makes nobody an operator", async (t) => {
  const plane = await startedPlane(t);
  await plane.sql`update one_time_links set expires_at = now()`;
  const invitation = {
    kind: "invitation",
    accountId: "acct_1",
    role: "member",
    email: ADA.email,
    madeBy: "x",
  } as const;
  const { path } = await makeLink(plane.sql, invitation);
  for (const token of [plane.token, "x", "A".repeat(43), path.split("#")[1] ?? ""]) {
    assert.equal(failureOf(await setUp(plane, token)), "400 INVALID_REQUEST");
  }
  assert.equal((await plane.sql`select from users`).length, 0);
});

test("a link takes nobody's account over: who has a password here has to know it", async (t) => {
  const plane = await startedPlane(t);
  await new ConsoleClient(plane).enter("accounts", ADA);
  const wrong = await setUp(plane, plane.token, { ...ADA, password: "another password" });
  assert.equal(failureOf(wrong), "400 INVALID_REQUEST");
  assert.equal(
    (await setUp(plane, plane.token)).status,
    201,
    "and a wrong password does not use the link up",
  );
  const ada = new ConsoleClient(plane);
  const view = await ada.enter("session", ADA);
  assert.deepEqual([view.isOperator, view.accounts.length], [true, 1]);
});

test("an operator's link makes another one", async (t) => {
  const plane = await startedPlane(t);
  await setUp(plane, plane.token);
  const token = await operatorLink(plane.sql);
  assert.equal((await setUp(plane, token, { ...ADA, email: "bob@example.com" })).status, 201);
  const emails = await plane.sql`select email from users where is_operator order by email`;
  assert.deepEqual(
    emails.map(({ email }) => email),
    [ADA.email, "bob@example.com"],
  );
});

test("an operator's link gives no password to somebody who comes here without one; the first link may", async (t) => {
  const plane = await startedPlane(t);
  await plane.sql`insert into users (id, email) values ('user_1', 'bob@example.com')`;
  const bob = { ...ADA, email: "bob@example.com" };
  const token = await operatorLink(plane.sql);
  const refused = await setUp(plane, token, bob);
  assert.match(refused.body.error?.details?.[0]?.message ?? "", /^is known here without a password/);
  assert.equal((await plane.sql`select from users where is_operator`).length, 0);
  assert.equal((await setUp(plane, plane.token, bob)).status, 201);
});

test("of many who open one link at once, one becomes an operator", async (t) => {
  const plane = await startedPlane(t);
  const people = Array.from({ length: 6 }, (_, index) => ({ ...ADA, email: `person${index}@example.com` }));
  const replies = await Promise.all(people.map((person) => setUp(plane, plane.token, person)));
  assert.equal(replies.filter(({ status }) => status === 201).length, 1);
  assert.equal((await plane.sql`select from users where is_operator`).length, 1);
});

test("the settings name the first operator, whose password then is their own to change", async (t) => {
  const env = { CLIPMILL_ADMIN_EMAIL: ADA.email, CLIPMILL_ADMIN_PASSWORD: ADA.password };
  const first = await testControlPlane(t, { env });
  const ada = new ConsoleClient(first);
  assert.equal((await ada.enter("session", ADA)).isOperator, true);
  const body = { current: ADA.password, next: "quite another one" };
  assert.equal((await ada.call("PUT", "/console/api/password", { body })).status, 200);
  const second = await besidePlane(t, first, { env });
  assert.equal(
    (await new ConsoleClient(second).call("POST", "/console/api/session", { body: ADA })).status,
    401,
  );
  await new ConsoleClient(second).enter("session", { ...ADA, password: body.next });
});

test("who asked for an account with the named operator's address before is not the operator", async (t) => {
  const open = await testControlPlane(t);
  const squatter = new ConsoleClient(open);
  await squatter.enter("accounts", { ...ADA, password: "the squatter's own" });
  const env = { CLIPMILL_ADMIN_EMAIL: ADA.email, CLIPMILL_ADMIN_PASSWORD: ADA.password };
  const plane = await besidePlane(t, open, { env });
  assert.equal((await squatter.call("GET", "/console/api/session")).status, 401);
  const body = { ...ADA, password: "the squatter's own" };
  assert.equal((await new ConsoleClient(plane).call("POST", "/console/api/session", { body })).status, 401);
  assert.equal((await new ConsoleClient(plane).enter("session", ADA)).isOperator, true);
});

test("half a first operator in the settings ends the start with the variable's name", () => {
  const base = {
    CLIPMILL_DATABASE_URL: "postgres://x",
    CLIPMILL_STORAGE: "file:/tmp",
    CLIPMILL_SECRET: TEST_SECRET,
  };
  const read = (env: Record<string, string>) => () => readControlPlaneConfig({ ...base, ...env });
  assert.throws(
    read({ CLIPMILL_ADMIN_EMAIL: ADA.email }),
    /^SettingError: CLIPMILL_ADMIN_PASSWORD must have 12 to/,
  );
  assert.throws(
    read({ CLIPMILL_ADMIN_PASSWORD: ADA.password }),
    /^SettingError: CLIPMILL_ADMIN_EMAIL must be/,
  );
  assert.throws(
    read({ CLIPMILL_ADMIN_EMAIL: ADA.email, CLIPMILL_ADMIN_PASSWORD: "too short" }),
    /^SettingError: CLIPMILL_ADMIN_PASSWORD/,
  );
});
