// Presigned addresses: AWS's own example, and what a real server takes and refuses.
import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { presign } from "../../../../shared/storage/s3/presign.ts";
import { S3Connection } from "../../../../shared/storage/s3/s3-connection.ts";
import { readS3Settings } from "../../../../shared/storage/s3/s3-settings.ts";
import { setEnvironment } from "../../../support/environment.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { bucketWith, testBucket } from "../../../support/s3/test-bucket.ts";

test("an address is signed as in AWS's example", () => {
  const url = presign({
    method: "GET",
    url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
    query: {},
    headers: {},
    expiresInS: 86_400,
    region: "us-east-1",
    keys: {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
    now: new Date("2013-05-24T00:00:00Z"),
  });
  assert.equal(
    url,
    "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  );
});

test("a download's address gives the object, or a range of it, with its type and name, to whoever holds it", {
  skip: NO_S3_SERVER,
}, async () => {
  const { storage } = await testBucket("of/clipmill/");
  await storage.write("tasks/t1/clips/c1/clip.mp4", "0123456789");
  const url = storage.downloadUrl("tasks/t1/clips/c1/clip.mp4", {
    expiresInS: 60,
    contentType: "video/mp4",
    filename: "c1-clip.mp4",
  });
  const part = await fetch(url, { headers: { range: "bytes=2-4" } });
  assert.deepEqual(
    [
      part.status,
      await part.text(),
      part.headers.get("content-type"),
      part.headers.get("content-disposition"),
    ],
    [206, "234", "video/mp4", 'inline; filename="c1-clip.mp4"'],
  );
  const other = await fetch(url.replace("c1/clip.mp4", "c2/clip.mp4"));
  assert.equal(other.status, 403);
  const longer = await fetch(url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"));
  assert.equal(longer.status, 403);
});

test("an upload's address takes exactly the announced size", { skip: NO_S3_SERVER }, async () => {
  const { storage, remains } = await testBucket();
  const url = storage.uploadUrl("uploads/a/u1.mp4", { sizeBytes: 4, expiresInS: 60 });
  const put = async (body: string): Promise<number> => (await fetch(url, { method: "PUT", body })).status;
  assert.equal(await put("abcde"), 403, "a byte more");
  assert.equal(await put("abc"), 403, "a byte less");
  assert.deepEqual(await remains(), []);
  assert.equal(await put("abcd"), 200);
  assert.equal((await storage.read("uploads/a/u1.mp4"))?.toString(), "abcd");
});

test("a part's address takes that part alone, and the parts are joined", { skip: NO_S3_SERVER }, async () => {
  const { storage } = await testBucket();
  const layout = { contentType: "video/mp4", sizeBytes: 6 * 2 ** 20, partSizeBytes: 5 * 2 ** 20 };
  const handle = await storage.parts.begin("uploads/a/u2", layout);
  const parts = [
    { number: 1, sizeBytes: 5 * 2 ** 20 },
    { number: 2, sizeBytes: 2 ** 20 },
  ];
  const put = async (number: number, content: Buffer): Promise<number> => {
    const part = parts[number - 1] ?? { number, sizeBytes: 0 };
    const url = await storage.parts.partUrl("uploads/a/u2", handle, part, 60);
    return (await fetch(url, { method: "PUT", body: content })).status;
  };
  const content = Buffer.alloc(layout.sizeBytes, "clip");
  for (const [number, sizeBytes] of [
    [1, 100],
    [1, layout.partSizeBytes - 1],
    [1, layout.partSizeBytes + 1],
    [2, 2 ** 20 - 1],
    [2, 2 ** 20 + 1],
  ] as const)
    assert.equal(
      await put(number, content.subarray(0, sizeBytes)),
      403,
      `part ${number}: ${sizeBytes} bytes`,
    );
  assert.deepEqual(await storage.parts.listParts("uploads/a/u2", handle), []);
  assert.equal(await put(1, content.subarray(0, layout.partSizeBytes)), 200);
  await assert.rejects(storage.parts.join("uploads/a/u2", handle, parts), {
    code: "PARTS_MISSING",
    details: [{ path: "/parts/2", message: "has not come yet" }],
  });
  assert.equal(await put(2, content.subarray(layout.partSizeBytes)), 200);
  assert.equal(await storage.parts.join("uploads/a/u2", handle, parts), true);
  assert.equal(await storage.parts.join("uploads/a/u2", handle, parts), true, "again");
  assert.deepEqual(await storage.read("uploads/a/u2"), content);
});

test("addresses for clients name the public endpoint, with the bucket in its host where that is asked for", {
  skip: NO_S3_SERVER,
}, async () => {
  const { server, settings, storage } = await testBucket();
  await storage.write("file.mp4", "x");
  const publicEndpoint = `http://${server.hostname}:${server.port}`;
  const { storage: inHosts } = await bucketWith({ ...settings, publicEndpoint, pathStyle: false });
  const link = { expiresInS: 60, contentType: "video/mp4", filename: "file.mp4" };
  const url = new URL(inHosts.downloadUrl("file.mp4", link));
  assert.equal(url.host, `${settings.bucket}.${server.hostname}:${server.port}`);
  assert.equal(url.pathname, "/file.mp4");
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    // The name is not asked for, since not every machine's resolver knows names below localhost.
    const at = { host: "127.0.0.1", port: server.port, path: url.pathname + url.search };
    get({ ...at, headers: { host: url.host } }, (reply) => resolve(reply.resume().statusCode)).on(
      "error",
      reject,
    );
  });
  assert.equal(answer, 200);
});

test("addresses for clients go where our own requests go", async (t) => {
  const keys = { CLIPMILL_S3_ACCESS_KEY_ID: "key", CLIPMILL_S3_SECRET_ACCESS_KEY: "secret" };
  const host = { CLIPMILL_S3_ADDRESSING: "host" };
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    ["clipmill", {}, "https://clipmill.s3.us-east-1.amazonaws.com/"],
    ["clipmill", { CLIPMILL_S3_REGION: "cn-north-1" }, "https://clipmill.s3.cn-north-1.amazonaws.com.cn/"],
    ["files.example.com", {}, "https://s3.us-east-1.amazonaws.com/files.example.com/"],
    ["clipmill", { CLIPMILL_S3_ENDPOINT: "http://10.0.0.5:9000", ...host }, "http://10.0.0.5:9000/clipmill/"],
    ["clipmill", { CLIPMILL_S3_ENDPOINT: "https://s3.test", ...host }, "https://clipmill.s3.test/"],
    [
      "clipmill",
      { CLIPMILL_S3_ENDPOINT: "http://10.0.0.5:9000", CLIPMILL_S3_PUBLIC_ENDPOINT: "https://s3.test" },
      "https://s3.test/clipmill/",
    ],
  ];
  const linkOf = async (bucket: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const connection = new S3Connection(readS3Settings({ ...keys, ...env }, `s3://${bucket}/of`));
    await connection.refreshKeys();
    return connection.presign({ method: "GET", key: "clip.mp4", expiresInS: 60 }).split("?")[0] ?? "";
  };
  for (const [bucket, env, base] of cases) assert.equal(await linkOf(bucket, env), `${base}of/clip.mp4`);
  await assert.rejects(linkOf("clipmill", { CLIPMILL_S3_REGION: "a region" }), {
    name: "SettingError",
    message: /^CLIPMILL_STORAGE names a bucket that can have no address: /,
  });
  setEnvironment(t, { AWS_ENDPOINT_URL_S3: "https://s3.elsewhere.test" });
  assert.equal(await linkOf("clipmill", {}), "https://clipmill.s3.elsewhere.test/of/clip.mp4");
});
