// The SDK's own client before our MCP server: started as a client starts it, or over HTTP.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { LATEST_PROTOCOL_VERSION, type Progress } from "@modelcontextprotocol/sdk/types.js";
import { type RunningMcpServer, startMcpHttpServer } from "../../../deploy/mcp/http/http-server.ts";
import { readMcpSettings } from "../../../deploy/mcp/mcp-settings.ts";
import { createLogger } from "../../../shared/logger.ts";
import { cleanUp } from "../clean-up.ts";

/** The message that begins a session. */
export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  },
};

export interface McpClient {
  readonly client: Client;
  /** Calls a tool, which must succeed, and returns what it says. */
  call(
    name: string,
    input?: object,
    onProgress?: (progress: Progress) => void,
  ): Promise<Record<string, unknown>>;
  /** Calls a tool, which must fail, and returns what a model is told. */
  fail(name: string, input?: object): Promise<string>;
}

async function connect(t: TestContext, transport: Transport): Promise<McpClient> {
  const client = new Client({ name: "test", version: "1.0.0" });
  cleanUp(t, () => client.close());
  await client.connect(transport);
  const send = async (name: string, input: object, onProgress?: (progress: Progress) => void) => {
    const options = { timeout: 120_000, ...(onProgress === undefined ? {} : { onprogress: onProgress }) };
    const call = { name, arguments: { ...input } };
    const { isError, content, structuredContent } = await client.callTool(call, undefined, options);
    const [{ text = "" } = {}] = content as { text?: string }[];
    return { isError: isError === true, text, structuredContent };
  };
  return {
    client,
    call: async (name, input = {}, onProgress = undefined) => {
      const { isError, text, structuredContent } = await send(name, input, onProgress);
      assert.ok(!isError, text);
      const result = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual(structuredContent, result, "the text is what programs read, too");
      return result;
    },
    fail: async (name, input = {}) => {
      const { isError, text } = await send(name, input);
      assert.ok(isError, text);
      return text;
    },
  };
}

/** Starts the server's command; it ends with the client. */
export function stdioClient(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  command: readonly [string, ...string[]] = [process.execPath, "--import", "tsx", "deploy/mcp.ts"],
): Promise<McpClient> {
  const [program, ...args] = command;
  const inherited = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  return connect(
    t,
    new StdioClientTransport({ command: program, args, env: { ...inherited, ...env }, stderr: "inherit" }),
  );
}

/** Starts a server over HTTP in this process. */
export async function mcpHttpServer(
  t: TestContext,
  env: Readonly<Record<string, string>>,
): Promise<RunningMcpServer> {
  const settings = readMcpSettings({ CLIPMILL_MCP_PORT: "0", ...env });
  const server = await startMcpHttpServer(settings, createLogger("test", "silent"));
  cleanUp(t, () => server.stop());
  return server;
}

export function httpClient(
  t: TestContext,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<McpClient> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
  });
  return connect(t, transport as Transport);
}
