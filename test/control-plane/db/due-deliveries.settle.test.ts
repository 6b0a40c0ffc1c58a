// What the ends of attempts change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hastenDeliveries } from "../../../control-plane/db/due-deliveries.ts";
import { makeDeliveriesDue } from "../../../control-plane/db/webhook-deliveries.ts";
import {
  deliveryOf,
  deliveryScene,
  MINUTE_MS,
  openRows,
  REFUSED,
  receiverOf,
  TAKEN,
} from "../../support/control-plane/delivery-scene.ts";

test("an attempt that is recorded twice counts once and plans one retry", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  const [taskId] = await due("https://hook.test/");
  const claims = await claim();
  const states = await Promise.all(Array.from({ length: 5 }, () => end(claims, REFUSED)));
  assert.deepEqual(states.flat(), ["RETRYING"]);
  assert.deepEqual(await deliveryOf(sql, taskId), {
    state: "RETRYING",
    attempts: 1,
    last_status_code: 500,
  });
  const rows = await sql`
    select u.attempt, u.claimed_by, u.due_at = d.next_retry_at as is_then,
      round(extract(epoch from d.next_retry_at - d.last_attempt_at))::int as in_s
    from due_deliveries u join webhook_deliveries d on d.id = u.delivery_id`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ attempt: 2, claimed_by: null, is_then: true, in_s: 60 }],
  );
});

test("of a success and a failure of one attempt, the first that is recorded stands", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  const [taskId] = await due("https://hook.test/");
  const claims = await claim();
  assert.deepEqual(await end(claims, TAKEN), ["DELIVERED"]);
  assert.deepEqual(await end(claims, REFUSED), []);
  assert.deepEqual(await deliveryOf(sql, taskId), {
    state: "DELIVERED",
    attempts: 1,
    last_status_code: 200,
  });
  assert.equal(await openRows(sql), 0);
});

test("the third failure is the last, and nothing is planned any more", async (t) => {
  const { sql, due, claim, end, letWaitsEnd } = await deliveryScene(t);
  const [taskId] = await due("https://hook.test/");
  const states: string[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await letWaitsEnd();
    const claims = await claim();
    assert.deepEqual(
      claims.map((claimed) => claimed.attempt),
      [attempt],
    );
    states.push(...(await end(claims, REFUSED)));
  }
  assert.deepEqual(states, ["RETRYING", "RETRYING", "FAILED"]);
  assert.deepEqual(await deliveryOf(sql, taskId), { state: "FAILED", attempts: 3, last_status_code: 500 });
  assert.equal(await openRows(sql), 0);
});

test("a retry is not claimed before its time", async (t) => {
  const { due, claim, end, letWaitsEnd } = await deliveryScene(t);
  await due("https://hook.test/");
  await end(await claim(), REFUSED);
  assert.deepEqual(await claim(), []);
  await letWaitsEnd();
  assert.equal((await claim()).length, 1);
});

test("what is put back is due again after its delay and has no attempt more", async (t) => {
  const { sql, due, claim, endAndClaim } = await deliveryScene(t);
  const [taskId] = await due("https://hook.test/");
  const claims = await claim();
  const [before] = await sql<{ at: Date }[]>`select now() as at`;
  assert.deepEqual(await endAndClaim(claims, { outcome: "put-back", delayMs: 5_000 }), []);
  const [row] = await sql`
    select attempt, due_at >= ${before?.at ?? ""}::timestamptz + interval '5 s' as is_later,
      due_at <= now() + interval '5.1 s' as is_soon from due_deliveries`;
  assert.deepEqual({ ...row }, { attempt: 1, is_later: true, is_soon: true });
  assert.deepEqual(await deliveryOf(sql, taskId), {
    state: "PENDING",
    attempts: 0,
    last_status_code: null,
  });
});

test("making a delivery due twice leaves one, and an ended one stays as it is", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  const taskIds = await due("https://hook.test/");
  await makeDeliveriesDue(sql, taskIds);
  const claims = await claim();
  assert.equal(claims.length, 1);
  await end(claims, TAKEN);
  await makeDeliveriesDue(sql, taskIds);
  assert.deepEqual(await claim(), []);
});

test("what waits for a time that the database's clock was set back from is made at once, and nothing else early", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  const [retried] = await due("https://hook.test/");
  await due("https://failing.test/", 10);
  await end(await claim(), REFUSED);
  await end(await claim(), REFUSED);
  assert.equal((await receiverOf(sql, "failing.test")).standing, "failing");
  assert.equal(await hastenDeliveries(sql, MINUTE_MS), 0);
  assert.deepEqual(await claim(), []);
  await sql`update due_deliveries set due_at = due_at + interval '3 hours'`;
  await sql`
    update webhook_receivers set ready_at = ready_at + interval '3 hours', blocked_until = blocked_until + interval '3 hours'`;
  assert.equal(await hastenDeliveries(sql, MINUTE_MS), 2);
  assert.equal(await hastenDeliveries(sql, MINUTE_MS), 0);
  const claims = await claim();
  assert.ok(claims.some(({ taskId, attempt }) => taskId === retried && attempt === 2));
  const toFailing = claims.filter(({ receiver }) => receiver === "failing.test");
  assert.deepEqual(new Set(toFailing.map(({ attempt }) => attempt)), new Set([1, 2]));
});
