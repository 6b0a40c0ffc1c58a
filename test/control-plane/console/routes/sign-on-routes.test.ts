// Single sign-on with a real provider, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addOperator } from "../../../../control-plane/accounts/people/operators.ts";
import { insertAccount } from "../../../../control-plane/db/accounts.ts";
import { unlinkPerson } from "../../../../control-plane/operators/person-work.ts";
import { newId } from "../../../../shared/ids.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import {
  failureOf,
  TEST_SECRET,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { failureIn, SignOnBrowser } from "../../../support/sign-on/sign-on-browser.ts";
import { ADA, connectingPerson, signOnScene } from "../../../support/sign-on/sign-on-scene.ts";
import { testProvider } from "../../../support/sign-on/test-provider.ts";
import { until } from "../../../support/until.ts";

async function start(browser: SignOnBrowser, plane: TestControlPlane): Promise<string> {
  return browser.toProvider(`${plane.url}/console/api/oidc/start`);
}

test("a new person comes in with an account that waits, and is the same person when they come again", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const ways = await new ConsoleClient(plane).call("GET", "/console/api/sign-in");
  assert.deepEqual(ways.body.data?.oidc, { name: "Northwind" });
  assert.equal(
    await browser.signIn("ada", { return: "/console/tasks?status=failed" }),
    "/console/tasks?status=failed",
  );
  const view = await browser.session();
  assert.equal(view?.user.email, ADA.email);
  assert.equal(view?.user.hasPassword, false);
  assert.equal(view?.account?.state, "PENDING");
  assert.deepEqual([...browser.cookies.keys()], ["__Host-clipmill"], "what was carried for the way is gone");
  const again = new SignOnBrowser(plane);
  await again.signIn("ada");
  assert.equal((await again.session())?.user.id, view?.user.id);
  const [session] = await plane.sql`
    select way, expires_at < now() + interval '25 hours' as is_short from sessions limit 1`;
  assert.deepEqual({ ...session }, { way: "oidc", is_short: true });
});

test("groups make somebody an operator and take it away again, in the audit log", async (t) => {
  const { plane, provider, browser } = await signOnScene(t, {
    CLIPMILL_OIDC_OPERATOR_GROUPS: "Admins, clipmill-ops",
  });
  await plane.sql`insert into users (id, email, is_operator) values ('user_other', 'other@example.com', true)`;
  provider.people.set("ada", { ...ADA, groups: ["staff", "clipmill-ops"] });
  await browser.signIn("ada");
  const view = await browser.session();
  assert.equal(view?.isOperator, true);
  assert.equal(view?.account, null, "who operates needs no account");
  provider.people.set("ada", { ...ADA, groups: ["staff"] });
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, false);
  const actions = await plane.sql`
    select action, operator, target, details->>'by' as by from operator_actions order by id`;
  const operator = "Northwind (CLIPMILL_OIDC_OPERATOR_GROUPS)";
  const line = { operator, target: view?.user.id, by: "groups" };
  assert.deepEqual(
    actions.map((row) => ({ ...row })),
    [
      { action: "operator add", ...line },
      { action: "operator remove", ...line },
    ],
  );
});

test("an operator whom somebody here has made stays one without a group", async (t) => {
  const { plane, browser } = await signOnScene(t, { CLIPMILL_OIDC_OPERATOR_GROUPS: "clipmill-ops" });
  await browser.signIn("ada");
  await plane.sql`update users set is_operator = true`;
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, true);
});

test("groups give roles in accounts and take them away with the keys; what an owner gave stays", async (t) => {
  const [first, second, third] = [newId("account"), newId("account"), newId("account")];
  const roles = `editors=${first}:member,leads=${first}:owner,cn=a b=c=${second}:owner`;
  const { plane, provider, browser } = await signOnScene(t, { CLIPMILL_OIDC_ROLES: roles });
  await plane.sql`insert into users (id, email) values ('user_holder', 'holder@example.com')`;
  for (const id of [first, second, third]) {
    await insertAccount(plane.sql, { id, userId: "user_holder", state: "APPROVED", name: id });
  }
  provider.people.set("ada", { ...ADA, groups: ["editors", "leads", "cn=a b=c"] });
  await browser.signIn("ada");
  const userId = (await browser.session())?.user.id ?? "";
  const rolesNow = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      ((await browser.session())?.accounts ?? []).map(({ id, role }) => [id, role] as const),
    );
  assert.deepEqual(await rolesNow(), { [first]: "owner", [second]: "owner" });
  await plane.sql`
    insert into memberships (account_id, user_id, role) values (${third}, ${userId}, 'member')`;
  const key = await plane.key(second);
  await plane.sql`update api_keys set made_by = ${userId} where id = ${key.id}`;
  provider.people.set("ada", { ...ADA, groups: ["editors"] });
  await browser.signIn("ada");
  assert.deepEqual(await rolesNow(), { [first]: "member", [third]: "member" });
  const [row] =
    await plane.sql`select revoked_at is not null as is_revoked from api_keys where id = ${key.id}`;
  assert.equal(row?.is_revoked, true, "the key that they made there works no more");
});

test("a reply with another state, for another browser, or after its time leads nobody in", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const callback = await browser.answer(await start(browser, plane), { login: "ada" });
  const stranger = new SignOnBrowser(plane);
  assert.equal(failureIn(await stranger.comeBack(callback)), "expired", "a browser that has begun none");
  await start(stranger, plane);
  assert.equal(failureIn(await stranger.comeBack(callback)), "other", "a browser that has begun another one");
  assert.equal(await stranger.session(), undefined);
  const forged = new URL(callback);
  forged.searchParams.set("state", "guessed");
  const { cookies } = browser;
  const carried = cookies.get("__Host-clipmill-sign-on") ?? "";
  assert.equal(failureIn(await browser.comeBack(forged.href)), "other");
  assert.equal(cookies.size, 0, "a failure ends what was begun");
  cookies.set("__Host-clipmill-sign-on", `${carried.slice(0, -4)}AAAA`);
  assert.equal(failureIn(await browser.comeBack(callback)), "expired", "what nobody here has sealed");
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 11 * 60_000 });
  cookies.set("__Host-clipmill-sign-on", carried);
  assert.equal(failureIn(await browser.comeBack(callback)), "expired", "eleven minutes later");
  t.mock.timers.reset();
  assert.equal(await browser.session(), undefined);
});

test("a reply works once, with the browser's cookie put back, too", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const callback = await browser.answer(await start(browser, plane), { login: "ada" });
  const carried = browser.cookies.get("__Host-clipmill-sign-on") ?? "";
  assert.equal(await browser.comeBack(callback), "/console/");
  const thief = new SignOnBrowser(plane);
  thief.cookies.set("__Host-clipmill-sign-on", carried);
  assert.equal(failureIn(await thief.comeBack(callback)), "refused");
  assert.equal(await thief.session(), undefined);
});

test("a token for another sign-in, and one that was changed on its way, are not believed", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  const authorize = new URL(await browser.step(`${plane.url}/console/api/oidc/start`));
  authorize.searchParams.set("nonce", "of-another-sign-in");
  const callback = await browser.answer(await browser.toProvider(authorize.href), { login: "ada" });
  assert.equal(failureIn(await browser.comeBack(callback)), "refused", "the nonce is another one");
  provider.people.set("eve", { email: "eve@northwind.example", email_verified: true });
  provider.changeToken = (token) => {
    const [head = "", body = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "ada", email: ADA.email })).toString(
      "base64url",
    );
    return [head, forged, signature].join(".");
  };
  assert.equal(failureIn(await browser.signIn("eve")), "refused", "the signature is of something else");
  assert.equal(await browser.session(), undefined);
  assert.equal((await plane.sql`select from users`).length, 0);
});

test("an address that the provider has not verified makes nobody, unless the settings trust it", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  provider.people.set("ada", { email: ADA.email, email_verified: false });
  assert.equal(failureIn(await browser.signIn("ada")), "unverified-email");
  provider.people.set("ada", { email: ADA.email });
  assert.equal(failureIn(await browser.signIn("ada")), "unverified-email");
  provider.people.set("ada", {});
  assert.equal(failureIn(await browser.signIn("ada")), "no-email");
  assert.equal((await plane.sql`select from users`).length, 0);
  const trusting = await signOnScene(t, { CLIPMILL_OIDC_TRUST_EMAIL: "on" });
  trusting.provider.people.set("ada", { email: ADA.email, email_verified: false });
  assert.equal(failureIn(await trusting.browser.signIn("ada")), "unverified-email", "it says that it is not");
  trusting.provider.people.set("ada", { email: ADA.email });
  assert.equal(await trusting.browser.signIn("ada"), "/console/");
});

test("an address takes over nobody who has a password, unless the settings say so", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const person = { email: "Ada@Northwind.example", password: TEST_PASSWORD };
  await new ConsoleClient(plane).enter("accounts", person);
  assert.equal(failureIn(await browser.signIn("ada")), "known");
  assert.equal(await browser.session(), undefined);
  const linking = await signOnScene(t, { CLIPMILL_OIDC_LINK_BY_EMAIL: "on" });
  const view = await new ConsoleClient(linking.plane).enter("accounts", person);
  await linking.browser.signIn("ada");
  assert.equal((await linking.browser.session())?.user.id, view.user.id);
  linking.provider.people.set("other", ADA);
  const other = new SignOnBrowser(linking.plane);
  assert.equal(failureIn(await other.signIn("other")), "known", "whom the address was given to later");
});

test("whoever an operator has made without a password is found by a verified address", async (t) => {
  const { plane, browser } = await signOnScene(t);
  await plane.sql`insert into users (id, email) values ('user_made', 'ADA@northwind.example')`;
  await browser.signIn("ada");
  assert.equal((await browser.session())?.user.id, "user_made");
});

test("whoever is signed in connects the provider with their password, whatever its address", async (t) => {
  const { plane, provider } = await signOnScene(t);
  provider.people.set("ada", { email: "private@example.com", email_verified: false });
  const { person, userId, ask, connect } = await connectingPerson(plane, ADA.email);
  assert.equal((await ask({ password: TEST_PASSWORD }, "")).status, 403);
  assert.equal((await ask({})).status, 400);
  assert.equal((await ask({ password: "not the right one" })).status, 400);
  assert.equal(await connect("ada"), "/console/settings?connected=1");
  const read = await person.call("GET", "/console/api/oidc");
  assert.deepEqual(read.body.data, { name: "Northwind", linked: true });
  const later = new SignOnBrowser(plane);
  await later.signIn("ada");
  assert.equal((await later.session())?.user.id, userId);
});

test("nobody connects somebody else's identity, nor by a session that has become another's", async (t) => {
  const { plane } = await signOnScene(t);
  const ada = await connectingPerson(plane, ADA.email);
  await ada.connect("ada");
  const bob = await connectingPerson(plane, "bob@example.com");
  assert.equal(await bob.connect("ada"), "/console/settings?failed=linked");
  const { data } = (await (await bob.ask({ password: TEST_PASSWORD })).json()) as { data: { url: string } };
  bob.browser.cookies.set("__Host-clipmill", ada.person.cookie.split("=")[1] ?? "");
  const callback = await bob.browser.answer(await bob.browser.toProvider(data.url), { login: "eve" });
  assert.equal(await bob.browser.comeBack(callback), "/console/settings?failed=other");
  assert.equal((await plane.sql`select from identities`).length, 1);
});

test("a new person who comes in by several browsers at once is one person", async (t) => {
  const { plane } = await signOnScene(t);
  const browsers = [1, 2, 3, 4].map(() => new SignOnBrowser(plane));
  const callbacks: string[] = [];
  for (const browser of browsers) {
    callbacks.push(await browser.answer(await start(browser, plane), { login: "ada" }));
  }
  const led = await Promise.all(browsers.map((browser, index) => browser.comeBack(callbacks[index] ?? "")));
  assert.deepEqual([...new Set(led)], ["/console/"]);
  const counts = await plane.sql`
    select (select count(*) from users)::int as users, (select count(*) from accounts)::int as accounts,
      (select count(*) from identities)::int as identities, (select count(*) from sessions)::int as sessions`;
  assert.deepEqual({ ...counts[0] }, { users: 1, accounts: 1, identities: 1, sessions: 4 });
});

test("any control plane with the secret takes the reply, also while it is changed for a new one", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  const callback = new URL(await browser.answer(await start(browser, plane), { login: "ada" }));
  const CLIPMILL_SECRET = `${"n".repeat(40)},${TEST_SECRET}`;
  const env = provider.settings({ CLIPMILL_SECRET, CLIPMILL_PUBLIC_URL: plane.url });
  const other = await testControlPlane(t, { databaseUrl: plane.databaseUrl, env });
  const carried = browser.cookies.get("__Host-clipmill-sign-on") ?? "";
  const elsewhere = new SignOnBrowser(other);
  elsewhere.cookies.set("__Host-clipmill-sign-on", carried);
  assert.equal(await elsewhere.comeBack(`${other.url}${callback.pathname}${callback.search}`), "/console/");
  assert.equal((await elsewhere.session())?.user.email, ADA.email);
});

test("what ID tokens have is not asked for apart", async (t) => {
  const provider = await testProvider(t);
  provider.isFrank = true;
  const plane = await testControlPlane(t, {
    env: provider.settings({ CLIPMILL_OIDC_OPERATOR_GROUPS: "ops" }),
  });
  provider.serve(plane.url);
  provider.people.set("ada", { ...ADA, groups: ["ops"] });
  const browser = new SignOnBrowser(plane);
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, true);
  assert.equal(provider.questions(), 0);
});

test("the provider's document is read again after an hour, behind those who sign in", async (t) => {
  const { provider, browser } = await signOnScene(t);
  await browser.signIn("ada");
  await browser.signIn("ada");
  assert.equal(provider.documents(), 1);
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 61 * 60_000);
  assert.equal(await browser.signIn("ada"), "/console/");
  await until("the document to be read again", () => provider.documents() === 2);
  t.mock.restoreAll();
});

test("an account has no more people by groups than it may have", async (t) => {
  const accountId = newId("account");
  const { plane, provider, browser } = await signOnScene(t, {
    CLIPMILL_OIDC_ROLES: `editors=${accountId}:member`,
  });
  await plane.sql`
    insert into users (id, email) select 'user_' || n, n || '@example.com' from generate_series(0, 99) n`;
  await insertAccount(plane.sql, { id: accountId, userId: "user_0", state: "APPROVED", name: null });
  await plane.sql`
    insert into memberships (account_id, user_id, role)
    select ${accountId}, 'user_' || n, 'member' from generate_series(1, 99) n`;
  provider.people.set("ada", { ...ADA, groups: ["editors"] });
  assert.equal(await browser.signIn("ada"), "/console/");
  assert.deepEqual((await browser.session())?.accounts, []);
  await plane.sql`delete from memberships where user_id = 'user_1'`;
  await browser.signIn("ada");
  assert.equal((await browser.session())?.accounts[0]?.id, accountId);
});

test("who is an operator by groups becomes one by hand, and stays one", async (t) => {
  const { plane, provider, browser } = await signOnScene(t, { CLIPMILL_OIDC_OPERATOR_GROUPS: "ops" });
  provider.people.set("ada", { ...ADA, groups: ["ops"] });
  await browser.signIn("ada");
  await addOperator(plane.sql, ADA.email);
  await assert.rejects(addOperator(plane.sql, ADA.email), /is an operator already/);
  provider.people.set("ada", ADA);
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, true);
});

test("whom an operator has unlinked is found by another identity", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  await browser.signIn("ada");
  const userId = (await browser.session())?.user.id;
  provider.people.set("ada-2", ADA);
  assert.equal(failureIn(await browser.signIn("ada-2")), "known");
  await plane.sql.begin(unlinkPerson("ADA@northwind.example"));
  assert.equal(await browser.session(), undefined);
  await browser.signIn("ada-2");
  assert.equal((await browser.session())?.user.id, userId);
});

test("groups and verified domains say who may come in at all", async (t) => {
  const { provider, browser } = await signOnScene(t, {
    CLIPMILL_OIDC_ALLOWED_GROUPS: "video team",
    CLIPMILL_OIDC_ALLOWED_DOMAINS: "Northwind.example",
  });
  assert.equal(await browser.signIn("ada"), "/console/");
  provider.people.set("guest", { email: "guest@elsewhere.example", email_verified: true });
  assert.equal(failureIn(await browser.signIn("guest")), "not-allowed");
  provider.people.set("guest", {
    email: "guest@elsewhere.example",
    email_verified: true,
    groups: ["video team"],
  });
  assert.equal(await browser.signIn("guest"), "/console/");
  provider.people.set("sub", { email: "ada@northwind.example.evil.example", email_verified: true });
  assert.equal(failureIn(await browser.signIn("sub")), "not-allowed");
});

test("where nobody may ask for an account, only those come in whose groups give them something", async (t) => {
  const { provider, browser } = await signOnScene(t, {
    CLIPMILL_ACCOUNT_REQUESTS: "off",
    CLIPMILL_OIDC_OPERATOR_GROUPS: "ops",
  });
  assert.equal(failureIn(await browser.signIn("ada")), "closed");
  provider.people.set("ada", { ...ADA, groups: ["ops"] });
  assert.equal(await browser.signIn("ada"), "/console/");
});

test("somebody with more groups than the provider lists is told so, and loses nothing", async (t) => {
  const { plane, provider, browser } = await signOnScene(t, { CLIPMILL_OIDC_OPERATOR_GROUPS: "ops" });
  provider.people.set("ada", { ...ADA, groups: ["ops"] });
  await browser.signIn("ada");
  provider.people.set("ada", { ...ADA, _claim_names: { groups: "src1" } });
  assert.equal(failureIn(await browser.signIn("ada")), "too-many-groups");
  const [row] = await plane.sql`select is_operator from users`;
  assert.equal(row?.is_operator, true);
});

test("a blocked person stays outside", async (t) => {
  const { plane, browser } = await signOnScene(t);
  await browser.signIn("ada");
  await plane.sql`update users set blocked_at = now()`;
  assert.equal(failureIn(await browser.signIn("ada")), "blocked");
});

test("whoever says no at the provider is told so, in our words", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const callback = await browser.answer(await start(browser, plane), { cancel: "1" });
  assert.match(callback, /They/);
  assert.equal(await browser.comeBack(callback), "/console/sign-in?failed=denied");
});

test("nobody is led to another site, nor to an address that does something", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const asked = [
    "https://evil.example/",
    "//evil.example/console/",
    "/\\evil.example",
    "/console/../../evil",
    "/console/%2e%2e/%2e%2e/x",
    "/console//evil.example/..//..//",
    "/console/api/session",
    "/console/./api/session",
    "javascript:alert(1)",
    `/console/${"x".repeat(1_000)}`,
  ];
  for (const path of asked) {
    const led = await browser.signIn("ada", { return: path });
    assert.equal(failureIn(led), undefined, led);
    assert.ok(led.startsWith("/console/") && !led.startsWith("/console/api"), `${path} leads to ${led}`);
  }
  assert.equal((await browser.session())?.user.email, ADA.email, plane.url);
});

test("a provider that is away is said so soon, named in the log, and used when it is back", async (t) => {
  const provider = await testProvider(t);
  const { logger, lines } = keptLog("warn");
  const plane = await testControlPlane(t, { env: provider.settings(), logger });
  provider.serve(plane.url);
  provider.people.set("ada", ADA);
  const browser = new SignOnBrowser(plane);
  provider.isAway = true;
  const where = await browser.toProvider(`${plane.url}/console/api/oidc/start?return=/console/tasks`);
  assert.equal(where, `${plane.url}/console/sign-in?failed=unreachable&next=%2Ftasks`);
  const asked = provider.documents();
  assert.equal(asked, 2, "one retry");
  await browser.toProvider(`${plane.url}/console/api/oidc/start`);
  assert.equal(provider.documents(), asked, "not asked again at once");
  provider.isAway = false;
  const told = lines.filter(({ msg }) => msg.includes("CLIPMILL_OIDC_ISSUER"));
  assert.deepEqual(
    told.map(({ issuer }) => issuer),
    [provider.issuer],
  );
  await until("the provider to be asked again", async () => {
    const led = await start(browser, plane);
    return led.includes("/interaction/");
  });
  assert.equal(await browser.signIn("ada"), "/console/");
  const callback = await browser.answer(await start(browser, plane), { login: "ada" });
  provider.isAway = true;
  assert.equal(failureIn(await browser.comeBack(callback)), "unreachable");
});

test("codes that the provider refuses are tries, of which one address has few", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const interaction = await start(browser, plane);
  const callback = new URL(await browser.answer(interaction, { login: "ada" }));
  callback.searchParams.set("code", "guessed");
  const carried = browser.cookies.get("__Host-clipmill-sign-on") ?? "";
  const found = [];
  for (let count = 0; count < 31; count += 1) {
    browser.cookies.set("__Host-clipmill-sign-on", carried);
    found.push(failureIn(await browser.comeBack(callback.href)));
  }
  assert.deepEqual([...new Set(found)], ["refused", "throttled"]);
  assert.equal(found.indexOf("throttled"), 30);
});

test("where passwords are for operators, they sign in with them, and others are sent to the provider", async (t) => {
  const { plane, provider } = await signOnScene(t);
  const ada = { email: ADA.email, password: TEST_PASSWORD };
  await new ConsoleClient(plane).enter("accounts", ada);
  const { databaseUrl } = plane;
  const env = provider.settings({ CLIPMILL_PASSWORDS: "operators" });
  const strict = await testControlPlane(t, { databaseUrl, env });
  const browser = new ConsoleClient(strict);
  const signIn = () => browser.call("POST", "/console/api/session", { body: ada });
  assert.equal(failureOf(await signIn()), "403 FORBIDDEN");
  const wrong = await browser.call("POST", "/console/api/session", {
    body: { ...ada, password: "not the right one" },
  });
  assert.equal(failureOf(wrong), "401 UNAUTHENTICATED", "who knows no password learns nothing");
  const ways = (await browser.call("GET", "/console/api/sign-in")).body.data;
  assert.equal(ways?.password, false);
  assert.equal(ways?.asksAllowed, false);
  const ask = { email: "new@example.com", password: TEST_PASSWORD };
  assert.equal(
    failureOf(await browser.call("POST", "/console/api/accounts", { body: ask })),
    "403 FORBIDDEN",
  );
  await plane.sql`update users set is_operator = true`;
  assert.equal((await signIn()).status, 201, "an operator's way in when the provider is away");
});

test("a browser that came by another host begins at the one to which it is sent back", async (t) => {
  const provider = await testProvider(t);
  const env = provider.settings({ CLIPMILL_PUBLIC_URL: "https://clips.example.com" });
  const plane = await testControlPlane(t, { env });
  provider.serve("https://clips.example.com");
  const browser = new SignOnBrowser(plane);
  const moved = new URL(await browser.step(`${plane.url}/console/api/oidc/start?return=/console/tasks`));
  assert.equal(moved.origin, "https://clips.example.com");
  const behindProxy = await browser.send(`${plane.url}${moved.pathname}${moved.search}`);
  const url = new URL(behindProxy.headers.get("location") ?? "");
  assert.equal(url.origin, provider.issuer, "once only, for proxies that change the host");
  assert.equal(url.searchParams.get("redirect_uri"), "https://clips.example.com/console/api/oidc/callback");
  assert.equal(url.searchParams.get("code_challenge_method"), "S256");
  const [cookie = ""] = behindProxy.headers.getSetCookie();
  assert.match(cookie, /^__Host-clipmill-sign-on=.*; Secure; Max-Age=600$/);
});
