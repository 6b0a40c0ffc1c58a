// Files on their way to and from a bucket: sent and read in parts, over slow lines and over connections that break.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { S3_LIMITS } from "../../../../shared/limits/storage.ts";
import type { SeenRequest } from "../../../support/s3/faulty-proxy.ts";
import { failTimes, isGet, isPart, localFile, proxiedBucket } from "../../../support/s3/proxied-bucket.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { testBucket } from "../../../support/s3/test-bucket.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MIB = 2 ** 20;
const DAY_MS = 86_400_000;
/** A line on which a clip takes longer than a connection may be silent. */
const SLOW_BYTES_PER_S = 20_000;
const SLOW_S = S3_LIMITS.idleTimeoutMs / 1_000 + 3;
const skip = NO_S3_SERVER;

test("a large file is sent in parts, those that fail are sent again, and the others are not", {
  skip,
}, async (t) => {
  const { proxy, through, storage, remains } = await proxiedBucket(t);
  const content = randomBytes(20 * MIB);
  // More often than the client tries by itself.
  proxy.fail(
    failTimes(
      7,
      { kind: "answer", status: 500, code: "InternalError" },
      (seen) => isPart(seen) && seen.url.includes("partNumber=2"),
    ),
  );
  await through.putFile("work/source.mp4", await localFile(t, content));
  const sent = proxy.requests.filter(isPart).map(({ url }) => /partNumber=(\d+)/.exec(url)?.[1]);
  assert.deepEqual(
    [sent.filter((each) => each === "1").length, sent.filter((each) => each === "3").length],
    [1, 1],
  );
  assert.equal(sent.filter((each) => each === "2").length, 8);
  assert.ok((await buffer(await storage.open("work/source.mp4"))).equals(content));
  assert.deepEqual(await remains(), ["work/source.mp4"]);
});

test("what the system has taken at once and a slow line carries for long is sent once", {
  skip,
}, async (t) => {
  const { proxy, through, storage } = await proxiedBucket(t);
  const content = randomBytes(SLOW_BYTES_PER_S * SLOW_S);
  proxy.fail(({ method }) =>
    method === "PUT" ? { kind: "trickle", bytesPerS: SLOW_BYTES_PER_S } : undefined,
  );
  await through.putFile("tasks/clip.mp4", await localFile(t, content));
  assert.equal(proxy.requests.length, 1);
  assert.ok((await storage.read("tasks/clip.mp4"))?.equals(content));
});

test("the parts of a file that are sent at once over such a line have the time that it takes", () => {
  const { partsAtOnce, partBytes, partTimeoutMs } = S3_LIMITS;
  const neededMs = ((partsAtOnce * partBytes) / SLOW_BYTES_PER_S) * 1_000;
  assert.ok(neededMs < partTimeoutMs, `${neededMs} ms`);
});

test("a join whose answer is lost is found to be done", { skip }, async (t) => {
  const { proxy, through, remains } = await proxiedBucket(t);
  const isJoin = ({ method, url }: SeenRequest): boolean => method === "POST" && url.includes("uploadId=");
  proxy.fail(failTimes(1, { kind: "lost answer" }, isJoin));
  await through.putFile("work/source.mp4", await localFile(t, randomBytes(9 * MIB)));
  assert.deepEqual(await remains(), ["work/source.mp4"]);
});

test("a download whose connections break goes on where they broke", { skip }, async (t) => {
  const { proxy, through, storage } = await proxiedBucket(t);
  const content = randomBytes(20 * MIB);
  await storage.putFile("uploads/u1.mp4", await localFile(t, content));
  const folder = await temporaryFolder(t);
  proxy.fail(failTimes(5, { kind: "cut", afterBytes: 3 * MIB }, isGet));
  const path = await through.localPath("uploads/u1.mp4", folder);
  assert.ok((await readFile(path)).equals(content));
  const ranges = proxy.requests.filter(isGet).map(({ headers }) => String(headers.range));
  assert.ok(ranges.length > 3, "more than its three parts");
  assert.ok(
    ranges.some((range) => !/bytes=(0|8388608|16777216)-/.test(range)),
    "some begin in the midst of a part",
  );
  assert.equal(await through.localPath("uploads/u1.mp4", folder), path);
  assert.equal(proxy.requests.filter(isGet).length, ranges.length, "what is there is not copied again");
});

test("a small object whose connection breaks is read to its end, and is the one that was begun", {
  skip,
}, async (t) => {
  const { proxy, through, storage } = await proxiedBucket(t);
  const content = randomBytes(MIB);
  await storage.write("tasks/checkpoint.json", content);
  await storage.write("tasks/empty.json", "");
  proxy.fail(failTimes(2, { kind: "cut", afterBytes: 300_000 }, isGet));
  assert.ok((await through.read("tasks/checkpoint.json"))?.equals(content));
  assert.equal(proxy.requests.filter(isGet).length, 3);
  assert.equal((await through.read("tasks/empty.json"))?.length, 0);
  let replaced: Promise<void> | undefined;
  proxy.fail((seen) => {
    if (!isGet(seen) || replaced !== undefined) return undefined;
    replaced = storage.write("tasks/checkpoint.json", Buffer.alloc(MIB));
    return { kind: "cut", afterBytes: 300_000 };
  });
  await through.read("tasks/checkpoint.json").then(
    (read) => assert.equal(new Set(read).size, 1, "no mixture of the two"),
    (error: unknown) => assert.equal((error as Error).name, "ObjectReplaced"),
  );
});

test("an object that changes while it is copied is no mixture of the two, and nothing is left", {
  skip,
}, async (t) => {
  const { proxy, through, storage } = await proxiedBucket(t);
  await storage.write("file", Buffer.alloc(MIB, "a"));
  const folder = await temporaryFolder(t);
  let replaced: Promise<void> | undefined;
  proxy.fail((seen) => {
    if (!isGet(seen) || replaced !== undefined) return undefined;
    replaced = storage.write("file", Buffer.alloc(MIB, "b"));
    return { kind: "cut", afterBytes: 1_000 };
  });
  await through.localPath("file", folder).then(
    async (path) => assert.equal(new Set(await readFile(path)).size, 1),
    (error: unknown) => assert.equal((error as { code: string }).code, "UNAVAILABLE"),
  );
  assert.ok((await readdir(folder)).length <= 1);
});

test("a large file waits for a service that comes back", { skip }, async (t) => {
  const { proxy, through, storage } = await proxiedBucket(t);
  const content = randomBytes(20 * MIB);
  const file = await localFile(t, content);
  let away: Promise<void> | undefined;
  proxy.fail((seen) => {
    if (isPart(seen) && seen.url.includes("partNumber=2")) away ??= proxy.goAway();
    return undefined;
  });
  const stored = through.putFile("work/source.mp4", file);
  await until("the service to go away", () => away !== undefined);
  await away;
  await proxy.comeBack();
  await stored;
  assert.ok((await buffer(await storage.open("work/source.mp4"))).equals(content));
});

test("a large stream is stored once, and nothing remains of one that breaks off or comes too late", {
  skip,
}, async () => {
  const { storage, remains } = await testBucket();
  const content = randomBytes(20 * MIB);
  const put = (bytes: Buffer, sizeBytes = bytes.length): Promise<boolean> =>
    storage.putStream("uploads/u1", Readable.from([bytes.subarray(0, MIB), bytes.subarray(MIB)]), sizeBytes);
  await assert.rejects(put(content.subarray(1), content.length), { code: "INVALID_REQUEST" });
  assert.deepEqual(await remains(), []);
  const placed = await Promise.all([put(content), put(content)]);
  assert.deepEqual(placed, [true, true], "the same content twice at once");
  assert.equal(await put(Buffer.alloc(content.length)), false);
  assert.deepEqual(await remains(), ["uploads/u1"]);
  assert.ok((await storage.read("uploads/u1"))?.equals(content));
});

test("uploads in parts that nobody ended are removed when they are old", { skip }, async () => {
  const { storage, remains } = await testBucket("below/");
  const layout = { contentType: "video/mp4", sizeBytes: 1, partSizeBytes: 1 };
  for (const key of ["tasks/t1/clip.mp4", "uploads/u1"]) await storage.parts.begin(key, layout);
  assert.equal(await storage.removeLeftovers(), 0);
  assert.equal(await storage.removeLeftovers(Date.now() + 2 * DAY_MS), 1);
  assert.deepEqual(await remains(), ["below/uploads/u1"], "a client may still be sending it");
});
