// What a client has removed: results of tasks, uploads, and what was transcribed of their sources.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { DELETED_TASKS, DELETED_UPLOADS } from "../../../../control-plane/db/expired-files.ts";
import { deleteTaskRow } from "../../../../control-plane/db/tasks/task-deletions.ts";
import { deleteUploadRow } from "../../../../control-plane/db/uploads.ts";
import { newId } from "../../../../shared/ids.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { outputKey } from "../../../../shared/storage/task-keys.ts";
import type { MediaSource } from "../../../../shared/tasks/media-source.ts";
import { hashSource } from "../../../../shared/tasks/source-hash.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { expireAll } from "../../../support/control-plane/expired-files.ts";
import { endRun, newRun, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";
import { filesBelow } from "../../../support/storage/file-storage.ts";

const ADDRESS: MediaSource = { kind: "url", url: "https://example.com/talk.mp4" };

async function scene(t: TestContext) {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const storage = createFileStorage(plane.storageFolder);
  const call = (method: string, path: string, body?: unknown, key = account.key): Promise<ApiReply> =>
    callApi(plane, method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
  const stored = async (): Promise<string[]> =>
    (await filesBelow(plane.storageFolder)).map((path) => path.slice(plane.storageFolder.length + 1)).sort();

  /** A finished clip job with a clip, a file of a run, and a large output beside. */
  const finishedJob = async (source: MediaSource = ADDRESS) => {
    const id = await newTask(plane.sql, account.id, { request: { source } });
    const runId = await newRun(plane.sql, id);
    const clipId = newId("clip");
    const videoKey = `tasks/${id}/clips/${clipId}/video.mp4`;
    const clip = {
      id: clipId,
      index: 0,
      title: "A clip",
      description: "",
      hashtags: ["#a", "#b", "#c"],
      start: 0,
      end: 9,
    };
    const scores = { hook: 1, engagement: 1, value: 1, shareability: 1 };
    const shown = {
      duration: 9,
      viralityScore: 4,
      scoreBreakdown: scores,
      reason: "",
      hook: "",
      transcript: "",
    };
    const files = { videoKey, thumbnailKey: videoKey, captionsKey: null };
    const look = { width: 1080, height: 1920, editingStyle: "AUTO" };
    const output = { notice: null, clips: [{ ...clip, ...shown, ...files, ...look }] };
    await endRun(plane.sql, runId, { ok: true, output } as never);
    await taskEnded(plane.sql, id);
    await storage.write(videoKey, "a clip");
    await storage.write(`tasks/${id}/work/source.bin`, "a source");
    await storage.write(outputKey(id, runId), "a large output");
    return { id, videoKey };
  };
  const transcribed = async (source: MediaSource, accountId = account.id): Promise<string> => {
    const key = `transcripts/${newId("transcript")}.json`;
    await storage.write(key, "words");
    await plane.sql`
      insert into transcripts (id, account_id, source_hash, model, start_s, end_s, source_s, storage_key, expires_at)
      values (${newId("transcript")}, ${accountId}, ${hashSource(source)}, 'm', 0, 9, 9, ${key},
        now() + interval '1 day')`;
    return key;
  };
  const upload = async () => {
    const body = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
    const { data } = (await call("POST", "/uploads", body)).body as {
      data: { upload_id: string; s3_key: string; upload_url: string };
    };
    assert.equal((await fetch(data.upload_url, { method: "PUT", body: "bytes" })).status, 200);
    return { id: data.upload_id, key: data.s3_key, url: data.upload_url };
  };
  return { plane, account, storage, call, stored, finishedJob, transcribed, upload };
}

test("a removed job stays without its files, and links to them answer 404", async (t) => {
  const { call, stored, finishedJob, transcribed } = await scene(t);
  const [job, other] = [
    await finishedJob(),
    await finishedJob({ kind: "url", url: "https://example.com/b" }),
  ];
  await transcribed(ADDRESS);
  const kept = await transcribed({ kind: "url", url: "https://example.com/b" });
  const before = await call("GET", `/jobs/${job.id}`);
  assert.equal(before.body.data?.deleted_at, null);
  assert.ok(before.body.data);
  const { clips } = before.body.data.output as { clips: { videoUrl: string }[] };
  const link = clips[0]?.videoUrl ?? "";
  assert.equal((await fetch(link)).status, 200);
  const times = new Set<unknown>();
  for (const _ of ["once", "again"]) {
    const reply = await call("DELETE", `/jobs/${job.id}`);
    assert.equal(reply.status, 200);
    const { status, output, result, billing, deleted_at } = reply.body.data ?? {};
    assert.deepEqual([status, output, result], ["finished", null, []]);
    assert.equal((billing as { charged_moods: number }).charged_moods, 1);
    times.add(deleted_at);
  }
  assert.equal(times.size, 1);
  assert.equal((await fetch(link)).status, 404);
  assert.equal((await call("GET", `/jobs/${job.id}`)).body.data?.output, null);
  assert.equal((await call("GET", "/jobs")).status, 200);
  const left = await stored();
  assert.deepEqual(
    left.filter((path) => !path.includes(other.id)),
    [kept],
    "only what is the other job's",
  );
  assert.equal(left.length, 4);
});

test("a task that has not ended is not removed, nor one of another account or kind", async (t) => {
  const { plane, account, call, finishedJob } = await scene(t);
  const open = await newTask(plane.sql, account.id, { request: { source: ADDRESS } });
  assert.equal(failureOf(await call("DELETE", `/jobs/${open}`)), "409 NOT_TERMINAL");
  const { id } = await finishedJob();
  const stranger = await plane.account();
  assert.equal(failureOf(await call("DELETE", `/jobs/${id}`, undefined, stranger.key)), "404 NOT_FOUND");
  assert.equal(failureOf(await call("DELETE", `/generation-tasks/${id}`)), "404 NOT_FOUND");
  assert.equal(failureOf(await call("DELETE", "/jobs/task_1")), "404 NOT_FOUND");
  assert.notEqual((await call("GET", `/jobs/${id}`)).body.data?.output, null);
});

test("a removed generation task has no result any more", async (t) => {
  const { plane, account, call } = await scene(t);
  const id = await newTask(plane.sql, account.id, { kind: "generation", model: "m", request: {} });
  assert.equal(failureOf(await call("DELETE", `/generation-tasks/${id}`)), "409 NOT_TERMINAL");
  assert.equal((await call("POST", `/generation-tasks/${id}/cancel`)).status, 200);
  const reply = await call("DELETE", `/generation-tasks/${id}`);
  assert.equal(reply.status, 200);
  assert.notEqual(reply.body.data?.deleted_at, null);
});

test("a removed upload is gone with what was transcribed of it, and its quota is free", async (t) => {
  const { plane, account, call, stored, transcribed, upload } = await scene(t);
  const [gone, kept] = [await upload(), await upload()];
  await transcribed({ kind: "upload", storageKey: gone.key });
  const words = await transcribed({ kind: "upload", storageKey: kept.key });
  for (const _ of ["once", "again"]) {
    const reply = await call("DELETE", `/uploads/${gone.id}`);
    assert.equal(reply.status, 200);
    assert.deepEqual([reply.body.data?.upload_id, reply.body.data?.s3_key], [gone.id, gone.key]);
  }
  assert.deepEqual(await stored(), [words, kept.key].sort());
  assert.equal(failureOf(await call("GET", `/uploads/${gone.id}`)), "404 NOT_FOUND");
  assert.equal((await fetch(gone.url, { method: "PUT", body: "bytes" })).status, 404);
  const clip = await call("POST", "/clips", { s3_key: gone.key, video_duration_seconds: 60 });
  assert.equal(clip.body.error?.details?.[0]?.message, "is not an upload of this account");
  const [row] = await plane.sql`
    select count(*)::int as open from uploads where account_id = ${account.id} and removed_at is null`;
  assert.equal(row?.open, 1);
  const stranger = await plane.account();
  const foreign = await call("DELETE", `/uploads/${kept.id}`, undefined, stranger.key);
  assert.equal(failureOf(foreign), "404 NOT_FOUND");
});

test("an upload in parts is removed while it is not complete", async (t) => {
  const { call, stored } = await scene(t);
  const body = {
    filename: "a.mp4",
    content_type: "video/mp4",
    size_bytes: 6_000_000,
    part_size_bytes: 5_242_880,
  };
  const { data } = (await call("POST", "/uploads", body)).body as {
    data: { upload_id: string; parts: { url: string; size_bytes: number }[] };
  };
  const last = data.parts[1];
  const put = (): Promise<Response> =>
    fetch(last?.url ?? "", { method: "PUT", body: Buffer.alloc(last?.size_bytes ?? 0) });
  assert.equal((await put()).status, 200);
  assert.equal((await call("DELETE", `/uploads/${data.upload_id}`)).status, 200);
  assert.deepEqual(await stored(), []);
  assert.equal((await put()).status, 404);
});

test("an upload that an open task needs stays, and the answer names the task", async (t) => {
  const { plane, account, call, upload } = await scene(t);
  const { id, key } = await upload();
  const source = { kind: "upload", storageKey: key };
  const taskId = await newTask(plane.sql, account.id, { request: { source } });
  const refused = await call("DELETE", `/uploads/${id}`);
  assert.equal(failureOf(refused), "409 NOT_TERMINAL");
  assert.deepEqual(
    refused.body.error?.details?.map(({ path }) => path),
    [`/jobs/${taskId}`],
  );
  assert.equal((await call("GET", `/uploads/${id}`)).status, 200);
  assert.equal((await call("POST", `/jobs/${taskId}/cancel`)).status, 200);
  assert.equal((await call("DELETE", `/uploads/${id}`)).status, 200);
});

test("what a process that died had begun to remove is removed by a sweep", async (t) => {
  const { plane, account, storage, stored, finishedJob, upload } = await scene(t);
  const [job, file] = [await finishedJob(), await upload()];
  await deleteTaskRow(plane.sql, job.id);
  await deleteUploadRow(plane.sql, account.id, file.id);
  await expireAll(plane.sql, storage);
  assert.equal((await stored()).length, 4, "the process that asked has its time");
  await plane.sql`update file_removals set retry_at = now() where kind like 'deleted-%'`;
  await plane.sql`update tasks set completed_at = now() - interval '11 minutes'`;
  await expireAll(plane.sql, storage);
  assert.deepEqual(await stored(), []);
  const left =
    await plane.sql`select from file_removals where kind in (${DELETED_TASKS.name}, ${DELETED_UPLOADS.name})`;
  assert.equal(left.length, 0);
  const [row] = await plane.sql`select files_removed_at from tasks where id = ${job.id}`;
  assert.notEqual(row?.files_removed_at, null);
});
