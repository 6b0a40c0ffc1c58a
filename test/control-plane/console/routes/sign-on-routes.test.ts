// Who comes in by single sign-on and as whom, with a real provider, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actAsOperator, type Operator } from "../../../../control-plane/audit/operator-actions.ts";
import { insertAccount } from "../../../../control-plane/db/accounts.ts";
import { linkForPassword, unlinkPerson } from "../../../../control-plane/operators/person-work.ts";
import { newId } from "../../../../shared/ids.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { failureIn, SignOnBrowser } from "../../../support/sign-on/sign-on-browser.ts";
import { ADA, connectingPerson, signOnScene, startSignOn } from "../../../support/sign-on/sign-on-scene.ts";

const OPERATOR: Operator = { name: "op", via: "command", origin: "local" };

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
  assert.deepEqual([...browser.cookies.keys()], ["clipmill"], "what was carried for the way is gone");
  const again = new SignOnBrowser(plane);
  await again.signIn("ada");
  assert.equal((await again.session())?.user.id, view?.user.id);
  const [session] = await plane.sql`
    select way, browser, expires_at < now() + interval '25 hours' as is_short from sessions limit 1`;
  assert.deepEqual({ ...session }, { way: "oidc", browser: "Firefox on Linux", is_short: true });
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
  await plane.sql`update accounts set state = 'APPROVED'`;
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

test("who asked for an account with somebody's address keeps them from nothing, and nothing of it", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const squatter = new ConsoleClient(plane);
  const person = { email: "Ada@Northwind.example", password: TEST_PASSWORD, name: "Approve me" };
  const { user, account } = await squatter.enter("accounts", person);
  await browser.signIn("ada");
  const view = await browser.session();
  assert.deepEqual(
    [view?.user.id, view?.user.hasPassword, view?.account?.state],
    [user.id, false, "PENDING"],
  );
  assert.equal(view?.account?.name, person.email, "not what the other called it");
  assert.equal((await squatter.call("GET", "/console/api/session")).status, 401);
  const { email, password } = person;
  const again = await new ConsoleClient(plane).call("POST", "/console/api/session", {
    body: { email, password },
  });
  assert.equal(again.status, 401);
  const [line] =
    await plane.sql`select operator, action, account_id, details->>'email' as email from operator_actions`;
  const operator = "Northwind (single sign-on)";
  assert.deepEqual({ ...line }, { operator, action: "account take over", account_id: account?.id, email });
});

test("a request that an operator has done something for is taken over by nobody", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  const { sql } = plane;
  const deeds: Readonly<Record<string, (userId: string, email: string) => Promise<unknown>>> = {
    granted: (userId) => sql`update accounts set moods_granted = 1 where user_id = ${userId}`,
    changed: (userId) => sql`
      insert into operator_actions (operator, via, origin, action, target, account_id)
      select 'op', 'command', '', 'account set', id, id from accounts where user_id = ${userId}`,
    another: (userId) => insertAccount(sql, { id: newId("account"), userId, state: "APPROVED", name: null }),
    vouched: (_, email) => actAsOperator(sql, OPERATOR, "person reset", linkForPassword(email, "op")),
  };
  for (const [login, doFor] of Object.entries(deeds)) {
    const person = { email: `${login}@northwind.example`, password: TEST_PASSWORD };
    const { user } = await new ConsoleClient(plane).enter("accounts", person);
    await doFor(user.id, person.email);
    provider.people.set(login, { email: person.email, email_verified: true });
    assert.equal(failureIn(await browser.signIn(login)), "known", login);
    await new ConsoleClient(plane).enter("session", person);
  }
});

test("who asked for an account connects no identity but the address's until an operator has approved", async (t) => {
  const { plane, provider } = await signOnScene(t);
  provider.people.set("eve", { email: "eve@northwind.example", email_verified: true });
  provider.people.set("claims", { email: ADA.email, email_verified: false });
  const squatter = await connectingPerson(plane, "Ada@Northwind.example");
  for (const login of ["eve", "claims"]) {
    assert.equal(await squatter.connect(login), "/console/settings?failed=not-approved", login);
  }
  const browser = new SignOnBrowser(plane);
  assert.equal(await browser.signIn("ada"), "/console/", "the address's owner is not kept out");
  assert.equal((await browser.session())?.user.id, squatter.userId);
  provider.people.set("bob", { email: "BOB@example.com", email_verified: true });
  const bob = await connectingPerson(plane, "bob@example.com");
  await actAsOperator(plane.sql, OPERATOR, "person reset", linkForPassword("bob@example.com", "op"));
  assert.equal(
    await bob.connect("eve"),
    "/console/settings?failed=not-approved",
    "the link is for its owner",
  );
  assert.equal(await bob.connect("bob"), "/console/settings?connected=1", "with the address that is theirs");
});

test("whoever an operator has made without a password is found by a verified address", async (t) => {
  const { plane, browser } = await signOnScene(t);
  await plane.sql`insert into users (id, email) values ('user_made', 'ADA@northwind.example')`;
  await actAsOperator(plane.sql, OPERATOR, "person reset", linkForPassword(ADA.email, OPERATOR.name));
  await browser.signIn("ada");
  assert.equal((await browser.session())?.user.id, "user_made");
  assert.equal(
    (await plane.sql`select from one_time_links where kind = 'reset'`).count,
    0,
    "a link for a password is over",
  );
});

test("a new person who comes in by several browsers at once is one person", async (t) => {
  const { plane } = await signOnScene(t);
  const browsers = [1, 2, 3, 4].map(() => new SignOnBrowser(plane));
  const callbacks: string[] = [];
  for (const browser of browsers) {
    callbacks.push(await browser.answer(await startSignOn(browser, plane), { login: "ada" }));
  }
  const led = await Promise.all(browsers.map((browser, index) => browser.comeBack(callbacks[index] ?? "")));
  assert.deepEqual([...new Set(led)], ["/console/"]);
  const counts = await plane.sql`
    select (select count(*) from users)::int as users, (select count(*) from accounts)::int as accounts,
      (select count(*) from identities)::int as identities, (select count(*) from sessions)::int as sessions`;
  assert.deepEqual({ ...counts[0] }, { users: 1, accounts: 1, identities: 1, sessions: 4 });
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

test("a blocked person stays outside", async (t) => {
  const { plane, browser } = await signOnScene(t);
  await browser.signIn("ada");
  await plane.sql`update users set blocked_at = now()`;
  assert.equal(failureIn(await browser.signIn("ada")), "blocked");
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
  await browser.enter("session", ada);
  const path = "/console/api/operator/accounts";
  const made = await browser.call("POST", path, { body: { email: "new@example.com" } });
  const link = await browser.call("POST", `${path}/${made.body.data?.id}/password-link`);
  assert.match(link.text, /People have no passwords here/, "it would let nobody in");
});
