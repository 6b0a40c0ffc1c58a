// One session's MCP server: its tools and resources, over a client with the session's key. The SDK's own `Server` is used
// and not its `McpServer`, because that one wants inputs as zod schemas: ours are the API's.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { Clipmill } from "../../shared/client/node.ts";
import { MCP_LIMITS } from "../../shared/limits/mcp.ts";
import type { Logger } from "../../shared/logger.ts";
import { explainError } from "./explain-error.ts";
import { listResources, RESOURCE_TEMPLATES, readResource } from "./resources.ts";
import { type Notify, progressTeller } from "./tell-progress.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { ACCOUNT_TOOLS } from "./tools/account-tools.ts";
import { CLIP_TOOLS } from "./tools/clip-tools.ts";
import { CREATE_TOOLS } from "./tools/create-tools.ts";
import { JOB_TOOLS } from "./tools/job-tools.ts";
import { uploadTool } from "./tools/upload-tool.ts";

export interface McpServerOptions {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** From which files may be uploaded; none over HTTP. */
  readonly folders: readonly string[];
  readonly logger: Logger;
}

const INSTRUCTIONS = [
  "Clipmill cuts clips and highlight reels from videos, transcribes them and generates images, on the user's own machines.",
  "A create_… tool charges the account, starts a job and returns its task_id at once; wait_for_job waits for the end, again and again for long videos; get_job shows results with links that hold for 24 hours.",
  "read_clip shows the words and cuts of one finished clip, and render_clip renders it again with changes.",
].join("\n");

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

function listed({ name, title, description, inputSchema, annotations }: Tool): ListedTool {
  // As plain JSON, without what the library of schemas adds.
  const schema = JSON.parse(JSON.stringify(inputSchema)) as ListedTool["inputSchema"];
  return { name, title, description, inputSchema: schema, annotations: { title, ...annotations } };
}

/** Lets so many calls of a session run at once. */
function limited(max: number): <T>(call: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (call) => {
    if (running >= max) {
      throw new McpError(ErrorCode.InvalidRequest, `No more than ${max} calls at once: wait for one to end.`);
    }
    running += 1;
    try {
      return await call();
    } finally {
      running -= 1;
    }
  };
}

/** Fires once nobody can hear the answer to the message that is handled. Over standard input and output there is none. */
export const unheard = new AsyncLocalStorage<AbortSignal>();

/** For what only reads: by the protocol a client that has left has cancelled nothing, so what it began goes on. */
function whileHeard(signal: AbortSignal): AbortSignal {
  const closed = unheard.getStore();
  return closed === undefined ? signal : AbortSignal.any([signal, closed]);
}

interface Session {
  readonly clipmill: Clipmill;
  readonly tools: readonly Tool[];
  readonly logger: Logger;
}

async function callTool(
  { clipmill, tools, logger }: Session,
  name: string,
  input: unknown,
  call: Omit<ToolCall, "clipmill">,
): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
  const signal = tool.annotations.readOnlyHint === true ? whileHeard(call.signal) : call.signal;
  try {
    const result = await tool.run(input, { ...call, signal, clipmill });
    const text = JSON.stringify(result, null, 2);
    return { content: [{ type: "text", text }], structuredContent: result };
  } catch (error) {
    signal.throwIfAborted();
    const text = explainError(error);
    if (text === undefined) logger.error({ err: error, tool: name }, "a tool has failed");
    return {
      isError: true,
      content: [
        { type: "text", text: text ?? "INTERNAL: Something went wrong in the MCP server; its log has it." },
      ],
    };
  }
}

/** Makes the server of one session; it is to be connected to a transport. */
export function createMcpServer({ url, apiKey, folders, logger }: McpServerOptions): Server {
  const clipmill = new Clipmill({ url, apiKey, retry: MCP_LIMITS.apiRetry });
  const uploads = folders.length === 0 ? [] : [uploadTool(folders)];
  const tools = [...uploads, ...CREATE_TOOLS, ...CLIP_TOOLS, ...JOB_TOOLS, ...ACCOUNT_TOOLS];
  const session = { clipmill, tools, logger };
  const atOnce = limited(MCP_LIMITS.callsAtOnce);
  const server = new Server(
    { name: "clipmill", title: "Clipmill", version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  // Messages that are none, or too long: over standard input nobody is told of them otherwise. And answers whose client
  // has left.
  server.onerror = (error) =>
    logger.warn({ err: error }, "the client's message was not understood, or its answer could not be sent");
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    atOnce(() => {
      const { progressToken } = params._meta ?? {};
      const notify: Notify = (notification) => extra.sendNotification(notification);
      const onProgress = progressTeller(progressToken, notify);
      return callTool(session, params.name, params.arguments, { signal: extra.signal, onProgress });
    }),
  );
  const described = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await atOnce(read);
    } catch (error) {
      const text = explainError(error);
      throw text === undefined ? error : new McpError(ErrorCode.InvalidParams, text);
    }
  };
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => RESOURCE_TEMPLATES);
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { signal }) =>
    described(() => listResources({ clipmill, signal: whileHeard(signal) }, params?.cursor)),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    described(() => readResource({ clipmill, signal: whileHeard(signal) }, params.uri)),
  );
  return server;
}
