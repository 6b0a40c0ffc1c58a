// The MCP server over HTTP as strangers meet it: keys, names, pages, sizes and numbers of sessions.
import assert from "node:assert/strict";
import { request as send } from "node:http";
import { type TestContext, test } from "node:test";
import { MCP_HTTP_LIMITS, MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import { httpClient, INITIALIZE, mcpHttpServer } from "../../support/client/mcp-client.ts";
import { testControlPlane } from "../../support/control-plane/control-plane.ts";
import { until } from "../../support/until.ts";

const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** By hand: what browsers and fetch would not let one send. */
function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown = INITIALIZE,
  method = "POST",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    };
    const call = send(url, { method, headers: all }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    call.on("error", reject);
    call.end(method === "POST" ? (typeof body === "string" ? body : JSON.stringify(body)) : undefined);
  });
}

async function scene(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const plane = await testControlPlane(t, { env: { CLIPMILL_RATE_PER_MINUTE: "100000" } });
  const { key, id } = await plane.account();
  const server = await mcpHttpServer(t, { CLIPMILL_URL: plane.url, ...env });
  const bearer = { authorization: `Bearer ${key}` };
  const begin = async (headers: Readonly<Record<string, string>> = bearer): Promise<string> => {
    const { status, headers: given, text } = await ask(server.url, headers);
    assert.equal(status, 200, text);
    return String(given["mcp-session-id"]);
  };
  return { plane, accountId: id, server, bearer, begin };
}

test("nobody gets a session without a key that the control plane knows", async (t) => {
  const { server } = await scene(t);
  for (const headers of [{}, { authorization: "Basic eA==" }, { authorization: "Bearer nobodys-key" }]) {
    const { status, headers: given } = await ask(server.url, headers as Record<string, string>);
    assert.deepEqual([status, given["www-authenticate"]], [401, "Bearer"]);
  }
  assert.equal(server.sessions(), 0);
});

test("a session is its key's alone, and ends when it is deleted", async (t) => {
  const { server, bearer, begin, plane, accountId } = await scene(t);
  const id = await begin();
  const session = { ...bearer, "mcp-session-id": id };
  assert.match((await ask(server.url, session, LIST)).text, /create_clips/);
  const { key } = await plane.key(accountId);
  const other = { authorization: `Bearer ${key}`, "mcp-session-id": id };
  assert.equal((await ask(server.url, other, LIST)).status, 404, "another key of the same account, even");
  assert.equal((await ask(server.url, { "mcp-session-id": id }, LIST)).status, 401);
  assert.equal((await ask(server.url, session, "", "DELETE")).status, 200);
  assert.equal((await ask(server.url, session, LIST)).status, 404);
  assert.equal(server.sessions(), 0);
});

test("a request that is no beginning makes no session", async (t) => {
  const { server, bearer } = await scene(t);
  assert.equal((await ask(server.url, bearer, LIST)).status, 400);
  assert.equal((await ask(server.url, bearer, "no JSON")).status, 400);
  assert.equal((await ask(server.url, bearer, "", "GET")).status, 404);
  assert.equal(server.sessions(), 0);
});

test("a name that leads here by somebody else's wish is refused, and so are pages that are not listed", async (t) => {
  const env = {
    CLIPMILL_MCP_ALLOWED_HOSTS: "mcp.example.com",
    CLIPMILL_MCP_ALLOWED_ORIGINS: "https://app.example.com",
  };
  const { server, bearer } = await scene(t, env);
  const { port } = new URL(server.url);
  const as = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    ask(server.url, { ...bearer, ...headers });
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1.evil.example",
    "127.0.0.1@evil.example",
  ]) {
    assert.equal((await as({ host })).status, 403, host);
  }
  for (const host of [
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    "[::1]",
    "mcp.example.com",
    "MCP.example.com:443",
  ]) {
    assert.equal((await as({ host })).status, 200, host);
  }
  for (const origin of [
    "https://evil.example",
    "null",
    "http://localhost:6274",
    "https://app.example.com.evil.example",
  ]) {
    const { status, headers } = await as({ origin });
    assert.deepEqual([status, headers["access-control-allow-origin"]], [403, undefined], origin);
  }
  const { status, headers } = await as({ origin: "https://app.example.com" });
  assert.deepEqual([status, headers["access-control-allow-origin"]], [200, "https://app.example.com"]);
  const preflight = await ask(server.url, { origin: "https://app.example.com" }, "", "OPTIONS");
  assert.equal(preflight.status, 204);
  assert.match(String(preflight.headers["access-control-allow-headers"]), /authorization.*mcp-session-id/);
});

test("a message that is too large is refused", async (t) => {
  const { server, bearer, begin } = await scene(t);
  const session = { ...bearer, "mcp-session-id": await begin() };
  const large = JSON.stringify({ ...LIST, params: { text: "x".repeat(MCP_LIMITS.messageBytes) } });
  assert.equal((await ask(server.url, session, large)).status, 413);
  assert.equal((await ask(server.url, session, LIST)).status, 200);
});

test("a key has so many sessions, and its oldest idle one makes room for the next", async (t) => {
  const { server, bearer, begin } = await scene(t);
  const ids: string[] = [];
  for (let count = 0; count < MCP_HTTP_LIMITS.sessionsPerKey; count += 1) ids.push(await begin());
  // Connections are told to have ended a little later than their answers.
  await until("a session more", async () => (await ask(server.url, bearer)).status === 200);
  assert.equal(server.sessions(), MCP_HTTP_LIMITS.sessionsPerKey);
  const states = await Promise.all(
    ids.map(async (id) => (await ask(server.url, { ...bearer, "mcp-session-id": id }, LIST)).status),
  );
  assert.deepEqual(states, [404, ...ids.slice(1).map(() => 200)]);
});

test("idle connections are kept for longer than a proxy keeps them", async (t) => {
  const { server } = await scene(t);
  const { headers } = await ask(server.url, { connection: "keep-alive" });
  assert.equal(headers["keep-alive"], "timeout=150");
});

test("what is not the server's address is told where it is", async (t) => {
  const { server, bearer } = await scene(t);
  const elsewhere = server.url.replace(/\/mcp$/, "/");
  const { status, text } = await ask(elsewhere, bearer);
  assert.equal(status, 404);
  assert.match(text, /\/mcp/);
});

test("over HTTP there are no tools that read this machine's files, whatever is set", async (t) => {
  const { server, bearer } = await scene(t, { CLIPMILL_MCP_FOLDERS: "/tmp" });
  const { client } = await httpClient(t, server.url, bearer);
  const { tools } = await client.listTools();
  assert.ok(!tools.some(({ name }) => name === "upload_file"));
});

test("a stop ends open sessions, with their streams", async (t) => {
  const { server, bearer } = await scene(t);
  const { client } = await httpClient(t, server.url, bearer);
  await client.listTools();
  await server.stop();
  assert.equal(server.sessions(), 0);
  await assert.rejects(fetch(server.url));
});
