// Who may empty a node by a request.
import assert from "node:assert/strict";
import { request } from "node:http";
import { type TestContext, test } from "node:test";
import { Registry } from "prom-client";
import { drainPage } from "../../../media-node/worker/drain-page.ts";
import { createNodeDrain } from "../../../media-node/worker/node-drain.ts";
import { startStatusServer } from "../../../shared/network/status-server.ts";

function post(port: number, headers: Record<string, string>, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/drain", method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end(body);
  });
}

async function startNode(t: TestContext) {
  const drain = createNodeDrain();
  // As in a container, where the address says nothing of who may ask.
  const server = await startStatusServer({
    host: "0.0.0.0",
    port: 0,
    registry: new Registry(),
    isReady: async () => undefined,
    drain: drainPage(drain),
  });
  t.after(() => server.close());
  return { drain, port: server.port };
}

test("no web page that somebody looks at on the node's machine drains it, and a command there does", async (t) => {
  const { drain, port } = await startNode(t);
  const own = { host: `127.0.0.1:${port}` };
  for (const headers of [
    { ...own, origin: "https://evil.example", "sec-fetch-site": "cross-site", "content-type": "text/plain" },
    { ...own, origin: "null" },
    { ...own, "sec-fetch-site": "cross-site" },
    { ...own, "sec-fetch-site": "same-origin" },
    { host: `evil.example:${port}` },
  ]) {
    assert.equal(await post(port, headers), 403, JSON.stringify(headers));
    assert.equal(drain.isDraining(), false);
  }
  assert.equal(await post(port, { host: `localhost:${port}` }), 200);
  assert.equal(drain.isDraining(), true);
});

test("no webhook drains a node, where an operator lets webhooks go to its machine", async (t) => {
  const { drain, port } = await startNode(t);
  const body = JSON.stringify({ event: "job.finished", task_id: "task_1" });
  const headers = {
    host: `127.0.0.1:${port}`,
    "user-agent": "Service-Developer-Webhooks/1.0",
    "content-type": "application/json",
  };
  for (const framing of [{ "content-length": String(body.length) }, { "transfer-encoding": "chunked" }])
    assert.equal(await post(port, { ...headers, ...framing }, body), 403, JSON.stringify(framing));
  assert.equal(drain.isDraining(), false);
});
