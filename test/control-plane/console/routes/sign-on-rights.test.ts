// What groups at the provider give ends with them, and nobody comes to be somebody else by an address or an open session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findPersonOf } from "../../../../control-plane/accounts/sign-on/find-person.ts";
import { SignOnRefused } from "../../../../control-plane/accounts/sign-on/sign-on-refused.ts";
import { readSignOnSettings } from "../../../../control-plane/accounts/sign-on/sign-on-settings.ts";
import { insertAccount } from "../../../../control-plane/db/accounts.ts";
import { lockWaysIn, upsertPassword } from "../../../../control-plane/db/people/people.ts";
import { newId } from "../../../../shared/ids.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { failureIn, SignOnBrowser } from "../../../support/sign-on/sign-on-browser.ts";
import { ADA, connectingPerson, signOnScene } from "../../../support/sign-on/sign-on-scene.ts";
import { until } from "../../../support/until.ts";

const CREDENTIALS = { email: ADA.email, password: TEST_PASSWORD };

test("rights by groups are for sessions of single sign-on alone", async (t) => {
  const accountId = newId("account");
  const { plane, provider } = await signOnScene(t, {
    CLIPMILL_OIDC_OPERATOR_GROUPS: "ops",
    CLIPMILL_OIDC_ROLES: `ops=${accountId}:owner`,
  });
  await plane.sql`insert into users (id, email) values ('user_holder', 'holder@example.com')`;
  await insertAccount(plane.sql, { id: accountId, userId: "user_holder", state: "APPROVED", name: "Film" });
  const { browser, connect } = await connectingPerson(plane, ADA.email);
  provider.people.set("ada", { ...ADA, groups: ["ops"] });
  await connect("ada");
  await browser.signIn("ada");
  const view = await browser.session();
  assert.equal(view?.isOperator, true);
  assert.ok(view.accounts.some(({ id }) => id === accountId));
  const byPassword = new ConsoleClient(plane);
  const other = await byPassword.enter("session", CREDENTIALS);
  assert.equal(other.isOperator, false);
  assert.deepEqual(
    other.accounts.map(({ id }) => id === accountId),
    [false],
  );
  assert.equal((await byPassword.call("GET", "/console/api/operator/accounts")).status, 403);
  const chosen = await byPassword.call("PUT", "/console/api/session/account", { body: { accountId } });
  assert.equal(chosen.status, 404);
});

test("the only operator stays one though the provider tells of no groups", async (t) => {
  const { plane, provider, browser } = await signOnScene(t, { CLIPMILL_OIDC_OPERATOR_GROUPS: "ops" });
  provider.people.set("ada", { ...ADA, groups: ["ops"] });
  await browser.signIn("ada");
  provider.people.set("ada", ADA);
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, true);
  await plane.sql`insert into users (id, email, is_operator) values ('user_other', 'other@example.com', true)`;
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, false);
});

test("an address that is proven ends what others set up with it, save for operators by hand", async (t) => {
  const { plane, browser } = await signOnScene(t, { CLIPMILL_OIDC_LINK_BY_EMAIL: "on" });
  const squatter = new ConsoleClient(plane);
  const { user } = await squatter.enter("accounts", CREDENTIALS);
  await plane.sql`update users set is_operator = true where id = ${user.id}`;
  assert.equal(failureIn(await browser.signIn("ada")), "known", "who operates by hand connects in Settings");
  await plane.sql`update users set is_operator = false where id = ${user.id}`;
  await browser.signIn("ada");
  assert.equal((await browser.session())?.user.id, user.id);
  assert.equal((await squatter.call("GET", "/console/api/session")).status, 401, "the session that was open");
  assert.equal(
    (await new ConsoleClient(plane).call("POST", "/console/api/session", { body: CREDENTIALS })).status,
    401,
  );
});

test("whoever finds a session of single sign-on open adds no identity of theirs to it", async (t) => {
  const { plane, provider } = await signOnScene(t);
  provider.people.set("eve", { email: "eve@northwind.example", email_verified: true });
  const { userId, connect } = await connectingPerson(plane, ADA.email);
  assert.match(await connect("ada"), /connected=1/);
  assert.equal(failureIn(await connect("eve")), "another");
  const [row] = await plane.sql`select count(*)::int as count from identities where user_id = ${userId}`;
  assert.equal(row?.count, 1);
});

test("who connects an identity while the address's owner comes in for the first time leaves no way in", async (t) => {
  const { sql } = await accountDatabase(t);
  const issuer = "https://id.example.com";
  const settings = readSignOnSettings({
    CLIPMILL_OIDC_ISSUER: issuer,
    CLIPMILL_OIDC_CLIENT_ID: "clipmill",
    CLIPMILL_OIDC_CLIENT_SECRET: "secret",
    CLIPMILL_OIDC_LINK_BY_EMAIL: "on",
  });
  assert.ok(settings !== null);
  await sql`insert into users (id, email) values ('user_ada', ${ADA.email})`;
  await upsertPassword(sql, "user_ada", "hash");
  await insertAccount(sql, { id: newId("account"), userId: "user_ada", state: "APPROVED", name: null });
  const find = (subject: string, signedInAs: string | null) =>
    sql.begin((transaction) =>
      findPersonOf(
        transaction,
        settings,
        { issuer, subject, email: ADA.email, isEmailVerified: true, groups: [] },
        { signedInAs, asksAllowed: false, origin: "192.0.2.1" },
      ),
    );
  const ended: string[] = [];
  const outcomes: Promise<unknown>[] = [];
  const begin = (subject: string, signedInAs: string | null): void => {
    const outcome = find(subject, signedInAs)
      .catch((error: unknown) => error)
      .finally(() => ended.push(subject));
    outcomes.push(outcome);
  };
  await sql.begin(async (transaction) => {
    await lockWaysIn(transaction, "user_ada");
    const waiting = async (count: number): Promise<boolean> => {
      const locks = await transaction`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      return locks.count + ended.length >= count;
    };
    begin("owner", null);
    await until("the owner's sign-in that waits", () => waiting(1));
    begin("other", "user_ada");
    await until("the other's link", () => waiting(2));
  });
  const [, other] = await Promise.all(outcomes);
  assert.equal(other instanceof SignOnRefused && other.failure, "another");
  const rows = await sql<{ subject: string }[]>`select subject from identities`;
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ["owner"],
  );
});

test("a new password does not make a session of single sign-on last longer", async (t) => {
  const { plane } = await signOnScene(t);
  const { connect, browser } = await connectingPerson(plane, ADA.email);
  await connect("ada");
  await browser.signIn("ada");
  await plane.sql`update sessions set expires_at = now() + interval '1 minute' where way = 'oidc'`;
  const csrf = (await browser.session())?.csrf ?? "";
  const changed = await browser.send(`${plane.url}/console/api/password`, {
    method: "PUT",
    headers: { "x-clipmill-csrf": csrf, "sec-fetch-site": "same-origin", "content-type": "application/json" },
    body: JSON.stringify({ current: TEST_PASSWORD, next: `${TEST_PASSWORD} and more` }),
  });
  assert.equal(changed.status, 200);
  const rows = await plane.sql`
    select way, expires_at <= now() + interval '1 minute' as is_short from sessions`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ way: "oidc", is_short: true }],
  );
});

test("letters that only a database takes for one make no other address of them", async (t) => {
  const { plane, provider } = await signOnScene(t);
  await plane.sql`insert into users (id, email) values ('user_made', ${ADA.email})`;
  provider.people.set("eve", { email: "ada@northw\u0130nd.example", email_verified: true });
  const browser = new SignOnBrowser(plane);
  assert.equal(failureIn(await browser.signIn("eve")), "no-email");
  const asked = { email: "ad\u0101@northwind.example", password: TEST_PASSWORD };
  const refused = await new ConsoleClient(plane).call("POST", "/console/api/accounts", { body: asked });
  assert.equal(refused.status, 400);
});
