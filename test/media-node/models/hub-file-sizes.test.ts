// The first requests of a pull: sizes that the catalogue does not know, and whether there is a way to the hub.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { findFileSizes } from "../../../media-node/models/hub-file-sizes.ts";
import type { ModelLimits } from "../../../media-node/models/request-model.ts";
import { MODEL_LIMITS } from "../../../shared/limits/models.ts";
import { hubEntry, modelHub } from "../../support/models/model-hub.ts";

const FILES = { "config.json": Buffer.alloc(20), "onnx/model.onnx": Buffer.alloc(5_000) };

function sizesFrom(mirror: string, pinned: boolean, limits: Partial<ModelLimits> = {}) {
  const { signal } = new AbortController();
  return findFileSizes({
    entry: hubEntry(FILES, { pinned }),
    mirror,
    signal,
    limits: { ...MODEL_LIMITS, ...limits },
  });
}

/** The port of a server that takes connections and never says a word, and how many it has taken. */
async function silentServer(t: TestContext) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { host: `127.0.0.1:${address.port}`, connections: () => sockets.length };
}

test("sizes that nobody has pinned are asked for, and of pinned files the first alone", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  assert.deepEqual(await sizesFrom(hub.url, false), [20, 5_000]);
  const before = hub.requests.length;
  assert.deepEqual(await sizesFrom(hub.url, true), [20, 5_000]);
  assert.deepEqual(
    hub.requests.slice(before).map(({ method, path }) => [method, path]),
    [["HEAD", "/owner/model/resolve/abc123/config.json"]],
  );
});

test("a hub that answers but does not say is no failure", async (t) => {
  const hub = await modelHub(t, { files: {} });
  assert.deepEqual(await sizesFrom(hub.url, false), [null, null]);
});

test("whether there is a way to the hub is known after one try and three seconds, and told in one sentence", async (t) => {
  assert.equal(MODEL_LIMITS.firstConnectTimeoutMs, 3_000);
  const { host, connections } = await silentServer(t);
  const limits = { firstConnectTimeoutMs: 1_000 };
  await assert.rejects(sizesFrom(`https://${host}`, true, limits), {
    code: "UNAVAILABLE",
    retryable: false,
    message: `${host} cannot be reached (UND_ERR_CONNECT_TIMEOUT): name a mirror with CLIPMILL_MODEL_MIRROR or a proxy with HTTPS_PROXY, or fetch the files on another machine, as \`pull NAME --dry-run\` lists them, and install them with \`add\`.`,
  });
  assert.equal(connections(), 1);
});

test("a hub that takes the connection and does not answer is told likewise, in its own time", async (t) => {
  const { host, connections } = await silentServer(t);
  const limits = { firstAnswerTimeoutMs: 300 };
  await assert.rejects(sizesFrom(`http://${host}`, true, limits), {
    message: /cannot be reached \(UND_ERR_HEADERS_TIMEOUT\)/,
  });
  assert.equal(connections(), 1);
});

test("a pull that is interrupted while it asks ends with the reason", async (t) => {
  const { host } = await silentServer(t);
  const stopping = new AbortController();
  const sizes = findFileSizes({
    entry: hubEntry(FILES),
    mirror: `http://${host}`,
    signal: stopping.signal,
    limits: MODEL_LIMITS,
  });
  const reason = new Error("enough");
  stopping.abort(reason);
  await assert.rejects(sizes, reason);
});
