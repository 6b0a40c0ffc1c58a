// Exports of a finished job by the client: texts, and the archive, whose body its caller reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Clipmill } from "../../../shared/client/node.ts";
import { apiError, QUICK } from "../../support/client/client-scene.ts";
import { clipScene } from "../../support/control-plane/clip-jobs.ts";
import { localServer } from "../../support/local-server.ts";
import { faultyProxy } from "../../support/s3/faulty-proxy.ts";

test("an archive comes as it is made, after tries, and a refusal is thrown as of every call", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const proxy = await faultyProxy(t, { target: plane.url });
  const client = new Clipmill({ url: proxy.url, apiKey: account.key, retry: QUICK });
  const { id } = await job();
  let failures = 2;
  proxy.fail(() => {
    failures -= 1;
    return failures < 0 ? undefined : apiError(503, "UNAVAILABLE");
  });
  const archive = await client.exports.zip(id);
  const bytes = Buffer.from(await archive.arrayBuffer());
  assert.equal(archive.headers.get("content-length"), String(bytes.length));
  assert.equal(bytes.subarray(0, 2).toString(), "PK");
  assert.match(await client.exports.srt(id), /-->/);
  await assert.rejects(client.exports.zip("task_none"), { code: "NOT_FOUND", status: 404 });
});

test("an archive's address that leads elsewhere carries no key along", async (t) => {
  const keys: unknown[] = [];
  const other = await localServer(t, (request, response) => {
    keys.push(request.headers["x-service-api-key"]);
    response.end();
  });
  const moved = await localServer(t, (_, response) => {
    response.writeHead(302, { location: other.url }).end();
  });
  const client = new Clipmill({ url: moved.url, apiKey: "secret" });
  await assert.rejects(client.exports.zip("task_1"), { code: "UNEXPECTED_ANSWER", status: 302 });
  assert.deepEqual(keys, []);
});

test("an archive that does not begin is given up in time, and one that its caller leaves at once", async (t) => {
  const silent = await localServer(t, () => undefined);
  const retry = { tries: 1 };
  const client = new Clipmill({ url: silent.url, apiKey: "key", retry, timeoutMs: 50 });
  await assert.rejects(client.exports.zip("task_1"), { code: "NO_ANSWER" });
  const left = client.exports.zip("task_1", { signal: AbortSignal.abort(new Error("enough")) });
  await assert.rejects(left, /enough/);
});

test("an archive that its caller leaves while it is read breaks off, with the caller's reason", async (t) => {
  const standing = await localServer(t, (_, response) => {
    response.write("PK");
  });
  const leaving = new AbortController();
  const client = new Clipmill({ url: standing.url, apiKey: "key" });
  const archive = await client.exports.zip("task_1", { signal: leaving.signal });
  const reader = archive.body?.getReader();
  assert.equal(Buffer.from((await reader?.read())?.value ?? "").toString(), "PK");
  leaving.abort(new Error("enough"));
  await assert.rejects(async () => reader?.read(), /enough/);
});
