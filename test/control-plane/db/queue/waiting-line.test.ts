import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatchTasks } from "../../../../control-plane/db/queue/waiting-line.ts";
import { insertChargedTasks } from "../../../../control-plane/db/tasks/create-tasks.ts";
import { DISPATCH_LIMITS } from "../../../../shared/limits/queue.ts";
import { taskRow } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatchOffered, offerQueueJobs } from "../../../support/database/queue.ts";
import { rowsRead } from "../../../support/database/rows-read.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";

test("a round for which there is no room looks at no place in line of an account that could have none", async (t) => {
  const { sql, account } = await accountDatabase(t, "1000");
  const tasks = Array.from({ length: 3 * DISPATCH_LIMITS.readyJobs }, () => taskRow(account.id));
  await insertChargedTasks(sql, tasks);
  await offerQueueJobs(sql, ["run-clip"]);
  assert.equal(await dispatchOffered(sql), DISPATCH_LIMITS.readyJobs);
  const rows = await rowsRead(sql, "waiting_tasks", (transaction) =>
    dispatchTasks(transaction, DISPATCH_LIMITS.runningJobs.default),
  );
  assert.equal(rows, 0);
});

test("places are shared by what tasks count for, and a further try counts as its task does", async (t) => {
  const { sql, account: films } = await accountDatabase(t, "1000");
  const shorts = await createTestAccount(sql);
  const create = (accountId: string, cost: number, count: number) =>
    insertChargedTasks(
      sql,
      Array.from({ length: count }, () => taskRow(accountId, { cost })),
    );
  await create(films.id, 2, 4);
  await create(shorts.id, 0.5, 12);
  await offerQueueJobs(sql, ["run-clip"]);
  assert.equal(await dispatchOffered(sql), 16);
  const jobs = await sql<{ key: string; account: string; tag: number }[]>`
    select key, payload ->> 'accountId' as account, tag_of_run_at(run_at) as tag
    from graphile_worker._private_jobs order by run_at, id`;
  const first = jobs[0]?.tag ?? 0;
  const turnsOf = ({ id }: { readonly id: string }) =>
    jobs.filter(({ account }) => account === id).map(({ tag }) => tag - first);
  assert.deepEqual(turnsOf(films), [0, 2, 4, 6]);
  assert.deepEqual(
    turnsOf(shorts),
    Array.from({ length: 12 }, (_, n) => n / 2),
  );
  const next = async (): Promise<number> => {
    const [turn] = await sql`select finish_tag as tag from flow_turns where account_id = ${films.id}`;
    return Number(turn?.tag) - first;
  };
  assert.equal(await next(), 8);
  const film = jobs.find(({ account }) => account === films.id)?.key ?? "";
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 s' where key = ${film}`;
  await sql`select give_turns_to_retries(0, array(select j from run_jobs() j))`;
  assert.equal(await next(), 10);
});

test("a round reads of a long line no more than it may move", async (t) => {
  const { sql, account } = await accountDatabase(t, "1000");
  for (const _ of [1, 2]) {
    await insertChargedTasks(
      sql,
      Array.from({ length: 250 }, () => taskRow(account.id)),
    );
  }
  await offerQueueJobs(sql, ["run-clip"]);
  const rows = await rowsRead(sql, "waiting_tasks", (transaction) =>
    dispatchTasks(transaction, DISPATCH_LIMITS.runningJobs.default),
  );
  assert.ok(rows > 0 && rows < 300, `${rows}`);
});

test("jobs under way and jobs that are ready count for their accounts, and those that name none hold up nobody", async (t) => {
  const { sql, account } = await accountDatabase(t, "1000");
  const other = await createTestAccount(sql);
  const create = (accountId: string, count: number) =>
    insertChargedTasks(
      sql,
      Array.from({ length: count }, () => taskRow(accountId)),
    );
  await offerQueueJobs(sql, ["run-clip"]);
  await create(account.id, 6);
  await create(other.id, 1);
  assert.equal(await dispatchOffered(sql, 2), 3);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a pool'
    where id = (select min(id) from graphile_worker._private_jobs where payload ->> 'accountId' = ${account.id})`;
  await sql`select graphile_worker.add_job('run-clip', '{}', run_at => '2000-01-02')`;
  await sql`select graphile_worker.add_job('run-clip', '{}', run_at => '2000-01-02', job_key => 'taken')`;
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a pool' where key = 'taken'`;
  assert.equal(await dispatchOffered(sql, 2), 0);
  assert.equal(await dispatchOffered(sql, 3), 1);
  assert.equal(await dispatchOffered(sql, 5), 2);
});
