// Stored files by signed links: whole, in ranges, and refused.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileLink, type LinkSettings } from "../../../../control-plane/http/signed-links.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { TEST_SECRET, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { rawConnection } from "../../../support/control-plane/http/raw-http.ts";
import { until } from "../../../support/until.ts";

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
const KEY = "tasks/task_1/clips/1.mp4";

async function scene(t: TestContext) {
  const plane = await testControlPlane(t);
  const storage = createFileStorage(plane.storageFolder);
  await storage.write(KEY, CONTENT);
  const links: LinkSettings = { publicUrl: plane.url, secrets: [TEST_SECRET] };
  return { plane, storage, links, url: fileLink(links, KEY) };
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

test("a signed link gives the whole file with its type and length", async (t) => {
  const { url } = await scene(t);
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "video/mp4");
  assert.equal(response.headers.get("content-length"), String(CONTENT.length));
  assert.equal(response.headers.get("accept-ranges"), "bytes");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.ok((await bytesOf(response)).equals(CONTENT));
});

test("a client that pauses for longer than connections stand still gets the rest", {
  timeout: 60_000,
}, async (t) => {
  const { plane, storage, url } = await scene(t);
  // More than the system's buffers take in for a client that does not read.
  await storage.write(KEY, Buffer.alloc(24_000_000));
  const { pathname, search } = new URL(url);
  const { socket, send, received } = await rawConnection(t, plane.url);
  send(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await until("the first bytes", () => received().length > 1_000_000);
  socket.pause();
  await pause(15_000);
  socket.resume();
  await until("the whole file", () => received().length > 24_000_000);
});

test("ranges answer 206 with their bytes", async (t) => {
  const { url } = await scene(t);
  const ranges: readonly [string, number, number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=100-199", 100, 200],
    ["bytes=299990-", 299_990, 300_000],
    ["bytes=-5", 299_995, 300_000],
    ["bytes=299999-999999", 299_999, 300_000],
  ];
  for (const [range, start, end] of ranges) {
    const response = await fetch(url, { headers: { range } });
    assert.equal(response.status, 206, range);
    assert.equal(response.headers.get("content-range"), `bytes ${start}-${end - 1}/300000`);
    assert.ok((await bytesOf(response)).equals(CONTENT.subarray(start, end)), range);
  }
});

test("a range behind the file's end answers 416 and says how long the file is", async (t) => {
  const { url } = await scene(t);
  const response = await fetch(url, { headers: { range: "bytes=300000-" } });
  assert.equal(response.status, 416);
  assert.equal(response.headers.get("content-range"), "bytes */300000");
  const body = (await response.json()) as { error: { code: string } };
  assert.equal(body.error.code, "RANGE_NOT_SATISFIABLE");
});

test("a client that holds a file's version gets 304 without the bytes, and another one the whole", async (t) => {
  const { url } = await scene(t);
  const { headers } = await fetch(url, { method: "HEAD" });
  const [etag, modified] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
  const before = new Date(Date.parse(modified) - 1_000).toUTCString();
  const asked: readonly [Record<string, string>, number][] = [
    [{ "if-none-match": etag }, 304],
    [{ "if-none-match": `"other", W/${etag}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": etag, range: "bytes=0-4" }, 304],
    [{ "if-modified-since": modified }, 304],
    [{ "if-none-match": '"other"' }, 200],
    [{ "if-none-match": '"other"', "if-modified-since": modified }, 200],
    [{ "if-modified-since": before }, 200],
    [{ "if-modified-since": "some day" }, 200],
    [{ "if-modified-since": "9999" }, 200],
  ];
  for (const [condition, status] of asked) {
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(url, { method, headers: condition });
      const content = await bytesOf(response);
      assert.equal(response.status, status, `${method} ${JSON.stringify(condition)}`);
      assert.equal(response.headers.get("etag"), etag);
      assert.equal(response.headers.get("content-length"), String(CONTENT.length), "what GET would send");
      assert.equal(content.length, status === 200 && method === "GET" ? CONTENT.length : 0);
    }
  }
});

test("a client that wants one version alone gets 412 where there is another", async (t) => {
  const { url } = await scene(t);
  const { headers } = await fetch(url, { method: "HEAD" });
  const [etag, modified] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
  const before = new Date(Date.parse(modified) - 1_000).toUTCString();
  const asked: readonly [Record<string, string>, number][] = [
    [{ "if-match": etag }, 200],
    [{ "if-match": `"other", ${etag}` }, 200],
    [{ "if-match": "*" }, 200],
    [{ "if-match": '"other"' }, 412],
    [{ "if-match": `W/${etag}` }, 412],
    [{ "if-match": '"other"', range: "bytes=0-4" }, 412],
    [{ "if-match": '"other"', "if-none-match": etag }, 412],
    [{ "if-match": etag, range: "bytes=0-4" }, 206],
    [{ "if-match": etag, "if-unmodified-since": before }, 200],
    [{ "if-unmodified-since": modified }, 200],
    [{ "if-unmodified-since": before }, 412],
    [{ "if-unmodified-since": before, range: "bytes=900000-" }, 412],
    [{ "if-unmodified-since": "some day" }, 200],
  ];
  for (const [condition, status] of asked) {
    const response = await fetch(url, { headers: condition });
    const content = await response.text();
    assert.equal(response.status, status, JSON.stringify(condition));
    if (status === 412) assert.match(content, /"PRECONDITION_FAILED"/);
  }
});

test("ranges are for GET alone: HEAD tells of the whole file", async (t) => {
  const { url } = await scene(t);
  for (const range of ["bytes=0-4", "bytes=900000-"]) {
    const response = await fetch(url, { method: "HEAD", headers: { range } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-length"), String(CONTENT.length));
    assert.equal(response.headers.get("content-range"), null);
    assert.equal(response.headers.get("accept-ranges"), "bytes");
  }
});

test("HEAD answers like GET without the bytes", async (t) => {
  const { plane, url } = await scene(t);
  const { pathname, search } = new URL(url);
  const client = await rawConnection(t, plane.url);
  const ask = `HEAD ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`;
  client.send(ask);
  const reply = await client.waitFor(/\r\n\r\n/);
  assert.match(reply, /^HTTP\/1\.1 200 /);
  assert.match(reply, /content-length: 300000\r\n/i);
  assert.ok(reply.endsWith("\r\n\r\n"), "no bytes follow");
  client.send(ask);
  const both = await client.waitFor(/\r\n\r\n[\s\S]*\r\n\r\n/);
  assert.match(
    both.slice(reply.length),
    /^HTTP\/1\.1 200 /,
    "the next request on the connection is answered",
  );
});

test("links that are unsigned, tampered with or expired answer 401", async (t) => {
  const { plane, storage, url } = await scene(t);
  await storage.write("tasks/task_2/clips/1.mp4", "another's");
  const [path = "", query = ""] = url.split("?");
  const expired = query.replace(/expires=\d+/, "expires=1000000000");
  const wrong = [
    path,
    `${path}?${expired}`,
    `${path.replace("task_1", "task_2")}?${query}`,
    `${path}?${query}x`,
    `${path}?${query}&download=1`,
    `${plane.url}/files/../files/${KEY}`,
  ];
  for (const link of wrong) {
    const response = await fetch(link);
    assert.equal(response.status, 401, link);
    await response.arrayBuffer();
  }
});

test("paths that try to leave the storage are refused even with a signature", async (t) => {
  const { plane, links } = await scene(t);
  for (const key of [
    "../../etc/passwd",
    "..%2f..%2fetc/passwd",
    "tasks/%2e%2e/%2e%2e/x",
    "/etc/passwd",
    "a//b",
  ]) {
    const { search } = new URL(fileLink(links, key));
    const client = await rawConnection(t, plane.url);
    client.send(`GET /files/${key}${search} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    const reply = await client.waitFor(/\r\n\r\n/);
    assert.match(reply, /^HTTP\/1\.1 (400|401|404) /, key);
    assert.ok(!reply.includes("root:"));
  }
});

test("a file that is gone answers 404", async (t) => {
  const { storage, url } = await scene(t);
  await storage.remove(KEY);
  const response = await fetch(url);
  assert.equal(response.status, 404);
  await response.arrayBuffer();
});

test("a link that an old secret has signed works while that secret is listed, and the first one signs", async (t) => {
  const [fresh, old] = ["the-new-signing-secret-of-this-test", "the-old-signing-secret-of-this-test"];
  const plane = await testControlPlane(t, { env: { CLIPMILL_SECRET: `${fresh}\n${old}` } });
  await createFileStorage(plane.storageFolder).write(KEY, CONTENT);
  const status = async (secret: string): Promise<number> => {
    const response = await fetch(fileLink({ publicUrl: plane.url, secrets: [secret] }, KEY));
    await response.arrayBuffer();
    return response.status;
  };
  assert.deepEqual([await status(fresh), await status(old), await status(TEST_SECRET)], [200, 200, 401]);
});
