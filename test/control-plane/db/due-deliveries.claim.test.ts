// Which deliveries are claimed, and by whom.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClaimEnd,
  claimDeliveries,
  freeClaims,
  settleDeliveries,
} from "../../../control-plane/db/due-deliveries.ts";
import { deleteDeliveries } from "../../../control-plane/db/webhook-deliveries.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits/webhooks.ts";
import {
  CLAIM_MS,
  deliveryOf,
  deliveryScene,
  MINUTE_MS,
  openRows,
  PLACES,
  REFUSED,
  receiverOf,
  TAKEN,
} from "../../support/control-plane/delivery-scene.ts";
import { createTestAccount } from "../../support/database/test-account.ts";

test("two control planes never hold the same attempt", async (t) => {
  const { due, claim } = await deliveryScene(t);
  for (let host = 0; host < 20; host += 1) await due(`https://h${host}.test/`, 3);
  const rounds = Array.from({ length: 8 }, (_, round) => claim({}, `plane-${round % 2}`));
  const claimed = (await Promise.all(rounds)).flat().map(({ deliveryId }) => deliveryId);
  assert.equal(new Set(claimed).size, claimed.length);
  assert.ok(claimed.length > 0);
});

test("a receiver that has not answered yet gets two calls from all control planes together, a quick one many", async (t) => {
  const { due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 100);
  const claims = await claim();
  assert.equal(claims.length, WEBHOOK_LIMITS.firstCalls);
  assert.deepEqual(await claim({}, "plane-b"), []);
  await end(claims, TAKEN);
  const [here, there] = [await claim(), await claim({}, "plane-b")];
  assert.deepEqual([here.length, there.length], [WEBHOOK_LIMITS.quickCalls.max, 0]);
});

test("a slow receiver keeps to two calls", async (t) => {
  const { due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/", 10);
  await end(await claim(), { ...TAKEN, durationMs: WEBHOOK_LIMITS.slowAfterMs + 1 } as ClaimEnd);
  assert.equal((await claim()).length, WEBHOOK_LIMITS.firstCalls);
});

test("receivers take turns: of many deliveries to one, none keeps another's from its place", async (t) => {
  const { due, claim, end } = await deliveryScene(t);
  await due("https://busy.test/", 500);
  await end(await claim(), TAKEN);
  await due("https://new.test/");
  assert.ok((await claim()).some(({ receiver }) => receiver === "new.test"));
});

test("an account has no more calls than its bound, however many receivers it names", async (t) => {
  const { sql, due, claim, accountId } = await deliveryScene(t);
  const { toNew } = WEBHOOK_LIMITS.perAccount;
  const other = await createTestAccount(sql);
  for (let host = 0; host < 40; host += 1) await due(`https://h${host}.test/`);
  await due("https://modest.test/", 1, other.id);
  const claims = await claim();
  assert.equal(claims.filter((claimed) => claimed.accountId === accountId).length, toNew);
  assert.equal(claims.length, toNew + 1);
  await due("https://modest.test/", 1, other.id);
  const busyWith = (calls: number) => ({
    busy: new Map([[accountId, { all: calls, toNew: calls, toSlow: 0 }]]),
  });
  assert.deepEqual(
    (await claim(busyWith(toNew))).map((claimed) => claimed.accountId),
    [other.id],
  );
  assert.equal((await claim(busyWith(toNew - 4))).length, 4);
});

test("an account's own quick receiver finds a place beside those of it that hang", async (t) => {
  const { due, claim, end, accountId } = await deliveryScene(t);
  const { all, toNew, toSlow } = WEBHOOK_LIMITS.perAccount;
  await due("https://quick.test/", 100);
  await end(await claim(), TAKEN);
  for (let host = 0; host < 40; host += 1) await due(`https://h${host}.test/`);
  const hanging = { busy: new Map([[accountId, { all: toNew + toSlow, toNew, toSlow }]]) };
  const claims = await claim(hanging);
  assert.deepEqual(new Set(claims.map(({ receiver }) => receiver)), new Set(["quick.test"]));
  assert.equal(claims.length, all - toNew - toSlow);
  assert.deepEqual(await claim({ busy: new Map([[accountId, { all, toNew, toSlow }]]) }), []);
});

test("a receiver that failed at its first calls leaves the places for new ones", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hangs.test/", 10);
  await end(await claim(), REFUSED);
  const { standing, calls } = await receiverOf(sql, "hangs.test");
  assert.deepEqual({ standing, calls }, { standing: "slow", calls: WEBHOOK_LIMITS.firstCalls });
  await due("https://new.test/");
  assert.deepEqual(
    (await claim({ toSlow: 0 })).map(({ receiver }) => receiver),
    ["new.test"],
  );
});

test("receivers that are not known to be quick have their share of the places, and a quick one finds its own", async (t) => {
  const { due, claim, end } = await deliveryScene(t);
  await due("https://quick.test/", 2);
  await end(await claim(), TAKEN);
  for (let host = 0; host < 20; host += 1) await due(`https://h${host}.test/`);
  await due("https://quick.test/");
  const receivers = (await claim({ all: 8, toNew: 4, toSlow: 4 })).map(({ receiver }) => receiver);
  assert.equal(receivers.length, 5);
  assert.ok(receivers.includes("quick.test"));
  assert.deepEqual(await claim({ all: 4, toNew: 0, toSlow: 0 }), []);
});

test("one account's failures do not hold up another's deliveries to the same host", async (t) => {
  const { sql, due, claim, end, letWaitsEnd } = await deliveryScene(t);
  await due("https://shared.test/wrong", 6);
  for (let round = 0; round < 3; round += 1) {
    await end(await claim(), REFUSED);
    await letWaitsEnd();
  }
  const other = await createTestAccount(sql);
  await due("https://shared.test/right", 2, other.id);
  const claims = await claim();
  assert.equal(claims.filter(({ accountId }) => accountId === other.id).length, 2);
});

test("what falls due is due at that moment, not at the next whole millisecond", async (t) => {
  const { sql, due } = await deliveryScene(t);
  await due("https://a.test/");
  for (let round = 0; round < 20; round += 1) {
    const claims = await sql.begin(async (transaction) => {
      await freeClaims(transaction, ["plane-a"]);
      return claimDeliveries(transaction, "plane-a", PLACES, CLAIM_MS);
    });
    assert.equal(claims.length, 1, `round ${round}`);
  }
});

test("claims of a control plane that died come back when they run out, or once its end is known", async (t) => {
  const { sql, due, claim } = await deliveryScene(t);
  await due("https://a.test/", 2);
  await due("https://b.test/");
  const claims = await claim();
  assert.equal(claims.length, 3);
  assert.equal(await freeClaims(sql), 0);
  await sql`update due_deliveries set claimed_until = now() - interval '1 second' where receiver = 'b.test'`;
  assert.equal(await freeClaims(sql), 1);
  assert.deepEqual(
    (await claim({}, "plane-b")).map(({ receiver }) => receiver),
    ["b.test"],
  );
  assert.equal(await freeClaims(sql, ["plane-a"]), 2);
  assert.equal((await claim({}, "plane-b")).length, 2);
  assert.equal((await sql`select from webhook_deliveries where attempts > 0`).length, 0);
});

test("an end that comes after its claim ran out counts once, and not against the next attempt", async (t) => {
  const { sql, due, claim, end, letWaitsEnd } = await deliveryScene(t);
  const [taskId] = await due("https://hook.test/");
  const first = await claim();
  await freeClaims(sql, ["plane-a"]);
  const second = await claim({}, "plane-b");
  assert.deepEqual(await end(first, REFUSED), ["RETRYING"]);
  await letWaitsEnd();
  const third = await claim();
  assert.deepEqual(await end(second, TAKEN, "plane-b"), []);
  assert.deepEqual(await deliveryOf(sql, taskId), {
    state: "RETRYING",
    attempts: 1,
    last_status_code: 500,
  });
  assert.deepEqual(await end(third, TAKEN), ["DELIVERED"]);
  assert.equal(await openRows(sql), 0);
});

test("what was removed with its task is not called, and those behind it are", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  const taskIds = await due("https://hook.test/", 3);
  const claims = await claim();
  assert.equal(claims.length, 2);
  for (const { taskId } of claims) await deleteDeliveries(sql, taskId);
  assert.deepEqual(
    (await claim()).map(({ taskId }) => taskId),
    taskIds.filter((id) => claims.every(({ taskId }) => taskId !== id)),
  );
  assert.deepEqual(await end(claims, TAKEN), []);
  assert.equal(await openRows(sql), 1);
});

test("a row whose delivery has ended all the same is claimed without an address, and goes", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  await due("https://hook.test/");
  await sql`update webhook_deliveries set state = 'DELIVERED'`;
  const claims = await claim();
  assert.deepEqual(
    claims.map(({ url }) => url),
    [null],
  );
  await end(claims, { outcome: "gone" });
  assert.equal(await openRows(sql), 0);
});

test("20,000 deliveries to one receiver cost a claim no more than a few rows, by index alone", async (t) => {
  const { sql, due, claim, end, letWaitsEnd } = await deliveryScene(t);
  // The plan is made while there is nothing, and kept.
  for (let round = 0; round < 10; round += 1) await claim();
  await due("https://hangs.test/", 20_000);
  for (let round = 0; round < 3; round += 1) {
    await end(await claim(), REFUSED);
    await letWaitsEnd();
  }
  await due("https://healthy.test/");
  const read = await sql.begin(async (transaction) => {
    const before = await transaction<{ relname: string; seq_scan: string; rows: string }[]>`
      select relname, seq_scan, idx_tup_fetch as rows from pg_stat_xact_user_tables where relname like any (${["due_%", "webhook_%"]})`;
    assert.ok(before.length > 0);
    const claims = await claimDeliveries(transaction, "plane-b", PLACES, CLAIM_MS);
    assert.deepEqual(
      new Set(claims.map(({ receiver }) => receiver)),
      new Set(["hangs.test", "healthy.test"]),
    );
    await settleDeliveries(
      transaction,
      "plane-b",
      claims.map((claimed) => ({ claim: claimed, end: TAKEN })),
      MINUTE_MS,
    );
    const after = await transaction<{ relname: string; seq_scan: string; rows: string }[]>`
      select relname, seq_scan, idx_tup_fetch as rows from pg_stat_xact_user_tables where relname like any (${["due_%", "webhook_%"]})`;
    return after.map((table) => {
      const was = before.find(({ relname }) => relname === table.relname);
      return {
        table: table.relname,
        scans: Number(table.seq_scan) - Number(was?.seq_scan ?? 0),
        rows: Number(table.rows) - Number(was?.rows ?? 0),
      };
    });
  });
  for (const { table, scans, rows } of read) {
    assert.equal(scans, 0, `${table} is read by index`);
    assert.ok(rows < 50, `${rows} rows of ${table} were read`);
  }
});
