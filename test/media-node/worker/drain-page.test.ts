// Who may empty a node by a request.
import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { Registry } from "prom-client";
import { drainPage } from "../../../media-node/worker/drain-page.ts";
import { createNodeDrain } from "../../../media-node/worker/node-drain.ts";
import { startStatusServer } from "../../../shared/network/status-server.ts";

function post(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/drain", method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}

test("no web page that somebody looks at on the node's machine drains it, and a command there does", async (t) => {
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
  const { port } = server;
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
