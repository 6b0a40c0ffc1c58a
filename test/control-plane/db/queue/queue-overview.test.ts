// What operators are told of the queue.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectQueue } from "../../../../control-plane/db/queue/queue-overview.ts";
import { WEBHOOK_LIMITS } from "../../../../shared/limits/webhooks.ts";
import { deliveryScene, REFUSED } from "../../../support/control-plane/delivery-scene.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch } from "../../../support/database/queue.ts";
import { rowsRead } from "../../../support/database/rows-read.ts";

/** So that none takes longer than statements may, however busy the machine is. */
const ROWS_PER_STATEMENT = 5_000;

test("a queue job that has used up its tries is told as given up, and not as one that is tried again", async (t) => {
  const { sql } = await accountDatabase(t);
  const add = (key: string) =>
    sql`select graphile_worker.add_job('run-clip', '{}', max_attempts => 4, job_key => ${key})`;
  await Promise.all(["new", "tried", "over"].map(add));
  await sql`update graphile_worker._private_jobs set attempts = case key when 'tried' then 3 when 'over' then 4 else 0 end`;
  const day = new Date("2026-01-03T00:00:00Z");
  await sql`update graphile_worker._private_jobs set created_at =
    case key when 'over' then ${day}::timestamptz - interval '1 day' else ${day} end`;
  const [row] = await selectQueue(sql);
  assert.ok(row !== undefined);
  const { waiting, running, retrying, given_up, oldest_at } = row;
  assert.deepEqual(
    { waiting, running, retrying, given_up, oldest_at },
    { waiting: 1, running: 0, retrying: 1, given_up: 1, oldest_at: day },
  );
});

test("what stands in line and what is next are told as one number, since the oldest of both", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await newTask(sql, account.id);
  await dispatch(sql);
  await sql`update graphile_worker._private_jobs set created_at = '2026-01-02'`;
  for (let count = 0; count < 3; count += 1) await newTask(sql, account.id);
  await newTask(sql, account.id, { kind: "highlight" });
  await sql`update waiting_tasks set waiting_since = '2026-01-03'`;
  const told = (await selectQueue(sql)).map(({ job, waiting, oldest_at }) => ({ job, waiting, oldest_at }));
  assert.deepEqual(told, [
    { job: "run-clip", waiting: 4, oldest_at: new Date("2026-01-02") },
    { job: "run-highlight", waiting: 1, oldest_at: new Date("2026-01-03") },
  ]);
});

test("webhooks that are due are told with the queue, those that were tried before as retrying", async (t) => {
  const { sql, due, claim, end } = await deliveryScene(t);
  assert.deepEqual([...(await selectQueue(sql))], []);
  await due("https://hook.test/", 10);
  await end(await claim(), REFUSED);
  await claim();
  const [row, ...others] = await selectQueue(sql);
  assert.equal(others.length, 0);
  const { job, waiting, running, retrying, given_up } = row ?? {};
  assert.deepEqual(
    { job, waiting, running, retrying, given_up },
    { job: "deliver-webhook", waiting: 6, running: 2, retrying: 2, given_up: 0 },
  );
});

test("webhooks are counted up to a bound, however many wait", async (t) => {
  const { sql, accountId } = await deliveryScene(t);
  const { countedDue } = WEBHOOK_LIMITS;
  for (let first = 1; first <= countedDue + 10_000; first += ROWS_PER_STATEMENT) {
    await sql`
      insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
      select 'whd_' || n, 'task_' || n, ${accountId}, 'dead.test', 1 + n % 2, now()
      from generate_series(${first}::int, ${first + ROWS_PER_STATEMENT - 1}::int) as n`;
  }
  await sql`analyze due_deliveries`;
  const read = await rowsRead(sql, "due_deliveries", async (transaction) => {
    const [row] = await selectQueue(transaction);
    assert.equal(Number(row?.waiting) + Number(row?.retrying), countedDue);
  });
  assert.ok(read < countedDue + 10, `${read} rows`);
});
