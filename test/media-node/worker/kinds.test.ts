// What a media node makes of what stands in the queue and in a task's row: it is parsed, and what does not fit ends the
// task at once, with the reason in the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import type { Pipeline } from "../../../media-node/worker/runs/run-pipeline.ts";
import { taskJob } from "../../../media-node/worker/task-job.ts";
import { TASK_KIND_NAMES } from "../../../shared/tasks/task-kinds.ts";
import { finalizeReported, moneyOf, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch, queuedTasks, takenJob } from "../../support/database/queue.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { until } from "../../support/until.ts";

const INTERNAL = {
  code: "INTERNAL",
  message: "Something went wrong on our side.",
  retryable: false,
};

const never: Pipeline = () => assert.fail("nothing is run");

interface LoggedError {
  readonly err?: { readonly details?: readonly { readonly path: string }[]; readonly stack?: string };
}

function collectingLogger(lines: LoggedError[]) {
  return pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
}

test("a task whose stored request cannot be read fails at its first run, is refunded, and the log says why", {
  timeout: 60_000,
}, async (t) => {
  const { sql, nodeSql, nodeUrl: databaseUrl, account } = await accountDatabase(t);
  const { services } = await workerServices(t, nodeSql);
  const lines: LoggedError[] = [];
  const request = { source: { kind: "upload" }, range: "all of it" };
  const modelOf = { generation: TEST_MODEL.model } as Readonly<Record<string, string>>;
  for (const kind of TASK_KIND_NAMES)
    await newTask(sql, account.id, { kind, model: modelOf[kind] ?? null, request });
  assert.equal(await dispatch(sql), TASK_KIND_NAMES.length);
  const worker = await startMediaWorker(
    { ...services, logger: collectingLogger(lines) },
    { databaseUrl, places: { cores: 2, devices: 0 }, models: [TEST_MODEL] },
  );
  await until("all jobs to end", async () => (await queuedTasks(sql)).length === 0, 45_000).finally(
    worker.stop,
  );
  await finalizeReported(sql);
  const tasks = await sql`select state, error from tasks`;
  assert.deepEqual(
    [...tasks],
    TASK_KIND_NAMES.map(() => ({ state: "failed", error: INTERNAL })),
  );
  assert.equal((await sql`select from runs`).length, TASK_KIND_NAMES.length);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  const reasons = lines.map(({ err }) => err?.details?.map(({ path }) => path) ?? []);
  assert.equal(reasons.filter((paths) => paths.includes("/range")).length, 3, "of the video jobs");
  assert.equal(reasons.filter((paths) => paths.includes("/model")).length, 1);
});

test("a queue job that cannot be read ends the task under whose id it is kept", async (t) => {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const { services } = await workerServices(t, nodeSql);
  const taskId = await newTask(sql, account.id);
  const run = taskJob(services, never);
  const job = { payload: { task: taskId }, key: taskId, lock: await takenJob(sql) };
  await run(job, new AbortController().signal);
  assert.equal(await finalizeReported(sql), true);
  const [task] = await sql`select state, error from tasks`;
  assert.deepEqual({ ...task }, { state: "failed", error: INTERNAL });
});

test("a queue job that names no task at all is an error of the queue", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const { services } = await workerServices(t, nodeSql);
  const run = taskJob(services, never);
  const job = { payload: null, key: null, lock: await takenJob(sql) };
  await assert.rejects(run(job, new AbortController().signal), {
    code: "INVALID_REQUEST",
  });
});
