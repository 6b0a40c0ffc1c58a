// GET /jobs/{jobId}/captions.srt and .vtt over real HTTP, of a transcription that ended as a media node ends one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../../../shared/ids.ts";
import type { RunOutcome } from "../../../../shared/tasks/task-outcome.ts";
import type { TranscriptionJobOutput } from "../../../../shared/tasks/transcription-job.ts";
import {
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { FAILED, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";
import { reportRun, startRun } from "../../../support/database/runs.ts";

const OUTPUT: TranscriptionJobOutput = {
  notice: null,
  segments: 3,
  captions: [
    {
      text: "Fish & <i>chips</i> --> now",
      start: 0.0004,
      end: 1.5,
      words: [{ word: "Fish", start: 0.0004, end: 0.4, score: 0.9 }],
    },
    { text: "two\n\nlines {\\an8}", start: 59.9996, end: 59.9996, words: [] },
    { text: "Späť 5 < 6", start: 5 * 3_600 + 61.25, end: 5 * 3_600 + 62, words: [] },
  ],
  language: "en",
  model: "test",
  duration: 20_000,
};

/** Runs a task to an end with a media node's own statements. */
async function runToEnd(plane: TestControlPlane, taskId: string, outcome: RunOutcome): Promise<void> {
  const runId = newId("run");
  assert.ok(await startRun(plane.sql, { id: runId, taskId, nodeId: newId("node") }));
  assert.ok(await reportRun(plane.sql, { taskId, runId }, outcome));
  await taskEnded(plane.sql, taskId);
}

test("a finished transcription is read as SubRip and WebVTT, with what was said unchanged", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id, { kind: "transcription" });
  await runToEnd(plane, taskId, { ok: true, output: OUTPUT });
  const read = (extension: string): Promise<Response> =>
    fetch(`${plane.url}/api/v1/jobs/${taskId}/captions.${extension}`, {
      headers: { "x-service-api-key": account.key },
    });
  const srt = await read("srt");
  assert.equal(srt.status, 200);
  assert.equal(srt.headers.get("content-type"), "application/x-subrip; charset=utf-8");
  assert.equal(srt.headers.get("content-disposition"), `attachment; filename="${taskId}.srt"`);
  assert.equal(
    await srt.text(),
    [
      "1\n00:00:00,000 --> 00:00:01,500\nFish & <\u200bi>chips<\u200b/i> --\u200b> now\n",
      "2\n00:01:00,000 --> 00:01:00,001\ntwo lines {\u200b\\an8}\n",
      "3\n05:01:01,250 --> 05:01:02,000\nSpäť 5 < 6\n",
    ].join("\n"),
  );
  const vtt = await read("vtt");
  assert.equal(vtt.headers.get("content-type"), "text/vtt; charset=utf-8");
  assert.equal(
    await vtt.text(),
    [
      "WEBVTT\n",
      "00:00:00.000 --> 00:00:01.500\nFish &amp; &lt;i&gt;chips&lt;/i&gt; --&gt; now\n",
      "00:01:00.000 --> 00:01:00.001\ntwo lines {\\an8}\n",
      "05:01:01.250 --> 05:01:02.000\nSpäť 5 &lt; 6\n",
    ].join("\n"),
  );
  const job = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: account.key });
  assert.deepEqual(job.body.data?.output, OUTPUT, "a read shows the output as it was reported");
});

test("a transcription that heard nothing has empty subtitles", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id, { kind: "transcription" });
  await runToEnd(plane, taskId, { ok: true, output: { ...OUTPUT, segments: 0, captions: [] } });
  for (const [extension, text] of [
    ["srt", ""],
    ["vtt", "WEBVTT\n"],
  ] as const) {
    const reply = await fetch(`${plane.url}/api/v1/jobs/${taskId}/captions.${extension}`, {
      headers: { "x-service-api-key": account.key },
    });
    assert.deepEqual([reply.status, await reply.text()], [200, text]);
  }
});

test("captions are not there before the end, nor of failed, foreign, unknown and other kinds of jobs", async (t) => {
  const plane = await testControlPlane(t);
  const [mine, theirs] = [await plane.account(), await plane.account()];
  const transcription = { kind: "transcription" } as const;
  const waiting = await newTask(plane.sql, mine.id, transcription);
  const failed = await newTask(plane.sql, mine.id, transcription);
  await runToEnd(plane, failed, FAILED);
  const clip = await newTask(plane.sql, mine.id);
  const foreign = await newTask(plane.sql, theirs.id, transcription);
  for (const extension of ["srt", "vtt"]) {
    for (const [taskId, failure] of [
      [waiting, "409 NOT_TERMINAL"],
      [failed, "404 NOT_FOUND"],
      [clip, "404 NOT_FOUND"],
      [foreign, "404 NOT_FOUND"],
      [newId("task"), "404 NOT_FOUND"],
    ]) {
      const path = `/api/v1/jobs/${taskId}/captions.${extension}`;
      assert.equal(failureOf(await callApi(plane, "GET", path, { key: mine.key })), failure);
    }
  }
});
