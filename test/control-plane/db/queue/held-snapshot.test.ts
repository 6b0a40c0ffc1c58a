import assert from "node:assert/strict";
import { test } from "node:test";
import { insertChargedTasks } from "../../../../control-plane/db/tasks/create-tasks.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { taskRow } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { buffersRead, holdSnapshot } from "../../../support/database/buffers-read.ts";
import { offerQueueJobs, TEST_POOL } from "../../../support/database/queue.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";

const JOBS_AT_ONCE = 400;

/** A round with room for that many jobs. */
const ROUND = `select dispatch_tasks(${JOBS_AT_ONCE}, 1000, 100000, 1000, 3600000)`;

const READY = "j.locked_at is null and j.run_at <= now()";

async function createTasks(sql: Sql, accountId: string, count: number): Promise<void> {
  await insertChargedTasks(
    sql,
    Array.from({ length: count }, () => taskRow(accountId)),
  );
}

/** Has this many jobs come into the queue, taken and ended. */
async function passJobs(sql: Sql, accountId: string, count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += JOBS_AT_ONCE) {
    await createTasks(sql, accountId, JOBS_AT_ONCE);
    await sql.unsafe(ROUND);
    const jobs = await sql<{ id: string }[]>`
      update graphile_worker._private_jobs j set locked_by = ${TEST_POOL}, locked_at = now()
      where ${sql.unsafe(READY)} returning id`;
    assert.equal(jobs.length, JOBS_AT_ONCE);
    await sql`delete from graphile_worker._private_jobs where id = any (${jobs.map(({ id }) => id)}::bigint[])`;
  }
}

test("rounds read nothing of the jobs that came and went while a backup holds a snapshot", async (t) => {
  const { sql, account } = await accountDatabase(t, "100000");
  await offerQueueJobs(sql, ["run-clip"]);
  const release = await holdSnapshot(sql);
  await passJobs(sql, account.id, 8_000);
  const idleLook = await buffersRead(sql, "select is_line_waiting(3600000)");
  await createTasks(sql, account.id, 1);
  const round = await buffersRead(sql, ROUND);
  await release();
  assert.ok(idleLook < 200 && round < 600, `${idleLook} ${round}`);
});

test("a job that stays while thousands come and go counts for its account, and has its turn again after a failure", async (t) => {
  const { sql, account } = await accountDatabase(t, "100000");
  const other = await createTestAccount(sql, { moods: "100000" });
  await offerQueueJobs(sql, ["run-clip"]);
  await createTasks(sql, other.id, 1);
  await sql.unsafe(ROUND);
  const [job] = await sql<{ id: string }[]>`
    update graphile_worker._private_jobs set locked_by = ${TEST_POOL}, locked_at = now() returning id`;
  await passJobs(sql, account.id, 2_400);
  const [mark] = await sql<{ jobs: number }[]>`select passed_id::int as jobs from queue_mark`;
  assert.ok((mark?.jobs ?? 0) > 1_000, `${mark?.jobs}`);
  await createTasks(sql, other.id, 1);
  const dispatched = async (runningJobs: number): Promise<unknown> =>
    (await sql`select dispatch_tasks(32, 1000, ${runningJobs}, 1000, 3600000) as tasks`)[0]?.tasks;
  assert.equal(await dispatched(1), 0);
  await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, run_at = now() where id = ${job?.id ?? ""}`;
  assert.equal(await dispatched(1), 0);
  const [retry] = await sql`
    select run_at < tags_end() as has_turn from graphile_worker._private_jobs where id = ${job?.id ?? ""}`;
  assert.equal(retry?.has_turn, true);
  assert.equal(await dispatched(2), 1);
});
