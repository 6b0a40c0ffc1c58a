// What operators see and set of accounts, keys and prices by command.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { newId } from "../../../shared/ids.ts";
import { type Ended, runAdminHere } from "../../support/control-plane/admin.ts";
import {
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node/media-node.ts";

interface Scene {
  readonly plane: TestControlPlane;
  readonly admin: (...args: readonly string[]) => Promise<Ended>;
  readonly json: (...args: readonly string[]) => Promise<Record<string, unknown>>;
}

async function openScene(t: TestContext): Promise<Scene> {
  const plane = await testControlPlane(t);
  const admin = (...args: readonly string[]): Promise<Ended> =>
    runAdminHere({ CLIPMILL_DATABASE_URL: plane.databaseUrl }, ...args);
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await admin(...args, "--json");
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return { plane, admin, json };
}

async function failing({ admin }: Scene, expected: number, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await admin(...args);
  assert.deepEqual([code, stdout], [expected, ""], args.join(" "));
  return stderr.trim();
}

function refusal(scene: Scene, ...args: readonly string[]): Promise<string> {
  return failing(scene, 1, args);
}

/** Of arguments that the command itself cannot mean. */
function misuse(scene: Scene, ...args: readonly string[]): Promise<string> {
  return failing(scene, 64, args);
}

test("accounts are listed a page at a time, the newest first, by state and by a part of the address", async (t) => {
  const scene = await openScene(t);
  const { json, admin } = scene;
  for (const name of ["ada", "ben", "cyd"]) await json("account", "create", "--email", `${name}@example.com`);
  const emails = async (...options: string[]): Promise<unknown[]> =>
    ((await json("account", "list", ...options)) as unknown as { email: string }[]).map(({ email }) => email);
  assert.deepEqual(await emails(), ["cyd@example.com", "ben@example.com", "ada@example.com"]);
  assert.deepEqual(await emails("--search", "BEN"), ["ben@example.com"]);
  assert.deepEqual(await emails("--state", "approved"), []);
  assert.deepEqual(await emails("--limit", "2", "--page", "2"), ["ada@example.com"]);
  const { stdout, stderr } = await admin("account", "list", "--limit", "2", "--json");
  assert.equal((JSON.parse(stdout) as unknown[]).length, 2);
  assert.equal(stderr.trim(), "Page 1 of 2; there are 3. --page 2 shows the next.");
  assert.match(await misuse(scene, "account", "list", "--limit", "1001"), /at most 1000/);
  assert.match(await misuse(scene, "account", "list", "--page", "0"), /positive whole number/);
  assert.match(await misuse(scene, "account", "list", "--state", "odd"), /pending or approved/);
});

test("an account's multiplier and limits hold for its next request, and go back to the appliance's", async (t) => {
  const scene = await openScene(t);
  const { plane, json } = scene;
  const { id, key } = await plane.account();
  const limits = async (): Promise<unknown> =>
    (await callApi(plane, "GET", "/api/v1/balance", { key })).body.data;
  const before = (await limits()) as Record<string, unknown>;
  const set = await json(
    "account",
    "set",
    id,
    "--multiplier",
    "0.25",
    "--per-minute",
    "7",
    "--per-day",
    "90",
  );
  assert.deepEqual([set.priceMultiplier, set.perMinute, set.perDay], [0.25, 7, 90]);
  assert.deepEqual(await json("account", "show", id), set);
  assert.notDeepEqual(await limits(), before);
  const back = await json("account", "set", id, "--per-minute", "default", "--per-day", "default");
  assert.deepEqual([back.priceMultiplier, back.perMinute, back.perDay], [0.25, null, null]);
  await json("account", "set", id, "--multiplier", "1");
  assert.deepEqual(await limits(), before);
  assert.match(await misuse(scene, "account", "set", id), /^Nothing to change/);
  assert.match(await refusal(scene, "account", "set", id, "--multiplier", "-1"), /not a price multiplier/);
  assert.match(await refusal(scene, "account", "set", id, "--multiplier", "1.23456"), /4 decimals/);
  assert.match(
    await misuse(scene, "account", "set", id, "--per-minute", "0"),
    /"default" or a positive whole number/,
  );
  assert.match(
    await misuse(scene, "account", "set", id, "--per-minute", "1000000000"),
    /^--per-minute must be at most 999999999, not "1000000000"\.$/m,
  );
  assert.match(await refusal(scene, "account", "set", newId("account"), "--per-day", "1"), /no account/);
  assert.match(await refusal(scene, "account", "show", "acct_odd"), /There is no account acct_odd/);
});

test("keys are listed without their secrets, and what they may do is changed without a new secret", async (t) => {
  const scene = await openScene(t);
  const { plane, json } = scene;
  const { id, keyId, key } = await plane.account();
  const [listed] = (await json("key", "list", id)) as unknown as Record<string, unknown>[];
  assert.deepEqual([listed?.id, listed?.key, listed?.accountId], [keyId, undefined, id]);
  const status = async (): Promise<number> =>
    (await callApi(plane, "GET", "/api/v1/balance", { key })).status;
  assert.equal(await status(), 200);
  assert.deepEqual((await json("key", "set", keyId, "--scopes", "CLIPPING")).scopes, ["CLIPPING"]);
  assert.equal(await status(), 403);
  await json("key", "set", keyId, "--scopes", "all", "--ips", "192.0.2.0/24");
  assert.equal(await status(), 403, "another address");
  const set = await json("key", "set", keyId, "--ips", "any", "--per-minute", "3", "--expires", "2100-01-01");
  assert.deepEqual([set.ips, set.perMinute, set.expiresAt], [[], 3, "2100-01-01T00:00:00.000Z"]);
  assert.equal(await status(), 200, "the same secret");
  const open = await json("key", "set", keyId, "--per-minute", "default", "--expires", "never");
  assert.deepEqual([open.perMinute, open.expiresAt], [null, null]);
  assert.match(await misuse(scene, "key", "set", keyId), /^Nothing to change/);
  assert.match(await refusal(scene, "key", "set", keyId, "--scopes", "EVERYTHING"), /no scope EVERYTHING/);
  assert.match(
    await refusal(scene, "key", "set", keyId, "--ips", "nowhere"),
    /neither an address nor a CIDR/,
  );
  assert.match(await refusal(scene, "key", "set", keyId, "--expires", "2020-01-01"), /in the past/);
  assert.match(await refusal(scene, "key", "set", newId("key"), "--per-day", "1"), /no key/);
  assert.match(await refusal(scene, "key", "list", newId("account")), /no account/);
  await json("key", "revoke", keyId);
  assert.match(await refusal(scene, "key", "set", keyId, "--per-day", "1"), /is revoked/);
});

test("an operator's price counts before the model's own, on every control plane at once, and clients read it", async (t) => {
  const scene = await openScene(t);
  const { plane, json } = scene;
  const second = await testControlPlane(t, { databaseUrl: plane.databaseUrl });
  const { key } = await plane.account();
  await fakeNode(plane.sql, [{ ...TEST_MODEL, tier_prices: { max: "0.75" } }]);
  const priceOf = async (tier: string, at = second): Promise<unknown> => {
    const body = { model: TEST_MODEL.model, model_tier: tier, output_count: 2, input: { prompt: "a fox" } };
    const reply = await callApi(at, "POST", "/api/v1/generation-tasks", { key, body });
    return (reply.body.data?.billing as Record<string, unknown> | undefined)?.base_moods;
  };
  const told = async (): Promise<unknown> => {
    const { body } = await callApi(second, "GET", "/api/v1/models", { key });
    return (body.data as unknown as Record<string, unknown>[])[0]?.tier_prices;
  };
  assert.deepEqual(
    [await priceOf("lite"), await priceOf("max"), await told()],
    [2, 1.5, { lite: 1, max: 0.75 }],
  );
  const made = await json("price", "set", TEST_MODEL.model, "max", "0.1");
  assert.deepEqual(made, { model: TEST_MODEL.model, tier: "max", moods: 0.1 });
  await json("price", "set", TEST_MODEL.model, "lite", "3");
  assert.deepEqual(
    [await priceOf("lite"), await priceOf("max"), await told()],
    [6, 0.2, { lite: 3, max: 0.1 }],
  );
  assert.equal(await priceOf("max", plane), 0.2);
  assert.equal(((await json("price", "list")) as unknown as unknown[]).length, 2);
  assert.equal((await json("price", "set", TEST_MODEL.model, "max", "default")).moods, null);
  assert.deepEqual([await priceOf("max"), await told()], [1.5, { lite: 3, max: 0.75 }]);
  assert.match(await refusal(scene, "price", "set", "nothing", "max", "1"), /no model nothing/);
  assert.match(await refusal(scene, "price", "set", TEST_MODEL.model, "best", "1"), /it has lite, max/);
  assert.match(await refusal(scene, "price", "set", TEST_MODEL.model, "max", "free"), /not a price/);
  assert.match(await refusal(scene, "price", "set", TEST_MODEL.model, "max", "-1"), /not a price/);
  assert.match(await misuse(scene, "price", "set", TEST_MODEL.model, "max"), /^N\|default is missing\./);
});
