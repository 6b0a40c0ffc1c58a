// The examples of proxies, each as the real proxy before a real control plane: uploads and events pass through as they
// come, and addresses are the clients' own.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import {
  CLIP_BODY,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { missing, PROXIES, type RealProxy, startProxy } from "../../support/proxy/real-proxies.ts";
import { until } from "../../support/until.ts";

const MIB = 2 ** 20;

interface Scene {
  readonly plane: TestControlPlane;
  readonly proxy: RealProxy;
}

async function scene(t: TestContext, kind: (typeof PROXIES)[keyof typeof PROXIES]): Promise<Scene> {
  const plane = await testControlPlane(t, { env: { CLIPMILL_TRUSTED_PROXIES: "127.0.0.1/32" } });
  return { plane, proxy: await startProxy(t, kind, plane.url) };
}

/** A request through the proxy, from another of this machine's addresses than the proxy's own. */
function open({ port }: RealProxy, options: RequestOptions) {
  return request({
    host: "127.0.0.1",
    port,
    localAddress: "127.0.0.2",
    rejectUnauthorized: false,
    agent: false,
    ...options,
  });
}

async function call(proxy: RealProxy, options: RequestOptions, body?: unknown) {
  const sent = open(proxy, options);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

function posts(path: string, key: string): RequestOptions {
  const headers = { "content-type": "application/json", "x-service-api-key": key };
  return { method: "POST", path: `/api/v1${path}`, headers };
}

async function announce(proxy: RealProxy, key: string, sizeBytes: number): Promise<URL> {
  const body = { filename: "talk.mp4", content_type: "video/mp4", size_bytes: sizeBytes };
  const { status, text } = await call(proxy, posts("/uploads", key), body);
  assert.equal(status, 201, text);
  return new URL((JSON.parse(text) as { data: { upload_url: string } }).data.upload_url);
}

/** What lies below a folder, in bytes. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

for (const [name, kind] of Object.entries(PROXIES)) {
  const skip = missing(kind);

  test(`an upload of 200 MiB goes through ${name} as it comes and leaves nothing on its disk`, {
    skip,
  }, async (t) => {
    const { plane, proxy } = await scene(t, kind);
    const { key } = await plane.account();
    const target = await announce(proxy, key, 200 * MIB);
    assert.equal(target.origin, `https://127.0.0.1:${proxy.port}`);
    const before = await sizeOf(proxy.folder);
    const block = randomBytes(MIB);
    const sent = open(proxy, {
      method: "PUT",
      path: target.pathname + target.search,
      headers: { "content-type": "video/mp4", "content-length": 200 * MIB },
    });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    const send = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) if (!sent.write(block)) await once(sent, "drain");
    };
    await send(100);
    // The client stands still: what it has sent is with the control plane all the same, save for sockets' buffers.
    await until("the first half", async () => (await sizeOf(plane.storageFolder)) > 80 * MIB, 30_000);
    assert.ok((await sizeOf(proxy.folder)) - before < MIB, "the proxy wrote the body to its disk");
    await send(100);
    sent.end();
    const [response] = await answered;
    response.resume();
    assert.equal(response.statusCode, 200);
    assert.ok((await sizeOf(proxy.folder)) - before < MIB, "the proxy wrote the body to its disk");
    const hash = createHash("sha256");
    for (let index = 0; index < 200; index += 1) hash.update(block);
    const [row] = await plane.sql`select storage_key from uploads`;
    const stored = createHash("sha256");
    for await (const chunk of createReadStream(join(plane.storageFolder, String(row?.storage_key)))) {
      stored.update(chunk as Buffer);
    }
    assert.equal(stored.digest("hex"), hash.digest("hex"));
  });

  test(`events stream through ${name} as they happen`, { skip }, async (t) => {
    const { plane, proxy } = await scene(t, kind);
    const { key } = await plane.account();
    const created = await call(proxy, posts("/clips", key), CLIP_BODY);
    assert.equal(created.status, 201, created.text);
    const { task_id: id } = (JSON.parse(created.text) as { data: { task_id: string } }).data;
    const sent = open(proxy, { path: `/api/v1/jobs/${id}/events`, headers: { "x-service-api-key": key } });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    t.after(() => response.destroy());
    response.on("error", () => undefined);
    let text = "";
    response.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    await until("the first event", () => text.includes("event: "));
    assert.ok(!response.complete);
    const cancelled = await call(proxy, posts(`/jobs/${id}/cancel`, key));
    assert.equal(cancelled.status, 200, cancelled.text);
    await until("the last event", () => /event: \w+\ndata: .*CANCELLED/.test(text));
    await until("the stream's end", () => response.complete);
  });

  test(`allowlists see clients' own addresses through ${name}, whatever they claim`, { skip }, async (t) => {
    const { plane, proxy } = await scene(t, kind);
    const { id } = await plane.account();
    const { key } = await plane.key(id, { ips: ["127.0.0.2"] });
    const ask = async (localAddress: string, claimed?: string) => {
      const headers = {
        "x-service-api-key": key,
        ...(claimed === undefined ? {} : { "x-forwarded-for": claimed }),
      };
      return (await call(proxy, { path: "/api/v1/balance", localAddress, headers })).status;
    };
    assert.equal(await ask("127.0.0.2"), 200);
    assert.equal(await ask("127.0.0.3"), 403);
    assert.equal(await ask("127.0.0.3", "127.0.0.2"), 403);
    assert.equal(await ask("127.0.0.3", "127.0.0.2, 127.0.0.1"), 403);
    assert.equal(await ask("127.0.0.2", "127.0.0.9"), 200);
  });

  test(`answers without a body come through ${name}, and the next ones after them`, { skip }, async (t) => {
    const { plane, proxy } = await scene(t, kind);
    const { key } = await plane.account();
    const path = "/console/";
    const { headers } = await call(proxy, { path });
    for (let round = 0; round < 3; round += 1) {
      const held = await call(proxy, { path, headers: { "if-none-match": headers.etag } });
      assert.deepEqual([held.status, held.headers["content-length"]], [304, undefined]);
      assert.equal((await call(proxy, { path, method: "HEAD" })).status, 200);
      assert.equal((await call(proxy, posts("/clips", key), CLIP_BODY)).status, 201);
    }
  });

  test(`${name} sends what a control plane that has ended would refuse to another one`, {
    skip,
  }, async (t) => {
    const ending = createServer((_request, response) => response.end());
    const port = await findLastingPort("127.0.0.1");
    ending.listen(port, "127.0.0.1");
    await once(ending, "listening");
    const plane = await testControlPlane(t, { env: { CLIPMILL_TRUSTED_PROXIES: "127.0.0.1/32" } });
    const proxy = await startProxy(t, kind, `http://127.0.0.1:${port}`, plane.url);
    const { key } = await plane.account();
    for (let round = 0; round < 4; round += 1) await call(proxy, { path: "/healthz" });
    ending.close();
    ending.closeAllConnections();
    for (let round = 0; round < 6; round += 1) {
      assert.equal((await call(proxy, { path: "/healthz" })).status, 200);
      // Debian's Caddy closes a request's body with the first try.
      if (kind === PROXIES.Caddy) continue;
      assert.equal((await call(proxy, posts("/clips", key), CLIP_BODY)).status, 201);
    }
  });

  test(`${name} keeps the metrics to itself and has browsers use HTTPS alone`, { skip }, async (t) => {
    const { proxy } = await scene(t, kind);
    assert.equal((await call(proxy, { path: "/metrics" })).status, 404);
    const { status, headers } = await call(proxy, { path: "/healthz" });
    assert.equal(status, 200);
    assert.equal(headers["strict-transport-security"], "max-age=15552000");
  });
}
