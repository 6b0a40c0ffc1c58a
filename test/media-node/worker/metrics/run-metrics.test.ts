// What a run leaves behind for operators: counts, times of its stages, and lines that name it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { runStage } from "../../../../media-node/threads/run-stage.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { NodeLack } from "../../../../shared/node-lack.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { workerServices } from "../../../support/media-node/worker-services.ts";

/** Does not end sooner than that; a timer may, by the time that has passed since its loop last looked at the clock. */
async function last(durationMs: number): Promise<void> {
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs) await pause(1);
}

test("a run's stages are measured, also against the footage, and stand in the line of its end", async (t) => {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const { services, metric } = await workerServices(t, nodeSql);
  const { logger, lines } = keptLog();
  const taskId = await newTask(sql, account.id);
  const pipeline: Pipeline = async ({ logger: ofRun }) => {
    await runStage("render", 20, () => last(20));
    await runStage("render", 20, () => last(20));
    await runStage("store", null, async () => undefined);
    await assert.rejects(runStage("fetch", null, () => Promise.reject(new Error("away"))));
    ofRun.warn("a line of the pipeline");
    return { output: null, result: [] };
  };
  await runTask({ ...services, logger }, taskId, pipeline, await takenJob(sql));
  assert.equal(await metric('clipmill_stage_duration_seconds_count{stage="render"}'), 2);
  assert.equal(await metric('clipmill_stage_media_seconds_total{stage="render"}'), 40);
  assert.equal(await metric('clipmill_stage_realtime_factor_bucket{le="0.25",stage="render"}'), 2);
  assert.equal(await metric('clipmill_stage_realtime_factor_count{stage="store"}'), 0);
  assert.equal(await metric('clipmill_stage_duration_seconds_count{stage="fetch"}'), 0);
  assert.equal(await metric('clipmill_task_wait_seconds_count{kind="clip"}'), 1);
  const ended = lines.find(({ msg }) => msg === "run ended");
  const stagesMs = ended?.stagesMs as Record<string, number>;
  assert.deepEqual(Object.keys(stagesMs), ["render", "store"]);
  assert.ok(Number(stagesMs.render) >= 38);
  assert.equal(ended?.end, "succeeded");
  for (const line of lines) {
    assert.deepEqual([line.taskId, line.accountId, line.kind], [taskId, account.id, "clip"], line.msg);
    assert.match(String(line.runId), /^run_/);
  }
});

test("what a run lacked is counted, and a further try waits for nothing", async (t) => {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const { services, metric } = await workerServices(t, nodeSql);
  const taskId = await newTask(sql, account.id);
  const job = await takenJob(sql);
  const lacking = () => Promise.reject(new NodeLack("space"));
  await assert.rejects(runTask(services, taskId, lacking, job), /starved/);
  await assert.rejects(runTask(services, taskId, lacking, { ...job, attempt: 2 }), /starved/);
  assert.equal(await metric('clipmill_run_lacks_total{lack="space"}'), 2);
  assert.equal(await metric('clipmill_run_lacks_total{lack="memory"}'), 0);
  assert.equal(await metric('clipmill_task_wait_seconds_count{kind="clip"}'), 1);
});

test("what was read of large sources in ranges is counted, and what was spared", async (t) => {
  const { nodeSql } = await accountDatabase(t);
  const { services, metric } = await workerServices(t, nodeSql);
  const { onRangedRead } = services.metrics;
  onRangedRead({ outcome: "copied", readBytes: 10, requests: 3, sparedBytes: 90 });
  onRangedRead({ outcome: "copied", readBytes: 5, requests: 1, sparedBytes: 45 });
  onRangedRead({ outcome: "whole", readBytes: 7, requests: 2, sparedBytes: 0 });
  assert.equal(await metric('clipmill_ranged_reads_read_bytes_total{outcome="copied"}'), 15);
  assert.equal(await metric('clipmill_ranged_reads_requests_total{outcome="copied"}'), 4);
  assert.equal(await metric('clipmill_ranged_reads_read_bytes_total{outcome="whole"}'), 7);
  assert.equal(await metric('clipmill_ranged_reads_requests_total{outcome="whole"}'), 2);
  assert.equal(await metric("clipmill_ranged_reads_spared_bytes_total"), 135);
});

test("free places are what is left of those of cores and of devices, and none while the node takes no jobs", async (t) => {
  const { nodeSql } = await accountDatabase(t);
  const { services, metric } = await workerServices(t, nodeSql);
  const { metrics } = services;
  let busy = 1;
  metrics.setPlaces(() => [
    { resource: "cores", places: 3, busy },
    { resource: "devices", places: 40, busy: 40 },
  ]);
  const free = (): Promise<number[]> =>
    Promise.all(["cores", "devices"].map((each) => metric(`clipmill_run_places_free{resource="${each}"}`)));
  assert.deepEqual(await free(), [0, 0]);
  metrics.setTakesJobs(true);
  assert.equal(await metric('clipmill_run_places{resource="devices"}'), 40);
  assert.deepEqual(await free(), [2, 0]);
  busy = 0;
  assert.deepEqual(await free(), [3, 0]);
  metrics.setTakesJobs(false);
  assert.deepEqual(await free(), [0, 0]);
});
