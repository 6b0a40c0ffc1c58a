// What watching accounts costs, and what a slow reader is told, below the HTTP surface.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAccountTaskRevisions } from "../../../../control-plane/db/tasks/account-changes.ts";
import { AccountStream } from "../../../../control-plane/tasks/events/account-stream.ts";
import { AccountWatch } from "../../../../control-plane/tasks/events/account-watch.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { recordingPool } from "../../../support/database/recorded-statements.ts";
import { scansMade } from "../../../support/database/rows-read.ts";
import { until } from "../../../support/until.ts";

test("a slow reader is told once of each task, and reads anew when it falls far behind", async () => {
  const stream = new AccountStream(2, () => undefined);
  stream.deliver(["a", "b"]);
  stream.deliver(["a"]);
  assert.deepEqual(await stream.next(), { kind: "task", taskId: "b" });
  assert.deepEqual(await stream.next(), { kind: "task", taskId: "a" });
  stream.deliver(["a", "b", "c"]);
  assert.deepEqual(await stream.next(), { kind: "reload" });
  const waiting = stream.next();
  stream.close();
  assert.equal(await waiting, undefined);
});

test("nothing is asked of the database before a stream is open, and no task is read that has not changed", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const pool = recordingPool(t, databaseUrl);
  const watch = new AccountWatch(pool.sql, createLogger("test", "silent"));
  t.after(() => watch.close());
  assert.equal(pool.statements.length, 0);
  const session = { sessionId: "sess_1", userId: "user_1", accountId: account.id };
  await sql`
    insert into sessions (id, secret_hash, user_id, account_id, way, origin, expires_at)
    select 'sess_1', sha256('x'), user_id, id, 'password', 'test', now() + interval '1 hour' from accounts
    where id = ${account.id}`;
  const taskId = await newTask(sql, account.id);
  const stream = watch.open(session);
  assert.deepEqual(await stream.next(), { kind: "ready" });
  await until("two looks", async () => pool.statements.length >= 4);
  assert.ok(
    pool.statements.every(({ parameters }) => !parameters.includes(taskId)),
    "nothing has changed",
  );
  await sql`update tasks set revision = revision + 1 where id = ${taskId}`;
  const change = await stream.next();
  assert.equal(change?.kind === "task" && change.taskId, taskId);
  stream.close();
});

test("kinds and states of which accounts have no tasks are not looked for in any period", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const accountIds = [account.id, ...Array.from({ length: 19 }, (_, index) => `acct_${index}`)];
  const scans = await scansMade(sql, "tasks", async (transaction) => {
    const rows = await selectAccountTaskRevisions(transaction, accountIds, { open: 50, ended: 10 });
    assert.deepEqual(
      rows.map(({ id }) => id),
      [taskId],
    );
  });
  const [partitions] = await sql<
    { count: number }[]
  >`select count(*)::int from pg_partition_tree('tasks') where isleaf`;
  assert.equal(scans, partitions?.count);
});
