// From the announcement of a file over its PUT to a job that uses it, and everything that may go wrong between.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type LinkSettings, uploadLink } from "../../../../control-plane/http/signed-links.ts";
import {
  callApi,
  failureOf,
  TEST_SECRET,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { rawConnection } from "../../../support/control-plane/http/raw-http.ts";
import { until } from "../../../support/until.ts";

const CONTENT = Buffer.alloc(100_000, "a video, more or less ");

async function scene(t: TestContext) {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const announce = async (changes: Record<string, unknown> = {}) => {
    const body = {
      filename: "Holiday.MP4",
      content_type: "video/mp4",
      size_bytes: CONTENT.length,
      ...changes,
    };
    const reply = await callApi(plane, "POST", "/api/v1/uploads", { key: account.key, body });
    assert.equal(reply.status, 201);
    return reply.body.data as { s3_key: string; upload_url: string; expires_at: string };
  };
  const put = (url: string, body: Uint8Array = CONTENT) =>
    callApi({ url: "" }, "PUT", url, { body, headers: { "content-type": "video/mp4" } });
  const clip = (key: string, storageKey: string) =>
    callApi(plane, "POST", "/api/v1/clips", {
      key,
      body: { s3_key: storageKey, video_duration_seconds: 60 },
    });
  const stored = async () => {
    const entries = await readdir(plane.storageFolder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile());
  };
  return { plane, account, announce, put, clip, stored };
}

test("an announced file is PUT once and then is a job's source", async (t) => {
  const { plane, account, announce, put, clip } = await scene(t);
  const upload = await announce();
  assert.deepEqual(Object.keys(upload).sort(), [
    "expires_at",
    "headers",
    "method",
    "s3_key",
    "upload_id",
    "upload_url",
  ]);
  assert.match(upload.s3_key, new RegExp(`^uploads/${account.id}/upl_[0-9a-z]{26}\\.mp4$`));
  assert.match(upload.expires_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.ok(upload.upload_url.startsWith(`${plane.url}/uploads/${upload.s3_key}?`));
  const early = await clip(account.key, upload.s3_key);
  assert.equal(failureOf(early), "400 INVALID_REQUEST", "not yet uploaded");
  assert.equal(early.body.error?.details?.[0]?.path, "/s3_key");
  assert.equal((await put(upload.upload_url)).status, 200);
  assert.equal(failureOf(await put(upload.upload_url)), "400 INVALID_REQUEST", "a second PUT");
  assert.equal((await clip(account.key, upload.s3_key)).status, 201);
});

test("uploads expire by the database's clock, also at a control plane whose own is hours ahead", async (t) => {
  const { plane, account, announce, put } = await scene(t);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 9 * 3_600_000 });
  const announced = await announce();
  const [row] = await plane.sql<{ id: string; expires_at: Date }[]>`select id, expires_at from uploads`;
  assert.equal(announced.expires_at, row?.expires_at.toISOString());
  const read = await callApi(plane, "GET", `/api/v1/uploads/${row?.id}`, { key: account.key });
  const { upload_url: url, expires_at: expiresAt } = read.body.data as typeof announced;
  assert.equal(expiresAt, announced.expires_at);
  assert.equal((await put(url)).status, 200);
});

test("a repeat of a create answers with the original also when its upload is gone by then", async (t) => {
  const { plane, account, announce, put } = await scene(t);
  const upload = await announce();
  await put(upload.upload_url);
  const body = { s3_key: upload.s3_key, video_duration_seconds: 60, idempotency_key: "once" };
  const create = () => callApi(plane, "POST", "/api/v1/clips", { key: account.key, body });
  const original = await create();
  await plane.sql`delete from uploads`;
  const repeat = await create();
  assert.equal(repeat.status, 201);
  assert.equal(repeat.body.data?.task_id, original.body.data?.task_id);
});

test("what a job was made of is never replaced by a PUT that ends later", async (t) => {
  const { plane, account, announce, put, clip } = await scene(t);
  const upload = await announce();
  const { pathname, search } = new URL(upload.upload_url);
  const slow = await rawConnection(t, plane.url);
  const length = `content-length: ${CONTENT.length}`;
  slow.send(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n${"x".repeat(50_000)}`);
  await until("the slow PUT to begin", async () =>
    (await (await fetch(`${plane.url}/metrics`)).text()).includes("clipmill_http_open_requests 2\n"),
  );
  assert.equal((await put(upload.upload_url)).status, 200);
  assert.equal((await clip(account.key, upload.s3_key)).status, 201);
  slow.send("x".repeat(CONTENT.length - 50_000));
  await slow.waitFor(/^HTTP\/1\.1 400 /);
  const lies = await readFile(join(plane.storageFolder, upload.s3_key));
  assert.ok(lies.equals(CONTENT), "the bytes of the PUT that was answered 200");
});

test("of PUTs at once the one that is answered 200 is what lies there", async (t) => {
  const { plane, announce, put } = await scene(t);
  const upload = await announce();
  const contents = ["a", "b", "c", "d", "e", "f"].map((letter) => Buffer.alloc(CONTENT.length, letter));
  const replies = await Promise.all(contents.map((content) => put(upload.upload_url, content)));
  const lies = await readFile(join(plane.storageFolder, upload.s3_key));
  const winner = contents.findIndex((content) => content.equals(lies));
  for (const [index, reply] of replies.entries()) {
    assert.equal(reply.status, index === winner ? 200 : 400, `${index} of ${winner}`);
  }
});

test("of connections that send one upload, the latest alone fills the disk", async (t) => {
  const { plane, announce, stored } = await scene(t);
  const { pathname, search } = new URL((await announce()).upload_url);
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${CONTENT.length}\r\n\r\n`;
  const begin = async () => {
    const connection = await rawConnection(t, plane.url);
    connection.send(head + "x".repeat(50_000));
    return connection;
  };
  const first = await begin();
  await until("the first to fill a file", async () => (await stored()).length === 1);
  const second = await begin();
  await first.waitFor(/^HTTP\/1\.1 400 .*Another connection/s);
  await until("what the first had sent to be gone", async () => (await stored()).length === 1);
  second.send("x".repeat(CONTENT.length - 50_000));
  await second.waitFor(/^HTTP\/1\.1 200 /);
  assert.equal((await stored()).length, 1);
});

test("a PUT whose process died before the mark is finished by a repeat", async (t) => {
  const { plane, account, announce, put, clip, stored } = await scene(t);
  const [same, other] = [await announce(), await announce()];
  for (const upload of [same, other]) {
    assert.equal((await put(upload.upload_url)).status, 200);
    await plane.sql`update uploads set stored_at = null where storage_key = ${upload.s3_key}`;
    assert.equal(failureOf(await clip(account.key, upload.s3_key)), "400 INVALID_REQUEST");
  }
  assert.equal((await put(same.upload_url)).status, 200);
  // The first content stands: a client cannot know whether its process died before or after the mark.
  const refused = await put(other.upload_url, Buffer.alloc(CONTENT.length, "z"));
  assert.equal(failureOf(refused), "400 INVALID_REQUEST");
  for (const upload of [same, other]) {
    assert.equal((await clip(account.key, upload.s3_key)).status, 201);
    assert.ok((await readFile(join(plane.storageFolder, upload.s3_key))).equals(CONTENT));
  }
  assert.equal((await stored()).length, 2, "no temporary file is left");
});

test("another account's upload is told like one that does not exist", async (t) => {
  const { plane, announce, put, clip } = await scene(t);
  const upload = await announce();
  await put(upload.upload_url);
  const stranger = await plane.account();
  const foreign = await clip(stranger.key, upload.s3_key);
  const unknown = await clip(stranger.key, `${upload.s3_key}x`);
  assert.equal(failureOf(foreign), "400 INVALID_REQUEST");
  assert.deepEqual(foreign.body, unknown.body);
});

test("content that is not as long as announced is refused, and nothing of it is kept", async (t) => {
  const { announce, put, stored } = await scene(t);
  const upload = await announce();
  for (const content of [CONTENT.subarray(1), Buffer.concat([CONTENT, Buffer.from("x")]), Buffer.alloc(0)]) {
    assert.equal(
      failureOf(await put(upload.upload_url, content)),
      "400 INVALID_REQUEST",
      `${content.length}`,
    );
  }
  for (const content of [CONTENT.subarray(1), Buffer.concat([CONTENT, CONTENT])]) {
    const chunked = await fetch(upload.upload_url, {
      method: "PUT",
      body: new Blob([content]).stream(),
      duplex: "half",
    });
    assert.equal(chunked.status, 400);
    await chunked.arrayBuffer();
  }
  assert.deepEqual(await stored(), []);
  assert.equal((await put(upload.upload_url)).status, 200, "the right content may still come");
});

test("a PUT without a valid signature, for another key, or after the link expired answers 401", async (t) => {
  const { plane, announce, put } = await scene(t);
  const [upload, other] = [await announce(), await announce()];
  const [path = "", query = ""] = upload.upload_url.split("?");
  const links: LinkSettings = { publicUrl: plane.url, secrets: [TEST_SECRET] };
  const wrong = [
    path,
    `${path}?${query.slice(0, -1)}${query.endsWith("A") ? "B" : "A"}`,
    `${other.upload_url.split("?")[0]}?${query}`,
    `${upload.upload_url}&extra=1`,
    uploadLink(links, upload.s3_key, -1_000),
    uploadLink({ ...links, secrets: ["another secret of the same length"] }, upload.s3_key, 1e12),
  ];
  for (const url of wrong) assert.equal(failureOf(await put(url)), "401 UNAUTHENTICATED", url);
});

test("a client that breaks off in the middle leaves nothing, and may come again", async (t) => {
  const { plane, announce, put, stored } = await scene(t);
  const upload = await announce();
  const { hostname, port, pathname, search } = new URL(upload.upload_url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${CONTENT.length}\r\n\r\n${"x".repeat(50_000)}`,
  );
  const isOpen = async (count: number): Promise<boolean> =>
    (await (await fetch(`${plane.url}/metrics`)).text()).includes(`clipmill_http_open_requests ${count}\n`);
  await until("the upload to begin", () => isOpen(2));
  socket.destroy();
  await until("the upload to end", () => isOpen(1));
  assert.deepEqual(await stored(), []);
  assert.equal((await put(upload.upload_url)).status, 200);
});

test("names that would leave the storage's folder are only names", async (t) => {
  const { account, announce, put } = await scene(t);
  for (const filename of [
    "../../../etc/passwd",
    "..\\..\\x.mp4",
    "a/b/c.mp4",
    "evil.m\u0007p4",
    "x.tar.gz/",
  ]) {
    const upload = await announce({ filename });
    assert.match(upload.s3_key, new RegExp(`^uploads/${account.id}/upl_[0-9a-z]{26}(\\.[a-z0-9]+)?$`));
    assert.equal((await put(upload.upload_url)).status, 200);
  }
});
