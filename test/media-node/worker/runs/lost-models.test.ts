// Models that are taken from a node while its runs use them: whose failure that is.
import assert from "node:assert/strict";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { BUILT_IN_MODELS_DIR } from "../../../../media-node/models/find-bundles.ts";
import { watchBundles } from "../../../../media-node/models/watch-bundles.ts";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { createNodeModels } from "../../../../media-node/pipelines/node-models.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { JobGivenBack } from "../../../../shared/db/queue/run-queue-job.ts";
import { AppError } from "../../../../shared/errors.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { taskToRun } from "../../../support/media-node/task-to-run.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const NAME = "marks-en";

/** A node with a model, and what its runs do with it: they open the model's network. */
async function scene(t: TestContext) {
  const modelsDir = await temporaryFolder(t);
  const folder = join(modelsDir, NAME);
  await cp(join(BUILT_IN_MODELS_DIR, NAME), folder, { recursive: true });
  const installed = await watchBundles({ modelsDir, logger: keptLog("silent").logger, intervalMs: 1e9 });
  t.after(() => installed.close());
  const task = await taskToRun(t);
  const services = { ...task.services, installed };
  const models = createNodeModels({
    bundles: installed.bundles,
    preferredSpeechModel: undefined,
    providers: ["cpu"],
    cores: 1,
  });
  const opening: Pipeline = async () => {
    const file = join(folder, "model.onnx");
    await (await openOnnxSession(file, { providers: ["cpu"], threads: 1 })).dispose();
    return { output: { notice: null, clips: [] } };
  };
  const run = async (pipeline: Pipeline): Promise<void> =>
    runTask(services, task.taskId, pipeline, await takenJob(task.sql));
  const ends = async (): Promise<unknown[]> => {
    const rows = await task.sql`select state, lack from runs order by started_at, id`;
    return rows.map(({ state, lack }) => [state, lack]);
  };
  return { ...task, folder, models, opening, run, ends };
}

test("a run whose model is taken away meanwhile is none of its task's failures", async (t) => {
  const { folder, opening, run, ends, lacks, finalizations } = await scene(t);
  const losing: Pipeline = async (...run) => {
    await rm(folder, { recursive: true });
    return opening(...run);
  };
  await assert.rejects(run(losing), /starved/);
  assert.deepEqual([await ends(), lacks], [[["interrupted", "model"]], ["model"]]);
  assert.equal(await finalizations(), 0);
});

test("a run that was taken for a model which the node has no more is none of its task's failures", async (t) => {
  const { models, run, ends } = await scene(t);
  const imaging: Pipeline = async () => {
    models.image("gone");
    return { output: { notice: null, clips: [] } };
  };
  await assert.rejects(run(imaging), /starved/);
  assert.deepEqual(await ends(), [["interrupted", "model"]]);
});

test("a model that is there and cannot be opened is a failure", async (t) => {
  const { folder, opening, run, ends, lacks } = await scene(t);
  await run(opening);
  const other = await scene(t);
  const failing: Pipeline = () =>
    openOnnxSession(join(folder, "other.onnx"), { providers: ["cpu"], threads: 1 }) as never;
  await assert.rejects(other.run(failing), /retried/);
  assert.deepEqual(
    [await ends(), await other.ends(), lacks],
    [[["succeeded", null]], [["failed", null]], []],
  );
});

test("a run that is stopped while its node looks for a lost model waits for that no longer", async (t) => {
  const task = await taskToRun(t);
  const { promise: looking, resolve: look } = Promise.withResolvers<void>();
  const hanging = (): Promise<void> => {
    look();
    return new Promise(() => undefined);
  };
  const services = { ...task.services, installed: { bundles: () => [], readAgain: hanging } };
  const failing: Pipeline = () => Promise.reject(new AppError("MODEL_UNAVAILABLE"));
  const running = runTask(services, task.taskId, failing, await takenJob(task.sql));
  await looking;
  services.activeRuns.interruptAll();
  await assert.rejects(running, JobGivenBack);
});
