// Which deliveries are claimed, and what the ends of attempts change.
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import {
  type ClaimEnd,
  type ClaimedDelivery,
  claimDeliveries,
  type FreePlaces,
  freeClaims,
  giveUpDeliveries,
  selectDueOverview,
  settleDeliveries,
  sweepReceivers,
} from "../../../control-plane/db/due-deliveries.ts";
import { deleteDeliveries, enqueueDeliveries } from "../../../control-plane/db/webhook-deliveries.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { createTestAccount } from "../../support/control-plane.ts";
import { endedTasksTo } from "../../support/ended-tasks.ts";

const MINUTE_MS = 60_000;
const CLAIM_MS = 40_000;
const PLACES: FreePlaces = { all: 64, toNew: 32, toSlow: 24, busy: new Map() };
const REFUSED: ClaimEnd = {
  outcome: "failed",
  statusCode: 500,
  error: "The receiver answered 500.",
  durationMs: 5,
};
const TAKEN: ClaimEnd = { outcome: "delivered", statusCode: 200, durationMs: 5 };

const times = (count: number, url: string): string[] => Array.from({ length: count }, () => url);

interface Scene {
  readonly sql: Sql;
  readonly accountId: string;
  due(url: string, count?: number, accountId?: string): Promise<string[]>;
  claim(places?: Partial<FreePlaces>, claimer?: string): Promise<ClaimedDelivery[]>;
  end(claims: readonly ClaimedDelivery[], end: ClaimEnd, claimer?: string): Promise<string[]>;
  /** Lets the time pass that a delivery or a receiver waits for. */
  letWaitsEnd(): Promise<void>;
}

/** Lets receivers be asked again. */
async function endRests(sql: Sql): Promise<void> {
  await sql`update webhook_receivers set blocked_until = '-infinity', ready_at = now() - interval '1 s'`;
}

async function scene(t: TestContext): Promise<Scene> {
  const { sql, account } = await accountDatabase(t);
  return {
    sql,
    accountId: account.id,
    due: (url, count = 1, accountId = account.id) => endedTasksTo(sql, accountId, times(count, url)),
    claim: async (places = {}, claimer = "plane-a") => [
      ...(await claimDeliveries(sql, claimer, { ...PLACES, ...places }, CLAIM_MS)),
    ],
    end: async (claims, end, claimer = "plane-a") => {
      const ended = claims.map((claim) => ({ claim, end }));
      return (await settleDeliveries(sql, claimer, ended, MINUTE_MS)).map(({ state }) => state);
    },
    letWaitsEnd: async () => {
      await sql`update due_deliveries set due_at = now() - interval '1 s' where claimed_by is null and due_at > now()`;
      await endRests(sql);
    },
  };
}

async function deliveryOf(sql: Sql, taskId: string | undefined): Promise<unknown> {
  const [row] = await sql`
    select state, attempts, last_status_code from webhook_deliveries where task_id = ${taskId ?? ""}`;
  return row && { ...row };
}

async function receiverOf(sql: Sql, receiver: string) {
  const [row] = await sql<{ standing: string; calls: number; failures: number; rest_ms: number }[]>`
    select standing, calls, failures, extract(epoch from blocked_until - changed_at)::float8 * 1000 as rest_ms
    from webhook_receivers where receiver = ${receiver}`;
  assert.ok(row !== undefined, `${receiver} is known`);
  return row;
}

async function openRows(sql: Sql): Promise<number> {
  return (await sql`select from due_deliveries`).length;
}

describe("counting attempts", () => {
  test("an attempt that is recorded twice counts once and plans one retry", async (t) => {
    const { sql, due, claim, end } = await scene(t);
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
    const { sql, due, claim, end } = await scene(t);
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
    const { sql, due, claim, end, letWaitsEnd } = await scene(t);
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
    const { due, claim, end, letWaitsEnd } = await scene(t);
    await due("https://hook.test/");
    await end(await claim(), REFUSED);
    assert.deepEqual(await claim(), []);
    await letWaitsEnd();
    assert.equal((await claim()).length, 1);
  });

  test("what is put back is due again after its delay and has no attempt more", async (t) => {
    const { sql, due, claim, end } = await scene(t);
    const [taskId] = await due("https://hook.test/");
    await end(await claim(), { outcome: "put-back", delayMs: 5_000 });
    assert.deepEqual(await claim(), []);
    const [row] =
      await sql`select attempt, round(extract(epoch from due_at - now()))::int as in_s from due_deliveries`;
    assert.deepEqual({ ...row }, { attempt: 1, in_s: 5 });
    assert.deepEqual(await deliveryOf(sql, taskId), {
      state: "PENDING",
      attempts: 0,
      last_status_code: null,
    });
  });

  test("making a delivery due twice leaves one, and an ended one stays as it is", async (t) => {
    const { sql, due, claim, end } = await scene(t);
    const taskIds = await due("https://hook.test/");
    await enqueueDeliveries(sql, taskIds);
    const claims = await claim();
    assert.equal(claims.length, 1);
    await end(claims, TAKEN);
    await enqueueDeliveries(sql, taskIds);
    assert.deepEqual(await claim(), []);
  });
});

describe("claims", () => {
  test("two control planes never hold the same attempt", async (t) => {
    const { due, claim } = await scene(t);
    for (let host = 0; host < 20; host += 1) await due(`https://h${host}.test/`, 3);
    const rounds = Array.from({ length: 8 }, (_, round) => claim({}, `plane-${round % 2}`));
    const claimed = (await Promise.all(rounds)).flat().map(({ deliveryId }) => deliveryId);
    assert.equal(new Set(claimed).size, claimed.length);
    assert.ok(claimed.length > 0);
  });

  test("a receiver that has not answered yet gets two calls from all control planes together, a quick one many", async (t) => {
    const { due, claim, end } = await scene(t);
    await due("https://hook.test/", 100);
    const claims = await claim();
    assert.equal(claims.length, WEBHOOK_LIMITS.firstCalls);
    assert.deepEqual(await claim({}, "plane-b"), []);
    await end(claims, TAKEN);
    const [here, there] = [await claim(), await claim({}, "plane-b")];
    assert.equal(here.length, WEBHOOK_LIMITS.perAccount);
    assert.equal(here.length + there.length, WEBHOOK_LIMITS.quickCalls.max);
  });

  test("a slow receiver keeps to two calls", async (t) => {
    const { due, claim, end } = await scene(t);
    await due("https://hook.test/", 10);
    await end(await claim(), { ...TAKEN, durationMs: WEBHOOK_LIMITS.slowAfterMs + 1 } as ClaimEnd);
    assert.equal((await claim()).length, WEBHOOK_LIMITS.firstCalls);
  });

  test("receivers take turns: of many deliveries to one, none keeps another's from its place", async (t) => {
    const { due, claim, end } = await scene(t);
    await due("https://busy.test/", 500);
    await end(await claim(), TAKEN);
    await due("https://new.test/");
    assert.ok((await claim()).some(({ receiver }) => receiver === "new.test"));
  });

  test("an account has no more calls than its bound, however many receivers it names", async (t) => {
    const { sql, due, claim, accountId } = await scene(t);
    const other = await createTestAccount(sql);
    for (let host = 0; host < 40; host += 1) await due(`https://h${host}.test/`);
    await due("https://modest.test/", 1, other.id);
    const places = { all: 64, toNew: 64, toSlow: 64 };
    const claims = await claim(places);
    assert.equal(
      claims.filter((claimed) => claimed.accountId === accountId).length,
      WEBHOOK_LIMITS.perAccount,
    );
    assert.equal(claims.length, WEBHOOK_LIMITS.perAccount + 1);
    await due("https://modest.test/", 1, other.id);
    const busy = new Map([[accountId, WEBHOOK_LIMITS.perAccount]]);
    assert.deepEqual(
      (await claim({ ...places, busy })).map((claimed) => claimed.accountId),
      [other.id],
    );
    assert.equal((await claim({ ...places, busy: new Map([[accountId, 20]]) })).length, 4);
  });

  test("receivers that are not known to be quick have their share of the places, and a quick one finds its own", async (t) => {
    const { due, claim, end } = await scene(t);
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
    const { sql, due, claim, end, letWaitsEnd } = await scene(t);
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

  test("claims of a control plane that died come back when they run out, or once its end is known", async (t) => {
    const { sql, due, claim } = await scene(t);
    await due("https://a.test/", 2);
    await due("https://b.test/");
    const claims = await claim();
    assert.equal(claims.length, 3);
    assert.equal(await freeClaims(sql), 0);
    await sql`update due_deliveries set claimed_until = now() where receiver = 'b.test'`;
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
    const { sql, due, claim, end, letWaitsEnd } = await scene(t);
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
    const { sql, due, claim, end } = await scene(t);
    const [gone, claimed, waiting] = await due("https://hook.test/", 3);
    const claims = await claim();
    await deleteDeliveries(sql, gone ?? "");
    await deleteDeliveries(sql, claimed ?? "");
    assert.deepEqual(
      (await claim()).map(({ taskId }) => taskId),
      [waiting],
    );
    assert.deepEqual(await end(claims, TAKEN), []);
    assert.equal(await openRows(sql), 1);
  });

  test("a row whose delivery has ended all the same is claimed without an address, and goes", async (t) => {
    const { sql, due, claim, end } = await scene(t);
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
});

describe("failing receivers", () => {
  test("the rest doubles with each failure in a row up to the retry interval, and one answer ends it", async (t) => {
    const { sql, due, claim, end } = await scene(t);
    await due("https://hook.test/", 100);
    await end(await claim(), REFUSED);
    const rests: number[] = [];
    while (rests.length < 9) {
      const claims = await claim();
      if (rests.length > 0) assert.equal(claims.length, 1, "one call at a time");
      await end(claims, REFUSED);
      rests.push((await receiverOf(sql, "hook.test")).rest_ms);
      assert.deepEqual(await claim(), [], "it is left alone meanwhile");
      await endRests(sql);
    }
    assert.deepEqual(rests, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    await end(await claim(), TAKEN);
    const { standing, failures, calls } = await receiverOf(sql, "hook.test");
    assert.deepEqual({ standing, failures, calls }, { standing: "quick", failures: 0, calls: 32 });
    assert.equal((await claim()).length, WEBHOOK_LIMITS.perAccount);
  });

  test("calls that fail together are one failure", async (t) => {
    const { sql, due, claim, end } = await scene(t);
    await due("https://hook.test/", 100);
    await end(await claim(), TAKEN);
    const claims = await claim();
    assert.equal(claims.length, WEBHOOK_LIMITS.perAccount);
    for (const claimed of claims) await end([claimed], REFUSED);
    const { failures, rest_ms } = await receiverOf(sql, "hook.test");
    assert.deepEqual({ failures, rest_ms }, { failures: WEBHOOK_LIMITS.failuresToWait, rest_ms: 1_000 });
  });

  test("a receiver that refuses some deliveries and takes others is not left alone", async (t) => {
    const { sql, due, claim, end } = await scene(t);
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
    const { sql, due, claim, end, letWaitsEnd } = await scene(t);
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
    assert.equal(
      (await sql`select from webhook_deliveries where state = 'DELIVERED'`).length,
      taskIds.length,
    );
  });

  test("what a failing receiver has not taken for a day is given up and says why", async (t) => {
    const { sql, due, claim, end } = await scene(t);
    const [old] = await due("https://hook.test/", 4);
    await end(await claim(), REFUSED);
    await end(await claim(), REFUSED);
    assert.equal((await receiverOf(sql, "hook.test")).standing, "failing");
    const [young] = await due("https://hook.test/");
    assert.equal(await giveUpDeliveries(sql), 0);
    await sql`update due_deliveries set enqueued_at = now() - interval '24 hours' where task_id <> ${young ?? ""}`;
    assert.equal(await giveUpDeliveries(sql), 4);
    assert.deepEqual(await deliveryOf(sql, old), { state: "FAILED", attempts: 1, last_status_code: 500 });
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
    assert.equal(await openRows(sql), 1);
  });
});

describe("what is kept", () => {
  test("receivers without deliveries are forgotten after a while, and no others", async (t) => {
    const { sql, due, claim, end } = await scene(t);
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

  test("a receiver that nothing brings forward though it has deliveries is looked at again", async (t) => {
    const { sql, due, claim } = await scene(t);
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
    const { sql, due, claim, end } = await scene(t);
    assert.deepEqual(
      { ...(await selectDueOverview(sql)) },
      { due: 0, failing_receivers: 0, oldest_age_s: 0 },
    );
    await due("https://hook.test/", 10);
    await sql`update due_deliveries set enqueued_at = enqueued_at - interval '100 s'`;
    await end(await claim(), REFUSED);
    await end(await claim(), REFUSED);
    const { due: waiting, failing_receivers, oldest_age_s } = await selectDueOverview(sql);
    assert.deepEqual({ waiting, failing_receivers }, { waiting: 6, failing_receivers: 1 });
    assert.ok(oldest_age_s >= 100 && oldest_age_s < 200);
  });

  test("a receiver is the host and port of its address", async (t) => {
    const { sql } = await scene(t);
    const named = async (url: string) => (await sql`select receiver_of(${url}) as name`)[0]?.name as string;
    assert.equal(await named("https://Hook.Example.com/a/b?secret=1"), "hook.example.com");
    assert.equal(await named("http://hook.example.com:8443"), "hook.example.com:8443");
    assert.equal(await named("http://[2001:db8::1]:80/x"), "[2001:db8::1]:80");
    assert.equal(await named("https:\\\\hook.example.com\\x"), "hook.example.com");
    assert.equal(await named("https://hook.example.com?x"), "hook.example.com");
    assert.equal(await named("nonsense"), "");
  });
});

test("20,000 deliveries to one receiver cost a claim no more than a few rows, by index alone", async (t) => {
  const { sql, due, claim, end, letWaitsEnd } = await scene(t);
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
