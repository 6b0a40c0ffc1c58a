// What the sweeps that look every few seconds read: of tasks that are over, nothing, whatever the planner thinks of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DELETED_TASKS } from "../../../../control-plane/db/expired-files.ts";
import { selectExhaustedRuns } from "../../../../control-plane/db/tasks/runs.ts";
import { selectUnrunnableTasks } from "../../../../control-plane/db/tasks/tasks.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
import { newRun, newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { insertPlainTasks, rowsRead } from "../../../support/database/rows-read.ts";

const ENDED = 4_000;
const RUNNING = 20;

test("tasks whose runs ended too often are found without reading the runs of all that ended", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await insertPlainTasks(sql, account.id, { count: ENDED, state: "finished" });
  await sql`
    insert into runs (id, task_id, node_id, state, ended_at, reported_at)
    select 'run_' || right(id, 26), id, 'node', 'succeeded', now(), now() from tasks`;
  let exhausted = "";
  for (let count = 0; count < RUNNING; count += 1) {
    const taskId = await newTask(sql, account.id);
    exhausted = await newRun(sql, taskId);
  }
  await sql`update runs set state = 'failed', ended_at = now() where id = ${exhausted}`;
  await sql`
    insert into runs (id, task_id, node_id, state, ended_at)
    select id || 'earlier' || n, task_id, 'node', 'failed', now() from runs, generate_series(2, ${QUEUE_LIMITS.runsPerTask}) as n
    where id = ${exhausted}`;
  await sql`analyze tasks, runs`;
  const read = await rowsRead(sql, "runs", async (transaction) => {
    const found = await selectExhaustedRuns(transaction);
    assert.deepEqual(
      found.map(({ id }) => id),
      [exhausted],
    );
  });
  assert.ok(read < 10 * RUNNING, `${read} rows of runs for ${RUNNING} running tasks`);
});

test("tasks that no node takes are found without reading all that wait", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await insertPlainTasks(sql, account.id, { count: ENDED, state: "finished" });
  // The planner does not know of it.
  await sql`update tasks set state = 'queued', completed_at = null`;
  for (let count = 0; count < RUNNING; count += 1) await newTask(sql, account.id);
  await sql`update tasks set created_at = now() - interval '1 day'`;
  await sql`update waiting_tasks set waiting_since = now() - interval '1 day'`;
  const read = await rowsRead(sql, "tasks", async (transaction) => {
    const found = await selectUnrunnableTasks(transaction, {
      waitMs: 3_600_000,
      limit: 100,
    });
    assert.equal(found.length, RUNNING);
  });
  assert.ok(read < 10 * RUNNING, `${read} rows of tasks for ${RUNNING} that wait`);
});

test("files that a client has removed are claimed without reading all that wait for another try", async (t) => {
  const { sql } = await accountDatabase(t);
  await sql`
    insert into file_removals (kind, subject, attempts, retry_at)
    select ${DELETED_TASKS.name}, 'task_' || n, 1,
      now() + case when n <= ${RUNNING} then interval '-1 minute' else interval '1 hour' end
    from generate_series(1, ${ENDED}::int) as n`;
  await sql`analyze file_removals`;
  const read = await rowsRead(sql, "file_removals", async (transaction) => {
    assert.equal((await DELETED_TASKS.claim(transaction, 2 * RUNNING)).length, RUNNING);
  });
  assert.ok(read < 10 * RUNNING, `${read} rows to claim ${RUNNING}`);
});
