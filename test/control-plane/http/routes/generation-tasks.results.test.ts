// What the owner of a generation task reads of it once it has ended, and who else reads nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunOutcome } from "../../../../shared/tasks/task-outcome.ts";
import { CLIP_BODY, callApi, failureOf } from "../../../support/control-plane/control-plane.ts";
import { BODY, createdId, openFixture, PATH } from "../../../support/control-plane/generation-tasks.ts";
import { moneyOf } from "../../../support/control-plane/tasks.ts";
import { generatedFile } from "../../../support/media-node/media-node.ts";

const FAILURE: RunOutcome = {
  ok: false,
  error: { code: "OUT_OF_MEMORY", message: "The media node ran out of memory.", retryable: true },
};

test("a finished task shows its files with signed links and the run's id, and no output", async (t) => {
  const fixture = await openFixture(t);
  const taskId = await createdId(fixture, { ...BODY, output_count: 2 });
  const files = [
    generatedFile(taskId),
    { ...generatedFile(taskId), status: "FAILED", fileKey: null, fileType: null },
  ];
  const task = await fixture.run(taskId, { ok: true, output: null, result: files as never });
  const [row] = await fixture.plane.sql`select current_run_id from tasks where id = ${taskId}`;
  assert.equal(task.status, "finished");
  assert.equal(task.output, null);
  assert.equal(task.error, null);
  const [good, bad] = task.result as Record<string, unknown>[];
  const { file_url: url, ...shown } = good ?? {};
  const run = { external_task_id: row?.current_run_id };
  assert.deepEqual(shown, { id: files[0]?.id, status: "SUCCESS", file_type: "image/png", ...run });
  assert.deepEqual(bad, { id: files[1]?.id, status: "FAILED", file_url: null, file_type: null, ...run });
  assert.ok(String(url).startsWith(`${fixture.plane.url}/`));
  const { charged_moods, refunded_moods } = task.billing as Record<string, number>;
  assert.deepEqual([charged_moods, refunded_moods], [2, 1], "the share of what failed comes back");
  const { progress } = task as { progress: Record<string, unknown> };
  assert.deepEqual([progress.percent, progress.stage], [100, "done"]);
});

test("a result in the reply to a create leaves the run's id out", async (t) => {
  const fixture = await openFixture(t);
  const body = { ...BODY, idempotency_key: "again" };
  const taskId = await createdId(fixture, body);
  await fixture.run(taskId, { ok: true, output: null, result: [generatedFile(taskId)] });
  const repeat = await fixture.create(body);
  const { result = [] } = repeat.body.data ?? {};
  const [item] = result as Record<string, unknown>[];
  assert.deepEqual(Object.keys(item ?? {}), ["id", "status", "file_url", "file_type"]);
});

test("a failed task carries its reason, has no result, and is refunded in full", async (t) => {
  const fixture = await openFixture(t);
  const taskId = await createdId(fixture, { ...BODY, model_tier: "max", output_count: 4 });
  assert.equal((await moneyOf(fixture.plane.sql, fixture.accountId)).used, 8);
  const task = await fixture.run(taskId, FAILURE);
  assert.equal(task.status, "failed");
  assert.deepEqual(task.error, FAILURE.ok ? undefined : FAILURE.error);
  assert.deepEqual(task.result, []);
  assert.deepEqual(task.billing, {
    base_moods: 8,
    charged_moods: 8,
    extra_moods_charged: 0,
    refunded_moods: 8,
  });
  assert.equal((await moneyOf(fixture.plane.sql, fixture.accountId)).used, 0);
});

test("jobs are not generation tasks, nor tasks jobs, nor anyone's but their owner's", async (t) => {
  const fixture = await openFixture(t);
  const { plane, key } = fixture;
  const taskId = await createdId(fixture);
  const job = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const stranger = await plane.account();
  const calls: [string, string][] = [
    [`${PATH}/${job.body.data?.task_id}`, key],
    [`/api/v1/jobs/${taskId}`, key],
    [`${PATH}/${taskId}`, stranger.key],
    [`${PATH}/nonsense`, key],
  ];
  for (const [path, caller] of calls) {
    assert.equal(failureOf(await callApi(plane, "GET", path, { key: caller })), "404 NOT_FOUND", path);
  }
});
