// What operators are told of the queue.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectQueue } from "../../../control-plane/db/queue-overview.ts";
import { accountDatabase } from "../../support/account-database.ts";

test("a queue job that has used up its tries is told as given up, and not as one that is tried again", async (t) => {
  const { sql } = await accountDatabase(t);
  const add = (key: string) =>
    sql`select graphile_worker.add_job('run-clip', '{}', max_attempts => 4, job_key => ${key})`;
  await Promise.all(["new", "tried", "over"].map(add));
  await sql`update graphile_worker._private_jobs set attempts = case key when 'tried' then 3 when 'over' then 4 else 0 end`;
  const [row] = await selectQueue(sql);
  assert.ok(row !== undefined);
  const { waiting, running, retrying, given_up } = row;
  assert.deepEqual(
    { waiting, running, retrying, given_up },
    { waiting: 1, running: 0, retrying: 1, given_up: 1 },
  );
});
