// New passwords: a person's own, and by an operator's link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeResetLink } from "../../../../control-plane/accounts/people/change-password.ts";
import type { SessionView } from "../../../../control-plane/console/api-types/session.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { type ApiReply, failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };
const NEXT = "another long password";

async function resetToken(sql: Sql): Promise<string> {
  const { path } = await sql.begin((transaction) => makeResetLink(transaction, ADA.email, "test"));
  assert.match(path, /^\/console\/reset#/);
  return path.split("#")[1] ?? "";
}

function reset(plane: { readonly url: string }, token: string, password = NEXT): Promise<ApiReply> {
  return new ConsoleClient(plane).call("POST", "/console/api/password-resets", { body: { token, password } });
}

test("a new password ends every session, and this browser gets a new one", async (t) => {
  const plane = await testControlPlane(t);
  const [here, elsewhere] = [new ConsoleClient(plane), new ConsoleClient(plane)];
  await here.enter("accounts", ADA);
  await elsewhere.enter("session", ADA);
  const before = here.cookie;
  const reply = await here.call("PUT", "/console/api/password", {
    body: { current: ADA.password, next: NEXT },
  });
  assert.equal(reply.status, 200, reply.text);
  assert.notEqual(here.cookie, before);
  here.csrf = (reply.body.data as unknown as SessionView).csrf;
  assert.equal((await here.call("DELETE", "/console/api/session")).status, 200);
  assert.equal((await elsewhere.call("GET", "/console/api/session")).status, 401);
  assert.equal((await elsewhere.call("POST", "/console/api/session", { body: ADA })).status, 401);
  await elsewhere.enter("session", { ...ADA, password: NEXT });
});

test("the present password has to be right, and the new one long enough", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const change = (current: string, next: string): Promise<ApiReply> =>
    ada.call("PUT", "/console/api/password", { body: { current, next } });
  const wrong = await change("not the right one", NEXT);
  assert.equal(failureOf(wrong), "400 INVALID_REQUEST");
  assert.equal(wrong.body.error?.details?.[0]?.path, "/current");
  assert.equal((await change(ADA.password, "short")).body.error?.details?.[0]?.path, "/next");
  assert.equal((await ada.call("GET", "/console/api/session")).status, 200);
});

test("an operator's link sets a password once and ends the sessions of the old one", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const former = await resetToken(plane.sql);
  const token = await resetToken(plane.sql);
  assert.equal((await reset(plane, token, "short")).status, 400, "which does not use the link up");
  assert.equal((await reset(plane, former)).status, 400, "a newer link ends the older");
  const reply = await reset(plane, token);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("set-cookie"), null, "a link signs nobody in");
  assert.equal((await ada.call("GET", "/console/api/session")).status, 401);
  assert.equal((await reset(plane, token, "yet another password")).status, 400);
  await ada.enter("session", { ...ADA, password: NEXT });
});

test("a link for a new password expires after a day", async (t) => {
  const plane = await testControlPlane(t);
  await new ConsoleClient(plane).enter("accounts", ADA);
  const token = await resetToken(plane.sql);
  const [link] =
    await plane.sql`select expires_at - created_at = interval '24 hours' as is_day from one_time_links
    where kind = 'reset'`;
  assert.equal(link?.is_day, true);
  await plane.sql`update one_time_links set expires_at = now()`;
  assert.equal((await reset(plane, token)).status, 400);
});
