// A run whose files lie in a bucket, while the service goes away in the midst of it.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { checkpoint } from "../../../../media-node/pipelines/checkpoints.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { taskFileKey } from "../../../../shared/storage/task-keys.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { taskToRun } from "../../../support/media-node/task-to-run.ts";
import { faultyProxy } from "../../../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { bucketWith, testBucket } from "../../../support/s3/test-bucket.ts";

test("a run that loses the bucket is interrupted, and the next one goes on from what is stored there", {
  skip: NO_S3_SERVER,
}, async (t) => {
  const { server, settings, remains } = await testBucket();
  const proxy = await faultyProxy(t, { target: server.url });
  const { storage } = await bucketWith({ ...settings, endpoint: proxy.url });
  const { services, lacks, sql, taskId, runs, finalizations } = await taskToRun(t);
  let analyses = 0;
  let isAway = false;
  const pipeline: Pipeline = async (context) => {
    await checkpoint(context, "analysis", async () => {
      analyses += 1;
      return {};
    });
    if (!isAway) {
      isAway = true;
      await proxy.goAway();
    }
    await checkpoint(context, "selection", async () => ({}));
    const path = join(context.scratchFolder, "video.mp4");
    await writeFile(path, "frames");
    await context.storage.putFile(taskFileKey(taskId, "video.mp4"), path);
    return { output: { notice: null, clips: [] } };
  };
  const run = async (): Promise<void> =>
    runTask({ ...services, storage }, taskId, pipeline, await takenJob(sql));
  await assert.rejects(run(), /starved/);
  assert.deepEqual([lacks, await finalizations()], [["disk"], 0]);
  await proxy.comeBack();
  await run();
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["interrupted", "succeeded"],
  );
  assert.equal(analyses, 1);
  assert.deepEqual(await remains(), [`tasks/${taskId}/video.mp4`], "nothing but the result");
});
