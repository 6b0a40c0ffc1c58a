// Tasks that are created together: what is told of each must be what would have happened one after the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBatches } from "../../../../control-plane/tasks/create/create-batches.ts";
import { connectDatabase, type Sql } from "../../../../shared/db/connect.ts";
import { CREATE_LIMITS } from "../../../../shared/limits/requests.ts";
import { outcomeOf } from "../../../support/control-plane/create-outcomes.ts";
import { patientCreates } from "../../../support/control-plane/patient-creates.ts";
import { moneyOf, taskRow } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { recordingPool } from "../../../support/database/recorded-statements.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import { waitingSharesThatDiffer } from "../../../support/faults/counter-invariants.ts";
import { until } from "../../../support/until.ts";

const nothing = (): void => undefined;

/** Whether so many statements wait for a lock. */
async function untilLocked(sql: Sql, count = 1): Promise<void> {
  await until(`${count} statements to wait`, async () => (await statementsThatWait(sql)) >= count);
}

/** Holds an account's row while `work` goes on, so that no statement that charges it can end. */
async function whileLocked(sql: Sql, accountId: string, work: () => Promise<unknown>): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select from accounts where id = ${accountId} for update`;
    await work();
  });
}

test("tasks that come together are created by one statement, and stand in line as they came", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const pool = recordingPool(t, databaseUrl);
  let wakes = 0;
  const creates = createBatches(pool.sql, sql, () => {
    wakes += 1;
  });
  const tasks = Array.from({ length: 40 }, () => taskRow(account.id));
  const outcomes = await Promise.all(tasks.map((task) => outcomeOf(creates, task)));
  assert.deepEqual(
    outcomes,
    tasks.map(() => "created"),
  );
  assert.deepEqual([pool.statements.length, wakes], [1, 1]);
  const line = await sql<{ task_id: string; ticket: string }[]>`
    select task_id, ticket from waiting_tasks order by ticket`;
  assert.deepEqual(
    line.map((row) => [row.task_id, Number(row.ticket)]),
    tasks.map((task, index) => [task.id, index + 1]),
  );
  const entries = await sql<{ task_id: string }[]>`
    select task_id from ledger_entries where kind = 'charge' order by id`;
  assert.deepEqual(
    entries.map((entry) => entry.task_id),
    tasks.map((task) => task.id),
  );
});

test("a task behind one that is too dear for the balance is decided by what is left, however often that takes", async (t) => {
  const { sql, databaseUrl } = await accountDatabase(t);
  const { id } = await createTestAccount(sql, { moods: "10" });
  const pool = recordingPool(t, databaseUrl);
  const creates = createBatches(pool.sql, sql);
  const prices = ["6", "6", "4", "0.5", "0"];
  const outcomes = await Promise.all(
    prices.map((baseMoods) => outcomeOf(creates, taskRow(id, { baseMoods }))),
  );
  assert.deepEqual(outcomes, ["created", "uncovered", "created", "uncovered", "created"]);
  assert.ok(pool.statements.length > 1, "some were asked for again");
  assert.equal((await moneyOf(sql, id)).used, 10);
});

test("whoever holds one account's row refuses that account's creates and nobody else's", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  const creates = createBatches(sql, sql);
  await whileLocked(sql, account.id, async () => {
    const outcomes = [outcomeOf(creates, taskRow(account.id)), outcomeOf(creates, taskRow(other.id))];
    assert.deepEqual(await Promise.all(outcomes), ["rejected UNAVAILABLE", "created"]);
  });
  assert.equal(await outcomeOf(creates, taskRow(account.id)), "created");
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("large requests are spread over statements", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const pool = recordingPool(t, databaseUrl);
  const creates = createBatches(pool.sql, sql);
  const request = { text: "x".repeat(CREATE_LIMITS.bytesPerStatement / 4) };
  const outcomes = Array.from({ length: 9 }, () => outcomeOf(creates, taskRow(account.id, { request })));
  assert.ok((await Promise.all(outcomes)).every((outcome) => outcome === "created"));
  assert.equal(pool.statements.length, 3);
});

test("a task that the database does not take fails alone", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const creates = createBatches(sql, sql);
  const outcomes = await Promise.all([
    outcomeOf(creates, taskRow(account.id)),
    outcomeOf(creates, taskRow(account.id, { baseMoods: "1e30" })),
    outcomeOf(creates, taskRow(account.id, { idempotencyKey: "one" })),
    outcomeOf(creates, taskRow(account.id, { request: { text: "\u0000" } })),
    outcomeOf(creates, taskRow(account.id, { idempotencyKey: "one" })),
  ]);
  assert.deepEqual(outcomes, ["created", "rejected 22003", "created", "rejected 22P05", "taken"]);
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 2, refund: 0 });
});

test("a task that the database does not take fails alone also where another account's row is held", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const held = await createTestAccount(sql);
  const creates = createBatches(sql, sql);
  await whileLocked(sql, held.id, async () => {
    const outcomes = [
      outcomeOf(creates, taskRow(held.id)),
      outcomeOf(creates, taskRow(account.id)),
      outcomeOf(creates, taskRow(account.id, { request: { text: "\u0000" } })),
    ];
    assert.deepEqual(await Promise.all(outcomes), ["rejected UNAVAILABLE", "created", "rejected 22P05"]);
    // Whichever of them the statement meets first.
    const more = [
      outcomeOf(creates, taskRow(held.id)),
      outcomeOf(creates, taskRow(account.id)),
      outcomeOf(creates, taskRow(account.id, { baseMoods: "1e30" })),
    ];
    assert.deepEqual(await Promise.all(more), ["rejected UNAVAILABLE", "created", "rejected 22003"]);
  });
});

test("a task whose request is answered before its statement is not asked for, and the others are", async (t) => {
  patientCreates(t);
  const { sql, account } = await accountDatabase(t);
  const creates = createBatches(sql, sql);
  const refuse = (): void => {
    throw Object.assign(new Error("answered"), { code: "ANSWERED" });
  };
  let isAnswered = false;
  let outcomes: Promise<string[]> | undefined;
  await whileLocked(sql, account.id, async () => {
    const first = outcomeOf(creates, taskRow(account.id));
    await untilLocked(sql);
    outcomes = Promise.all([
      first,
      outcomeOf(creates, taskRow(account.id), () => {
        if (isAnswered) refuse();
      }),
      outcomeOf(creates, taskRow(account.id)),
    ]);
    isAnswered = true;
  });
  assert.deepEqual(await outcomes, ["created", "rejected ANSWERED", "created"]);
  assert.deepEqual(await outcomeOf(creates, taskRow(account.id), refuse), "rejected ANSWERED", "alone, too");
  assert.equal((await moneyOf(sql, account.id)).used, 2);
});

test("a statement that breaks off is told to each of its tasks, and the next ones are created", async (t) => {
  patientCreates(t);
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const own = connectDatabase(databaseUrl, { applicationName: "test creates", connections: 1 });
  t.after(() => own.end({ timeout: 1 }));
  const creates = createBatches(own, sql);
  let outcomes: Promise<string[]> | undefined;
  await whileLocked(sql, account.id, async () => {
    outcomes = Promise.all([1, 2, 3].map(() => outcomeOf(creates, taskRow(account.id))));
    await untilLocked(sql);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test creates'`;
    for (const outcome of (await outcomes) ?? [])
      assert.match(outcome, /^rejected (57P01|CONNECTION_CLOSED)$/);
  });
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  // The driver may send one more statement over the connection that is just ending.
  await until("a create", async () => (await outcomeOf(creates, taskRow(account.id))) === "created");
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a task that was created and cannot be read is told as an error, not as created without one", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const reads = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  await reads.end();
  const creates = createBatches(sql, reads);
  assert.match(await outcomeOf(creates, taskRow(account.id)), /^rejected CONNECTION_ENDED$/);
  assert.equal((await sql`select from tasks`).length, 1);
});

test("processes that create for one account at once spend its balance exactly, and each key once", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t, "50");
  const pools = [1, 2].map(() => connectDatabase(databaseUrl, { applicationName: "test", connections: 1 }));
  t.after(() => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))));
  const outcomes = await Promise.all(
    pools.flatMap((pool) => {
      const creates = createBatches(pool, sql);
      return Array.from({ length: 40 }, (_, index) =>
        outcomeOf(creates, taskRow(account.id, { idempotencyKey: index < 10 ? String(index) : null })),
      );
    }),
  );
  const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length;
  assert.deepEqual([count("created"), count("created") + count("taken") + count("uncovered")], [50, 80]);
  const keys = await sql`select from idempotency_keys k join tasks t on t.id = k.task_id`;
  assert.equal(keys.length, 10);
  assert.equal((await moneyOf(sql, account.id)).used, 50);
  assert.deepEqual(await waitingSharesThatDiffer({ bed: { sql } }), []);
});

test("only so many tasks wait, and one statement takes only so many of them", async (t) => {
  patientCreates(t);
  const { sql, databaseUrl } = await accountDatabase(t);
  const { id } = await createTestAccount(sql, { moods: "10000" });
  const pool = recordingPool(t, databaseUrl);
  const creates = createBatches(pool.sql, sql);
  const tasks = Array.from({ length: CREATE_LIMITS.waiting + 1 }, () => taskRow(id));
  let outcomes: Promise<string[]> | undefined;
  await whileLocked(sql, id, async () => {
    const [first, ...rest] = tasks.map((task) => () => outcomeOf(creates, task));
    const begun = first?.() ?? Promise.resolve("");
    await untilLocked(sql);
    outcomes = Promise.all([begun, ...rest.map((create) => create())]);
    assert.throws(() => creates.create(taskRow(id), nothing), { code: "UNAVAILABLE" });
  });
  assert.ok((await outcomes)?.every((outcome) => outcome === "created"));
  assert.equal(
    pool.statements.length,
    1 + Math.ceil(CREATE_LIMITS.waiting / CREATE_LIMITS.tasksPerStatement),
  );
  const line = await sql<{ task_id: string }[]>`select task_id from waiting_tasks order by ticket`;
  assert.deepEqual(
    line.map((row) => row.task_id),
    tasks.map((task) => task.id),
  );
});
