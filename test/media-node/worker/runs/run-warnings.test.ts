// What a node's log tells of runs and previews that failed and are tried again: one line each, above the level of news.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { HIGHLIGHT_RENDER } from "../../../../media-node/reel/highlight-render.ts";
import { NODE_KINDS } from "../../../../media-node/worker/kinds.ts";
import { startMediaWorker } from "../../../../media-node/worker/media-worker.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { AppError } from "../../../../shared/errors.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch } from "../../../support/database/queue.ts";
import { workerServices } from "../../../support/media-node/worker-services.ts";
import { until } from "../../../support/until.ts";

const WARN = 40;

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** The lines above the level of news of a node whose one queue job fails. */
async function warningsOf(t: TestContext, fail: () => Promise<never>, isPreview = false): Promise<Line[]> {
  const { sql, nodeSql, nodeUrl: databaseUrl, account } = await accountDatabase(t);
  const { services } = await workerServices(t, nodeSql);
  const lines: Line[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  if (isPreview) {
    const payload = { templateId: "tpl_1", previewId: "prv_1", input: {} };
    await sql`select graphile_worker.add_job(${`preview-template:${HIGHLIGHT_RENDER.model}`}, ${sql.json(payload)}::json)`;
  } else {
    await newTask(sql, account.id);
    assert.equal(await dispatch(sql), 1);
  }
  const jobs = (await sql<{ id: string }[]>`select id from graphile_worker.jobs`).map(({ id }) => id);
  const pipeline: Pipeline = fail;
  const worker = await startMediaWorker(
    { ...services, logger },
    {
      databaseUrl,
      places: { cores: 1, devices: 0 },
      models: [HIGHLIGHT_RENDER],
      kinds: { ...NODE_KINDS, clip: { ...NODE_KINDS.clip, pipeline } },
      previewMakers: { HIGHLIGHT_RENDER: fail },
    },
  );
  const hasRun = async (): Promise<boolean> =>
    (
      await sql`select from graphile_worker.jobs
        where id = any (${jobs}) and (last_error is null or locked_by is not null)`
    ).length === 0;
  await until("the run's end", hasRun).finally(worker.stop);
  return lines.filter(({ level }) => level >= WARN);
}

test("a run that failed and is tried again is one warning", async (t) => {
  const fail = () => Promise.reject(new AppError("SOURCE_UNREACHABLE", "Not now."));
  const lines = await warningsOf(t, fail);
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [[WARN, "run failed"]],
  );
});

test("a run whose source cannot be used is no warning: nobody here has to look at it", async (t) => {
  assert.deepEqual(await warningsOf(t, () => Promise.reject(new AppError("SOURCE_UNSUPPORTED"))), []);
});

test("a run that lacked something is one warning", async (t) => {
  const fail = () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" }));
  const lines = await warningsOf(t, fail);
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [[WARN, "run lacked something here"]],
  );
});

test("a preview that failed and is tried again is one warning", async (t) => {
  const lines = await warningsOf(t, () => Promise.reject(new Error("No font.")), true);
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [[WARN, "preview of a template not made"]],
  );
});
