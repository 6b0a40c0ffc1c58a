// How events are written to a connection: heartbeats, large events, clients that take nothing, and those that leave.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Registry } from "prom-client";
import { FairLane } from "../../../control-plane/http/fair-lane.ts";
import { createHttpMetrics } from "../../../control-plane/http/http-metrics.ts";
import type { ServerEvent } from "../../../control-plane/http/route.ts";
import { startHttpServer } from "../../../control-plane/http/server.ts";
import { AppError } from "../../../shared/errors.ts";
import { LANE_LIMITS } from "../../../shared/limits/requests.ts";
import { createLogger } from "../../../shared/logger.ts";
import { openEvents } from "../../support/control-plane/http/event-stream.ts";
import { NO_SESSIONS } from "../../support/control-plane/http/no-admission.ts";
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
  const server = await startHttpServer({
    routes: [
      {
        method: "GET",
        path: "/events",
        access: "public",
        body: "none",
        async handle() {
          const closed = Promise.withResolvers<void>();
          const close = (): void => {
            closes += 1;
            closed.resolve();
          };
          return { kind: "events", status: 200, events: source(closed.promise), close, heartbeatMs };
        },
      },
    ],
    admission: { admit: () => Promise.reject(new AppError("UNAUTHENTICATED")) },
    clientAddress: () => "127.0.0.1",
    sessions: NO_SESSIONS,
    address: { during: (_request, work) => work(), arrivalOf: () => "http://127.0.0.1" },
    lanes: {
      reads: new FairLane(LANE_LIMITS.reads),
      writes: new FairLane(LANE_LIMITS.writes),
      creates: new FairLane(LANE_LIMITS.creates),
    },
    withdraw: () => undefined,
    recordUsage: () => undefined,
    logger: createLogger("test", "silent"),
    metrics: createHttpMetrics(new Registry(), {}),
    host: "127.0.0.1",
    port: 0,
    shutdownGraceMs: 1_000,
  });
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${server.port}/events`, closes: () => closes };
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
