// What the sweeps that look every few seconds read: of tasks that are over, nothing, whatever the planner thinks of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { giveUpDeliveries } from "../../../../control-plane/db/due-deliveries.ts";
import { DELETED_TASKS, expiryKinds } from "../../../../control-plane/db/expired-files.ts";
import { selectExhaustedRuns } from "../../../../control-plane/db/tasks/runs.ts";
import { selectUnrunnableTasks } from "../../../../control-plane/db/tasks/tasks.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
import { STORAGE_LIMITS } from "../../../../shared/limits/storage.ts";
import { DAY } from "../../../../shared/limits/units.ts";
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

test("deliveries are given up without reading those that were made, though all that wait are one receiver's", async (t) => {
  const { sql } = await accountDatabase(t);
  await sql`
    insert into webhook_deliveries (id, task_id, url, state)
    select 'whd_' || n, 'task_' || n, '', case n when 1 then 'PENDING' else 'DELIVERED' end from generate_series(1, 2000) as n`;
  await sql`insert into webhook_receivers values ('acct_1', 'hook.test', 'failing', 1, 9, 5, null, 'infinity', 'infinity')`;
  await sql`
    insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
    select 'whd_' || n, 'task_' || n, account_id, receiver, 1, now() - case n when 1 then interval '25 hours' else '0' end
    from webhook_receivers, generate_series(1, 4000) as n`;
  await sql`analyze webhook_deliveries, webhook_receivers, due_deliveries`;
  const read = await rowsRead(sql, "webhook_deliveries", async (transaction) => {
    assert.equal(await giveUpDeliveries(transaction), 1);
  });
  assert.ok(read < 10, `${read} rows`);
});

test("of old uploads that open tasks need each claim looks at a part, and those behind them are found", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const { removalsPerClaim, uploadsPerLook } = STORAGE_LIMITS;
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at, created_at)
    select 'upload_' || n, ${account.id}, 'uploads/' || n, '', '', 1, at, at, at
    from generate_series(1, ${ENDED + removalsPerClaim}::int) as n, lateral (
      select now() - interval '40 days' + n * interval '1 second' as at) a`;
  await insertPlainTasks(sql, account.id, { count: ENDED, state: "queued" });
  await sql`
    update tasks t set request = jsonb_build_object('source', jsonb_build_object('storageKey', 'uploads/' || numbered.n))
    from (select id, row_number() over () as n from tasks) numbered where t.id = numbered.id`;
  await sql`analyze uploads, tasks`;
  const kinds = expiryKinds({ workMs: DAY, resultsMs: DAY, uploadsMs: 30 * DAY });
  const uploads = kinds.find(({ name }) => name === "uploads");
  const reads: number[] = [];
  let claimed = 0;
  while (claimed === 0 && reads.length < 6) {
    const read = await rowsRead(sql, "uploads", async (transaction) => {
      claimed = (await uploads?.claim(transaction, removalsPerClaim))?.length ?? 0;
    });
    reads.push(read);
  }
  assert.equal(claimed, removalsPerClaim);
  assert.ok(Math.max(...reads) < 2.5 * uploadsPerLook, `${reads} rows`);
});

test("what an account keeps of uploads can be summed up from an index alone, as each announcement does", async (t) => {
  const { sql } = await accountDatabase(t);
  const plan = await sql.begin(async (transaction) => {
    for (const way of ["seqscan", "indexscan", "bitmapscan"])
      await transaction.unsafe(`set local enable_${way} = off`);
    return transaction<{ "QUERY PLAN": string }[]>`
      explain select count(*) filter (where stored_at is null), sum(size_bytes) from uploads
      where account_id = 'acct_1' and removed_at is null and (stored_at is not null or expires_at > now())`;
  });
  assert.match(plan.map((row) => row["QUERY PLAN"]).join("\n"), /Index Only Scan using uploads_account_idx/);
});
