// Calls over HTTP whose answers nobody waits for any more: cancelled by the protocol, or left by closing the connection.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { INITIALIZE, mcpHttpServer } from "../../support/client/mcp-client.ts";
import { localServer } from "../../support/local-server.ts";
import { until } from "../../support/until.ts";

const JOB = { task_id: "task_1", kind: "transcription", status: "running", progress: null };
const EVENTS = "GET /api/v1/jobs/task_1/events";
const CREATE = "POST /api/v1/transcriptions";

/** Sends a message over a connection of its own, which whoever destroys the answer closes. */
async function send(
  url: string,
  message: object,
  session: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const headers = {
    authorization: "Bearer key",
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...session,
  };
  const asked = request(url, { method: "POST", headers, agent: false });
  asked.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

/** A session before a control plane whose job goes on for ever, and which does not come to making another. */
async function scene(t: TestContext) {
  const held = new Map<string, ServerResponse>();
  const plane = await localServer(t, ({ method, url }, response) => {
    const asked = `${method} ${url}`;
    if (asked !== EVENTS && asked !== CREATE) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ status: 200, message: "", data: JOB }));
      return;
    }
    held.set(asked, response);
    response.once("close", () => held.delete(asked));
    if (asked === EVENTS) response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
  });
  const { url } = await mcpHttpServer(t, { CLIPMILL_URL: plane.url });
  const begun = await send(url, INITIALIZE);
  await text(begun);
  const session = { "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const call = (id: number, name: string, input: object): Promise<IncomingMessage> =>
    send(url, { id, method: "tools/call", params: { name, arguments: input } }, session);
  return {
    /** What the control plane is asked and has not answered. */
    held,
    tell: (message: object) => send(url, message, session),
    wait: async (id: number): Promise<IncomingMessage> => {
      const answer = await call(id, "wait_for_job", { task_id: JOB.task_id, max_wait_seconds: 600 });
      await until("the wait", () => held.has(EVENTS));
      return answer;
    },
    create: async (id: number): Promise<IncomingMessage> => {
      const answer = await call(id, "create_transcription", { video_url: "https://example.com/video.mp4" });
      await until("the create", () => held.has(CREATE));
      return answer;
    },
  };
}

test("a call that its client cancels ends, and its answer's stream with it", async (t) => {
  const { held, wait, tell } = await scene(t);
  const answer = await wait(7);
  const said = text(answer);
  const { statusCode } = await tell({ method: "notifications/cancelled", params: { requestId: 7 } });
  assert.equal(statusCode, 202);
  await until("the stream's end", () => answer.readableEnded, 10_000);
  assert.equal(await said, "");
  await until("the wait's end", () => !held.has(EVENTS), 10_000);
});

test("a client that leaves ends what it reads, and nothing of what it changes", async (t) => {
  const { held, wait, create, tell } = await scene(t);
  (await create(7)).destroy();
  // What comes over a later connection is seen after the end of this one.
  await text(await tell({ id: 8, method: "ping" }));
  (await wait(9)).destroy();
  await until("the wait's end", () => !held.has(EVENTS), 10_000);
  assert.ok(held.has(CREATE));
});
