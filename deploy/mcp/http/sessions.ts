// Sessions over HTTP: each belongs to the key that began it, and to no other. There are so many in all and of each key;
// those of which nothing is heard are closed. A session counts before its first message has come, which may come slowly:
// then it takes a place of its key's, and none that others wait for.
import { hash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { Clipmill, ClipmillError } from "../../../shared/client/node.ts";
import { MCP_HTTP_LIMITS, MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import type { Logger } from "../../../shared/logger.ts";
import { createMcpServer, unheard } from "../mcp-server.ts";
import { endCancelledStreams } from "./cancelled-calls.ts";
import type { Refusal } from "./guard.ts";

interface Session {
  readonly id: string;
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
const UNKNOWN: Refusal = { status: 404, message: "There is no such session: start over." };
const FULL: Refusal = {
  status: 503,
  message: "There are too many sessions now.",
  headers: { "retry-after": "60" },
};

function hashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #options: SessionsOptions;
  readonly #sweep: NodeJS.Timeout;
  /** Of the keys that are being looked at: each once, however many sessions it begins. */
  readonly #looks = new Map<string, Promise<Refusal | undefined>>();

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
    return (await this.#look(key)) ?? this.#begin(request, response, key);
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
    const id = randomUUID();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: MCP_LIMITS.messageBytes,
    });
    const server = createMcpServer({ url, apiKey: key, folders: [], logger });
    server.onclose = () => this.#sessions.delete(id);
    await server.connect(transport);
    endCancelledStreams(transport);
    try {
      // A client that has left meanwhile is told of no more: its session would count as one with an open request for ever.
      if (response.destroyed) return undefined;
      const keyHash = hashOf(key);
      const refusal = this.#makeRoom(keyHash);
      if (refusal !== undefined) return refusal;
      const session: Session = { id, transport, keyHash, heardAt: performance.now(), open: 0 };
      this.#sessions.set(id, session);
      await this.#pass(session, request, response);
      return undefined;
    } finally {
      // What was not the beginning of a session has been refused by the transport.
      if (transport.sessionId === undefined) await server.close();
    }
  }

  /** Looks at a key, among few at once: says why it begins no session. */
  async #look(key: string): Promise<Refusal | undefined> {
    const underWay = this.#looks.get(key);
    if (underWay !== undefined) return underWay;
    if (this.#looks.size >= MCP_HTTP_LIMITS.looksAtOnce) return FULL;
    const look = this.#checkKey(key).finally(() => this.#looks.delete(key));
    this.#looks.set(key, look);
    return look;
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

  #end({ id, transport }: Session): void {
    this.#sessions.delete(id);
    transport
      .close()
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, "a session did not close"));
  }
}
