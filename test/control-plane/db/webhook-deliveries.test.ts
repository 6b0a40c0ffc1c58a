import assert from "node:assert/strict";
import { test } from "node:test";
import {
  enqueueDeliveries,
  postponeDelivery,
  recordAttempt,
  selectDueDelivery,
} from "../../../control-plane/db/webhook-deliveries.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { type AccountDatabase, accountDatabase } from "../../support/account-database.ts";
import { newTask } from "../../support/tasks.ts";

const MINUTE_MS = 60_000;
const REFUSED = { delivered: false, statusCode: 500, error: "The receiver answered 500." } as const;
const TAKEN = { delivered: true, statusCode: 200, error: null } as const;

async function planned({ sql, account }: AccountDatabase): Promise<string> {
  const taskId = await newTask(sql, account.id, { callbackUrl: "https://hook.test/" });
  const [delivery] = await sql<{ id: string }[]>`select id from webhook_deliveries where task_id = ${taskId}`;
  await enqueueDeliveries(sql, [taskId]);
  return delivery?.id ?? "";
}

async function waitingJobs(sql: Sql): Promise<{ key: string; inS: number }[]> {
  const rows = await sql<{ key: string; in_s: number }[]>`
    select key, round(extract(epoch from run_at - now()))::int as in_s from graphile_worker.jobs
    where task_identifier = 'deliver-webhook' order by id`;
  return rows.map((row) => ({ key: row.key, inS: row.in_s }));
}

async function stateOf(sql: Sql, id: string): Promise<unknown> {
  const [row] = await sql`select state, attempts, last_status_code from webhook_deliveries where id = ${id}`;
  return row && { ...row };
}

test("an attempt that is recorded twice counts once and schedules one retry", async (t) => {
  const database = await accountDatabase(t);
  const { sql } = database;
  const deliveryId = await planned(database);
  const job = { deliveryId, attempt: 1 };
  const states = await Promise.all(
    Array.from({ length: 5 }, () => recordAttempt(sql, job, REFUSED, MINUTE_MS)),
  );
  assert.deepEqual(
    states.filter((state) => state !== undefined),
    ["RETRYING"],
  );
  assert.deepEqual(await stateOf(sql, deliveryId), { state: "RETRYING", attempts: 1, last_status_code: 500 });
  assert.deepEqual(
    (await waitingJobs(sql)).filter((waiting) => waiting.key.endsWith("attempt 2")),
    [{ key: `${deliveryId} attempt 2`, inS: 60 }],
  );
});

test("of a success and a failure of one attempt, the first that is recorded stands", async (t) => {
  const database = await accountDatabase(t);
  const { sql } = database;
  const deliveryId = await planned(database);
  const job = { deliveryId, attempt: 1 };
  assert.equal(await recordAttempt(sql, job, TAKEN, MINUTE_MS), "DELIVERED");
  assert.equal(await recordAttempt(sql, job, REFUSED, MINUTE_MS), undefined);
  assert.deepEqual(await stateOf(sql, deliveryId), {
    state: "DELIVERED",
    attempts: 1,
    last_status_code: 200,
  });
});

test("an attempt out of turn is neither due nor recorded", async (t) => {
  const database = await accountDatabase(t);
  const { sql } = database;
  const deliveryId = await planned(database);
  for (const attempt of [0, 2, 3]) {
    assert.equal(await selectDueDelivery(sql, { deliveryId, attempt }), undefined);
    assert.equal(await recordAttempt(sql, { deliveryId, attempt }, TAKEN, MINUTE_MS), undefined);
  }
  const due = await selectDueDelivery(sql, { deliveryId, attempt: 1 });
  assert.equal(due?.url, "https://hook.test/");
  assert.equal(due?.account_id, database.account.id);
});

test("the third failure is the last: nothing is scheduled any more", async (t) => {
  const database = await accountDatabase(t);
  const { sql } = database;
  const deliveryId = await planned(database);
  const states = [];
  for (const attempt of [1, 2, 3, 4]) {
    states.push(await recordAttempt(sql, { deliveryId, attempt }, REFUSED, MINUTE_MS));
  }
  assert.deepEqual(states, ["RETRYING", "RETRYING", "FAILED", undefined]);
  assert.deepEqual(
    (await waitingJobs(sql)).map((waiting) => waiting.key),
    [1, 2, 3].map((attempt) => `${deliveryId} attempt ${attempt}`),
  );
});

test("enqueuing twice leaves one job", async (t) => {
  const database = await accountDatabase(t);
  const deliveryId = await planned(database);
  const [row] = await database.sql<{ task_id: string }[]>`select task_id from webhook_deliveries`;
  await enqueueDeliveries(database.sql, [row?.task_id ?? ""]);
  assert.deepEqual(await waitingJobs(database.sql), [{ key: `${deliveryId} attempt 1`, inS: 0 }]);
});

test("putting a delivery back moves its job and counts nothing", async (t) => {
  const database = await accountDatabase(t);
  const { sql } = database;
  const deliveryId = await planned(database);
  await postponeDelivery(sql, { deliveryId, attempt: 1 }, 5_000);
  await postponeDelivery(sql, { deliveryId, attempt: 2 }, 5_000);
  assert.deepEqual(await waitingJobs(sql), [{ key: `${deliveryId} attempt 1`, inS: 5 }]);
  assert.deepEqual(await stateOf(sql, deliveryId), { state: "PENDING", attempts: 0, last_status_code: null });
});
