// A transcription through the public API on a fresh appliance, with the model that comes with the project.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { SHOTS } from "../../deploy/sample/script.ts";
import type { TranscriptionJobOutput } from "../../shared/tasks/transcription-job.ts";
import {
  clientOf,
  createClientKey,
  hasEnded,
  pollJob,
  startStandalone,
} from "../support/control-plane/standalone.ts";
import { openToOthers } from "../support/folder-access.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { listDescendants } from "../support/list-processes.ts";
import { makeMedia } from "../support/media/media-fixture.ts";
import { wordErrorRate, wordsOf } from "../support/speech/word-errors.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../deploy/sample/sample.mp4", import.meta.url));

after(assertNoChildren);

test("a fresh appliance transcribes the sample, serves it as subtitles, and captions clips with it", async (t) => {
  const folder = await temporaryFolder(t);
  const film = join(folder, "film.mp4");
  await makeMedia("-i", SAMPLE, "-map", "0:v", "-map", "0:a", "-c", "copy", film);
  const dataDir = join(folder, "data");
  const appliance = await startStandalone(t, dataDir);
  const { key } = await createClientKey(dataDir);
  const client = clientOf(t, appliance.url, key);
  const s3_key = await client.upload(film);
  const headers = { "x-service-api-key": key, "content-type": "application/json" };
  const call = async (path: string, body?: unknown): Promise<Response> =>
    fetch(`${appliance.url}/api/v1${path}`, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  const transcribe = async (body: object): Promise<{ taskId: string; output: TranscriptionJobOutput }> => {
    const reply = await call("/transcriptions", { s3_key, ...body });
    assert.equal(reply.status, 201);
    const { data } = (await reply.json()) as { data: { task_id: string } };
    const job = await pollJob(client, data.task_id, hasEnded);
    assert.equal(job.status, "finished", JSON.stringify(job.error));
    return { taskId: data.task_id, output: job.output as unknown as TranscriptionJobOutput };
  };

  const { taskId, output } = await transcribe({});
  assert.deepEqual([output.language, output.model], ["en", "speech-en-small"]);
  const said = SHOTS.flatMap(({ phrases }) => phrases.flatMap(({ text }) => wordsOf(text)));
  const heard = output.captions.flatMap(({ text }) => wordsOf(text));
  const errors = wordErrorRate(said, heard);
  t.diagnostic(`word error rate on the sample: ${(100 * errors).toFixed(1)} %`);
  assert.ok(errors < 0.3, `${errors}: ${heard.join(" ")}`);

  const srt = await (await call(`/jobs/${taskId}/captions.srt`)).text();
  assert.match(srt, /^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n/);
  const vtt = await (await call(`/jobs/${taskId}/captions.vtt`)).text();
  assert.match(vtt, /^WEBVTT\n\n/);

  const part = await transcribe({ start_time: "00:00:20", end_time: "00:00:40" });
  assert.ok(part.output.captions.every(({ start, end }) => start >= 20 && end <= 40));
  assert.equal(part.output.duration, 20);

  const created = await client.createClips({
    s3_key,
    video_duration_seconds: 92,
    clip_count: 1,
    clip_length: "8-20s",
    target_resolution: "360p",
  });
  const job = await pollJob(client, created.task_id, hasEnded);
  assert.equal(job.status, "finished", JSON.stringify(job.error));
  assert.equal(job.output?.notice, null);
  const [clip] = (job.output?.clips ?? []) as unknown as { transcript: string; captionsUrl: string | null }[];
  assert.ok(clip !== undefined && clip.captionsUrl !== null);
  assert.ok(wordsOf(clip.transcript).length > 10, clip.transcript);

  assert.deepEqual(await openToOthers(dataDir), [], "what the appliance keeps is nobody else's to read");
  // The compiler of the command itself reads the project's own files only.
  const parts = (await listDescendants(appliance.process.pid ?? 0)).filter(
    ({ command }) => command !== "esbuild",
  );
  assert.ok(parts.length > 5, "PostgreSQL's processes and both planes");
  assert.deepEqual(
    parts.filter(({ userId }) => userId === 0),
    [],
  );
  assert.equal(await appliance.stop(), 0);
});
