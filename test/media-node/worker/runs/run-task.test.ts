import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { checkpoint } from "../../../../media-node/pipelines/checkpoints.ts";
import { SOURCE_FAILURES } from "../../../../media-node/source/source-failure.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { JobGivenBack } from "../../../../shared/db/queue/run-queue-job.ts";
import { AppError } from "../../../../shared/errors.ts";
import { NODE_STOP_LIMITS } from "../../../../shared/limits/nodes.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
import { STORAGE_LIMITS } from "../../../../shared/limits/storage.ts";
import { StorageUnavailable } from "../../../../shared/storage/storage-unavailable.ts";
import { sourcePrefix, workPrefix } from "../../../../shared/storage/task-keys.ts";
import { finalizeReported } from "../../../support/control-plane/tasks.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { SUCCESS, taskToRun } from "../../../support/media-node/task-to-run.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { until } from "../../../support/until.ts";

test("a run that succeeds records its output and has its task finalized, and leaves no files", async (t) => {
  const { run, runs, finalizations, storedFiles, scratchFiles, taskId, metric } = await taskToRun(t);
  await run(async (context, request) => {
    assert.deepEqual(request, { source: "test" });
    await writeFile(join(context.scratchFolder, "working.bin"), "x");
    return checkpoint(context, "selection", async () => SUCCESS);
  });
  assert.deepEqual(await runs(), [{ state: "succeeded", code: null, percent: 100 }]);
  assert.equal(await finalizations(), 1);
  assert.deepEqual([await storedFiles(workPrefix(taskId)), await scratchFiles()], [[], []]);
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="succeeded"}'), 1);
  assert.equal(await metric('clipmill_runs_active{kind="clip"}'), 0);
});

test("a run whose folder cannot be removed has succeeded all the same", async (t) => {
  const { run, runs, finalizations } = await taskToRun(t);
  await run(async ({ scratchFolder }) => {
    const root = dirname(scratchFolder);
    await rm(root, { recursive: true });
    // Below a file nothing is removed.
    await writeFile(root, "");
    return SUCCESS;
  });
  assert.deepEqual(await runs(), [{ state: "succeeded", code: null, percent: 100 }]);
  assert.equal(await finalizations(), 1);
});

test("a run whose work files cannot be removed has succeeded, and the queue has them removed later", async (t) => {
  const { services, sql, runs, finalizations, storedFiles, taskId, metric } = await taskToRun(t);
  const { storage } = services;
  const remove = (): Promise<void> => Promise.reject(new StorageUnavailable());
  const away = { ...services, storage: storageWith(storage, { remove }) };
  const working: Pipeline = (context) => checkpoint(context, "selection", async () => SUCCESS);
  await assert.rejects(runTask(away, taskId, working, await takenJob(sql)), { name: "StorageUnavailable" });
  assert.deepEqual(await runs(), [{ state: "succeeded", code: null, percent: 100 }]);
  assert.equal(await finalizations(), 1);
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="succeeded"}'), 1);
  assert.equal((await storedFiles(workPrefix(taskId))).length, 1);
});

test("a run whose work files lie on a disk that hangs leaves its place to others, and has them removed later", async (t) => {
  const { services, sql, runs, taskId } = await taskToRun(t);
  const remove = (): Promise<void> => new Promise(() => undefined);
  const away = { ...services, storage: storageWith(services.storage, { remove }) };
  const wait = globalThis.setTimeout;
  let waits = new Set<number>([STORAGE_LIMITS.removalTimeoutMs]);
  t.mock.method(globalThis, "setTimeout", (call: () => void, waitMs: number) =>
    wait(call, waits.has(waitMs) ? 0 : waitMs),
  );
  const running = runTask(away, taskId, async () => SUCCESS, await takenJob(sql));
  await assert.rejects(running, { name: "StorageUnavailable" });
  await finalizeReported(sql);
  waits = new Set([NODE_STOP_LIMITS.removalMs]);
  const removing = runTask(away, taskId, async () => SUCCESS, await takenJob(sql));
  services.activeRuns.interruptAll();
  await assert.rejects(removing, JobGivenBack);
  assert.deepEqual(await runs(), [{ state: "succeeded", code: null, percent: 100 }]);
});

test("a failure that cannot pass ends the task with one run", async (t) => {
  const { run, runs, finalizations } = await taskToRun(t);
  await run(() => Promise.reject(new AppError("SOURCE_UNSUPPORTED", "No film.")));
  assert.deepEqual(await runs(), [{ state: "failed", code: "SOURCE_UNSUPPORTED", percent: 0 }]);
  assert.equal(await finalizations(), 1);
});

test("a failure that may pass is tried again, and the last one counts", async (t) => {
  const { sql, run, runs, finalizations, storedFiles, taskId } = await taskToRun(t);
  const failing: Pipeline = async (context) => {
    await checkpoint(context, "selection", async () => 1);
    throw new AppError("SOURCE_UNREACHABLE", "Not now.");
  };
  for (let attempt = 1; attempt < QUEUE_LIMITS.runsPerTask; attempt += 1) {
    await assert.rejects(run(failing), /retried/);
    assert.equal(await finalizations(), 0);
    assert.equal((await storedFiles(workPrefix(taskId))).length, 1);
  }
  await run(failing);
  const states = (await runs()).map(({ state, code }) => `${state} ${code}`);
  assert.deepEqual(states, ["failed null", "failed null", "failed null", "failed SOURCE_UNREACHABLE"]);
  const [first] =
    await sql`select message from runs where task_id = ${taskId} order by started_at, id limit 1`;
  assert.deepEqual({ ...first }, { message: "Not now." }, "what people are told until the next try");
  assert.equal(await finalizations(), 1);
  assert.deepEqual(await storedFiles(workPrefix(taskId)), []);
});

test("a run whose source cannot be used is counted apart from those that failed", async (t) => {
  const { run, finalizations, metric, storedFiles, taskId } = await taskToRun(t);
  await run(async (context) => {
    await checkpoint(context, "selection", async () => 1);
    throw new AppError("NO_AUDIO");
  });
  assert.equal(await finalizations(), 1);
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="refused"}'), 1);
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="failed"}'), 0);
  assert.deepEqual(await storedFiles(workPrefix(taskId)), []);
});

/** What a write to a full disk throws. */
function fullDisk(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
}

test("a run that ends because our disk is full is none of its task's failures", async (t) => {
  const { run, runs, finalizations, metric, lacks } = await taskToRun(t);
  const full: Pipeline = () => Promise.reject(fullDisk());
  for (let attempt = 1; attempt <= QUEUE_LIMITS.runsPerTask; attempt += 1) {
    await assert.rejects(run(full), /starved/);
  }
  assert.equal(await finalizations(), 0);
  assert.deepEqual(lacks, ["space", "space", "space", "space"]);
  await run(async () => SUCCESS);
  const states = (await runs()).map(({ state }) => state);
  assert.deepEqual(states, ["interrupted", "interrupted", "interrupted", "interrupted", "succeeded"]);
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="starved"}'), 4);
});

test("a task for which every disk is too small ends one day, and says why", async (t) => {
  const { run, runs, sql, finalizations } = await taskToRun(t);
  const wrapped = new AppError("SOURCE_UNSUPPORTED", "It could not be decoded.", { cause: fullDisk() });
  const full: Pipeline = () => Promise.reject(wrapped);
  for (let attempt = 1; attempt < QUEUE_LIMITS.starvedRunsPerTask; attempt += 1) {
    await assert.rejects(run(full), /starved/);
  }
  await run(full);
  assert.equal((await runs()).length, QUEUE_LIMITS.starvedRunsPerTask);
  assert.equal(await finalizations(), 1);
  const [row] = await sql`select outcome from reported_runs`;
  const message = "The appliance has too little disk space for this work.";
  assert.deepEqual(row?.outcome, { ok: false, error: { code: "INTERNAL", message, retryable: true } });
});

test("a file that is larger than the disk lets one be counts as a failure, and holds no node up", async (t) => {
  const { run, runs, sql, lacks } = await taskToRun(t);
  const cause = Object.assign(new Error("EFBIG: file too large, write"), { code: "EFBIG" });
  const failures = [cause, SOURCE_FAILURES.write("/scratch/source", cause)];
  for (let attempt = 1; attempt < QUEUE_LIMITS.runsPerTask; attempt += 1) {
    await assert.rejects(
      run(() => Promise.reject(failures[attempt % 2])),
      /retried/,
    );
  }
  await run(() => Promise.reject(cause));
  assert.deepEqual([(await runs()).length, lacks], [QUEUE_LIMITS.runsPerTask, []]);
  const [row] = await sql`select outcome from reported_runs`;
  const message = "A file of this work is larger than the appliance may write.";
  assert.deepEqual(row?.outcome, { ok: false, error: { code: "INTERNAL", message, retryable: true } });
});

test("a defect is told as INTERNAL and nothing of it is shown", async (t) => {
  const { run, sql } = await taskToRun(t);
  const defect: Pipeline = () => Promise.reject(new TypeError("secret path /root"));
  for (let attempt = 1; attempt < QUEUE_LIMITS.runsPerTask; attempt += 1) await assert.rejects(run(defect));
  await run(defect);
  const [row] = await sql`select outcome from reported_runs`;
  const message = "Something went wrong on our side.";
  assert.deepEqual(row?.outcome, { ok: false, error: { code: "INTERNAL", message, retryable: true } });
});

test("a thread that used all memory it may have is told as that", async (t) => {
  const { run, sql } = await taskToRun(t);
  const failure = Object.assign(new Error("Worker terminated due to reaching memory limit"), {
    code: "ERR_WORKER_OUT_OF_MEMORY",
  });
  for (let attempt = 1; attempt < QUEUE_LIMITS.runsPerTask; attempt += 1)
    await assert.rejects(run(() => Promise.reject(failure)));
  await run(() => Promise.reject(failure));
  const [row] = await sql`select outcome -> 'error' ->> 'code' as code from reported_runs`;
  assert.equal(row?.code, "OUT_OF_MEMORY");
});

test("a queue job of a task that has ended runs nothing and clears the work away", async (t) => {
  const { run, runs, sql, taskId, services, storedFiles } = await taskToRun(t);
  await services.storage.write(`${workPrefix(taskId)}selection.json`, "1");
  await sql`update tasks set state = 'failed', completed_at = now() where id = ${taskId}`;
  await run(() => assert.fail("nothing is to be run"));
  assert.deepEqual(await runs(), []);
  assert.deepEqual(await storedFiles(workPrefix(taskId)), []);
});

test("the source of clips stays for further renders of them, and goes with a task that has none", async (t) => {
  for (const [outcome, kept] of [
    [async () => SUCCESS, 1],
    [() => Promise.reject(new AppError("SOURCE_UNSUPPORTED")), 0],
  ] as const) {
    const { run, services, taskId, storedFiles } = await taskToRun(t);
    await services.storage.write(`${sourcePrefix(taskId)}source.bin`, "a source");
    await run(outcome);
    assert.equal((await storedFiles(sourcePrefix(taskId))).length, kept);
    await services.storage.write(`${workPrefix(taskId)}selection.json`, "1");
    await run(() => assert.fail("nothing is to be run"));
  }
  const { run, services, sql, taskId, storedFiles } = await taskToRun(t);
  await services.storage.write(`${sourcePrefix(taskId)}source.bin`, "a source");
  await sql`update tasks set state = 'failed', completed_at = now() where id = ${taskId}`;
  await run(() => assert.fail("nothing is to be run"));
  assert.deepEqual(await storedFiles(sourcePrefix(taskId)), [], "as of one that was cancelled");
});

test("progress rises, whatever is reported, and is written once a second at most", async (t) => {
  const { run, runs, sql, taskId } = await taskToRun(t);
  await sql`create table writes (percent real, at timestamptz default clock_timestamp())`;
  await sql`create function note_write() returns trigger language plpgsql security definer as
    'begin if new.state = ''running'' then insert into writes (percent) values (new.percent); end if; return new; end'`;
  await sql`create trigger note_write after update on runs for each row execute function note_write()`;
  await run(async ({ report }) => {
    for (const fraction of [0.1, 0.05, 0.4, 0.3]) report("rendering", fraction, "Rendering");
    await until("the first write", async () => (await runs())[0]?.percent !== 0);
    report("rendering", 0.2, "Back");
    report("rendering", 0.6, "On");
    await until("the second write", async () => ((await runs())[0]?.percent ?? 0) > 50);
    return SUCCESS;
  });
  const writes = await sql<{ percent: number; at: Date }[]>`select percent, at from writes order by at`;
  assert.deepEqual(
    writes.map(({ percent }) => Math.round(percent)),
    [40, 60],
  );
  const apartMs = Number(writes[1]?.at) - Number(writes[0]?.at);
  assert.ok(apartMs >= QUEUE_LIMITS.progressIntervalMs - 50, `${apartMs} ms`);
  assert.equal((await runs())[0]?.percent, 100);
  assert.equal((await sql`select from runs where task_id = ${taskId}`).length, 1);
});
