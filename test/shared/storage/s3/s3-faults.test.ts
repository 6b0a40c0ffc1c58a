// What a storage in a bucket does when the service, or the network before it, fails.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { S3_LIMITS } from "../../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import type { S3Storage } from "../../../../shared/storage/s3/s3-storage.ts";
import {
  type Fault,
  type FaultyProxy,
  faultyProxy,
  type SeenRequest,
} from "../../../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { bucketWith, type TestBucket, testBucket } from "../../../support/s3/test-bucket.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MIB = 2 ** 20;
const DAY_MS = 86_400_000;
const AWAY = { name: "StorageAway", code: "UNAVAILABLE" };
const SLOW_DOWN: Fault = { kind: "answer", status: 503, code: "SlowDown" };
/** A line on which a clip takes longer than a connection may be silent. */
const SLOW_BYTES_PER_S = 20_000;
const SLOW_S = S3_LIMITS.idleTimeoutMs / 1_000 + 3;
const skip = NO_S3_SERVER;

interface Scene extends TestBucket {
  readonly proxy: FaultyProxy;
  /** The same bucket through the proxy. */
  readonly through: S3Storage;
}

async function scene(t: TestContext): Promise<Scene> {
  const bucket = await testBucket();
  const proxy = await faultyProxy(t, { target: bucket.server.url });
  const { storage: through } = await bucketWith({ ...bucket.settings, endpoint: proxy.url });
  return { ...bucket, proxy, through };
}

/** Strikes at most so many of the requests that a test names. */
function times(count: number, fault: Fault, matches: (seen: SeenRequest) => boolean) {
  let left = count;
  return (seen: SeenRequest): Fault | undefined => {
    if (!matches(seen) || left === 0) return undefined;
    left -= 1;
    return fault;
  };
}

const isPart = ({ method, url }: SeenRequest): boolean => method === "PUT" && url.includes("partNumber=");
const isGet = ({ method }: SeenRequest): boolean => method === "GET";

async function localFile(t: TestContext, content: Buffer): Promise<string> {
  const path = join(await temporaryFolder(t), "source.mp4");
  await writeFile(path, content);
  return path;
}

test("a large file is sent in parts, those that fail are sent again, and the others are not", {
  skip,
}, async (t) => {
  const { proxy, through, storage, remains } = await scene(t);
  const content = randomBytes(20 * MIB);
  // More often than the client tries by itself.
  proxy.fail(
    times(
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
  const { proxy, through, storage } = await scene(t);
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
  const { proxy, through, remains } = await scene(t);
  const isJoin = ({ method, url }: SeenRequest): boolean => method === "POST" && url.includes("uploadId=");
  proxy.fail(times(1, { kind: "lost answer" }, isJoin));
  await through.putFile("work/source.mp4", await localFile(t, randomBytes(9 * MIB)));
  assert.deepEqual(await remains(), ["work/source.mp4"]);
});

test("a download whose connections break goes on where they broke", { skip }, async (t) => {
  const { proxy, through, storage } = await scene(t);
  const content = randomBytes(20 * MIB);
  await storage.putFile("uploads/u1.mp4", await localFile(t, content));
  const folder = await temporaryFolder(t);
  proxy.fail(times(5, { kind: "cut", afterBytes: 3 * MIB }, isGet));
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
  const { proxy, through, storage } = await scene(t);
  const content = randomBytes(MIB);
  await storage.write("tasks/checkpoint.json", content);
  await storage.write("tasks/empty.json", "");
  proxy.fail(times(2, { kind: "cut", afterBytes: 300_000 }, isGet));
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

test("work that is called off waits for no answer, and leaves nothing of what it had sent", {
  skip,
}, async (t) => {
  const { proxy, through, storage, remains } = await scene(t);
  await storage.write("tasks/file", "x");
  const folder = await temporaryFolder(t);
  const small = await localFile(t, randomBytes(1_000));
  const large = await localFile(t, randomBytes(20 * MIB));
  const works: readonly (readonly [string, (bound: ObjectStorage) => Promise<unknown>])[] = [
    ["stat", (bound) => bound.stat("tasks/file")],
    ["read", (bound) => bound.read("tasks/file")],
    ["write", (bound) => bound.write("tasks/other", "x")],
    ["a small file", (bound) => bound.putFile("tasks/small", small)],
    ["a large file", (bound) => bound.putFile("tasks/large", large)],
    ["a file in use", (bound) => bound.putFileInUse("tasks/large", large)],
    ["open", (bound) => bound.open("tasks/file")],
    ["local path", (bound) => bound.localPath("tasks/file", folder)],
    ["remove", (bound) => bound.remove("tasks/file")],
    ["remove below", (bound) => bound.remove("tasks/")],
    ["list", async (bound) => buffer(Readable.from(bound.list("tasks/")))],
  ];
  for (const [what, work] of works) {
    const isHeld = (seen: SeenRequest): boolean => !what.endsWith("large file") || isPart(seen);
    let isMet = false;
    proxy.fail((seen) => {
      // What is sent to clear away is answered.
      if (seen.method === "DELETE" && seen.url.includes("uploadId=")) return undefined;
      if (!isHeld(seen)) return undefined;
      isMet = true;
      return { kind: "no answer" };
    });
    const calledOff = new AbortController();
    const working = work(through.boundTo(calledOff.signal).boundTo(new AbortController().signal));
    working.catch(() => undefined);
    await until(`${what} to wait for the service`, () => isMet);
    const reason = new Error("called off");
    calledOff.abort(reason);
    await assert.rejects(working, (error) => error === reason, what);
  }
  assert.deepEqual(await remains(), ["tasks/file"]);
});

test("an object that changes while it is copied is no mixture of the two, and nothing is left", {
  skip,
}, async (t) => {
  const { proxy, through, storage } = await scene(t);
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

test("a service that is overloaded is asked again, later", { skip }, async (t) => {
  const { proxy, through } = await scene(t);
  proxy.fail(times(3, SLOW_DOWN, () => true));
  await through.write("tasks/t1/a", "x");
  assert.equal(proxy.requests.length, 4);
  proxy.fail(() => SLOW_DOWN);
  await assert.rejects(through.read("tasks/t1/a"), AWAY);
});

test("a service that is away makes nothing missing, and is there again when it is back", {
  skip,
}, async (t) => {
  const { proxy, through } = await scene(t);
  await through.write("tasks/file", "x");
  await proxy.goAway();
  await assert.rejects(through.read("tasks/file"), AWAY);
  await assert.rejects(through.stat("tasks/file"), AWAY);
  await assert.rejects(through.open("tasks/file"), AWAY);
  await assert.rejects(through.localPath("tasks/file", "/unused"), AWAY);
  await assert.rejects(through.remove("tasks/file"), AWAY);
  await assert.rejects(through.remove("tasks/"), AWAY);
  await assert.rejects(through.space(), AWAY);
  await proxy.comeBack();
  assert.equal((await through.read("tasks/file"))?.toString(), "x");
});

test("a large file waits for a service that comes back", { skip }, async (t) => {
  const { proxy, through, storage } = await scene(t);
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

test("keys that are refused later, and a bucket that is gone, make nothing missing either", {
  skip,
}, async () => {
  const { settings, storage, connection } = await testBucket();
  const { storage: refused } = await bucketWith({
    ...settings,
    credentials: { from: "settings", accessKeyId: "NOBODY", secretAccessKey: "x", sessionToken: undefined },
  });
  await assert.rejects(refused.read("tasks/file"), AWAY);
  await assert.rejects(refused.stat("tasks/file"), AWAY);
  await connection.client.deleteBucket({ Bucket: settings.bucket });
  await assert.rejects(storage.read("tasks/file"), AWAY);
  await assert.rejects(storage.write("tasks/file", "x"), AWAY);
});

test("a quota that is used up is want of room, as on a disk that is full", { skip }, async (t) => {
  const { proxy, through } = await scene(t);
  proxy.fail(() => ({ kind: "answer", status: 403, code: "QuotaExceeded" }));
  await assert.rejects(through.write("tasks/file", "x"), { code: "EDQUOT" });
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
