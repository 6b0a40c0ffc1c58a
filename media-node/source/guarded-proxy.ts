// An HTTP proxy on a loopback address for one run of a program that makes connections of its own, such as yt-dlp. It
// judges every address that it dials by the network policy, so that the program reaches no more than we would; it
// counts what comes in, and remembers why it refused. A random password keeps other programs of this machine out.
// Network namespaces were rejected because they need rights that a container rarely has.
import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../shared/errors.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import { resolveAllowed } from "../../shared/network/guarded-agent.ts";
import { checkPublicUrl, hostOf, type NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";
import { AnswerRate, type RatedConnection } from "./answer-rate.ts";
import { tooSlow } from "./bound-download.ts";

export interface GuardedProxyOptions {
  readonly policy: NetworkPolicy;
  /** All that may come in through the proxy; then every connection is cut. */
  readonly maxBytes: number;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** What all connections together must bring in each window of answers; once they bring less, all are cut. */
  readonly rateWindowMs: number;
  readonly minWindowBytes: number;
  readonly resolve?: Resolver | undefined;
  /** A clock in milliseconds, by which the windows are measured. */
  readonly now?: () => number;
}

const USER = "clipmill";
/** Headers between two neighbours (RFC 9110, section 7.6.1), which a proxy does not pass on. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Starts a proxy on a free port of 127.0.0.1. Close it after use: that also cuts what is still open. */
export async function startGuardedProxy(options: GuardedProxyOptions): Promise<GuardedProxy> {
  const password = randomBytes(24).toString("hex");
  const server = createServer();
  server.maxConnections = SOURCE_LIMITS.proxyConnections;
  const proxy = new GuardedProxy(server, password, options);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return proxy;
}

/** One running proxy, as `startGuardedProxy` gives it. */
export class GuardedProxy {
  readonly #server: Server;
  readonly #password: string;
  readonly #authorization: Buffer;
  readonly #options: GuardedProxyOptions;
  readonly #sockets = new Set<Socket>();
  readonly #rate: AnswerRate;
  #receivedBytes = 0;
  #refusal: AppError | undefined;
  #tooSlow: AppError | undefined;

  constructor(server: Server, password: string, options: GuardedProxyOptions) {
    this.#server = server;
    this.#password = password;
    this.#authorization = Buffer.from(`Basic ${Buffer.from(`${USER}:${password}`).toString("base64")}`);
    this.#options = options;
    this.#rate = new AnswerRate(
      { windowMs: options.rateWindowMs, bytes: options.minWindowBytes },
      options.now,
    );
    server.on("connection", (socket) => this.#track(socket, options.idleTimeoutMs));
    server.on("request", (request, response) => void this.#answer(request, response));
    server.on("connect", (request, client, head) => void this.#tunnel(request, client, head));
  }

  /** With its credentials, as `--proxy` options take it. */
  get url(): string {
    const address = this.#server.address();
    const port = address === null || typeof address === "string" ? 0 : address.port;
    return `http://${USER}:${this.#password}@127.0.0.1:${port}`;
  }

  /** The last address that was refused, as an error that says so. */
  get refusal(): AppError | undefined {
    return this.#refusal;
  }

  /** Says so where less came in than must. */
  get tooSlow(): AppError | undefined {
    return this.#tooSlow;
  }

  /** Whether more came in than may. */
  get isExhausted(): boolean {
    return this.#receivedBytes > this.#options.maxBytes;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** A request for http:, in absolute form. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!this.#isAuthorized(request)) {
        response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
        return;
      }
      const url = checkPublicUrl(request.url ?? "", this.#options.policy);
      if (url.protocol !== "http:") throw new AppError("INVALID_REQUEST");
      const socket = await this.#dial(hostOf(url), Number(url.port || "80"));
      await this.#forward(request, response, url, socket);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(this.#rememberRefusal(error), { connection: "close" }).end();
    }
  }

  async #forward(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    socket: Socket,
  ): Promise<void> {
    const headers = endToEndHeaders(request.headers);
    const { method } = request;
    const path = `${url.pathname}${url.search}`;
    const connection = this.#rate.connection();
    const upstream = httpRequest({ createConnection: () => socket, method, path, headers, setHost: false });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once("response", resolve);
      upstream.once("error", reject);
    });
    await Promise.all([pipeline(request, upstream), answered]);
    const answer = await answered;
    response.writeHead(answer.statusCode ?? 502, endToEndHeaders(answer.headers));
    await pipeline(answer, (chunks: AsyncIterable<Buffer>) => this.#count(chunks, connection), response);
  }

  /** CONNECT, for https: and everything else. */
  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on("error", () => client.destroy());
    if (!this.#isAuthorized(request)) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n");
      return;
    }
    try {
      const target = checkPublicUrl(`http://${request.url ?? ""}/`, this.#options.policy);
      const upstream = await this.#dial(hostOf(target), Number(target.port || "80"));
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      this.#join(client, upstream);
    } catch (error) {
      client.end(`HTTP/1.1 ${this.#rememberRefusal(error)} Refused\r\n\r\n`);
    }
  }

  /** From here on nothing but the tunnel's bytes may be sent: a failure of either side destroys both. */
  #join(client: Duplex, upstream: Socket): void {
    const connection = this.#rate.connection();
    const outbound = pipeline(
      client,
      (chunks: AsyncIterable<Buffer>) => noteSent(chunks, connection),
      upstream,
    );
    const inbound = pipeline(
      upstream,
      (chunks: AsyncIterable<Buffer>) => this.#count(chunks, connection),
      client,
    );
    Promise.all([outbound, inbound]).catch(() => {
      client.destroy();
      upstream.destroy();
    });
  }

  #isAuthorized(request: IncomingMessage): boolean {
    const given = Buffer.from(request.headers["proxy-authorization"] ?? "");
    return given.length === this.#authorization.length && timingSafeEqual(given, this.#authorization);
  }

  /** Returns the status that tells the client of a failure; one by policy is kept for the caller. */
  #rememberRefusal(error: unknown): number {
    if (!(error instanceof AppError)) return 502;
    this.#refusal = error;
    return 403;
  }

  async #dial(hostname: string, port: number): Promise<Socket> {
    const { policy, resolve, connectTimeoutMs, idleTimeoutMs } = this.#options;
    const addresses = await resolveAllowed(hostname, policy, resolve);
    const socket = connect({
      host: hostname,
      port,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: SOURCE_LIMITS.addressTimeoutMs,
      // The addresses that were judged are dialled: the name is not resolved again.
      lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
    });
    this.#track(socket, connectTimeoutMs);
    await new Promise<void>((connected, reject) => {
      socket.once("connect", connected);
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("The connection was closed.")));
    });
    socket.setTimeout(idleTimeoutMs);
    return socket;
  }

  #track(socket: Socket, timeoutMs: number): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setTimeout(timeoutMs, () => socket.destroy());
  }

  async *#count(chunks: AsyncIterable<Buffer>, connection: RatedConnection): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#receivedBytes += chunk.length;
      if (this.isExhausted) throw new Error("More came in than may.");
      if (connection.isTooSlowWith(chunk.length)) this.#tooSlow ??= tooSlow(this.#options);
      if (this.#tooSlow !== undefined) throw this.#tooSlow;
      yield chunk;
    }
  }
}

async function* noteSent(chunks: AsyncIterable<Buffer>, connection: RatedConnection): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    connection.noteSent();
    yield chunk;
  }
}

function endToEndHeaders(headers: IncomingMessage["headers"]): Record<string, string | string[]> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_HEADERS.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
