import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { storeOutput, writeOutputJson } from "../../../../media-node/worker/runs/store-output.ts";
import { newId } from "../../../../shared/ids.ts";
import { OUTPUT_LIMITS } from "../../../../shared/limits/storage.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { outputKey } from "../../../../shared/storage/task-keys.ts";
import type { RunOutcome, RunSuccess } from "../../../../shared/tasks/task-outcome.ts";
import { largeClips, largeReel, largeTranscription } from "../../../support/control-plane/large-outputs.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { workerServices } from "../../../support/media-node/worker-services.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

async function scene(t: TestContext) {
  const storage = createFileStorage(await temporaryFolder(t));
  const run = { id: newId("run"), taskId: newId("task") };
  return { storage, run, key: outputKey(run.taskId, run.id) };
}

test("a small output is reported as it is, and nothing is stored", async (t) => {
  const { storage, run, key } = await scene(t);
  const output = largeClips(run.taskId, 2);
  assert.deepEqual(await storeOutput(storage, run, { output }), { output });
  const generation: RunSuccess = { output: null, result: [] };
  assert.deepEqual(await storeOutput(storage, run, generation), generation);
  assert.equal(await storage.stat(key), undefined);
});

test("a large output is reported by its key, and stored as the database would show it", async (t) => {
  const { storage, run, key } = await scene(t);
  const { sql } = await accountDatabase(t);
  const odd = {
    ...largeTranscription(),
    é: 1,
    zz: [{ b: null, a: { ccc: 1, bb: -0, "": 1e21 } }],
    "\u{10000}a": 1,
  };
  for (const output of [largeTranscription(), largeClips(run.taskId), largeReel(run.taskId), odd]) {
    assert.deepEqual(await storeOutput(storage, run, { output }), { outputKey: key });
    const stored = gunzipSync((await storage.read(key)) ?? Buffer.alloc(0)).toString();
    const [row] = await sql<{ shown: unknown }[]>`select ${sql.json(output as never)}::jsonb as shown`;
    assert.equal(stored, JSON.stringify(row?.shown));
  }
});

test("the JSON of a large output is written in a step for each item of its lists", () => {
  const { captions, ...rest } = largeTranscription(4_000);
  const pieces = [...writeOutputJson({ captions, ...rest })];
  const longest = Math.max(...captions.map((caption) => JSON.stringify(caption).length));
  assert.ok(pieces.length > captions.length);
  assert.ok(pieces.every((piece) => piece.length <= longest + 1));
  assert.deepEqual(JSON.parse(pieces.join("")), { captions, ...rest });
  assert.deepEqual([...writeOutputJson({})].join(""), "{}");
  assert.deepEqual([...writeOutputJson({ a: undefined, b: [{ c: undefined }] })].join(""), '{"b":[{}]}');
});

test("an output that no honest run makes ends its task", async (t) => {
  const { storage, run, key } = await scene(t);
  const output = { ...largeTranscription(8), model: "m".repeat(OUTPUT_LIMITS.bytes) };
  const stored = storeOutput(storage, run, { output });
  await assert.rejects(stored, { code: "INTERNAL", retryable: false });
  assert.equal(await storage.stat(key), undefined);
});

/** A node with a clip task that may run on it. */
async function node(t: TestContext) {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const { services, lacks } = await workerServices(t, nodeSql);
  const taskId = await newTask(sql, account.id);
  const run = async (pipeline: Pipeline, on = services): Promise<void> =>
    runTask(on, taskId, pipeline, await takenJob(sql));
  const reports = (): Promise<{ run_id: string; outcome: RunOutcome }[]> =>
    sql<{ run_id: string; outcome: RunOutcome }[]>`select run_id, outcome from reported_runs`;
  return {
    services,
    lacks,
    taskId,
    run,
    reports,
    pipeline: (async () => ({ output: largeClips(taskId) })) as Pipeline,
  };
}

test("a run with a large output leaves its key in the database, and no copy", async (t) => {
  const { services, taskId, run, reports, pipeline } = await node(t);
  await run(pipeline);
  const [report] = await reports();
  assert.deepEqual(report?.outcome, { ok: true, outputKey: outputKey(taskId, report?.run_id ?? "") });
  assert.ok(
    report?.outcome.ok && (await services.storage.stat(report.outcome.outputKey ?? "")) !== undefined,
  );
});

test("a disk without room for an output is none of the task's failures", async (t) => {
  const { services, lacks, run, reports, pipeline } = await node(t);
  const write = (): Promise<void> =>
    Promise.reject(Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }));
  const full = { ...services, storage: storageWith(services.storage, { write }) };
  await assert.rejects(run(pipeline, full), /starved/);
  assert.deepEqual(lacks, ["space"]);
  await run(pipeline);
  assert.equal((await reports()).length, 1);
});

test("a run that was overtaken replaces no output of the run that came after it", async (t) => {
  const { services, taskId, run, reports, pipeline } = await node(t);
  await run(async () => {
    // Before this one has made its output, another run of the same task begins and ends.
    await run(pipeline);
    return { output: { ...largeClips(taskId), notice: "too late" } };
  });
  const [report, ...others] = await reports();
  assert.equal(others.length, 0);
  assert.ok(report?.outcome.ok && report.outcome.outputKey !== undefined);
  const stored = await services.storage.read(report.outcome.outputKey);
  assert.equal(JSON.parse(gunzipSync(stored ?? Buffer.alloc(0)).toString()).notice, null);
});
