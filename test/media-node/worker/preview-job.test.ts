// Previews as a media node makes them: through the real queue, with a maker that the test writes.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { bringBuiltInTemplates } from "../../../control-plane/catalog/bring-templates.ts";
import { importTemplates } from "../../../control-plane/catalog/import-templates.ts";
import type { PreviewMaker } from "../../../media-node/pipelines/preview-makers.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import { PREVIEW_LIMITS } from "../../../shared/limits/catalog.ts";
import { createLogger } from "../../../shared/logger.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import type { Model } from "../../../shared/schemas/model.ts";
import { BRING_TEMPLATES_JOB, RECORD_PREVIEW_JOB } from "../../../shared/templates/template-previews.ts";
import { REEL_TEMPLATE } from "../../support/control-plane/templates.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { until } from "../../support/until.ts";

interface QueuedJob {
  payload: { files?: unknown[] };
  attempts: number;
  is_running: boolean;
  last_error: string | null;
}

async function setUp(t: TestContext) {
  const { sql, nodeSql, nodeUrl: databaseUrl } = await accountDatabase(t);
  const worker = await workerServices(t, nodeSql);
  const node = await fakeNode(sql, [HIGHLIGHT_RENDER]);
  await importTemplates(sql, [REEL_TEMPLATE]);
  await node.leave();
  const jobsNamed = async (name: string) => [
    ...(await sql<QueuedJob[]>`
      select payload, attempts, locked_at is not null as is_running, last_error from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name}`),
  ];
  const withWorker = async (
    maker: PreviewMaker,
    watch: () => Promise<unknown>,
    models: readonly Model[] = [HIGHLIGHT_RENDER],
  ): Promise<void> => {
    const previewMakers = { HIGHLIGHT_RENDER: maker };
    const options = { databaseUrl, places: { cores: 1, devices: 0 }, models, previewMakers };
    const running = await startMediaWorker(worker.services, options);
    await watch().finally(running.stop);
  };
  return { ...worker, sql, jobsNamed, withWorker };
}

const PREVIEW_JOB = "preview-template:highlight-render";

test("a preview's files are stored under the template, and the control plane is told", async (t) => {
  const { withWorker, jobsNamed, storedFiles, scratchFiles } = await setUp(t);
  const inputs: unknown[] = [];
  const maker: PreviewMaker = async ({ scratchFolder }, input) => {
    inputs.push(input);
    const path = join(scratchFolder, "any-name");
    await writeFile(path, "an image");
    return [{ id: "card", type: "image", path, contentType: "image/webp", filename: "card.webp" }];
  };
  await withWorker(maker, () =>
    until("the preview", async () => (await jobsNamed(RECORD_PREVIEW_JOB)).length > 0),
  );
  assert.deepEqual(inputs, [REEL_TEMPLATE.input]);
  const [{ payload } = { payload: {} }] = await jobsNamed(RECORD_PREVIEW_JOB);
  const { templateId, previewId, files } = payload as Record<string, unknown>;
  const storageKey = `templates/${templateId}/${previewId}/card.webp`;
  const file = { id: "card", type: "image", contentType: "image/webp", filename: "card.webp", storageKey };
  assert.deepEqual(files, [file]);
  assert.ok((await storedFiles("templates")).includes(`${templateId}/${previewId}/card.webp`));
  assert.deepEqual(await scratchFiles(), []);
  assert.deepEqual(await jobsNamed(PREVIEW_JOB), []);
});

test("a preview that fails is tried a bounded number of times, and leaves nothing behind", async (t) => {
  const { withWorker, jobsNamed, sql, scratchFiles } = await setUp(t);
  const folders: string[] = [];
  const maker: PreviewMaker = async ({ scratchFolder }) => {
    folders.push(scratchFolder);
    throw new Error("No font.");
  };
  await withWorker(maker, () =>
    until("all tries", async () => {
      // The queue waits between tries, which this test need not.
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`;
      const [job] = await jobsNamed(PREVIEW_JOB);
      // An attempt counts from its beginning, when the job still has the error of the one before.
      return job?.attempts === PREVIEW_LIMITS.attempts && !job.is_running;
    }),
  );
  assert.equal(folders.length, PREVIEW_LIMITS.attempts);
  assert.equal((await jobsNamed(PREVIEW_JOB))[0]?.last_error, "No font.");
  assert.ok(folders.every((folder) => !existsSync(folder)));
  assert.deepEqual([await scratchFiles(), await jobsNamed(RECORD_PREVIEW_JOB)], [[], []]);
});

test("a preview that its node lacks something for loses none of its tries by that", async (t) => {
  const { withWorker, jobsNamed, sql } = await setUp(t);
  let tries = 0;
  const maker: PreviewMaker = async () => {
    tries += 1;
    if (tries <= PREVIEW_LIMITS.attempts) throw new NodeLack("space");
    throw new Error("No font.");
  };
  await withWorker(maker, () =>
    until("a try of its own", async () => {
      const [job] = await jobsNamed(PREVIEW_JOB);
      if (job?.last_error === "No font.") return true;
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`;
      return false;
    }),
  );
  assert.deepEqual([tries, (await jobsNamed(PREVIEW_JOB))[0]?.attempts], [PREVIEW_LIMITS.attempts + 1, 1]);
});

test("a preview that has lacked something for a day loses its tries by it", async (t) => {
  const { withWorker, jobsNamed, sql } = await setUp(t);
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '2 days'`;
  const maker: PreviewMaker = async () => {
    throw new NodeLack("space");
  };
  await withWorker(maker, () =>
    until("all tries", async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`;
      return (await jobsNamed(PREVIEW_JOB))[0]?.attempts === PREVIEW_LIMITS.attempts;
    }),
  );
});

test("a node without the model leaves its previews to others", async (t) => {
  const { withWorker, jobsNamed, sql } = await setUp(t);
  const never: PreviewMaker = async () => assert.fail("this node has no such model");
  // A job of its own that comes after the preview shows that the queue was looked through.
  await sql`select graphile_worker.add_job('run-transcription', '{"taskId":"task_none"}', priority => 100)`;
  await withWorker(
    never,
    () => until("the later job", async () => (await jobsNamed("run-transcription")).length === 0),
    [],
  );
  assert.equal((await jobsNamed(PREVIEW_JOB))[0]?.attempts, 0);
});

test("a node that announces its models has their built-in templates brought", async (t) => {
  const { withWorker, jobsNamed, sql } = await setUp(t);
  await sql`select graphile_worker.remove_job(key) from graphile_worker._private_jobs`;
  await withWorker(
    async () => [],
    () => until("the announcement", async () => (await jobsNamed(BRING_TEMPLATES_JOB)).length === 1),
  );
  assert.ok((await bringBuiltInTemplates(sql, createLogger("test", "silent"))).length >= 4);
});
