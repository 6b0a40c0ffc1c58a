// The rules and rights that the guide to storage gives do what it says of them, at a real service.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { BucketLifecycleConfiguration, CORSConfiguration } from "@aws-sdk/client-s3";
import { createLogger } from "../../shared/logger.ts";
import { openStorage } from "../../shared/storage/open-storage.ts";
import { NO_S3_SERVER } from "../support/s3/s3-server.ts";
import { bucketWith, testBucket } from "../support/s3/test-bucket.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const skip = NO_S3_SERVER;
const MIB = 2 ** 20;

/** The guide's JSON that has a field of this name, with the bucket and prefix of a test. */
function guideJson(field: string, names: Readonly<Record<string, string>> = {}): unknown {
  const blocks = [...readFileSync("deploy/storage.md", "utf8").matchAll(/```json\n(.*?)```/gs)];
  const [, block = ""] = blocks.find(([, text = ""]) => text.includes(`"${field}"`)) ?? [];
  return JSON.parse(
    Object.entries(names).reduce((text, [name, value]) => text.replaceAll(name, value), block),
  );
}

test("pages of the origin that the guide's rule names may send files and read results, and no others", {
  skip,
}, async () => {
  const { settings, connection, storage } = await testBucket();
  const Bucket = settings.bucket;
  const rules = guideJson("CORSRules") as CORSConfiguration;
  await connection.client.putBucketCors({ Bucket, CORSConfiguration: rules });
  const upload = storage.uploadUrl("uploads/u1", { sizeBytes: 4, expiresInS: 60 });
  const preflight = (url: string, method: string, header: string, origin: string): Promise<Response> =>
    fetch(url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": header,
      },
    });
  const own = "https://app.example.com";
  const allowed = await preflight(upload, "PUT", "content-type", own);
  assert.deepEqual([allowed.status, allowed.headers.get("access-control-allow-origin")], [200, own]);
  const foreign = await preflight(upload, "PUT", "content-type", "https://elsewhere.example");
  assert.equal(foreign.headers.get("access-control-allow-origin"), null);
  const put = await fetch(upload, { method: "PUT", body: "abcd", headers: { origin: own } });
  assert.deepEqual([put.status, put.headers.get("access-control-allow-origin")], [200, own]);
  const link = { expiresInS: 60, contentType: "video/mp4", filename: "u1.mp4" };
  const download = storage.downloadUrl("uploads/u1", link);
  assert.equal((await preflight(download, "GET", "range", own)).status, 200);
  const read = await fetch(download, { headers: { origin: own, range: "bytes=1-2" } });
  assert.deepEqual([read.status, await read.text()], [206, "bc"]);
  assert.match(read.headers.get("access-control-expose-headers") ?? "", /Content-Range/);
});

test("the guide's rights suffice for everything, and for no other bucket or prefix", { skip }, async (t) => {
  const { server, settings, connection, storage: owners } = await testBucket();
  const key = {
    accessKeyId: "LIMITEDKEY0000000001",
    secretAccessKey: "limited-secret-of-forty-characters-00001",
  };
  await server.addUser("limited", key);
  const policy = guideJson("Statement", { BUCKET: settings.bucket, PREFIX: "clipmill" }) as {
    readonly Statement: readonly object[];
  };
  const Principal = { AWS: ["arn:aws:iam:::user/limited"] };
  const Statement = policy.Statement.map((each) => ({ ...each, Principal }));
  const Policy = JSON.stringify({ ...policy, Statement });
  await connection.client.putBucketPolicy({ Bucket: settings.bucket, Policy });
  const limited = { from: "settings", ...key, sessionToken: undefined } as const;
  const s3 = { ...settings, prefix: "clipmill/", credentials: limited };
  const storage = await openStorage({ kind: "bucket", s3 }, createLogger("test", "fatal"));
  const content = randomBytes(9 * MIB);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "source.mp4"), content);
  await storage.putFile("tasks/t1/source.mp4", join(folder, "source.mp4"));
  assert.ok((await storage.read("tasks/t1/source.mp4"))?.equals(content));
  await storage.localPath("tasks/t1/source.mp4", folder);
  assert.equal(await storage.stat("tasks/t1/none"), undefined);
  assert.equal(await storage.putStream("uploads/u1", Readable.from([content]), content.length), true);
  const layout = { contentType: "video/mp4", sizeBytes: 10, partSizeBytes: 10 };
  const handle = await storage.parts.begin("uploads/u2", layout);
  assert.deepEqual(await storage.parts.listParts("uploads/u2", handle), []);
  await storage.parts.abandon("uploads/u2", handle);
  assert.ok((await storage.space()).freeBytes > 0);
  assert.equal(await storage.removeLeftovers(), 0);
  await storage.remove("tasks/");
  const left: string[] = [];
  for await (const { key: name } of storage.list("uploads/")) left.push(name);
  assert.deepEqual(left, ["uploads/u1"]);
  const others = { ...s3, prefix: "others/" };
  await assert.rejects(
    openStorage({ kind: "bucket", s3: others }, createLogger("test", "fatal")),
    /refuses for writing/,
  );
  const { storage: beside } = await bucketWith(others);
  await owners.write("others/tasks/t1/a", "x");
  await assert.rejects(beside.read("tasks/t1/a"), { code: "UNAVAILABLE" });
});

test("the guide's rule for unfinished uploads is one", { skip }, async () => {
  const { settings, connection } = await testBucket();
  const Bucket = settings.bucket;
  const rules = guideJson("AbortIncompleteMultipartUpload") as BucketLifecycleConfiguration;
  await connection.client.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: rules });
  const { Rules = [] } = await connection.client.getBucketLifecycleConfiguration({ Bucket });
  assert.equal(Rules[0]?.AbortIncompleteMultipartUpload?.DaysAfterInitiation, 10);
});
