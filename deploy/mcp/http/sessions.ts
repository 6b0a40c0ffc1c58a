// Sessions over HTTP: each belongs to the key that began it, and to no other. There are so many in all and of each key;
// those of which nothing is heard are closed.
import { hash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CancelledNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Clipmill, ClipmillError } from "../../../shared/client/node.ts";
import { MCP_HTTP_LIMITS, MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import type { Logger } from "../../../shared/logger.ts";
import { createMcpServer, unheard } from "../mcp-server.ts";
import type { Refusal } from "./guard.ts";

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly keyHash: Buffer;
  heardAt: number;
  /** Requests under way, streams too. */
  open: number;
}

export interface SessionsOptions {
  readonly url: string;
  readonly logger: Logger;
}

const NO_KEY: Refusal = {
  status: 401,
  message: "Send the account's API key as `Authorization: Bearer KEY`.",
  headers: { "www-authenticate": "Bearer" },
};
const WRONG_KEY: Refusal = { ...NO_KEY, message: "The API key is not valid." };
const UNKNOWN: Refusal = { status: 404, message: "There is no such session: begin anew." };
const FULL: Refusal = {
  status: 503,
  message: "There are too many sessions now.",
  headers: { "retry-after": "60" },
};

function hashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** A call that its client cancels has no answer, and the SDK would hold the stream for it open until the session's end. */
function endCancelledStreams(transport: StreamableHTTPServerTransport): void {
  const handle = transport.onmessage;
  transport.onmessage = (message, extra) => {
    handle?.(message, extra);
    const { data } = CancelledNotificationSchema.safeParse(message);
    if (data?.params.requestId !== undefined) transport.closeSSEStream(data.params.requestId);
  };
}

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #options: SessionsOptions;
  readonly #sweep: NodeJS.Timeout;
  #opening = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#closeIdle(), MCP_HTTP_LIMITS.sweepMs);
    this.#sweep.unref();
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** Answers a request, or says why not. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    key: string | undefined,
  ): Promise<Refusal | undefined> {
    if (key === undefined) return NO_KEY;
    const id = request.headers["mcp-session-id"];
    const found = typeof id === "string" ? this.#sessions.get(id) : undefined;
    if (id !== undefined) {
      if (found === undefined || !timingSafeEqual(found.keyHash, hashOf(key))) return UNKNOWN;
      await this.#pass(found, request, response);
      return undefined;
    }
    if (request.method !== "POST") return UNKNOWN;
    if (this.#opening >= MCP_HTTP_LIMITS.openingsAtOnce) return FULL;
    this.#opening += 1;
    try {
      return await this.#begin(request, response, key);
    } finally {
      this.#opening -= 1;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #pass(session: Session, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    session.open += 1;
    response.once("close", () => {
      session.open -= 1;
      session.heardAt = performance.now();
      closed.abort();
    });
    await unheard.run(closed.signal, () => session.transport.handleRequest(request, response));
  }

  async #begin(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
  ): Promise<Refusal | undefined> {
    const { url, logger } = this.#options;
    const wrong = await this.#checkKey(key);
    // A client that has left meanwhile is told of no more: its session would count as one with an open request for ever.
    if (response.destroyed) return undefined;
    const refusal = wrong ?? this.#makeRoom(hashOf(key));
    if (refusal !== undefined) return refusal;
    const keyHash = hashOf(key);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MCP_LIMITS.messageBytes,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
      },
    });
    const session: Session = { transport, keyHash, heardAt: performance.now(), open: 0 };
    const server = createMcpServer({ url, apiKey: key, folders: [], logger });
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    // Its optional handlers may be undefined, which the interface does not say.
    await server.connect(transport as Transport);
    endCancelledStreams(transport);
    await this.#pass(session, request, response);
    // What was not the beginning of a session has been refused by the transport.
    if (transport.sessionId === undefined) await server.close();
    return undefined;
  }

  /** A key without the scope for balances is one all the same. */
  async #checkKey(key: string): Promise<Refusal | undefined> {
    const clipmill = new Clipmill({ url: this.#options.url, apiKey: key, retry: MCP_LIMITS.apiRetry });
    try {
      await clipmill.balance();
      return undefined;
    } catch (error) {
      if (!(error instanceof ClipmillError)) throw error;
      if (error.code === "SCOPE_MISSING") return undefined;
      if (error.code === "UNAUTHENTICATED") return WRONG_KEY;
      const status = error.status === 403 ? 403 : 503;
      return { status, message: `${error.code}: ${error.message}` };
    }
  }

  /** A key's oldest idle session makes room for its next; nobody's makes room for another key's. */
  #makeRoom(keyHash: Buffer): Refusal | undefined {
    const own = [...this.#sessions.values()].filter((session) => session.keyHash.equals(keyHash));
    if (own.length >= MCP_HTTP_LIMITS.sessionsPerKey) {
      const [oldest] = own.filter(({ open }) => open === 0).sort((a, b) => a.heardAt - b.heardAt);
      if (oldest === undefined) return FULL;
      this.#end(oldest);
    }
    return this.#sessions.size >= MCP_HTTP_LIMITS.sessions ? FULL : undefined;
  }

  #closeIdle(): void {
    const before = performance.now() - MCP_HTTP_LIMITS.idleMs;
    for (const session of this.#sessions.values()) {
      if (session.open === 0 && session.heardAt < before) this.#end(session);
    }
  }

  #end({ transport }: Session): void {
    if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    transport
      .close()
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, "a session did not close"));
  }
}
