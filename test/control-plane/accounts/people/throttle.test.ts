// How often strangers may try: over real HTTP, with two control planes that share the count.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { throttled, WrongSecret } from "../../../../control-plane/accounts/people/throttle.ts";
import { AppError } from "../../../../shared/errors.ts";
import { THROTTLE_LIMITS } from "../../../../shared/limits/people.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { besidePlane, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };
const WRONG = { ...ADA, password: "not the right one" };
const from = (address: string) => ({ clientAddress: address, claimant: undefined });
const fail = (): Promise<never> => Promise.reject(new WrongSecret("no"));

test("after ten wrong passwords an account waits for its address, at every control plane", async (t) => {
  const plane = await testControlPlane(t);
  const planes = [plane, await besidePlane(t, plane)];
  await new ConsoleClient(plane).enter("accounts", ADA);
  const signIn = (index: number, body: object) =>
    new ConsoleClient(planes[index % 2] ?? plane).call("POST", "/console/api/session", { body });
  const statuses = [];
  for (let index = 0; index < THROTTLE_LIMITS.ofAccountAndAddress.tries; index += 1) {
    statuses.push((await signIn(index, WRONG)).status);
  }
  assert.deepEqual([...new Set(statuses)], [401]);
  for (const index of [0, 1]) {
    const refused = await signIn(index, ADA);
    assert.equal(refused.status, 429, "the right password waits, too");
    assert.equal(refused.body.error?.code, "RATE_LIMITED");
    assert.match(refused.body.error?.message ?? "", /^Too many tries\. Try again in 1[45] minutes\.$/);
    const seconds = Number(refused.headers.get("retry-after"));
    assert.ok(seconds > 800 && seconds <= 900, String(seconds));
  }
  assert.equal((await signIn(0, { ...ADA, email: "bob@example.com" })).status, 401, "others go on");
  await plane.sql`update sign_in_windows set ends_at = now()`;
  assert.equal((await signIn(0, ADA)).status, 201);
});

test("sign-ins that succeed cost nothing, and neither do those that the service fails", async (t) => {
  const { sql } = await accountDatabase(t);
  const origin = from("192.0.2.1");
  for (let index = 0; index < 40; index += 1) {
    const attempt = async (): Promise<string> => {
      if (index % 2 === 0) throw new AppError("UNAVAILABLE");
      return "in";
    };
    const outcome = await throttled(sql, ADA.email, origin, attempt).catch(({ code }) => code);
    assert.equal(outcome, index % 2 === 0 ? "UNAVAILABLE" : "in");
  }
  assert.deepEqual([...(await sql`select from sign_in_windows where tries > 0`)], []);
});

test("one address that goes on when it is refused does not keep an account's owner out", async (t) => {
  const { sql } = await accountDatabase(t);
  const tries = THROTTLE_LIMITS.ofAccount.tries + 1;
  for (let index = 0; index < tries; index += 1) {
    await assert.rejects(throttled(sql, ADA.email, from("192.0.2.66"), fail));
  }
  assert.equal(await throttled(sql, ADA.email, from("198.51.100.7"), async () => "in"), "in");
});

test("many tries at once are not more than many one by one", async (t) => {
  const { sql } = await accountDatabase(t);
  let guesses = 0;
  const guess = (): Promise<never> => {
    guesses += 1;
    return fail();
  };
  const tries = Array.from({ length: 50 }, () => throttled(sql, ADA.email, from("192.0.2.1"), guess));
  await Promise.allSettled(tries);
  assert.equal(guesses, THROTTLE_LIMITS.ofAccountAndAddress.tries);
});

test("an address may try thirty accounts, one network of IPv6 as one address", async (t) => {
  const { sql } = await accountDatabase(t);
  const outcomes: string[] = [];
  for (let index = 0; index <= THROTTLE_LIMITS.ofAddress.tries; index += 1) {
    const origin = from(`2001:db8::${(index + 1).toString(16)}`);
    outcomes.push(await throttled(sql, `person${index}@example.com`, origin, fail).catch(({ code }) => code));
  }
  assert.equal(outcomes.pop(), "RATE_LIMITED");
  assert.deepEqual([...new Set(outcomes)], ["UNAUTHENTICATED"]);
  assert.equal(
    await throttled(sql, "a@b", from("2001:db8:0:1::1"), async () => "in"),
    "in",
    "another network",
  );
});

test("whoever writes another address into a header each time is held up by their own", async (t) => {
  const { sql } = await accountDatabase(t);
  const claimant = "198.51.100.7";
  let guesses = 0;
  for (let index = 0; index < THROTTLE_LIMITS.ofPeer.tries + 20; index += 1) {
    const origin = { clientAddress: `10.0.${index >> 8}.${index & 255}`, claimant };
    const guess = (): Promise<never> => {
      guesses += 1;
      return fail();
    };
    await throttled(sql, `person${index}@example.com`, origin, guess).catch(() => undefined);
  }
  assert.equal(guesses, THROTTLE_LIMITS.ofPeer.tries);
});

/** What becomes of somebody who comes by a proxy by which a stranger has used up all of their own tries. */
async function statusesBesideStranger(
  t: TestContext,
  env: Readonly<Record<string, string>>,
): Promise<number[]> {
  const plane = await testControlPlane(t, { env });
  const send = async (path: string, address: string, body: object): Promise<number> => {
    const headers = { "x-forwarded-for": address };
    return (await new ConsoleClient(plane).call("POST", `/console/api/${path}`, { body, headers })).status;
  };
  assert.equal(await send("session", "203.0.113.66", WRONG), 401);
  assert.equal(await send("accounts", "203.0.113.66", { ...ADA, email: "stranger@example.com" }), 201);
  await plane.sql`update sign_in_windows set tries = 1000 where name not like 'account %'`;
  assert.equal(await send("session", "203.0.113.66", WRONG), 429);
  assert.equal(await send("accounts", "203.0.113.66", ADA), 429);
  return [await send("accounts", "203.0.113.9", ADA), await send("session", "203.0.113.9", WRONG)];
}

test("a stranger behind a trusted proxy holds up nobody else behind it", async (t) => {
  const env = { CLIPMILL_TRUSTED_PROXIES: "127.0.0.0/8" };
  assert.deepEqual(await statusesBesideStranger(t, env), [201, 401]);
});

test("where no proxy is named all who come by one wait, since each may have claimed their address", async (t) => {
  assert.deepEqual(await statusesBesideStranger(t, {}), [429, 429]);
});

test("a stranger far away does not keep a person out of their account", async (t) => {
  const { sql } = await accountDatabase(t);
  for (let index = 0; index < 30; index += 1) {
    await throttled(sql, ADA.email, from("203.0.113.5"), fail).catch(() => undefined);
  }
  assert.equal(await throttled(sql, ADA.email, from("192.0.2.1"), async () => "in"), "in");
});

test("requests for accounts are few for an address", async (t) => {
  const plane = await testControlPlane(t);
  const statuses = [];
  for (let index = 0; index <= THROTTLE_LIMITS.asksOfAddress.tries; index += 1) {
    const body = { ...ADA, email: `person${index}@example.com` };
    statuses.push((await new ConsoleClient(plane).call("POST", "/console/api/accounts", { body })).status);
  }
  assert.equal(statuses.pop(), 429);
  assert.deepEqual([...new Set(statuses)], [201]);
});

test("windows of a time that the database's clock was set back from keep nobody out", async (t) => {
  const { sql } = await accountDatabase(t);
  const tries = THROTTLE_LIMITS.ofAccountAndAddress.tries;
  const tryIt = () => throttled(sql, ADA.email, from("192.0.2.1"), fail).catch(({ code }) => code);
  for (let index = 0; index < tries; index += 1) await tryIt();
  assert.equal(await tryIt(), "RATE_LIMITED");
  await sql`update sign_in_windows set ends_at = ends_at + interval '3 hours'`;
  for (let index = 0; index < tries; index += 1) assert.notEqual(await tryIt(), "RATE_LIMITED");
  assert.equal(await tryIt(), "RATE_LIMITED");
});

test("windows that are over are removed as others come", async (t) => {
  const { sql } = await accountDatabase(t);
  await sql`insert into sign_in_windows select 'old ' || g, 1, now() - interval '1 hour' from generate_series(1, 60) g`;
  await throttled(sql, ADA.email, from("192.0.2.1"), async () => "in");
  await throttled(sql, ADA.email, from("192.0.2.1"), async () => "in");
  assert.deepEqual([...(await sql`select from sign_in_windows where name like 'old %'`)], []);
});
