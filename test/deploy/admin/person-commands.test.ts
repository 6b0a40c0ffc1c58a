// The operator's commands for people, as the command line runs them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { approvedOwner, ConsoleClient, TEST_PASSWORD } from "../../support/control-plane/console-client.ts";
import { testControlPlane } from "../../support/control-plane/control-plane.ts";
import { setUpFactor } from "../../support/control-plane/second-factor.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };

test("operators are made by links and by name, are listed, and removed save for the last", async (t) => {
  const plane = await testControlPlane(t);
  const env = { CLIPMILL_DATABASE_URL: plane.databaseUrl, CLIPMILL_PUBLIC_URL: "https://clips.example.com/" };
  const admin = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runAdminHere(env, ...args, "--json");
    return code === 0 ? stdout : stderr.trim();
  };
  const { url, id } = JSON.parse(await admin("operator", "link")) as { url: string; id: string };
  assert.match(url, /^https:\/\/clips\.example\.com\/console\/setup#[\w-]{43}$/);
  const token = url.split("#")[1] ?? "";
  const body = { token, ...ADA };
  assert.equal((await new ConsoleClient(plane).call("POST", "/console/api/setup", { body })).status, 201);
  await new ConsoleClient(plane).enter("accounts", { ...ADA, email: "bob@example.com" });
  assert.match(await admin("operator", "remove", ADA.email), /is the only operator/);
  assert.match(await admin("operator", "add", "nobody@example.com"), /Nobody here has the address/);
  await admin("operator", "add", "BOB@example.com");
  assert.match(await admin("operator", "add", "bob@example.com"), /is an operator already/);
  const emails = (JSON.parse(await admin("operator", "list")) as { email: string }[]).map(
    ({ email }) => email,
  );
  assert.deepEqual(emails, [ADA.email, "bob@example.com"]);
  await admin("operator", "remove", ADA.email);
  assert.equal((await new ConsoleClient(plane).enter("session", ADA)).isOperator, false);
  const log =
    await plane.sql`select action, target, details::text as details from operator_actions order by id`;
  const actions = log.map(({ action }) => action);
  assert.deepEqual(actions, ["operator link", "operator add", "operator add", "operator remove"]);
  assert.equal(log[0]?.target, id);
  assert.ok(
    log.every(({ details }) => !details.includes(token)),
    "no log holds a link's secret",
  );
});

test("no account is made for whoever signs in with an address, unless the operator says that they are known", async (t) => {
  const plane = await testControlPlane(t);
  const { client } = await approvedOwner(plane, "eve@example.com");
  const invite = { email: "victim@example.com", role: "member" };
  const { url } = (await client.call("POST", "/console/api/people", { body: invite })).body.data ?? {};
  const body = { token: String(url).split("#")[1], password: TEST_PASSWORD };
  const opened = await new ConsoleClient(plane).call("POST", "/console/api/invitations", { body });
  assert.equal(opened.status, 201, "whoever has the link needs not be whose address it is");
  const env = { CLIPMILL_DATABASE_URL: plane.databaseUrl };
  const create = [
    "account",
    "create",
    "--email",
    "Victim@example.com",
    "--approve",
    "--grant",
    "5",
    "--json",
  ];
  const refused = await runAdminHere(env, ...create);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^victim@example\.com signs in here already.*--known\.\n$/);
  const made = await runAdminHere(env, ...create, "--known");
  assert.equal(JSON.parse(made.stdout).moodsBalance, 5, made.stderr);
});

test("an operator's own account is made without a word about who they are", async (t) => {
  const plane = await testControlPlane(t);
  const env = { CLIPMILL_DATABASE_URL: plane.databaseUrl };
  const { url } = JSON.parse((await runAdminHere(env, "operator", "link", "--json")).stdout) as {
    url: string;
  };
  const body = { token: url.split("#")[1], ...ADA };
  assert.equal((await new ConsoleClient(plane).call("POST", "/console/api/setup", { body })).status, 201);
  const made = await runAdminHere(env, "account", "create", "--email", ADA.email);
  assert.equal(made.code, 0, made.stderr);
});

test("a link sets a forgotten password", async (t) => {
  const plane = await testControlPlane(t);
  await plane.account();
  const [person] = await plane.sql`select email from users`;
  const env = { CLIPMILL_DATABASE_URL: plane.databaseUrl };
  const { stdout } = await runAdminHere(env, "person", "reset", String(person?.email), "--json");
  const { url } = JSON.parse(stdout) as { url: string };
  const body = { token: url.split("#")[1], password: TEST_PASSWORD };
  const client = new ConsoleClient(plane);
  assert.equal((await client.call("POST", "/console/api/password-resets", { body })).status, 200);
  const view = await client.enter("session", { email: person?.email, password: TEST_PASSWORD });
  assert.equal(view.account?.state, "APPROVED");
  const unknown = await runAdminHere(env, "person", "reset", "nobody@example.com");
  assert.deepEqual(
    [unknown.code, unknown.stderr.trim()],
    [1, "Nobody here has the address nobody@example.com."],
  );
});

test("a second factor that somebody has lost is turned off by their address", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  await setUpFactor(plane, ada);
  const env = { CLIPMILL_DATABASE_URL: plane.databaseUrl };
  const remove = (email: string) => runAdminHere(env, "person", "remove-factor", email, "--json");
  const { code, stdout } = await remove("ADA@example.com");
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as { email: string }).email, ADA.email);
  assert.equal((await new ConsoleClient(plane).enter("session", ADA)).user.totp, false);
  assert.match((await remove(ADA.email)).stderr, /ada@example\.com has no second factor/);
  assert.match((await remove("nobody@example.com")).stderr, /Nobody here has the address/);
});
