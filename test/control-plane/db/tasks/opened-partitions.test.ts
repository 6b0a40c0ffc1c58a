import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { insertRefunds } from "../../../../control-plane/db/ledger.ts";
import { endReportedTasks } from "../../../../control-plane/db/tasks/reported-runs.ts";
import { selectTaskRevisions } from "../../../../control-plane/db/tasks/task-changes.ts";
import { selectListedTasks, selectTask, selectTasksById } from "../../../../control-plane/db/tasks/tasks.ts";
import { makeDeliveriesDue } from "../../../../control-plane/db/webhook-deliveries.ts";
import { reportRuns, selectRevokedRuns, startRuns, updateProgress } from "../../../../media-node/db/runs.ts";
import { connectDatabase, type Sql, type TransactionSql } from "../../../../shared/db/connect.ts";
import { newId } from "../../../../shared/ids.ts";
import { FAILED, FINISHED, newRun, newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { openedPartitions } from "../../../support/database/opened-partitions.ts";
import { makePastPeriod } from "../../../support/database/periods.ts";
import { takenJob } from "../../../support/database/queue.ts";

const OLD_PERIODS = 6;
const TABLES = ["tasks", "runs", "webhook_deliveries"];
const CALLBACK = "https://example.com/hook";

interface Scene {
  /** One connection, whose plans are kept. */
  readonly sql: Sql;
  readonly accountId: string;
  /** Of this period, two that wait and two that run. */
  readonly waiting: readonly string[];
  readonly running: readonly { readonly taskId: string; readonly runId: string }[];
}

async function makeScene(t: TestContext): Promise<Scene> {
  const { sql: pool, account, databaseUrl } = await accountDatabase(t);
  for (let ago = 1; ago <= OLD_PERIODS; ago += 1) await makePastPeriod(pool, 10 * ago + 10, 10 * ago);
  const accountId = account.id;
  const waiting: string[] = [];
  const running: { taskId: string; runId: string }[] = [];
  for (let count = 0; count < 2; count += 1) {
    waiting.push(await newTask(pool, accountId, { callbackUrl: CALLBACK }));
    const taskId = await newTask(pool, accountId, { callbackUrl: CALLBACK });
    running.push({ taskId, runId: await newRun(pool, taskId) });
  }
  const sql = connectDatabase(databaseUrl, { applicationName: "test plans", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  return { sql, accountId, waiting, running };
}

/** Fails where a statement has opened more than one partition of a table that grows with tasks. */
async function opensOneEach(
  { sql }: Scene,
  name: string,
  work: (transaction: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const opened = await openedPartitions(sql, work);
  const found = TABLES.filter((table) => opened[table] !== undefined);
  assert.ok(found.length > 0, `${name} looks tasks up`);
  for (const table of found) assert.equal(opened[table]?.length, 1, `${name}: ${table}, ${opened[table]}`);
}

test("what is read of tasks of one period opens that period's partitions alone", async (t) => {
  const scene = await makeScene(t);
  const { accountId, waiting, running } = scene;
  const ids = [...waiting, ...running.map(({ taskId }) => taskId)];
  await opensOneEach(scene, "a task", (sql) => selectTask(sql, accountId, ids[0] ?? ""));
  await opensOneEach(scene, "tasks that were created", (sql) => selectTasksById(sql, ids));
  await opensOneEach(scene, "a page of a list", (sql) => selectListedTasks(sql, ids));
  await opensOneEach(scene, "changes that are followed", (sql) => selectTaskRevisions(sql, ids));
});

test("runs and the ends of tasks of one period open that period's partitions alone", async (t) => {
  const scene = await makeScene(t);
  const { waiting, running } = scene;
  const [first] = running;
  assert.ok(first !== undefined);
  const job = await takenJob(scene.sql);
  const started = waiting.map((taskId) => ({ id: newId("run"), taskId, nodeId: "node", job }));
  const reports = running.map((run) => ({ ...run, outcome: FINISHED }));
  const taskIds = running.map(({ taskId }) => taskId);
  await opensOneEach(scene, "starts", async (sql) => {
    const found = await startRuns(sql, started);
    assert.ok(!found.includes(undefined));
  });
  await opensOneEach(scene, "progress", (sql) =>
    updateProgress(sql, { ...first, stage: "uploading", percent: 1, message: "At work" }),
  );
  await opensOneEach(scene, "overtaken runs", (sql) => selectRevokedRuns(sql, running));
  await opensOneEach(scene, "reports", async (sql) => {
    assert.deepEqual(await reportRuns(sql, reports), [true, true]);
  });
  await scene.sql`insert into reported_runs (run_id, task_id, outcome)
    select run_id, task_id, ${JSON.stringify(FAILED)}::text::jsonb
    from unnest(${running.map(({ runId }) => runId)}::text[], ${taskIds}::text[]) as r (run_id, task_id)`;
  await opensOneEach(scene, "ends", async (sql) => {
    const ended = await endReportedTasks(
      sql,
      running.map(({ taskId, runId }) => ({ task_id: taskId, run_id: runId })),
    );
    assert.equal(ended.length, 2);
  });
  await opensOneEach(scene, "refunds", async (sql) => {
    assert.equal(await insertRefunds(sql, taskIds), 2);
  });
  await opensOneEach(scene, "deliveries", (sql) => makeDeliveriesDue(sql, taskIds));
});
