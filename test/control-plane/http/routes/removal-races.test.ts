// What is removed while it is being used, sent, made or removed: whoever comes first, nothing is half there, nothing that
// was removed comes back, and nobody is charged for what cannot be done.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { outputKey } from "../../../../shared/storage/task-keys.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlaneOptions,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { expireAll } from "../../../support/control-plane/expired-files.ts";
import { patientAnswers } from "../../../support/control-plane/patient-creates.ts";
import {
  endRun,
  FINISHED,
  finalizeReported,
  newRun,
  newTask,
  taskEnded,
} from "../../../support/control-plane/tasks.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import { filesBelow } from "../../../support/storage/file-storage.ts";
import { until } from "../../../support/until.ts";

async function scene(t: TestContext, options: TestControlPlaneOptions = {}) {
  const plane = await testControlPlane(t, options);
  const account = await plane.account();
  const storage = createFileStorage(plane.storageFolder);
  const call = (method: string, path: string, body?: unknown): Promise<ApiReply> =>
    callApi(plane, method, `/api/v1${path}`, { key: account.key, ...(body === undefined ? {} : { body }) });
  const stored = async (): Promise<string[]> =>
    (await filesBelow(plane.storageFolder)).map((path) => path.slice(plane.storageFolder.length + 1)).sort();
  const upload = async () => {
    const body = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
    const { data } = (await call("POST", "/uploads", body)).body as {
      data: { upload_id: string; s3_key: string; upload_url: string };
    };
    assert.equal((await fetch(data.upload_url, { method: "PUT", body: "bytes" })).status, 200);
    return { id: data.upload_id, key: data.s3_key, url: data.upload_url };
  };
  const clip = (key: string): Promise<ApiReply> =>
    call("POST", "/clips", { s3_key: key, video_duration_seconds: 60 });
  const balance = async (): Promise<unknown> => (await call("GET", "/balance")).body.data?.moodsBalance;
  return { plane, account, storage, call, stored, upload, clip, balance };
}

test("an upload that is removed while a job of it is being created makes no job, and costs nothing", async (t) => {
  const { options, pass } = patientAnswers(t);
  const { plane, account, call, stored, upload, clip, balance } = await scene(t, options);
  const { id, key } = await upload();
  let creating: Promise<ApiReply> | undefined;
  await plane.sql.begin(async (transaction) => {
    await transaction`select from accounts where id = ${account.id} for update`;
    creating = clip(key);
    await until("the create to wait for its account", async () => (await statementsThatWait(plane.sql)) > 0);
    // Nothing of the job is there yet.
    assert.equal((await call("DELETE", `/uploads/${id}`)).status, 200);
  });
  const created = await creating;
  assert.ok(created !== undefined);
  assert.equal(failureOf(created), "400 INVALID_REQUEST");
  assert.equal(created.body.error?.details?.[0]?.message, "is not an upload of this account");
  await pass(plane.sql);
  await until("its charge to come back", async () => (await balance()) === 100);
  assert.equal((await plane.sql`select from tasks`).length, 0);
  assert.deepEqual(await stored(), []);
});

test("of removals and jobs of one upload at once either the jobs have their source or there are none", async (t) => {
  const { plane, call, stored, upload, clip } = await scene(t);
  for (let round = 0; round < 12; round += 1) {
    const { id, key } = await upload();
    const [created, removed] = await Promise.all([
      Promise.all([clip(key), clip(key), clip(key)]),
      call("DELETE", `/uploads/${id}`),
    ]);
    const isRemoved = removed.status === 200;
    if (!isRemoved) assert.equal(failureOf(removed), "409 NOT_TERMINAL");
    assert.equal((await stored()).includes(key), !isRemoved);
    const jobs = created.filter(({ status }) => status === 201);
    for (const reply of created) {
      if (reply.status !== 201) assert.equal(failureOf(reply), "400 INVALID_REQUEST");
    }
    assert.ok(isRemoved ? jobs.length === 0 : jobs.length > 0, `${removed.status} ${jobs.length}`);
  }
  await until("what was withdrawn to be gone", async () => {
    const [row] = await plane.sql`
      select count(*)::int as lost from tasks t where not exists (
        select from uploads u where u.storage_key = t.request -> 'source' ->> 'storageKey' and u.deleted_at is null)`;
    return row?.lost === 0;
  });
});

test("an upload whose time is up is no source, also before the sweep has come by", async (t) => {
  const { plane, call, upload, clip } = await scene(t, { env: { CLIPMILL_UPLOADS_KEPT_DAYS: "2" } });
  const { id, key } = await upload();
  await plane.sql`update uploads set stored_at = now() - interval '47 hours', created_at = now() - interval '48 hours'`;
  assert.equal((await clip(key)).status, 201);
  await plane.sql`update uploads set stored_at = now() - interval '48 hours 1 minute', created_at = now() - interval '49 hours'`;
  const reply = await clip(key);
  assert.equal(failureOf(reply), "400 INVALID_REQUEST");
  assert.equal(reply.body.error?.details?.[0]?.message, "is not an upload of this account");
  assert.equal(failureOf(await call("GET", `/uploads/${id}`)), "404 NOT_FOUND");
});

test("removals at once of one thing all say the same", async (t) => {
  const { plane, account, call, stored, upload } = await scene(t);
  const { id } = await upload();
  const taskId = await newTask(plane.sql, account.id);
  await endRun(plane.sql, await newRun(plane.sql, taskId), FINISHED);
  await taskEnded(plane.sql, taskId);
  for (const path of [`/uploads/${id}`, `/jobs/${taskId}`]) {
    const replies = await Promise.all(Array.from({ length: 5 }, () => call("DELETE", path)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(replies.map(({ body }) => body.data?.deleted_at)).size, 1);
  }
  assert.deepEqual(await stored(), []);
});

test("a job that is removed while it is being finalized is refused, or has nothing left", async (t) => {
  const { plane, account, storage, call, stored } = await scene(t);
  for (let round = 0; round < 10; round += 1) {
    const taskId = await newTask(plane.sql, account.id);
    const runId = await newRun(plane.sql, taskId);
    await storage.write(outputKey(taskId, runId), "a large output");
    await storage.write(`tasks/${taskId}/clips/one/video.mp4`, "a clip");
    const [, removed] = await Promise.all([
      endRun(plane.sql, runId, { ok: true, outputKey: outputKey(taskId, runId) }).then(() =>
        finalizeReported(plane.sql),
      ),
      call("DELETE", `/jobs/${taskId}`),
    ]);
    if (removed.status !== 200) {
      assert.equal(failureOf(removed), "409 NOT_TERMINAL");
      await until("the job to end", async () => (await call("DELETE", `/jobs/${taskId}`)).status === 200);
    }
    const [row] = await plane.sql`select output, output_key, deleted_at from tasks where id = ${taskId}`;
    assert.deepEqual([row?.output, row?.output_key], [null, null]);
    assert.notEqual(row?.deleted_at, null);
  }
  assert.deepEqual(await stored(), []);
});

test("what a node writes of a job that was cancelled and removed meanwhile goes as well", async (t) => {
  const { plane, account, storage, call, stored } = await scene(t);
  const taskId = await newTask(plane.sql, account.id);
  const runId = await newRun(plane.sql, taskId);
  assert.equal((await call("POST", `/jobs/${taskId}/cancel`)).status, 200);
  assert.equal((await call("DELETE", `/jobs/${taskId}`)).status, 200);
  // It learns of the end with the next beat of its lease.
  await storage.write(`tasks/${taskId}/clips/one/video.mp4`, "a clip");
  await storage.write(outputKey(taskId, runId), "a large output");
  await plane.sql`update file_removals set retry_at = now()`;
  await expireAll(plane.sql, storage);
  assert.deepEqual(await stored(), []);
  await storage.write(`tasks/${taskId}/clips/two/video.mp4`, "a clip");
  await plane.sql`update file_removals set retry_at = now()`;
  await plane.sql`update tasks set completed_at = now() - interval '11 minutes'`;
  await expireAll(plane.sql, storage);
  assert.deepEqual(await stored(), []);
  assert.equal((await plane.sql`select from file_removals where subject = ${taskId}`).length, 0, "for good");
});
