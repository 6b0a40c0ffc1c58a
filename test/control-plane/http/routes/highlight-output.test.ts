// What a finished highlight job shows: signed links in place of storage keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HighlightJobOutput } from "../../../../shared/tasks/highlight-job.ts";
import { callApi, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { endRun, newRun, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";

const MOMENTS = [{ start: 12.5, end: 20, score: 91, reason: "The crowd roars." }];

test("a finished highlight job shows the reel, its templated render where there is one, and its moments", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  for (const templatedVideoKey of [null, "tasks/x/templated.mp4"]) {
    const taskId = await newTask(plane.sql, account.id, { kind: "highlight" });
    const output: HighlightJobOutput = {
      notice: null,
      rawVideoKey: "tasks/x/reel.mp4",
      templatedVideoKey,
      thumbnailKey: "tasks/x/reel.jpg",
      duration: 7.5,
      moments: MOMENTS,
    };
    const runId = await newRun(plane.sql, taskId);
    await endRun(plane.sql, runId, { ok: true, output });
    await taskEnded(plane.sql, taskId);
    const reply = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: account.key });
    const shown = reply.body.data?.output as Record<string, unknown> | null | undefined;
    const { rawVideoUrl, templatedVideoUrl, thumbnailUrl, ...rest } = shown ?? {};
    assert.deepEqual(rest, { notice: null, duration: 7.5, moments: MOMENTS });
    assert.ok(String(rawVideoUrl).startsWith(`${plane.url}/files/tasks/x/reel.mp4?`));
    assert.ok(String(thumbnailUrl).startsWith(`${plane.url}/files/tasks/x/reel.jpg?`));
    if (templatedVideoKey === null) assert.equal(templatedVideoUrl, null);
    else assert.ok(String(templatedVideoUrl).startsWith(`${plane.url}/files/${templatedVideoKey}?`));
  }
});
