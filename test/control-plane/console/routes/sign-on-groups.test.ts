// What a provider's groups give and take away, with a real provider, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeLink } from "../../../../control-plane/accounts/people/one-time-links.ts";
import { addOperator } from "../../../../control-plane/accounts/people/operators.ts";
import { insertAccount } from "../../../../control-plane/db/accounts.ts";
import { newId } from "../../../../shared/ids.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { failureIn, SignOnBrowser } from "../../../support/sign-on/sign-on-browser.ts";
import { ADA, signOnScene } from "../../../support/sign-on/sign-on-scene.ts";
import { testProvider } from "../../../support/sign-on/test-provider.ts";

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

test("a link for somebody's password ends where groups make them an operator", async (t) => {
  const { plane, provider, browser } = await signOnScene(t, {
    CLIPMILL_OIDC_OPERATOR_GROUPS: "clipmill-ops",
  });
  await browser.signIn("ada");
  const [person] = await plane.sql<{ id: string }[]>`select id from users`;
  await makeLink(plane.sql, { kind: "reset", userId: person?.id ?? "", madeBy: "test" });
  await browser.signIn("ada");
  assert.equal((await plane.sql`select from one_time_links where kind = 'reset'`).count, 1);
  provider.people.set("ada", { ...ADA, groups: ["clipmill-ops"] });
  await browser.signIn("ada");
  assert.equal((await plane.sql`select from one_time_links where kind = 'reset'`).count, 0);
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
  const add = () => plane.sql.begin((transaction) => addOperator(transaction, ADA.email));
  await add();
  await assert.rejects(add(), /is an operator already/);
  provider.people.set("ada", ADA);
  await browser.signIn("ada");
  assert.equal((await browser.session())?.isOperator, true);
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
