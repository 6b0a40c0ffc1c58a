// What a storage in a bucket does when the service refuses, is overloaded or away, and when its work is called off.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import type { Fault, SeenRequest } from "../../../support/s3/faulty-proxy.ts";
import { failTimes, isPart, localFile, proxiedBucket } from "../../../support/s3/proxied-bucket.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { bucketWith, testBucket } from "../../../support/s3/test-bucket.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MIB = 2 ** 20;
const AWAY = { name: "StorageUnavailable", code: "UNAVAILABLE" };
const SLOW_DOWN: Fault = { kind: "answer", status: 503, code: "SlowDown" };
const skip = NO_S3_SERVER;

test("work that is called off waits for no answer, and leaves nothing of what it had sent", {
  skip,
}, async (t) => {
  const { proxy, through, storage, remains } = await proxiedBucket(t);
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

test("a service that is overloaded is asked again, later", { skip }, async (t) => {
  const { proxy, through } = await proxiedBucket(t);
  proxy.fail(failTimes(3, SLOW_DOWN, () => true));
  await through.write("tasks/t1/a", "x");
  assert.equal(proxy.requests.length, 4);
  proxy.fail(() => SLOW_DOWN);
  await assert.rejects(through.read("tasks/t1/a"), AWAY);
});

test("a service that is away makes nothing missing, and is there again when it is back", {
  skip,
}, async (t) => {
  const { proxy, through } = await proxiedBucket(t);
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
  const { proxy, through } = await proxiedBucket(t);
  proxy.fail(() => ({ kind: "answer", status: 403, code: "QuotaExceeded" }));
  await assert.rejects(through.write("tasks/file", "x"), { code: "EDQUOT" });
});
