// The server on the wire: clients that go away or send fast, unknown errors, and an orderly end.
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Registry } from "prom-client";
import { createHttpMetrics } from "../../../control-plane/http/http-metrics.ts";
import { jsonReply } from "../../../control-plane/http/route.ts";
import { timedAwake } from "../../support/awake-time.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { bareServer, ECHO } from "../../support/control-plane/http/bare-server.ts";
import { postHead, rawConnection } from "../../support/control-plane/http/raw-http.ts";
import { until } from "../../support/until.ts";

test("a body of no known length at all that announces more than any file may have answers 413 with an id", async (t) => {
  const server = await bareServer(t, ECHO);
  const client = await rawConnection(t, server.url);
  client.send(postHead("/test", "", 90_000_000_000));
  assert.match(await client.waitFor(/BODY_TOO_LARGE/), /x-request-id: /);
});

test("a client that goes away in the middle of its body disturbs nobody", async (t) => {
  const server = await bareServer(t, ECHO);
  for (let count = 0; count < 5; count += 1) {
    const client = await rawConnection(t, server.url);
    client.send(`${postHead("/test", "", 1_000)}{"half":`);
    client.socket.destroy();
  }
  const reply = await callApi(server, "POST", "/test", { body: { whole: true } });
  assert.deepEqual(reply.body.data, { whole: true });
});

test("HEAD on a path that only knows POST answers 405 without a body", async (t) => {
  const server = await bareServer(t, ECHO);
  const client = await rawConnection(t, server.url);
  client.send("HEAD /test HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const reply = await client.waitFor(/\r\n\r\n/);
  assert.match(reply, /^HTTP\/1\.1 405 /);
  assert.match(reply, /allow: POST/);
  assert.ok(reply.endsWith("\r\n\r\n"));
});

test("a connection goes on after each answer without a body", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const page = await fetch(`${plane.url}/console/`, { headers: { "accept-encoding": "identity" } });
  const asks = [
    ["HEAD /api/v1/balance HTTP/1.1", 401],
    ["GET /api/v1/models HTTP/1.1", 401],
    ["HEAD /nothing HTTP/1.1", 404],
    ["HEAD /console/ HTTP/1.1", 200],
    ["HEAD /healthz HTTP/1.1", 200],
    ["HEAD /readyz HTTP/1.1", 200],
    [`GET /console/ HTTP/1.1\r\nif-none-match: ${page.headers.get("etag")}`, 304],
    [`GET /api/v1/balance HTTP/1.1\r\nx-service-api-key: ${key}`, 200],
    [`HEAD /api/v1/balance HTTP/1.1\r\nx-service-api-key: ${key}`, 405],
    [
      `POST /api/v1/clips HTTP/1.1\r\nx-service-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 2`,
      400,
    ],
  ] as const;
  const client = await rawConnection(t, plane.url);
  let before = 0;
  for (const [ask, status] of asks) {
    client.send(`${ask}\r\nhost: localhost\r\n\r\n${ask.startsWith("POST") ? "{}" : ""}`);
    const reply = await until(`an answer to ${ask}`, () => {
      const text = client.received().slice(before);
      const [head, body] = text.split("\r\n\r\n");
      const length = ask.startsWith("HEAD")
        ? 0
        : Number(/^content-length: (\d+)/im.exec(head ?? "")?.[1] ?? 0);
      return body !== undefined && Buffer.byteLength(body) >= length && text;
    });
    assert.match(reply, new RegExp(`^HTTP/1\\.1 ${status} `), ask);
    const length = /^content-length: (\d+)\r$/im.exec(reply)?.[1];
    assert.equal(length === undefined, status === 304, `${ask}: ${length}`);
    before = client.received().length;
  }
});

test("a handler's unknown error answers an empty 500 with its request id and nothing internal", async (t) => {
  const server = await bareServer(t, {
    handle: () => Promise.reject(new Error("password=hunter2 at /srv/secret.ts")),
  });
  const reply = await callApi(server, "POST", "/test", { body: {} });
  assert.equal(failureOf(reply), "500 INTERNAL");
  assert.equal(reply.body.error?.requestId, reply.headers.get("x-request-id"));
  assert.ok(!JSON.stringify(reply.body).includes("hunter2"));
});

test("at a shutdown the open request finishes while new connections are refused", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const client = await rawConnection(t, plane.url);
  const body = JSON.stringify(CLIP_BODY);
  client.send(postHead("/api/v1/clips", key, body.length) + body.slice(0, 10));
  await until("the request to be open", async () => {
    const metrics = await (await fetch(`${plane.url}/metrics`, { headers: { connection: "close" } })).text();
    return /clipmill_http_open_requests 2/.test(metrics);
  });
  const stopped = plane.stop();
  const { port } = new URL(plane.url);
  await until(
    "a refused connection",
    () =>
      new Promise<boolean>((resolve) => {
        const probe = connect(Number(port), "127.0.0.1");
        probe.once("error", () => resolve(true));
        probe.once("connect", () => {
          probe.destroy();
          resolve(false);
        });
      }),
  );
  client.send(body.slice(10));
  assert.match(await client.waitFor(/"task_id"/), /^HTTP\/1\.1 201 /);
  await stopped;
  const [row] = await plane.sql`select count(*)::int as tasks from tasks`;
  assert.equal(row?.tasks, 1);
});

test("replies tell how long their connection is kept while nothing comes over it", async (t) => {
  const server = await bareServer(t, ECHO);
  const client = await rawConnection(t, server.url);
  client.send(`${postHead("/test", "", 2)}{}`);
  assert.match(await client.waitFor(/Echo/), /^keep-alive: timeout=8\r$/m);
  client.send("GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const refused = await client.waitFor(/NOT_FOUND/);
  assert.match(refused.slice(refused.lastIndexOf("HTTP/1.1")), /^keep-alive: timeout=8\r$/m);
});

test("replies that their connection ends with say so, and nothing of how long it is kept", async (t) => {
  const server = await bareServer(t, ECHO);
  const asks = {
    "the client is done": "GET /nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    "the body is too large to be taken in": postHead("/test", "", 90_000_000_000),
  };
  for (const [why, ask] of Object.entries(asks)) {
    const client = await rawConnection(t, server.url);
    client.send(ask);
    await until(`the end where ${why}`, () => client.ended());
    const head = (await client.waitFor(/\r\n\r\n/)).split("\r\n\r\n")[0] ?? "";
    assert.match(head, /^connection: close$/im, why);
    assert.doesNotMatch(head, /keep-alive/i, why);
  }
});

test("at a shutdown what comes over connections that were kept is answered, and they end with it", async (t) => {
  const metrics = createHttpMetrics(new Registry(), {});
  const server = await bareServer(t, ECHO, { metrics });
  const [slow, kept] = [await rawConnection(t, server.url), await rawConnection(t, server.url)];
  const ask = `${postHead("/test", "", 2)}{}`;
  kept.send(ask);
  await kept.waitFor(/Echo/);
  slow.send(ask.slice(0, -1));
  await until("its request to be open", async () => (await metrics.open.get()).values[0]?.value === 1);
  const closed = server.close();
  kept.send(ask);
  const both = await kept.waitFor(/Echo[\s\S]*Echo/);
  const last = both.slice(both.lastIndexOf("HTTP/1.1"));
  assert.match(last, /connection: close/i);
  assert.doesNotMatch(last, /keep-alive/i);
  await until("the end of the kept connection", () => kept.ended());
  slow.send("}");
  assert.match(await slow.waitFor(/Echo/), /^HTTP\/1\.1 200 /);
  await closed;
});

test("a client that never finishes its body cannot hold a shutdown beyond the grace time", async (t) => {
  const server = await bareServer(t, ECHO, { shutdownGraceMs: 300 });
  const client = await rawConnection(t, server.url);
  client.send(`${postHead("/test", "", 1_000)}{`);
  const trickle = setInterval(() => client.send(" "), 20);
  t.after(() => clearInterval(trickle));
  await until("the body to arrive", () => client.socket.bytesWritten > 200);
  const startedAt = performance.now();
  const { awakeMs } = await timedAwake(() => server.close());
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs > 250 && awakeMs < 8_000, `${tookMs} ms, ${awakeMs} awake`);
  await until("the connection's end", client.ended);
});

test("an idle connection does not hold a shutdown", async (t) => {
  const server = await bareServer(t, ECHO);
  await rawConnection(t, server.url);
  const { awakeMs } = await timedAwake(() => server.close());
  assert.ok(awakeMs < 5_000, `${awakeMs} ms`);
});

const MIB = 1024 * 1024;

/** Sends a body as fast as the connection takes it; tells how much it has taken. */
function pump(socket: Socket, totalBytes: number): { sentBytes: () => number } {
  const chunk = Buffer.alloc(64 * 1024, "body");
  let sentBytes = 0;
  const send = (): void => {
    while (sentBytes < totalBytes) {
      sentBytes += chunk.length;
      if (!socket.write(chunk)) {
        socket.once("drain", send);
        return;
      }
    }
  };
  send();
  return { sentBytes: () => sentBytes };
}

test("a body that comes slowly, or not at all for a while, is taken in", { timeout: 60_000 }, async (t) => {
  const server = await bareServer(t, {
    body: "stream",
    handle: async ({ stream }) => {
      let sizeBytes = 0;
      for await (const chunk of stream) sizeBytes += chunk.length;
      return jsonReply(200, "Counted", { sizeBytes });
    },
  });
  const send = async (pieces: number, everyMs: number): Promise<void> => {
    const client = await rawConnection(t, server.url);
    client.send(postHead("/test", "", 100 * pieces));
    for (let piece = 0; piece < pieces; piece += 1) {
      if (piece > 0) await pause(everyMs);
      client.send("x".repeat(100));
    }
    assert.match(await client.waitFor(/\}$/), new RegExp(`"sizeBytes":${100 * pieces}}`));
  };
  await Promise.all([send(2, 15_000), send(30, 500)]);
});

test("a client that sends faster than its body is read is held back, and nothing of the body is lost", async (t) => {
  const gate = Promise.withResolvers<void>();
  const server = await bareServer(t, {
    body: "stream",
    handle: async (call) => {
      const { stream } = call;
      stream.pause();
      await gate.promise;
      let bytes = 0;
      for await (const chunk of stream) bytes += (chunk as Buffer).length;
      return jsonReply(200, "Read", { bytes });
    },
  });
  const client = await rawConnection(t, server.url);
  client.send(postHead("/test", "", 64 * MIB));
  const { sentBytes } = pump(client.socket, 64 * MIB);
  // Held back means that no more is taken for a while; without it all 64 MiB go within that time.
  let before = -1;
  await until(
    "the client to be held back",
    async () => {
      const now = sentBytes();
      const isStill = now === before;
      before = now;
      await pause(400);
      return isStill;
    },
    20_000,
  );
  assert.ok(sentBytes() < 32 * MIB, `${sentBytes()} bytes were taken in`);
  gate.resolve();
  const reply = await client.waitFor(/"bytes":\d+/, 20_000);
  assert.match(reply, new RegExp(`"bytes":${64 * MIB}`));
});
