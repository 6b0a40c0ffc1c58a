// The HTTP server: registers routes and closes in order. What happens to one request is in exchange.ts.
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Request, type Response, Server } from "hyper-express";
import { AppError } from "../../shared/errors.ts";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import {
  answerRoute,
  type Endpoint,
  Exchange,
  type ExchangeServices,
  MethodNotAllowed,
  runExchange,
} from "./exchange.ts";
import type { Method, Reply, Route } from "./route.ts";

export interface HttpServerOptions extends ExchangeServices {
  readonly routes: readonly Route[];
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly shutdownGraceMs?: number;
}

export interface HttpServer {
  readonly port: number;
  /** Takes no new connection, lets open requests end, and cuts what is left after the grace time. */
  close(): Promise<void>;
}

const STANDARD_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const API_PREFIX = "/api/v1/";

/** uWebSockets shares a port silently between processes, so that a taken one must be noticed beforehand. */
async function checkPortIsFree(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

/** Starts the server. @throws the system's error when the address cannot be listened on */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  await checkPortIsFree(options.port, options.host);
  // Routes bound their bodies themselves, with a reply that says so; hyper-express would send a bare 413.
  const server = new Server({ auto_close: false, max_body_length: Number.MAX_SAFE_INTEGER });
  for (const route of options.routes) {
    register(server, route.method, route.path, (request, response) => {
      const exchange = new Exchange(options, request, response);
      const answer = (): Promise<Reply> => answerRoute(options, route, exchange);
      return options.address.during(exchange, () => runExchange(options, route, exchange, answer));
    });
  }
  for (const [path, methods] of methodsByPath(options.routes)) {
    server.any(path, (request, response) => refuse(options, path, methods, request, response));
  }
  for (const path of [`${API_PREFIX}*`, "/*"]) {
    server.any(path, (request, response) => refuse(options, path, [], request, response));
  }
  await server.listen(options.port, options.host);
  return {
    port: server.port,
    close: () => closeServer(server, options.shutdownGraceMs ?? HTTP_LIMITS.shutdownGraceMs),
  };
}

function register(
  server: Server,
  method: Method,
  path: string,
  handler: (request: Request, response: Response) => Promise<void>,
): void {
  const verb = method.toLowerCase() as "get" | "head" | "post" | "put";
  server[verb](path, handler);
}

function methodsByPath(routes: readonly Route[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  // First of all: shutdown() alone would take new connections for as long as requests are open.
  server.close();
  const grace = new AbortController();
  const ended = server.shutdown().then(() => pause(HTTP_LIMITS.lastReplyFlushMs));
  const expired = pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined);
  await Promise.race([ended, expired]);
  grace.abort();
  // What is left are idle connections, and requests that had their time.
  server.uws_instance.close();
}

/** Answers what no route takes: another method on a known path, or an unknown path, which the API tells keys only. */
function refuse(
  services: ExchangeServices,
  path: string,
  methods: readonly string[],
  request: Request,
  response: Response,
): Promise<void> {
  // A client may send any word as its method; as a label of metrics and usage it must be one of a few.
  const method = STANDARD_METHODS.has(request.method) ? request.method : "OTHER";
  const endpoint: Endpoint = { path, method };
  const exchange = new Exchange(services, request, response);
  return runExchange(services, endpoint, exchange, async () => {
    if (request.path.startsWith(API_PREFIX)) await exchange.admit();
    throw methods.length > 0 ? new MethodNotAllowed(methods) : new AppError("NOT_FOUND");
  });
}
