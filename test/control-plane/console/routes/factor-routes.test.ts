// The second factor over real HTTP: setting it up, signing in with it, recovery codes, turning it off.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Secret } from "otpauth";
import { makeResetLink } from "../../../../control-plane/accounts/people/change-password.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import {
  type ApiReply,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { AuthenticatorApp, setUpFactor } from "../../../support/control-plane/second-factor.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };
const TOTP = "/console/api/totp";
const NOT_A_RECOVERY_CODE = "0000-0000-0000-0000";

async function personWithFactor(t: TestContext) {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  return { plane, ada, ...(await setUpFactor(plane, ada)) };
}

function signIn(plane: TestControlPlane, code?: string): Promise<ApiReply> {
  const body = code === undefined ? ADA : { ...ADA, code };
  return new ConsoleClient(plane).call("POST", "/console/api/session", { body });
}

function detailsOf({ body }: ApiReply): string[] {
  const error = body.error as { details?: { path: string }[] } | undefined;
  return (error?.details ?? []).map(({ path }) => path);
}

function codesIn({ body }: ApiReply): string[] {
  return (body.data?.recoveryCodes ?? []) as string[];
}

test("it is set up with the password and a code, ends all other sessions, and is asked for from then on", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const elsewhere = new ConsoleClient(plane);
  await elsewhere.enter("session", ADA);
  const wrong = await ada.call("POST", TOTP, { body: { password: "not the right one" } });
  assert.equal(failureOf(wrong), "400 INVALID_REQUEST");
  assert.deepEqual(detailsOf(wrong), ["/password"]);
  const begun = await ada.call("POST", TOTP, { body: { password: TEST_PASSWORD } });
  const app = new AuthenticatorApp(String(begun.body.data?.secret));
  assert.match(String(begun.body.data?.uri), /^otpauth:\/\/totp\/Clipmill%20\(.*ada%40example\.com\?/);
  assert.equal((await signIn(plane)).status, 201, "what is only begun is not asked for");
  const early = await ada.call("PUT", TOTP, { body: { code: app.code(-9) } });
  assert.deepEqual([failureOf(early), detailsOf(early)], ["400 INVALID_REQUEST", ["/code"]]);
  const code = app.code();
  const done = await ada.call("PUT", TOTP, { body: { code: ` ${code.slice(0, 3)} ${code.slice(3)}` } });
  assert.equal(done.status, 200, done.text);
  assert.equal(codesIn(done).length, 10);
  assert.equal((await elsewhere.call("GET", "/console/api/session")).status, 401, "the others have ended");
  const session = await ada.call("GET", "/console/api/session");
  assert.match(session.text, /"totp":true/);
  const view = await ada.call("GET", TOTP);
  assert.equal(view.body.data?.recoveryCodesLeft, 10);
  assert.ok(Date.parse(String(view.body.data?.since)) > 0);
  const refused = await signIn(plane);
  assert.deepEqual([failureOf(refused), detailsOf(refused)], ["401 UNAUTHENTICATED", ["/code"]]);
  assert.equal(
    failureOf(await signIn(plane, code)),
    "401 UNAUTHENTICATED",
    "the code that proved it is used",
  );
  assert.equal((await signIn(plane, app.code(1))).status, 201);
});

test("who does not know the password is not told that there is a second factor", async (t) => {
  const { plane } = await personWithFactor(t);
  const body = { email: ADA.email, password: "not the right one" };
  const reply = await new ConsoleClient(plane).call("POST", "/console/api/session", { body });
  const unknown = { ...body, email: "nobody@example.com" };
  const other = await new ConsoleClient(plane).call("POST", "/console/api/session", { body: unknown });
  assert.equal(reply.text, other.text);
});

test("a code is taken once, and so is none before it", async (t) => {
  const { plane, app } = await personWithFactor(t);
  const [earlier, code] = [app.code(), app.code(1)];
  assert.equal((await signIn(plane, code)).status, 201);
  for (const used of [code, earlier]) {
    const reply = await signIn(plane, used);
    assert.deepEqual([failureOf(reply), detailsOf(reply)], ["401 UNAUTHENTICATED", ["/code"]]);
  }
});

test("a recovery code signs in once, however it is typed, and fewer are left", async (t) => {
  const { plane, ada, recoveryCodes } = await personWithFactor(t);
  const [first = "", second = ""] = recoveryCodes;
  assert.equal((await signIn(plane, first)).status, 201);
  assert.equal(failureOf(await signIn(plane, first)), "401 UNAUTHENTICATED");
  assert.equal((await signIn(plane, second.toUpperCase().replaceAll("-", " "))).status, 201);
  assert.equal((await ada.call("GET", TOTP)).body.data?.recoveryCodesLeft, 8);
});

test("wrong codes are counted like wrong passwords, and the right one waits then, too", async (t) => {
  const { plane, app } = await personWithFactor(t);
  for (let tries = 0; tries < 10; tries += 1) {
    const wrong = tries % 2 === 0 ? app.code(-9) : NOT_A_RECOVERY_CODE;
    assert.equal((await signIn(plane, wrong)).status, 401);
  }
  const reply = await signIn(plane, app.code());
  assert.equal(failureOf(reply), "429 RATE_LIMITED");
  assert.ok(Number(reply.headers.get("retry-after")) > 0);
});

test("a right password without a code is no wrong try", async (t) => {
  const { plane, app } = await personWithFactor(t);
  for (let tries = 0; tries < 12; tries += 1) assert.equal((await signIn(plane)).status, 401);
  assert.equal((await signIn(plane, app.code())).status, 201);
});

test("new recovery codes take password and code, and end the former ones", async (t) => {
  const { plane, ada, app, recoveryCodes } = await personWithFactor(t);
  const path = `${TOTP}/recovery-codes`;
  const ask = (password: string, code: string): Promise<ApiReply> =>
    ada.call("POST", path, { body: { password, code } });
  assert.deepEqual(detailsOf(await ask("not the right one", app.code())), ["/password"]);
  assert.deepEqual(detailsOf(await ask(TEST_PASSWORD, app.code(-9))), ["/code"]);
  const renewed = await ask(TEST_PASSWORD, app.code());
  assert.equal(renewed.status, 201, renewed.text);
  const [code = ""] = codesIn(renewed);
  assert.equal(failureOf(await signIn(plane, recoveryCodes[0])), "401 UNAUTHENTICATED");
  assert.equal((await signIn(plane, code)).status, 201);
  assert.equal((await ada.call("GET", TOTP)).body.data?.recoveryCodesLeft, 9);
});

test("it is turned off with password and code, and nothing of it stays", async (t) => {
  const { plane, ada, app } = await personWithFactor(t);
  const off = (body: object): Promise<ApiReply> => ada.call("DELETE", TOTP, { body });
  assert.deepEqual(detailsOf(await off({ password: TEST_PASSWORD })), ["/code"]);
  assert.deepEqual(detailsOf(await off({ password: "not the right one", code: app.code() })), ["/password"]);
  assert.deepEqual(detailsOf(await off({ password: TEST_PASSWORD, code: "000 00" })), ["/code"]);
  assert.equal((await ada.call("GET", "/console/api/session")).status, 200, "the session goes on");
  assert.equal((await off({ password: TEST_PASSWORD, code: app.code() })).status, 200);
  assert.deepEqual([...(await plane.sql`select from second_factors`)], []);
  assert.deepEqual([...(await plane.sql`select from recovery_codes`)], []);
  assert.equal((await signIn(plane)).status, 201);
  const body = { password: TEST_PASSWORD, code: "123456" };
  assert.equal(failureOf(await off(body)), "400 INVALID_REQUEST");
  const renewed = await ada.call("POST", `${TOTP}/recovery-codes`, { body });
  assert.match(renewed.text, /You have no second factor/);
  assert.deepEqual([...(await plane.sql`select from recovery_codes`)], []);
});

test("what is set up is confirmed within half an hour, and only what was begun last", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const begin = async (): Promise<AuthenticatorApp> => {
    const reply = await ada.call("POST", TOTP, { body: { password: TEST_PASSWORD } });
    return new AuthenticatorApp(String(reply.body.data?.secret));
  };
  const confirm = (code: string): Promise<ApiReply> => ada.call("PUT", TOTP, { body: { code } });
  assert.match((await confirm("123456")).text, /Begin again/);
  const first = await begin();
  const second = await begin();
  assert.deepEqual(detailsOf(await confirm(first.code())), ["/code"]);
  await plane.sql`update second_factors set created_at = now() - interval '30 minutes'`;
  assert.match((await confirm(second.code())).text, /Begin again/);
  const third = await begin();
  assert.equal((await confirm(third.code())).status, 200);
  const again = await ada.call("POST", TOTP, { body: { password: TEST_PASSWORD } });
  assert.match(again.text, /You have a second factor already/);
});

test("the database holds neither the secret nor a recovery code, and no log of operators does", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const begun = await ada.call("POST", TOTP, { body: { password: TEST_PASSWORD } });
  const text = String(begun.body.data?.secret);
  const app = new AuthenticatorApp(text);
  const confirmed = await ada.call("PUT", TOTP, { body: { code: app.code() } });
  const codes = codesIn(confirmed);
  const rows = await plane.sql<{ line: string }[]>`
    select row_to_json(f)::text as line from second_factors f
    union all select row_to_json(c)::text from recovery_codes c
    union all select row_to_json(s)::text from sessions s`;
  assert.equal(rows.length, 12);
  const all = rows.map(({ line }) => line).join("\n");
  const bytes = Buffer.from(Secret.fromBase32(text).bytes);
  const hidden = [text, bytes.toString("hex"), bytes.toString("base64"), ...codes];
  for (const secret of hidden) assert.equal(all.includes(secret), false);
  const plain = codes.map((code) => Buffer.from(code.replaceAll("-", "")).toString("hex"));
  for (const code of plain) assert.equal(all.includes(code), false);
});

test("a secret that this appliance cannot read says so, and a recovery code still signs in", async (t) => {
  const { plane, app, recoveryCodes } = await personWithFactor(t);
  await plane.sql`update second_factors set secret = ${Buffer.alloc(60)}`;
  const reply = await signIn(plane, app.code());
  assert.equal(failureOf(reply), "403 FORBIDDEN");
  assert.match(reply.text, /Use a recovery code, or ask an operator/);
  assert.equal((await signIn(plane, recoveryCodes[0])).status, 201);
});

test("a new password takes the present one and a code, and leaves the second factor", async (t) => {
  const { plane, ada, app } = await personWithFactor(t);
  const next = "another long password";
  const change = (body: object): Promise<ApiReply> =>
    ada.call("PUT", "/console/api/password", { body: { current: TEST_PASSWORD, next, ...body } });
  assert.deepEqual(detailsOf(await change({})), ["/code"]);
  assert.deepEqual(detailsOf(await change({ code: app.code(-9) })), ["/code"]);
  assert.deepEqual(detailsOf(await change({ current: "not the right one", code: app.code() })), ["/current"]);
  assert.equal((await signIn(plane, app.code(-1))).status, 201, "the password is the one that it was");
  const changed = await change({ code: app.code() });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await signIn(plane)).status, 401);
  const again = { ...ADA, password: next, code: app.code(1) };
  const signedIn = await new ConsoleClient(plane).call("POST", "/console/api/session", { body: again });
  assert.equal(signedIn.status, 201, signedIn.text);
});

test("a new password by a link leaves the second factor", async (t) => {
  const { plane, app } = await personWithFactor(t);
  const link = await plane.sql.begin((transaction) => makeResetLink(transaction, ADA.email, "test"));
  const body = { token: link.path.split("#")[1], password: TEST_PASSWORD };
  const reset = await new ConsoleClient(plane).call("POST", "/console/api/password-resets", { body });
  assert.equal(reset.status, 200, reset.text);
  assert.equal((await signIn(plane)).status, 401);
  assert.equal((await signIn(plane, app.code())).status, 201);
});

test("an invitation is taken up with password and code, too", async (t) => {
  const { plane, app } = await personWithFactor(t);
  const owner = new ConsoleClient(plane);
  await owner.enter("accounts", { ...ADA, email: "owner@example.com" });
  await plane.sql`update accounts set state = 'APPROVED'`;
  const invited = await owner.call("POST", "/console/api/people", {
    body: { email: ADA.email, role: "member" },
  });
  const token = String(invited.body.data?.url).split("#")[1];
  const join = (code?: string): Promise<ApiReply> => {
    const body = { token, password: TEST_PASSWORD, ...(code === undefined ? {} : { code }) };
    return new ConsoleClient(plane).call("POST", "/console/api/invitations", { body });
  };
  const missing = await join();
  assert.deepEqual([failureOf(missing), detailsOf(missing)], ["401 UNAUTHENTICATED", ["/code"]]);
  assert.equal(failureOf(await join(NOT_A_RECOVERY_CODE)), "401 UNAUTHENTICATED");
  assert.equal((await join(app.code())).status, 201);
});

test("who signs in without a password sets none up here", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  await plane.sql`delete from passwords`;
  const reply = await ada.call("POST", TOTP, { body: { password: TEST_PASSWORD } });
  assert.equal(failureOf(reply), "403 FORBIDDEN");
});
