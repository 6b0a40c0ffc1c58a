// The MCP server over HTTP ("streamable HTTP"): one address, /mcp, and each caller's own key.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { MCP_HTTP_LIMITS } from "../../../shared/limits/mcp.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { McpSettings } from "../mcp-settings.ts";
import { keyOf, pageHeaders, type Refusal, refuseUnknownCaller } from "./guard.ts";
import { Sessions } from "./sessions.ts";

const MCP_PATH = "/mcp";

export interface RunningMcpServer {
  /** With the path. */
  readonly url: string;
  sessions(): number;
  stop(): Promise<void>;
}

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null });
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

async function answer(
  sessions: Sessions,
  settings: McpSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refuseUnknownCaller(request, settings.http);
  if (refusal !== undefined) return refuse(response, refusal);
  for (const [name, value] of Object.entries(pageHeaders(request))) response.setHeader(name, value);
  response.setHeader("x-content-type-options", "nosniff");
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  if (request.url?.split("?")[0] !== MCP_PATH) {
    return refuse(response, { status: 404, message: `The MCP server is at ${MCP_PATH}.` });
  }
  const unanswered = await sessions.handle(request, response, keyOf(request));
  if (unanswered !== undefined) refuse(response, unanswered);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

/** Starts it. @throws what the system says of the port */
export async function startMcpHttpServer(settings: McpSettings, logger: Logger): Promise<RunningMcpServer> {
  const { host, port } = settings.http;
  const sessions = new Sessions({ url: settings.url, logger });
  const limits = MCP_HTTP_LIMITS;
  const bounds = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutsCheckedMs,
    keepAliveTimeout: limits.keepAliveMs,
  };
  const server = createServer(bounds, (request, response) => {
    answer(sessions, settings, request, response).catch((error: unknown) => {
      logger.error({ err: error }, "a request has failed");
      refuse(response, { status: 500, message: "Something went wrong in the MCP server; its log has it." });
    });
  });
  server.maxConnections = limits.connections;
  await listen(server, port, host);
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}${MCP_PATH}`,
    sessions: () => sessions.count,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sessions.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), limits.stopMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
