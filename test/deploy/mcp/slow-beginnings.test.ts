// Sessions over HTTP that begin slowly: a client that sends no message or leaves, and a control plane that is slow to say
// whose a key is. Whoever begins with another key notices nothing.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { MCP_HTTP_LIMITS } from "../../../shared/limits/mcp.ts";
import { INITIALIZE, mcpHttpServer } from "../../support/client/mcp-client.ts";
import { localServer } from "../../support/local-server.ts";
import { until } from "../../support/until.ts";

const MESSAGE = JSON.stringify(INITIALIZE);
const SLOW = "slow-key";

/** A server before a control plane that says nothing of the slow key while `isHeld`. */
async function scene(t: TestContext, isHeld: boolean) {
  const held: ServerResponse[] = [];
  const give = (response: ServerResponse): void => {
    response.setHeader("content-type", "application/json").end('{"status":200,"message":"","data":{}}');
  };
  const plane = await localServer(t, ({ headers }, response) => {
    if (isHeld && headers["x-service-api-key"] === SLOW) held.push(response);
    else give(response);
  });
  const server = await mcpHttpServer(t, { CLIPMILL_URL: plane.url });
  const begin = (key: string): ClientRequest => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "content-length": MESSAGE.length,
      // The server says "continue" as soon as it has the request, whose body may come later.
      expect: "100-continue",
    };
    return request(server.url, { method: "POST", headers, agent: false }).on("error", () => undefined);
  };
  return {
    server,
    /** How many look-ups of the slow key wait for the control plane. */
    looks: () => held.length,
    release: () => {
      isHeld = false;
      held.forEach(give);
    },
    /** Requests with the slow key that the server has, each with the body that is given or none of what it promised. */
    slowly: async (count: number, body?: string): Promise<ClientRequest[]> => {
      const calls = Array.from({ length: count }, () => begin(SLOW));
      await Promise.all(
        calls.map((call) => {
          const isThere = once(call, "continue");
          if (body === undefined) call.flushHeaders();
          else call.end(body);
          return isThere;
        }),
      );
      return calls;
    },
    statusOf: async (key: string): Promise<number | undefined> => {
      const call = begin(key).end(MESSAGE);
      const [answer] = (await once(call, "response")) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    },
  };
}

function leave(calls: readonly ClientRequest[]): Promise<unknown> {
  const there = calls.filter(({ destroyed }) => !destroyed);
  return Promise.all(there.map((call) => new Promise((left) => call.once("close", left).destroy())));
}

test("messages that do not come take the places of their own key's sessions, and nobody else's", async (t) => {
  const { server, slowly, statusOf } = await scene(t, false);
  const calls = await slowly(MCP_HTTP_LIMITS.looksAtOnce * 2);
  assert.equal(await statusOf("another-key"), 200);
  await until("the sessions", () => server.sessions() === MCP_HTTP_LIMITS.sessionsPerKey + 1);
  assert.equal(await statusOf(SLOW), 503);
  await leave(calls);
  await until("the places", () => server.sessions() === 1);
  assert.equal(await statusOf(SLOW), 200);
});

test("a key of which the control plane is slow to speak is looked at once, and others beside it", async (t) => {
  const { server, slowly, statusOf, looks, release } = await scene(t, true);
  const calls = await slowly(MCP_HTTP_LIMITS.looksAtOnce, MESSAGE);
  assert.equal(await statusOf("another-key"), 200);
  assert.equal(looks(), 1);
  release();
  await until("the sessions", () => server.sessions() === MCP_HTTP_LIMITS.sessionsPerKey + 1);
  await leave(calls);
});

test("clients that leave while their key is looked at leave no session", async (t) => {
  const { server, slowly, statusOf, looks, release } = await scene(t, true);
  const calls = await slowly(MCP_HTTP_LIMITS.sessionsPerKey, MESSAGE);
  await until("the key to be looked at", () => looks() > 0);
  await leave(calls);
  // What comes over a later connection is seen after the ends of these.
  assert.equal(await statusOf("another-key"), 200);
  release();
  assert.equal(await statusOf(SLOW), 200);
  assert.equal(server.sessions(), 2);
});
