// The HTTP server: registers routes and closes in order. What happens to one request is in run-exchange.ts.
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Request, type Response, Server, type ServerConstructorOptions } from "hyper-express";
import { AppError } from "../../shared/errors.ts";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { answerRoute } from "./answer-route.ts";
import { allowOrigin, preflightReply } from "./cross-origin.ts";
import { API_PREFIX, type Endpoint, Exchange, type ExchangeServices } from "./exchange.ts";
import type { Method, Reply, Route } from "./route.ts";
import { MethodNotAllowed, runExchange } from "./run-exchange.ts";
import type { TlsSettings } from "./tls/certificate.ts";
import { TlsServers } from "./tls/tls-servers.ts";
import { asksForEnd, endConnectionWithReply, endWithoutBody } from "./wire/replies.ts";

export interface HttpServerOptions extends ExchangeServices {
  readonly routes: readonly Route[];
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly shutdownGraceMs?: number;
  /** Origins of web pages that may send keys; none if missing. */
  readonly corsOrigins?: readonly string[];
  /** Plain HTTP if null or undefined. */
  readonly tls?: TlsSettings | null;
  /** Called with the end of each certificate that comes into use. */
  readonly onCertificate?: (expiresAt: Date) => void;
  readonly reloadIntervalMs?: number;
}

export interface HttpServer {
  readonly port: number;
  /** Takes no new connections, lets open requests end, and cuts those left after the grace time. */
  close(): Promise<void>;
}

const STANDARD_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** uWebSockets silently shares a port between processes, so a port in use must be detected beforehand. */
async function checkPortIsFree(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

/** What holds the port, and the servers that answer. */
interface Listening {
  readonly port: number;
  stopListening(): void;
  /** Those that may have open requests. */
  readonly servers: readonly Server[];
}

/** Exchanges until their end, which comes after that of the request where its client has left. */
class OpenExchanges {
  #count = 0;
  #onNone: (() => void) | undefined;
  /** Whether the server is to end, and connections with their next reply. */
  isClosing = false;

  add(exchange: Promise<void>): Promise<void> {
    this.#count += 1;
    return exchange.finally(() => {
      this.#count -= 1;
      if (this.#count === 0) this.#onNone?.();
    });
  }

  async ended(): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
    });
  }
}

function newServer(
  options: HttpServerOptions,
  open: OpenExchanges,
  tls: ServerConstructorOptions = {},
  answers = true,
): Server {
  // Routes bound their bodies themselves, with a reply that says so; hyper-express would send a bare 413.
  const server = new Server({ ...tls, auto_close: false, max_body_length: Number.MAX_SAFE_INTEGER });
  if (answers) registerRoutes(server, options, open);
  return server;
}

async function listenOverTls(
  options: HttpServerOptions,
  open: OpenExchanges,
  settings: TlsSettings,
): Promise<Listening> {
  const { port, host, logger, onCertificate, reloadIntervalMs } = options;
  const servers = new TlsServers({
    settings,
    newServer: (tls, { answers }) => newServer(options, open, tls, answers),
    logger,
    ...(onCertificate === undefined ? {} : { onCertificate }),
    ...(reloadIntervalMs === undefined ? {} : { reloadIntervalMs }),
  });
  await servers.listen(port, host);
  return servers;
}

async function listenInClear(options: HttpServerOptions, open: OpenExchanges): Promise<Listening> {
  const server = newServer(options, open);
  await server.listen(options.port, options.host);
  return { port: server.port, servers: [server], stopListening: () => server.close() };
}

/** Starts the server. @throws the system's error when the address cannot be listened on */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, host, tls } = options;
  await checkPortIsFree(port, host);
  const open = new OpenExchanges();
  const listening = await (tls == null ? listenInClear(options, open) : listenOverTls(options, open, tls));
  return {
    port: listening.port,
    close: () => closeServers(listening, open, options.shutdownGraceMs ?? HTTP_LIMITS.shutdownGraceMs),
  };
}

/**
 * Tells clients that keep connections, such as Node's, when an idle one ends, so that they open a new one in time: a request
 * that is sent while the server ends its connection is lost. One that polls every ten seconds comes close to that each time.
 */
const KEPT_IDLE = `timeout=${HTTP_LIMITS.idleConnectionMs / 1_000}`;

function registerRoutes(server: Server, options: HttpServerOptions, open: OpenExchanges): void {
  const hstsSeconds = options.tls?.hstsSeconds ?? 0;
  const begin = (request: Request, response: Response): Exchange => {
    endWithoutBody(response);
    if (open.isClosing) endConnectionWithReply(response);
    // The server below ends it then, but does not say so.
    if (asksForEnd(request)) response.header("connection", "close");
    else if (!open.isClosing) response.header("keep-alive", KEPT_IDLE);
    if (hstsSeconds > 0) response.header("strict-transport-security", `max-age=${hstsSeconds}`);
    allowOrigin(request, response, options.corsOrigins ?? []);
    return new Exchange(options, request, response);
  };
  for (const route of options.routes) {
    const verb = route.method.toLowerCase() as "get" | "head" | "post" | "put" | "delete" | "options";
    server[verb](route.path, (request, response) => {
      const exchange = begin(request, response);
      const answer = (): Promise<Reply> => answerRoute(options, route, exchange);
      return options.publicAddress.during(exchange, () =>
        open.add(runExchange(options, route, exchange, answer)),
      );
    });
  }
  for (const [path, methods] of methodsByPath(options.routes)) {
    server.any(path, (request, response) => refuse(options, path, methods, begin(request, response)));
  }
  for (const path of [`${API_PREFIX}*`, "/*"]) {
    server.any(path, (request, response) => refuse(options, path, [], begin(request, response)));
  }
}

function methodsByPath(routes: readonly Route[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

async function closeServers(listening: Listening, open: OpenExchanges, graceMs: number): Promise<void> {
  // Requests over open connections are still answered. hyper-express's own shutdown would close these connections, and
  // lose requests that a proxy has already sent.
  open.isClosing = true;
  listening.stopListening();
  const { servers } = listening;
  const grace = new AbortController();
  // Also creates whose client has left: the task may still be created, and must then be withdrawn.
  const ended = open.ended().then(() => pause(HTTP_LIMITS.lastReplyFlushMs));
  const expired = pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined);
  await Promise.race([ended, expired]);
  grace.abort();
  // What is left are idle connections, and requests that had their time.
  for (const server of servers) server.uws_instance.close();
}

/** Answers what no route takes: a wrong method, or an unknown path, which the API confirms only to holders of a key. */
function refuse(
  services: HttpServerOptions,
  path: string,
  methods: readonly string[],
  exchange: Exchange,
): Promise<void> {
  const { request } = exchange;
  // A client may send any word as its method; as a label of metrics and usage it must be one of a few.
  const method = STANDARD_METHODS.has(request.method) ? request.method : "OTHER";
  const endpoint: Endpoint = { path, method };
  return runExchange(services, endpoint, exchange, async () => {
    const preflight = preflightReply(request, methods, services.corsOrigins ?? []);
    if (preflight !== undefined) return preflight;
    const isOfApi = request.path.startsWith(API_PREFIX);
    if (isOfApi) await exchange.admit();
    if (methods.length > 0) throw new MethodNotAllowed(methods);
    throw new AppError(
      "NOT_FOUND",
      isOfApi ? `There is no such path; ${API_PREFIX}docs lists all of them.` : undefined,
    );
  });
}
