// `npm run --silent mcp`: the MCP server, for models that work with their users' tools. Over standard input and output, as
// a client starts it, with the key of CLIPMILL_API_KEY; or with --http as a service, where each caller brings a key.
// Standard output belongs to the protocol: everything else goes to standard error.
import "../shared/process/check-node.ts";
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { MCP_LIMITS } from "../shared/limits/mcp.ts";
import { createLogger, type Logger, readLogLevel } from "../shared/logger.ts";
import { isLoopbackHost } from "../shared/network/listening-address.ts";
import { EXIT_CONFIG, SettingError } from "../shared/process/environment.ts";
import { type RunningProcess, runProcessUntilStopped } from "../shared/process/run-process.ts";
import { EXIT_USAGE, isUsageError } from "../shared/process/usage-error.ts";
import { startMcpHttpServer } from "./mcp/http/http-server.ts";
import { createMcpServer } from "./mcp/mcp-server.ts";
import { type McpSettings, readMcpSettings } from "./mcp/mcp-settings.ts";

const USAGE = "Usage: npm run --silent mcp [-- --http]";

/** Serves the client that has started this process, until it goes away. */
async function serveStdio(settings: McpSettings, logger: Logger): Promise<void> {
  if (settings.apiKey === undefined) {
    throw new SettingError("CLIPMILL_API_KEY", "must be set: an API key of your account.");
  }
  const server = createMcpServer({ ...settings, logger });
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MCP_LIMITS.messageBytes,
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve);
    // A client that is gone reads no answers.
    process.stdout.once("error", () => resolve());
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
  });
  await server.connect(transport);
  await closed;
  await server.close();
  // What a client goes on sending after a message that was too long is not read; an open pipe would keep the process.
  process.stdin.destroy();
}

async function startHttp(settings: McpSettings, logger: Logger): Promise<RunningProcess> {
  const { host } = settings.http;
  if (!isLoopbackHost(host)) {
    logger.warn({ host }, "keys cross the network in clear text: put a proxy with HTTPS before this server");
  }
  return startMcpHttpServer(settings, logger);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { http: { type: "boolean", default: false } } });
  const logger = createLogger("mcp", readLogLevel(process.env));
  if (values.http) {
    await runProcessUntilStopped(logger, async () => startHttp(readMcpSettings(process.env), logger));
    return 0;
  }
  await serveStdio(readMcpSettings(process.env), logger);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof SettingError) {
    console.error(error.message);
    return EXIT_CONFIG;
  }
  const isUsage = isUsageError(error);
  console.error(isUsage ? `${error.message}\n${USAGE}` : error);
  return isUsage ? EXIT_USAGE : 1;
});
