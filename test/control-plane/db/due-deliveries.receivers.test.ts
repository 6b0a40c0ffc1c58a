// Receivers that fail, and what is kept of receivers.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClaimEnd,
  giveUpDeliveries,
  selectDueOverview,
  sweepReceivers,
} from "../../../control-plane/db/due-deliveries.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits/webhooks.ts";
import {
  deliveryOf,
  deliveryScene,
  endRests,
  openRows,
  REFUSED,
  receiverOf,
  TAKEN,
} from "../../support/control-plane/delivery-scene.ts";
import { rowsRead } from "../../support/database/rows-read.ts";

/** Lets the time pass that second and third attempts wait for, and nothing else. */
async function letRetriesBeDue(sql: Sql): Promise<void> {
  await sql`update due_deliveries set due_at = now() where attempt > 1 and claimed_by is null`;
  await sql`update webhook_receivers set ready_at = now()`;
}

test("the rest doubles with each failure in a row up to three retry intervals, and one answer ends it", async (t) => {
  const { sql, due, claim, end, endAndClaim } = await deliveryScene(t);
  await due("https://hook.test/", 100);
  await end(await claim(), REFUSED);
  const rests: number[] = [];
  while (rests.length < 11) {
    const claims = await claim();
    if (rests.length > 0) assert.equal(claims.length, 1, "one call at a time");
    assert.deepEqual(await endAndClaim(claims, REFUSED), [], "it is left alone meanwhile");
    rests.push((await receiverOf(sql, "hook.test")).rest_ms);
    await endRests(sql);
  }
  const doubled = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000];
  assert.deepEqual(rests, [...doubled, 180_000, 180_000, 180_000]);
  await end(await claim(), TAKEN);
  const { standing, failures, calls } = await receiverOf(sql, "hook.test");
  assert.deepEqual({ standing, failures, calls }, { standing: "quick", failures: 0, calls: 32 });
  assert.equal((await claim()).length, WEBHOOK_LIMITS.quickCalls.max);
});

test("second and third attempts are made at their time, whatever rest their receiver has", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 20);
  await end(await claim(), REFUSED);
  await end(await claim(), REFUSED);
  const { standing, rest_ms: rest, failures } = await receiverOf(sql, "hook.test");
  assert.deepEqual({ standing, rest }, { standing: "failing", rest: 1_000 });
  await sql`update webhook_receivers set blocked_until = now() + interval '1 h'`;
  for (const attempt of [2, 3]) {
    assert.deepEqual(await claim(), [], "nothing before");
    await letRetriesBeDue(sql);
    const claims = await claim();
    assert.deepEqual(
      claims.map((claimed) => claimed.attempt),
      Array.from({ length: 4 }, () => attempt),
    );
    await end(claims, REFUSED);
  }
  assert.equal((await receiverOf(sql, "hook.test")).failures, failures, "no retry lengthens the rest");
  const [left] =
    await sql`select blocked_until > now() + interval '59 min' as rests_on from webhook_receivers`;
  assert.equal(left?.rests_on, true);
  const states =
    await sql`select state, count(*)::int as number from webhook_deliveries group by 1 order by 1`;
  assert.deepEqual(
    states.map((row) => ({ ...row })),
    [
      { state: "FAILED", number: 4 },
      { state: "PENDING", number: 16 },
    ],
  );
  await endRests(sql);
  assert.deepEqual(
    (await claim()).map(({ attempt }) => attempt),
    [1],
  );
});

test("a dead receiver's retries keep to its account's places, and its first attempts come beside them", async (t) => {
  const { sql, due, claim, end, accountId } = await deliveryScene(t);
  await due("https://hook.test/", 100);
  await end(await claim(), TAKEN);
  await end(await claim(), REFUSED);
  await letRetriesBeDue(sql);
  const { toSlow } = WEBHOOK_LIMITS.perAccount;
  await endRests(sql);
  const claims = await claim();
  const firsts = claims.filter(({ attempt }) => attempt === 1);
  assert.deepEqual([claims.length, firsts.length], [toSlow, 0]);
  assert.deepEqual(await claim({}, "plane-b"), [], "of all control planes together");
  assert.deepEqual(await claim({ busy: new Map([[accountId, { all: toSlow, toNew: 0, toSlow }]]) }), []);
  await end(claims.slice(1), REFUSED);
  const others = await claim({ busy: new Map([[accountId, { all: 1, toNew: 0, toSlow: 1 }]]) });
  assert.equal(others.length, toSlow - 1);
  await end([...claims.slice(0, 1), ...others], REFUSED);
  const last = await claim();
  assert.equal(last.length, WEBHOOK_LIMITS.quickCalls.max - 2 * toSlow + 1 + 1);
  assert.equal(last.filter(({ attempt }) => attempt === 1).length, 1);
});

test("retries that are due come before what waits for its first attempt", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 10);
  const [first, ...others] = await claim();
  assert.ok(first !== undefined);
  await end([first], REFUSED);
  await end(others, { ...TAKEN, durationMs: WEBHOOK_LIMITS.slowAfterMs + 1 } as ClaimEnd);
  await letRetriesBeDue(sql);
  assert.deepEqual(
    (await claim()).map(({ attempt }) => attempt),
    [2, 1],
  );
});

test("calls that fail together are one failure", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 100);
  await end(await claim(), TAKEN);
  const claims = await claim();
  assert.equal(claims.length, WEBHOOK_LIMITS.quickCalls.max);
  for (const claimed of claims) await end([claimed], REFUSED);
  const { failures, rest_ms } = await receiverOf(sql, "hook.test");
  assert.deepEqual({ failures, rest_ms }, { failures: WEBHOOK_LIMITS.failuresToWait, rest_ms: 1_000 });
});

test("a receiver that refuses some deliveries and takes others is not left alone", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 200);
  await end(await claim(), TAKEN);
  for (let round = 0; round < 5; round += 1) {
    const [refused, ...taken] = await claim();
    assert.ok(refused !== undefined);
    await end([refused], REFUSED);
    await end(taken, TAKEN);
  }
  assert.equal((await receiverOf(sql, "hook.test")).standing, "quick");
});

test("waiting counts no attempt: each delivery to a failing receiver has its tries, the longest waiting first", async (t) => {
  const { sql, due, claim, end, letWaitsEnd } = await deliveryScene(t);
  const taskIds = await due("https://hook.test/", 6);
  for (let round = 0; round < 7; round += 1) {
    await end(await claim(), REFUSED);
    await endRests(sql);
  }
  const attempts = async () =>
    (await sql<{ attempts: number }[]>`select attempts from webhook_deliveries order by id`).map(
      (row) => row.attempts,
    );
  assert.deepEqual(await attempts(), [1, 1, 1, 1, 1, 1]);
  await letWaitsEnd();
  await end(await claim(), TAKEN);
  await end(await claim(), TAKEN);
  assert.equal((await sql`select from webhook_deliveries where state = 'DELIVERED'`).length, taskIds.length);
});

test("what a failing receiver was not asked for in a day is given up and says why; what it was has all its attempts", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  const [asked] = await due("https://hook.test/", 4);
  await end(await claim(), REFUSED);
  await end(await claim(), REFUSED);
  assert.equal((await receiverOf(sql, "hook.test")).standing, "failing");
  const [old] = await due("https://hook.test/", 2);
  const [young] = await due("https://hook.test/");
  // The appliance was off for a day: this one was never asked for.
  const [unasked] = await due("https://other.test/");
  assert.equal(await giveUpDeliveries(sql), 0);
  await sql`
    update due_deliveries set enqueued_at = now() - interval '24 hours', due_at = now() - interval '24 hours'
    where task_id <> ${young ?? ""}`;
  assert.equal(await giveUpDeliveries(sql), 2);
  assert.deepEqual(await deliveryOf(sql, asked), { state: "RETRYING", attempts: 1, last_status_code: 500 });
  assert.deepEqual(await deliveryOf(sql, old), { state: "FAILED", attempts: 0, last_status_code: null });
  assert.deepEqual(await deliveryOf(sql, young), { state: "PENDING", attempts: 0, last_status_code: null });
  const [row] =
    await sql`select distinct last_error, next_retry_at from webhook_deliveries where state = 'FAILED'`;
  assert.deepEqual(
    { ...row },
    {
      last_error: "Given up after 24 h without success. The receiver answered 500.",
      next_retry_at: null,
    },
  );
  assert.deepEqual(await deliveryOf(sql, unasked), { state: "PENDING", attempts: 0, last_status_code: null });
  assert.equal(await openRows(sql), 6);
});

test("what waits for a failing receiver and was not given up yet is not read for that", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 4);
  await end(await claim(), REFUSED);
  await end(await claim(), REFUSED);
  await sql`
    insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
    select 'whd_' || n, 'task_' || n, account_id, receiver, 1, now() from webhook_receivers, generate_series(1, 2000) as n`;
  // To the planner, which sees many others, it is a receiver as any.
  await sql`
    insert into webhook_receivers (account_id, receiver, standing, calls, ready_at)
    select account_id, 'other' || n, 'quick', 8, 'infinity' from webhook_receivers, generate_series(1, 2000) as n`;
  await sql`
    insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
    select 'whd_of_' || receiver, 'task', account_id, receiver, 1, now() from webhook_receivers where standing = 'quick'`;
  await sql`analyze due_deliveries, webhook_receivers`;
  const read = await rowsRead(sql, "due_deliveries", async (transaction) => {
    assert.equal(await giveUpDeliveries(transaction), 0);
  });
  assert.ok(read < 20, `${read} rows`);
});

test("receivers without deliveries are forgotten after a while, and no others", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://idle.test/");
  await due("https://open.test/");
  await due("https://retrying.test/");
  const claims = await claim();
  const of = (receiver: string) => claims.filter((claimed) => claimed.receiver === receiver);
  await end(of("idle.test"), TAKEN);
  await end(of("retrying.test"), REFUSED);
  await claim();
  assert.deepEqual(await sweepReceivers(sql), { forgotten: 0, woken: 0 });
  await sql`update webhook_receivers set changed_at = now() - interval '2 hours'`;
  assert.deepEqual(await sweepReceivers(sql), { forgotten: 1, woken: 0 });
  const rows = await sql<{ receiver: string }[]>`select receiver from webhook_receivers order by 1`;
  assert.deepEqual(
    rows.map(({ receiver }) => receiver),
    ["open.test", "retrying.test"],
  );
});

test("receivers are forgotten without reading what waits for another, for which nearly all of it may", async (t) => {
  const { sql, accountId } = await deliveryScene(t);
  await sql`
    insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
    select 'whd_' || n, 'task_' || n, ${accountId}, 'dead.test', 1, now() from generate_series(1, 2000) as n`;
  await sql`
    insert into webhook_receivers (account_id, receiver, standing, calls, ready_at, changed_at)
    select ${accountId}, 'idle' || n, 'quick', 8, 'infinity', now() - interval '2 hours' from generate_series(1, 100) as n`;
  await sql`analyze due_deliveries, webhook_receivers`;
  const read = await rowsRead(sql, "due_deliveries", async (transaction) => {
    assert.deepEqual(await sweepReceivers(transaction), { forgotten: 100, woken: 0 });
  });
  assert.ok(read < 2_000, `${read} rows`);
});

test("a receiver that nothing brings forward though it has deliveries is looked at again", async (t) => {
  const { sql, due, claim } = await deliveryScene(t);
  await due("https://hook.test/");
  await sql`delete from webhook_arrivals`;
  await sql`
    insert into webhook_receivers (account_id, receiver, standing, calls, ready_at, changed_at)
    select account_id, receiver, 'new', 2, 'infinity', now() - interval '6 minutes' from due_deliveries`;
  assert.deepEqual(await claim(), []);
  assert.deepEqual(await sweepReceivers(sql), { forgotten: 0, woken: 1 });
  assert.equal((await claim()).length, 1);
});

test("the overview counts what is due, the failing receivers, and the age of the oldest delivery", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  assert.deepEqual({ ...(await selectDueOverview(sql)) }, { due: 0, failing_receivers: 0, oldest_age_s: 0 });
  await due("https://hook.test/", 10);
  await sql`update due_deliveries set enqueued_at = enqueued_at - interval '100 s'`;
  await end(await claim(), REFUSED);
  await end(await claim(), REFUSED);
  const { due: waiting, failing_receivers, oldest_age_s } = await selectDueOverview(sql);
  assert.deepEqual({ waiting, failing_receivers }, { waiting: 6, failing_receivers: 1 });
  assert.ok(oldest_age_s >= 100 && oldest_age_s < 200);
});

test("a receiver is the host and port of its address", async (t) => {
  const { sql } = await deliveryScene(t);
  const named = async (url: string) => (await sql`select receiver_of(${url}) as name`)[0]?.name as string;
  assert.equal(await named("https://Hook.Example.com/a/b?secret=1"), "hook.example.com");
  assert.equal(await named("http://hook.example.com:8443"), "hook.example.com:8443");
  assert.equal(await named("http://[2001:db8::1]:80/x"), "[2001:db8::1]:80");
  assert.equal(await named("https:\\\\hook.example.com\\x"), "hook.example.com");
  assert.equal(await named("https://hook.example.com?x"), "hook.example.com");
  assert.equal(await named("nonsense"), "");
});
