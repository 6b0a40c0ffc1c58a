// How events are written to a connection: heartbeats, large events, clients that take nothing, and those that leave.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { PublicRoute, ServerEvent } from "../../../control-plane/http/route.ts";
import { bareServer } from "../../support/control-plane/http/bare-server.ts";
import { openEvents } from "../../support/control-plane/http/event-stream.ts";
import { rawConnection } from "../../support/control-plane/http/raw-http.ts";
import { until } from "../../support/until.ts";

interface EventServer {
  readonly url: string;
  readonly closes: () => number;
}

/** A server whose one route streams these events; `waitForClose` is for sources that wait for the client to leave. */
async function eventServer(
  t: TestContext,
  heartbeatMs: number,
  source: (waitForClose: Promise<void>) => AsyncGenerator<ServerEvent>,
): Promise<EventServer> {
  let closes = 0;
  const handle: PublicRoute["handle"] = async () => {
    const closed = Promise.withResolvers<void>();
    const close = (): void => {
      closes += 1;
      closed.resolve();
    };
    return { kind: "events", status: 200, events: source(closed.promise), close, heartbeatMs };
  };
  const route = { method: "GET", path: "/events", body: "none", handle } as const;
  const { url } = await bareServer(t, route, { shutdownGraceMs: 1_000 });
  return { url: `${url}/events`, closes: () => closes };
}

test("comments come while there is nothing to tell, the first at once", async (t) => {
  const server = await eventServer(t, 50, async function* (closed) {
    await closed;
    yield* [];
  });
  const stream = await openEvents(t, server.url, {});
  await until("five comments", () => stream.comments() >= 5);
  assert.deepEqual([stream.events.length, stream.ended()], [0, false]);
});

test("a client that goes away frees the stream", async (t) => {
  const server = await eventServer(t, 60_000, async function* (closed) {
    yield { id: "1", event: "progress", data: {} };
    await closed;
  });
  const stream = await openEvents(t, server.url, {});
  await stream.event(1);
  assert.equal(server.closes(), 0);
  stream.close();
  await until("the end of the stream", () => server.closes() > 0);
});

test("a large event with every kind of character arrives whole, and the stream ends after it", async (t) => {
  const text = `${"Grüße, 世界 🎬 \n\n data: \r\n".repeat(100_000)}end`;
  const server = await eventServer(t, 60_000, async function* () {
    yield { id: "7", event: "finished", data: { text } };
  });
  const stream = await openEvents(t, server.url, {});
  await stream.end();
  assert.equal(stream.events.length, 1);
  assert.equal(stream.events[0]?.id, "7");
  assert.ok(stream.events[0].data.text === text);
  assert.ok(server.closes() > 0);
});

test("a client that takes nothing is cut, and until then no more is asked for than fits", async (t) => {
  let asked = 0;
  const server = await eventServer(t, 200, async function* () {
    for (;;) {
      asked += 1;
      yield { id: String(asked), event: "progress", data: "x".repeat(1_000_000) };
    }
  });
  const client = await rawConnection(t, server.url);
  client.socket.pause();
  client.send("GET /events HTTP/1.1\r\nhost: test\r\n\r\n");
  await until("the cut", () => server.closes() > 0);
  assert.ok(asked > 0 && asked < 20, `${asked} events of 1 MB were asked for`);
});

test("a client that pauses between two heartbeats gets the rest", { timeout: 60_000 }, async (t) => {
  const [count, eventBytes] = [30, 1_000_000];
  const server = await eventServer(t, 20_000, async function* () {
    for (let id = 1; id <= count; id += 1) {
      yield { id: String(id), event: "progress", data: "x".repeat(eventBytes) };
    }
  });
  const { socket, send, received, ended } = await rawConnection(t, server.url);
  send("GET /events HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
  await until("the first event", () => received().length > eventBytes);
  socket.pause();
  await pause(16_000);
  socket.resume();
  await until("the end", ended);
  assert.ok(received().length > count * eventBytes, `${received().length} bytes have come`);
});

test("a source that fails cuts the connection, so that the client does not take it for the end", async (t) => {
  const server = await eventServer(t, 60_000, async function* () {
    yield { id: "1", event: "progress", data: {} };
    throw new Error("the database is gone");
  });
  const client = await rawConnection(t, server.url);
  client.send("GET /events HTTP/1.1\r\nhost: test\r\n\r\n");
  await until("the cut", client.ended);
  assert.doesNotMatch(client.received(), /\r\n0\r\n\r\n$/, "the chunked body has no end");
});
