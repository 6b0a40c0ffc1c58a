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
  message: object | readonly object[],
  session: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const headers = {
    authorization: "Bearer key",
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...session,
  };
  const asked = request(url, { method: "POST", headers, agent: false });
  const versioned = (each: object): object => ({ jsonrpc: "2.0", ...each });
  asked.end(JSON.stringify(Array.isArray(message) ? message.map(versioned) : versioned(message)));
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
  const call = (id: number, name: string, input: object): object => ({
    id,
    method: "tools/call",
    params: { name, arguments: input },
  });
  const waitCall = (id: number): object =>
    call(id, "wait_for_job", { task_id: JOB.task_id, max_wait_seconds: 600 });
  const createCall = (id: number): object =>
    call(id, "create_transcription", { video_url: "https://example.com/video.mp4" });
  return {
    /** What the control plane is asked and has not answered. */
    held,
    tell: (message: object | readonly object[]) => send(url, message, session),
    waitCall,
    createCall,
    wait: async (id: number): Promise<IncomingMessage> => {
      const answer = await send(url, waitCall(id), session);
      await until("the wait", () => held.has(EVENTS));
      return answer;
    },
    create: async (id: number): Promise<IncomingMessage> => {
      const answer = await send(url, createCall(id), session);
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

test("a batch that cancels one of its own calls is answered all the same for what comes behind", async (t) => {
  const { held, tell, waitCall } = await scene(t);
  const cancelled = { method: "notifications/cancelled", params: { requestId: 7 } };
  const answer = await tell([waitCall(7), cancelled, { id: 8, method: "tools/list" }]);
  const said = text(answer);
  await until("the stream's end", () => answer.readableEnded, 10_000);
  const ids = [...(await said).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data).id);
  assert.deepEqual(ids, [8]);
  await until("the wait's end", () => !held.has(EVENTS), 10_000);
});

test("the other call of a batch is answered when one is cancelled, and then the stream ends", async (t) => {
  const { held, tell, waitCall, createCall } = await scene(t);
  const answerCreate = (): void => {
    const created = { status: 201, message: "", data: JOB };
    held.get(CREATE)?.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(created));
  };
  const cancel = (requestId: number) => tell({ method: "notifications/cancelled", params: { requestId } });
  for (const [isCancelledFirst, waiting, creating] of [
    [true, 7, 8],
    [false, 9, 10],
  ] as const) {
    const answer = await tell([waitCall(waiting), createCall(creating)]);
    const said = text(answer);
    await until("the calls", () => held.has(EVENTS) && held.has(CREATE));
    if (isCancelledFirst) await cancel(waiting);
    answerCreate();
    await until("the create's end", () => !held.has(CREATE), 10_000);
    if (!isCancelledFirst) await cancel(waiting);
    await until("the stream's end", () => answer.readableEnded, 10_000);
    const ids = [...(await said).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data).id);
    assert.deepEqual(ids, [creating]);
  }
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
