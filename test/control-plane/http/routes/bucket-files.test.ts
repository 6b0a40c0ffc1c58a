// Uploads and results where the storage is a bucket: their bytes go between clients and the service, past the control
// plane, which finds out by itself what has come.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { linkToFile } from "../../../../control-plane/http/signed-links.ts";
import { hashSource } from "../../../../shared/tasks/source-hash.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  TEST_SECRET,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { expireAll } from "../../../support/control-plane/expired-files.ts";
import { type FaultyProxy, faultyProxy } from "../../../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { type TestBucket, testBucket } from "../../../support/s3/test-bucket.ts";
import { until } from "../../../support/until.ts";

const skip = NO_S3_SERVER;
const PART = 5 * 2 ** 20;

interface Upload {
  readonly upload_id: string;
  readonly s3_key: string;
  readonly upload_url: string;
  readonly complete: boolean;
  readonly received: readonly number[];
  readonly parts: readonly { readonly number: number; readonly size_bytes: number; readonly url: string }[];
}

async function scene(t: TestContext, env: Record<string, string> = {}) {
  const bucket: TestBucket = await testBucket("clipmill/");
  const { settings, server } = bucket;
  const proxy: FaultyProxy = await faultyProxy(t, { target: server.url });
  const plane = await testControlPlane(t, {
    env: {
      CLIPMILL_STORAGE: `s3://${settings.bucket}/clipmill`,
      CLIPMILL_S3_ENDPOINT: proxy.url,
      CLIPMILL_S3_PUBLIC_ENDPOINT: server.url,
      CLIPMILL_S3_ACCESS_KEY_ID: server.accessKeyId,
      CLIPMILL_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
      ...env,
    },
  });
  const { key, id: accountId } = await plane.account();
  const call = (method: string, path: string, body?: unknown): Promise<ApiReply> =>
    callApi(plane, method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
  const announce = async (sizeBytes: number, more: Record<string, unknown> = {}): Promise<Upload> => {
    const body = { filename: "talk.mp4", content_type: "video/mp4", size_bytes: sizeBytes, ...more };
    const reply = await call("POST", "/uploads", body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.data as unknown as Upload;
  };
  const read = async (id: string): Promise<Upload> =>
    (await call("GET", `/uploads/${id}`)).body.data as unknown as Upload;
  const clip = (s3Key: string): Promise<ApiReply> =>
    call("POST", "/clips", { s3_key: s3Key, video_duration_seconds: 60 });
  return { ...bucket, proxy, plane, accountId, call, announce, read, clip };
}

async function put(url: string, content: Uint8Array): Promise<number> {
  return (await fetch(url, { method: "PUT", body: content })).status;
}

test("a file goes to the bucket itself, and a job that names it finds it there", { skip }, async (t) => {
  const { server, settings, announce, clip, read, proxy } = await scene(t);
  const upload = await announce(10);
  assert.ok(upload.upload_url.startsWith(`${server.url}/${settings.bucket}/clipmill/${upload.s3_key}?`));
  assert.equal(failureOf(await clip(upload.s3_key)), "400 INVALID_REQUEST", "not yet uploaded");
  assert.equal((await read(upload.upload_id)).complete, false);
  assert.equal(await put(upload.upload_url, Buffer.alloc(11)), 403, "a byte more than announced");
  assert.equal(await put(upload.upload_url, Buffer.alloc(10)), 200);
  assert.equal((await clip(upload.s3_key)).status, 201);
  assert.equal((await read(upload.upload_id)).complete, true);
  assert.deepEqual(
    proxy.requests.filter(({ method, url }) => method === "PUT" && !url.includes("/probes/")),
    [],
    "nothing came through the control plane",
  );
});

test("a file that was read of, or completed, before any job names it is complete", { skip }, async (t) => {
  const { announce, call, read } = await scene(t);
  const [one, other] = [await announce(10), await announce(10)];
  assert.equal(failureOf(await call("POST", `/uploads/${other.upload_id}/complete`)), "409 PARTS_MISSING");
  for (const { upload_url: url } of [one, other]) assert.equal(await put(url, Buffer.alloc(10)), 200);
  assert.equal((await read(one.upload_id)).complete, true);
  assert.equal((await call("POST", `/uploads/${other.upload_id}/complete`)).status, 200);
});

test("content that comes when a file is complete already is not what jobs are made of", {
  skip,
}, async (t) => {
  const { plane, storage, announce, call, clip, read } = await scene(t);
  const ways = {
    "named by a job": (upload: Upload) => clip(upload.s3_key),
    read: (upload: Upload) => read(upload.upload_id),
    completed: (upload: Upload) => call("POST", `/uploads/${upload.upload_id}/complete`),
  };
  for (const [way, settle] of Object.entries(ways)) {
    const upload = await announce(10);
    assert.equal(await put(upload.upload_url, Buffer.from("the first.")), 200);
    const tag = (await storage.stat(upload.s3_key))?.tag;
    await settle(upload);
    assert.equal(await put(upload.upload_url, Buffer.from("the other!")), 200, "the bucket takes it");
    assert.equal((await clip(upload.s3_key)).status, 201);
    const sources = await plane.sql`
      select request -> 'source' as source from tasks where request -> 'source' ->> 'storageKey' = ${upload.s3_key}`;
    assert.ok(sources.length > 0 && tag !== undefined);
    for (const { source } of sources) {
      assert.deepEqual(source, { kind: "upload", storageKey: upload.s3_key, tag }, way);
    }
  }
});

test("once nobody can send to its address, what lies there is the upload, and old transcripts end", {
  skip,
}, async (t) => {
  const { plane, proxy, accountId, storage, announce, clip } = await scene(t);
  const upload = await announce(10);
  assert.equal(await put(upload.upload_url, Buffer.from("the first.")), 200);
  assert.equal((await clip(upload.s3_key)).status, 201);
  const hash = hashSource({ kind: "upload", storageKey: upload.s3_key });
  await plane.sql`
    insert into transcripts (id, account_id, source_hash, model, start_s, end_s, source_s, storage_key, expires_at)
    values ('t', ${accountId}, ${hash}, 'm', 0, 9, 9, 'transcripts/t.json', now() + interval '1 day')`;
  const expired = async () => (await plane.sql`select from transcripts where expires_at <= now()`).length;
  // As an operator's copy to another bucket: the same object, with another tag.
  await storage.write(upload.s3_key, "the moved.");
  const lastTag = async () => {
    const [row] =
      await plane.sql`select request -> 'source' ->> 'tag' as tag from tasks order by id desc limit 1`;
    return row?.tag as string;
  };
  const first = await lastTag();
  assert.equal((await clip(upload.s3_key)).status, 201);
  assert.deepEqual([await lastTag(), await expired()], [first, 0], "the address may be in use still");
  await plane.sql`update uploads set expires_at = now() - interval '7 hours'`;
  await proxy.goAway();
  assert.equal((await clip(upload.s3_key)).status, 201, "whether or not the bucket can be asked");
  assert.equal(await lastTag(), first);
  await proxy.comeBack();
  for (let time = 1; time <= 2; time += 1) {
    assert.equal((await clip(upload.s3_key)).status, 201);
    assert.equal(await lastTag(), (await storage.stat(upload.s3_key))?.tag);
  }
  assert.equal(await expired(), 1);
});

test("parts go to the bucket itself, what is missing is told, and they become one file", {
  skip,
}, async (t) => {
  const { announce, call, read, clip, storage, remains } = await scene(t);
  const content = Buffer.alloc(PART + 1_000, "a long talk ");
  const upload = await announce(content.length, { part_size_bytes: PART });
  const putPart = ({ number, size_bytes: size, url }: Upload["parts"][number]): Promise<number> =>
    put(url, content.subarray((number - 1) * PART, (number - 1) * PART + size));
  const [first, second] = upload.parts;
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(await putPart(second), 200);
  const state = await read(upload.upload_id);
  assert.deepEqual([state.received, state.parts.map(({ number }) => number)], [[2], [1]]);
  assert.equal(failureOf(await call("POST", `/uploads/${upload.upload_id}/complete`)), "409 PARTS_MISSING");
  const [missing] = state.parts;
  assert.ok(missing !== undefined);
  assert.equal(await putPart(missing), 200);
  for (let time = 1; time <= 2; time += 1) {
    assert.equal((await call("POST", `/uploads/${upload.upload_id}/complete`)).status, 200);
  }
  assert.ok((await storage.read(upload.s3_key))?.equals(content));
  assert.equal((await clip(upload.s3_key)).status, 201);
  assert.deepEqual(await remains(), [`clipmill/${upload.s3_key}`]);
});

test("what has come takes no place among announcements that wait", { skip }, async (t) => {
  const { announce, call } = await scene(t, { CLIPMILL_OPEN_UPLOADS: "2" });
  const uploads = [await announce(10), await announce(10)];
  const body = { filename: "talk.mp4", content_type: "video/mp4", size_bytes: 10 };
  assert.equal(failureOf(await call("POST", "/uploads", body)), "507 INSUFFICIENT_STORAGE");
  assert.equal(await put(uploads[0]?.upload_url ?? "", Buffer.alloc(10)), 200);
  assert.equal((await call("POST", "/uploads", body)).status, 201);
});

test("of announcements that have expired, those whose file has come are kept", { skip }, async (t) => {
  const { plane, announce, storage, remains } = await scene(t);
  const [sent] = [await announce(10), await announce(10)];
  assert.equal(await put(sent.upload_url, Buffer.alloc(10)), 200);
  await plane.stop();
  await plane.sql`update uploads set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'`;
  assert.equal(await expireAll(plane.sql, storage), 1);
  const kept = await plane.sql`select id from uploads where stored_at is not null and removed_at is null`;
  assert.deepEqual(
    kept.map(({ id }) => id),
    [sent.upload_id],
  );
  assert.deepEqual(await remains(), [`clipmill/${sent.s3_key}`]);
  assert.deepEqual(
    [...(await plane.sql`select subject from file_removals where kind = 'announcements'`)],
    [],
  );
});

test("results are read from the bucket itself, for a day, with their type and a name", { skip }, async () => {
  const { server, storage } = await testBucket();
  const links = { publicUrl: "http://control.plane", secrets: [TEST_SECRET] } as const;
  const key = "tasks/task_1/clips/clip_1/clip.mp4";
  await storage.write(key, "0123456789");
  const url = linkToFile(storage, links, key);
  assert.ok(url.startsWith(server.url));
  assert.equal(new URL(url).searchParams.get("X-Amz-Expires"), "86400");
  const reply = await fetch(url, { headers: { range: "bytes=0-1" } });
  assert.deepEqual(
    [
      reply.status,
      await reply.text(),
      reply.headers.get("content-type"),
      reply.headers.get("content-disposition"),
    ],
    [206, "01", "video/mp4", 'inline; filename="clip_1-clip.mp4"'],
  );
});

test("while the bucket is away uploads are refused, readiness says so, and all else goes on", {
  skip,
}, async (t) => {
  const { plane, proxy, call, announce, clip } = await scene(t);
  const upload = await announce(10);
  assert.equal(await put(upload.upload_url, Buffer.alloc(10)), 200);
  const ready = async (): Promise<string> => (await fetch(`${plane.url}/readyz`)).text();
  assert.equal(await ready(), "ready\n");
  await proxy.goAway();
  await until(
    "readiness to tell",
    async () => (await ready()) === "ready, but the storage does not answer\n",
  );
  const body = { filename: "talk.mp4", content_type: "video/mp4", size_bytes: 10 };
  assert.equal(failureOf(await call("POST", "/uploads", body)), "503 UNAVAILABLE");
  assert.equal(
    failureOf(await clip(upload.s3_key)),
    "503 UNAVAILABLE",
    "it cannot be said whether the file is there",
  );
  assert.equal((await call("GET", "/jobs")).status, 200);
  await proxy.comeBack();
  await until("readiness", async () => (await ready()) === "ready\n");
  assert.equal((await clip(upload.s3_key)).status, 201);
});
