// Asking for an account, signing in and out, and what a session may do, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeAccount } from "../../../../control-plane/accounts/manage-accounts.ts";
import type { SessionView } from "../../../../control-plane/console/api-types/session.ts";
import { ACCOUNT_REQUEST_LIMITS } from "../../../../shared/limits/people.ts";
import {
  approvedOwner,
  ConsoleClient,
  TEST_PASSWORD,
} from "../../../support/control-plane/console-client.ts";
import { failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";

const ASK = { email: "Ada@example.com", password: TEST_PASSWORD };

test("whoever asks for an account is signed in to a pending one, and calls the API once it is approved", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  const view = await ada.enter("accounts", { ...ASK, name: "\u001b[0mAda's\n\u202e films " });
  assert.equal(view.user.email, "Ada@example.com");
  assert.equal(view.isOperator, false);
  assert.deepEqual(view.accounts, [view.account]);
  const account = { name: "[0mAda's films", state: "PENDING", blocked: false, role: "owner" };
  assert.deepEqual({ ...view.account, id: "" }, { ...account, id: "" });
  assert.equal(failureOf(await ada.call("GET", "/api/v1/balance")), "403 ACCOUNT_NOT_APPROVED");
  await changeAccount(plane.sql, view.account?.id ?? "", "approve");
  const balance = await ada.call("GET", "/api/v1/balance");
  assert.equal(balance.body.data?.moodsBalance, 0);
  const read = await ada.call("GET", "/console/api/session");
  assert.deepEqual(read.body.data, {
    ...view,
    account: { ...view.account, state: "APPROVED" },
    accounts: [{ ...view.account, state: "APPROVED" }],
  });
});

test("whoever asks for an account is refused where too many wait, and not where an operator has blocked them", async (t) => {
  const plane = await testControlPlane(t);
  const { pending } = ACCOUNT_REQUEST_LIMITS;
  await plane.sql`insert into users (id, email) select 'user_' || n, n || '@example.com' from generate_series(1, ${pending}) n`;
  await plane.sql`insert into accounts (id, user_id) select 'acct_' || n, 'user_' || n from generate_series(1, ${pending}) n`;
  const refused = await new ConsoleClient(plane).call("POST", "/console/api/accounts", { body: ASK });
  assert.equal(failureOf(refused), "429 RATE_LIMITED");
  await changeAccount(plane.sql, "acct_7", "block");
  await new ConsoleClient(plane).enter("accounts", ASK);
});

test("people sign in with any case of their address, and each sign-in is a new session", async (t) => {
  const plane = await testControlPlane(t);
  const first = new ConsoleClient(plane);
  await first.enter("accounts", ASK);
  const second = new ConsoleClient(plane);
  const view = await second.enter("session", { ...ASK, email: "ADA@EXAMPLE.COM" });
  assert.equal(view.user.email, "Ada@example.com");
  assert.notEqual(second.cookie, first.cookie);
  assert.equal((await first.call("GET", "/console/api/session")).status, 200, "the first goes on");
  const [stored] = await plane.sql`select secret_hash from sessions limit 1`;
  assert.equal(stored?.secret_hash.length, 32);
});

test("a sign-in ends the session that the browser brought, so that none can be planted", async (t) => {
  const plane = await testControlPlane(t);
  const browser = new ConsoleClient(plane);
  await browser.enter("accounts", ASK);
  const planted = browser.cookie;
  await browser.enter("session", ASK);
  assert.notEqual(browser.cookie, planted);
  const attacker = new ConsoleClient(plane);
  attacker.cookie = planted;
  assert.equal(failureOf(await attacker.call("GET", "/console/api/session")), "401 UNAUTHENTICATED");
});

test("signing out ends the session at once and takes the cookie away", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ASK);
  const { cookie, csrf } = ada;
  const reply = await ada.call("DELETE", "/console/api/session");
  const [plain = "", bound = ""] = reply.headers.getSetCookie();
  assert.match(plain, /^clipmill=; .*Max-Age=0/);
  assert.match(bound, /^__Host-clipmill=; .*Secure; Max-Age=0/, "which the browser may have from HTTPS");
  ada.cookie = cookie;
  ada.csrf = csrf;
  assert.equal(failureOf(await ada.call("GET", "/console/api/session")), "401 UNAUTHENTICATED");
  assert.equal(failureOf(await ada.call("GET", "/api/v1/balance")), "401 UNAUTHENTICATED");
});

test("sessions end when they are idle, when they are old, and when their person is blocked", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  const { account } = await ada.enter("accounts", ASK);
  const stateOf = async (): Promise<number> => (await ada.call("GET", "/console/api/session")).status;
  await plane.sql`update sessions set last_used_at = now() - interval '11 hours 59 minutes'`;
  assert.equal(await stateOf(), 200);
  const [touched] =
    await plane.sql`select last_used_at > now() - interval '1 minute' as is_fresh from sessions`;
  assert.equal(touched?.is_fresh, true, "a use keeps it");
  await plane.sql`update sessions set last_used_at = now() - interval '12 hours'`;
  assert.equal(await stateOf(), 401);
  await ada.enter("session", ASK);
  await plane.sql`update sessions set expires_at = now()`;
  assert.equal(await stateOf(), 401);
  await ada.enter("session", ASK);
  await changeAccount(plane.sql, account?.id ?? "", "block");
  assert.equal(await stateOf(), 401);
  const refused = await ada.call("POST", "/console/api/session", { body: ASK });
  assert.equal(failureOf(refused), "403 ACCOUNT_BLOCKED");
  await changeAccount(plane.sql, account?.id ?? "", "unblock");
  assert.equal(await stateOf(), 401, "what a block has ended stays ended");
});

test("a wrong password, an unknown address and a person without a password are answered alike", async (t) => {
  const plane = await testControlPlane(t);
  await new ConsoleClient(plane).enter("accounts", ASK);
  await plane.account();
  const [passwordless] = await plane.sql`select email from users where email like 'person-%'`;
  const replies = [];
  for (const email of [ASK.email, "nobody@example.com", String(passwordless?.email)]) {
    const body = { email, password: "not the right one" };
    replies.push(await new ConsoleClient(plane).call("POST", "/console/api/session", { body }));
  }
  const [first] = replies;
  assert.equal(first?.status, 401);
  for (const reply of replies) assert.equal(reply.text, first?.text);
});

test("what changes something needs the session's token, and to come from a page of the console", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ASK);
  const other = new ConsoleClient(plane);
  await other.enter("accounts", { ...ASK, email: "other@example.com" });
  const attempts: Record<string, string>[] = [
    { "x-clipmill-csrf": "" },
    { "x-clipmill-csrf": other.csrf },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  for (const path of ["/console/api/session", "/api/v1/uploads/upl_1"]) {
    for (const headers of attempts) {
      assert.equal(
        failureOf(await ada.call("DELETE", path, { headers })),
        "403 FORBIDDEN",
        JSON.stringify(headers),
      );
    }
  }
  assert.equal((await ada.call("GET", "/console/api/session")).status, 200, "nobody was signed out");
  const pathsOf = async (headers: Record<string, string>): Promise<string[]> => {
    const { error } = (await ada.call("DELETE", "/console/api/session", { headers })).body;
    return (error?.details ?? []).map(({ path }) => path);
  };
  assert.deepEqual(await pathsOf({ "x-clipmill-csrf": other.csrf }), ["/x-clipmill-csrf"]);
  assert.deepEqual(await pathsOf({ "sec-fetch-site": "cross-site" }), [], "no new token helps another site");
});

test("what a page asks is refused where its session is for another account by now", async (t) => {
  const plane = await testControlPlane(t);
  const { client: ada, accountId } = await approvedOwner(plane, "ada@example.com");
  const { accountId: other } = await approvedOwner(plane, "bob@example.com");
  const statusOf = async (method: string, path: string, account: string): Promise<string> => {
    const headers = { "x-clipmill-account": account };
    const body = method === "POST" ? { scopes: ["BALANCE"] } : undefined;
    const reply = await ada.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
    return `${reply.status} ${(reply.body.error?.details ?? []).map((detail) => detail.path).join()}`;
  };
  for (const path of ["/console/api/keys", "/api/v1/balance"]) {
    assert.equal(await statusOf("GET", path, accountId), "200 ");
    assert.equal(await statusOf("GET", path, other), "403 /x-clipmill-account");
    assert.equal(await statusOf("GET", path, "none"), "403 /x-clipmill-account");
  }
  assert.equal(await statusOf("POST", "/console/api/keys", other), "403 /x-clipmill-account");
  assert.equal((await plane.sql`select from api_keys`).length, 0);
  assert.equal(await statusOf("GET", "/console/api/sessions", other), "200 ", "what is the person's own");
  await plane.sql`update sessions set account_id = null`;
  assert.equal(await statusOf("GET", "/console/api/keys", "none"), "403 ", "who belongs to none");
});

test("another site signs nobody in and asks for no account", async (t) => {
  const plane = await testControlPlane(t);
  await new ConsoleClient(plane).enter("accounts", ASK);
  const send = async (path: string, headers: Record<string, string>): Promise<string> => {
    const body = { ...ASK, ...(path === "accounts" ? { email: "new@example.com" } : {}) };
    const response = await fetch(`${plane.url}/console/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return `${response.status} ${response.headers.get("set-cookie") === null}`;
  };
  for (const path of ["session", "accounts"]) {
    assert.equal(await send(path, { "sec-fetch-site": "cross-site" }), "403 true");
    assert.equal(await send(path, { origin: "https://evil.example" }), "403 true", "an older browser's word");
    assert.equal(await send(path, { origin: "null" }), "403 true");
    assert.equal(await send(path, { "content-type": "text/plain" }), "415 true", "what a form can send");
    assert.equal(await send(path, { origin: plane.url }), "201 false");
  }
});

test("the cookie is bound to the host and HTTPS, and over plain HTTP is an ordinary one", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_TRUSTED_PROXIES: "127.0.0.1/32" } });
  await new ConsoleClient(plane).enter("accounts", ASK);
  const signIn = async (headers: Record<string, string>): Promise<string> => {
    const reply = await new ConsoleClient(plane).call("POST", "/console/api/session", { body: ASK, headers });
    assert.equal(reply.status, 201, reply.text);
    return reply.headers.getSetCookie()[0]?.replace(/=[\w-]{43}/, "=…") ?? "";
  };
  const common = "Path=/; HttpOnly; SameSite=Lax";
  const bound = `__Host-clipmill=…; ${common}; Secure; Max-Age=604800`;
  const ordinary = `clipmill=…; ${common}; Max-Age=604800`;
  assert.equal(await signIn({}), ordinary, "to the machine itself, where Safari takes no other");
  assert.equal(
    await signIn({ "x-forwarded-host": "clips.example.com", "x-forwarded-proto": "https" }),
    bound,
  );
  const plain = await signIn({ "x-forwarded-host": "clips.lan", "x-forwarded-proto": "http" });
  assert.equal(plain, ordinary);
});

test("an ordinary cookie is not believed where HTTPS is in use", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ASK);
  const read = () => ada.call("GET", "/console/api/session", { headers: { "x-forwarded-proto": "https" } });
  assert.equal(failureOf(await read()), "401 UNAUTHENTICATED");
  ada.cookie = `__Host-${ada.cookie}`;
  assert.equal((await read()).status, 200);
});

test("a person chooses among their own accounts, and reaches no other", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  const view = await ada.enter("accounts", ASK);
  const foreign = await plane.account();
  const choose = (accountId: string) =>
    ada.call("PUT", "/console/api/session/account", { body: { accountId } });
  assert.equal(failureOf(await choose(foreign.id)), "404 NOT_FOUND");
  await plane.sql`insert into memberships (account_id, user_id, role) values (${foreign.id}, ${view.user.id}, 'member')`;
  const chosen = (await choose(foreign.id)).body.data as unknown as SessionView;
  assert.equal(chosen.account?.id, foreign.id);
  assert.equal(chosen.account?.role, "member");
  assert.equal((await ada.call("GET", "/api/v1/balance")).body.data?.moodsBalance, 100);
  await plane.sql`delete from memberships`;
  assert.equal(failureOf(await ada.call("GET", "/api/v1/balance")), "403 FORBIDDEN", "a former member");
});

test("fields that nobody knows are refused by name, and so are short passwords", async (t) => {
  const plane = await testControlPlane(t);
  const stranger = new ConsoleClient(plane);
  const ask = (body: object) => stranger.call("POST", "/console/api/accounts", { body });
  const unknown = await ask({ ...ASK, isOperator: true });
  assert.deepEqual(unknown.body.error?.details, [
    { path: "/isOperator", message: "is not a known property" },
  ]);
  const short = await ask({ ...ASK, password: "eleven char" });
  assert.deepEqual(short.body.error?.details, [
    { path: "/password", message: "must have at least 12 characters" },
  ]);
  const wrong = await ask({ ...ASK, email: "no address" });
  assert.equal(failureOf(wrong), "400 INVALID_REQUEST");
  assert.equal((await plane.sql`select from users`).length, 0);
});

test("an operator may close the door to strangers", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_ACCOUNT_REQUESTS: "off" } });
  const stranger = new ConsoleClient(plane);
  assert.equal((await stranger.call("GET", "/console/api/sign-in")).body.data?.asksAllowed, false);
  assert.equal(
    failureOf(await stranger.call("POST", "/console/api/accounts", { body: ASK })),
    "403 FORBIDDEN",
  );
});

test("a person's calls to the API are counted for the account, within its limits, over all their sessions", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  const { account } = await ada.enter("accounts", ASK);
  const accountId = account?.id ?? "";
  await changeAccount(plane.sql, accountId, "approve");
  await plane.sql`update accounts set per_day = 3 where id = ${accountId}`;
  const again = new ConsoleClient(plane);
  await again.enter("session", ASK);
  const statuses = [];
  for (const browser of [ada, again, ada, again, ada]) {
    statuses.push((await browser.call("GET", "/api/v1/balance")).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal((await ada.call("GET", "/console/api/session")).status, 200, "the console itself goes on");
  await plane.sql`update accounts set per_day = null where id = ${accountId}`;
  const usage = await ada.call("GET", "/api/v1/usage");
  const endpoints = usage.body.data?.by_endpoint as { endpoint: string; requests: number }[];
  assert.deepEqual(
    endpoints.map(({ endpoint, requests }) => `${endpoint} ${requests}`),
    ["/api/v1/balance 5"],
  );
});
