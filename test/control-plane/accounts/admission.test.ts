// Admission on real PostgreSQL: exact limits, whoever counts, and the order of refusals.
import assert from "node:assert/strict";
import { test } from "node:test";
import { revokeApiKey, rotateKey } from "../../../control-plane/accounts/manage-keys.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { ADDRESS, openAdmission, tally } from "../../support/control-plane/admissions.ts";
import { until } from "../../support/until.ts";

/** Waits out the end of a minute, so that a test's calls fall into one window. */
async function withinOneMinute(sql: Sql): Promise<void> {
  const hasRoom = async (): Promise<boolean> => {
    const [row] = await sql<{ left_s: number }[]>`
      select extract(epoch from date_trunc('minute', now()) + interval '1 minute' - now())::float8 as left_s`;
    return (row?.left_s ?? 0) >= 10;
  };
  await until("a minute with room for the test", hasRoom, 15_000);
}

test("exactly the limit passes under 500 parallel requests to two processes", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const limited = await key({ perMinute: 37 });
  const other = await key({ perMinute: 211 });
  await withinOneMinute(sql);
  const processes = [admission(), admission()];
  const call = (secret: string, index: number): Promise<unknown> => {
    const process = processes[index % 2];
    assert.ok(process !== undefined);
    return process.admit(secret, index % 3 === 0 ? "198.51.100.1" : ADDRESS);
  };
  const waves = async (secret: string, count: number): Promise<Record<string, number>> => {
    const calls: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      const made = call(secret, index);
      // Some are refused before all are made.
      made.catch(() => undefined);
      calls.push(made);
      // Several statements take part, not one that holds all.
      if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
    }
    return tally(calls);
  };
  const [first, second] = await Promise.all([waves(limited.key, 500), waves(other.key, 500)]);
  assert.deepEqual(first, { admitted: 37, RATE_LIMITED: 463 });
  assert.deepEqual(second, { admitted: 211, RATE_LIMITED: 289 });
});

test("the day's limit holds beside the minute's", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const { key: secret } = await key({ perMinute: 50, perDay: 5 });
  await withinOneMinute(sql);
  const process = admission();
  assert.deepEqual(await tally(Array.from({ length: 8 }, () => process.admit(secret, ADDRESS))), {
    admitted: 5,
    RATE_LIMITED: 3,
  });
});

test("a new minute and a new day open new windows", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const { key: secret } = await key({ perMinute: 2, perDay: 3 });
  await withinOneMinute(sql);
  const process = admission();
  const three = (): Promise<unknown>[] => Array.from({ length: 3 }, () => process.admit(secret, ADDRESS));
  assert.deepEqual(await tally(three()), { admitted: 2, RATE_LIMITED: 1 });
  await sql`update rate_windows set minute_start = minute_start - interval '1 minute', day_count = 1`;
  assert.deepEqual(await tally(three()), { admitted: 2, RATE_LIMITED: 1 });
  await sql`update rate_windows set minute_start = minute_start - interval '1 minute', day_start = day_start - interval '1 day'`;
  assert.deepEqual(await tally(three()), { admitted: 2, RATE_LIMITED: 1 });
});

test("windows of a time that the database's clock was set back from hold nobody up", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const { key: secret } = await key({ perMinute: 2, perDay: 3 });
  await withinOneMinute(sql);
  const process = admission();
  const three = (): Promise<unknown>[] => Array.from({ length: 3 }, () => process.admit(secret, ADDRESS));
  assert.deepEqual(await tally(three()), { admitted: 2, RATE_LIMITED: 1 });
  await sql`update rate_windows set minute_start = minute_start + interval '2 hours', day_start = day_start + interval '2 days'`;
  assert.deepEqual(await tally(three()), { admitted: 2, RATE_LIMITED: 1 });
});

test("a request that a newer window has overtaken counts in that one", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const { key: secret } = await key({ perMinute: 2 });
  await withinOneMinute(sql);
  const process = admission();
  await process.admit(secret, ADDRESS);
  await sql`update rate_windows set minute_start = minute_start + interval '1 minute', day_start = day_start + interval '24 hours'`;
  const two = [process.admit(secret, ADDRESS), process.admit(secret, ADDRESS)];
  assert.deepEqual(await tally(two), { admitted: 1, RATE_LIMITED: 1 });
});

test("a key's limit wins over its account's, and the account's over the default", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const process = admission();
  const plain = await key();
  const own = await key({ perMinute: 7, perDay: 70 });
  const before = (await process.admit(plain.key, ADDRESS)).balance;
  assert.deepEqual([before.perMinute, before.perDay], [100, 1_000]);
  await sql`update accounts set per_minute = 55, per_day = 550`;
  const inherited = (await process.admit(plain.key, ADDRESS)).balance;
  assert.deepEqual([inherited.perMinute, inherited.perDay], [55, 550]);
  const { perMinute, perDay, accountPerMinute, accountPerDay } = (await process.admit(own.key, ADDRESS))
    .balance;
  assert.deepEqual([perMinute, perDay, accountPerMinute, accountPerDay], [7, 70, 55, 550]);
});

test("refusals come in the order of the contract, and only what passes them is counted", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const process = admission();
  const { id, key: secret } = await key({ ips: ["10.0.0.0/8"], perMinute: 1 });
  const codeOf = async (given: string | undefined, address = ADDRESS): Promise<string> =>
    Object.keys(await tally([process.admit(given, address)]))[0] ?? "";
  assert.equal(await codeOf(undefined), "UNAUTHENTICATED");
  assert.equal(await codeOf("clipmill_unknown"), "UNAUTHENTICATED");
  assert.equal(await codeOf("x".repeat(10_000)), "UNAUTHENTICATED");
  await sql`update accounts set state = 'PENDING'`;
  await sql`update users set blocked_at = now()`;
  assert.equal(await codeOf(secret), "ACCOUNT_NOT_APPROVED");
  await sql`update accounts set state = 'APPROVED'`;
  assert.equal(await codeOf(secret), "ACCOUNT_BLOCKED");
  await sql`update users set blocked_at = null`;
  assert.equal(await codeOf(secret), "IP_NOT_ALLOWED");
  assert.deepEqual([...(await sql`select * from rate_windows`)], [], "none of these was counted");
  await withinOneMinute(sql);
  assert.equal(await codeOf(secret, "10.1.2.3"), "admitted");
  assert.equal(await codeOf(secret, "10.1.2.3"), "RATE_LIMITED");
  await revokeApiKey(sql, id);
  assert.equal(
    await codeOf(secret, "10.1.2.3"),
    "UNAUTHENTICATED",
    "a revoked key says so even over its limit",
  );
});

test("a rotated secret stops at once on every process, and the new one works", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const processes = [admission(), admission()];
  const old = await key();
  for (const process of processes) await process.admit(old.key, ADDRESS);
  const fresh = await rotateKey(sql, old.id);
  for (const process of processes) {
    await assert.rejects(process.admit(old.key, ADDRESS), { code: "UNAUTHENTICATED" });
    assert.equal((await process.admit(fresh.key, ADDRESS)).callerId, old.id);
  }
});

test("an expired key is refused like a revoked one", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const process = admission();
  const past = await key({ expiresAt: new Date(Date.now() + 60_000) });
  await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${past.id}`;
  const future = await key({ expiresAt: new Date(Date.now() + 60_000) });
  await assert.rejects(process.admit(past.key, ADDRESS), { code: "UNAUTHENTICATED" });
  await process.admit(future.key, ADDRESS);
});

test("a database that fails rejects everybody who waits, and the next request is decided anew", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const process = admission();
  const { key: secret } = await key();
  await sql`alter table rate_windows rename to away`;
  const results = await Promise.allSettled([process.admit(secret, ADDRESS), process.admit(secret, ADDRESS)]);
  assert.deepEqual(
    results.map((result) => result.status),
    ["rejected", "rejected"],
  );
  await sql`alter table away rename to rate_windows`;
  await process.admit(secret, ADDRESS);
});
