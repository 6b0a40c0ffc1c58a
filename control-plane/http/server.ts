// The HTTP server: registers routes, and carries each request through the same steps (id, admission, body, handler,
// reply, metrics). Routes decide nothing of this, so that no endpoint can forget a check.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { type Request, type Response, Server } from "hyper-express";
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { HTTP_LIMITS, STORAGE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { admitRequest, requireScope } from "../accounts/admit-request.ts";
import { clientAddress, type Network } from "./client-address.ts";
import { errorBody } from "./error-reply.ts";
import type { HttpMetrics } from "./http-metrics.ts";
import { readJsonBody } from "./read-body.ts";
import type { Call, Method, Reply, Route } from "./route.ts";
import { sendJson, sendReply } from "./send-reply.ts";

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly sql: Sql;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly trustedProxies: readonly Network[] | null;
}

export interface HttpServer {
  readonly port: number;
  /** Takes no new connection, lets open requests end, and cuts what is left after the grace time. */
  close(): Promise<void>;
}

const API_PATHS = "/api/v1/*";

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
  const server = new Server({ auto_close: false, max_body_length: STORAGE_LIMITS.uploadBytes });
  for (const route of options.routes) {
    register(server, route.method, route.path, (request, response) =>
      handle(options, route, request, response),
    );
  }
  for (const [path, methods] of methodsByPath(options.routes)) {
    server.any(path, (request, response) => refuse(options, path, methods, request, response));
  }
  server.any(API_PATHS, (request, response) => refuse(options, API_PATHS, [], request, response));
  server.any("/*", (request, response) => refuse(options, "unknown", [], request, response));
  await server.listen(options.port, options.host);
  return { port: server.port, close: () => closeServer(server) };
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

async function closeServer(server: Server): Promise<void> {
  const grace = new Promise<void>((resolve) => setTimeout(resolve, HTTP_LIMITS.shutdownGraceMs).unref());
  await Promise.race([server.shutdown(), grace]);
  server.close();
}

interface Exchange {
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly request: Request;
}

function begin(request: Request, response: Response): Exchange {
  const controller = new AbortController();
  response.once("abort", () => controller.abort(new Error("The client went away.")));
  const requestId = randomUUID();
  return { requestId, headers: { "x-request-id": requestId }, signal: controller.signal, request };
}

async function admit(options: HttpServerOptions, exchange: Exchange) {
  const { request } = exchange;
  const address = clientAddress(request.ip, request.headers["x-forwarded-for"], options.trustedProxies);
  return admitRequest(options.sql, request.headers["x-service-api-key"], address);
}

/** The body as a plain stream: hyper-express's own request starts to flow only when it is piped. */
function bodyOf(request: Request): Readable {
  const body = new PassThrough();
  request.pipe(body);
  return body;
}

async function callOf(route: Route, exchange: Exchange): Promise<Call> {
  const { request, requestId, signal } = exchange;
  const { path, path_query: query, path_parameters: params, headers } = request;
  const stream = route.body === "none" ? Readable.from([]) : bodyOf(request);
  const body = route.body === "json" ? await readJsonBody(headers, stream, signal) : undefined;
  return { requestId, path, query, params, headers, body, stream, signal };
}

async function answer(options: HttpServerOptions, route: Route, exchange: Exchange): Promise<Reply> {
  if (route.access === "public") return route.handle(await callOf(route, exchange));
  const caller = await admit(options, exchange);
  requireScope(caller, route.scope);
  return route.handle(await callOf(route, exchange), caller);
}

/** Runs a request to its reply and measures it; every failure ends in an error body. */
async function exchangeWith(
  options: HttpServerOptions,
  route: { readonly path: string; readonly method: string },
  request: Request,
  response: Response,
  reply: (exchange: Exchange) => Promise<Reply>,
): Promise<void> {
  const startedAt = performance.now();
  const exchange = begin(request, response);
  options.metrics.open.inc();
  let status: number;
  try {
    const success = await reply(exchange);
    status = success.status;
    await sendReply(response, exchange.headers, success);
  } catch (error) {
    const body = errorBody(error, exchange.requestId, options.logger);
    status = body.error.statusCode;
    sendError(request, response, exchange, body, error);
  } finally {
    options.metrics.open.dec();
  }
  options.metrics.observe(route.path, route.method, status, performance.now() - startedAt);
}

function sendError(
  request: Request,
  response: Response,
  exchange: Exchange,
  body: ReturnType<typeof errorBody>,
  error: unknown,
): void {
  const allow = error instanceof MethodNotAllowed ? { allow: error.methods.join(", ") } : {};
  sendJson(response, body.error.statusCode, { ...exchange.headers, ...allow }, body);
  // The reply goes out once the body is in; a body that nobody wants must not hold the connection for long.
  if (!request.received) setTimeout(() => response.close(), HTTP_LIMITS.unwantedBodyGraceMs).unref();
}

function handle(
  options: HttpServerOptions,
  route: Route,
  request: Request,
  response: Response,
): Promise<void> {
  return exchangeWith(options, route, request, response, (exchange) => answer(options, route, exchange));
}

class MethodNotAllowed extends AppError {
  readonly methods: readonly string[];

  constructor(methods: readonly string[]) {
    super("METHOD_NOT_ALLOWED", `This path answers ${methods.join(", ")}.`);
    this.methods = methods;
  }
}

/** Answers what no route takes: another method on a known path, or an unknown path, which the API tells keys only. */
function refuse(
  options: HttpServerOptions,
  path: string,
  methods: readonly string[],
  request: Request,
  response: Response,
): Promise<void> {
  return exchangeWith(options, { path, method: request.method }, request, response, async (exchange) => {
    if (request.path.startsWith("/api/v1/")) await admit(options, exchange);
    throw methods.length > 0 ? new MethodNotAllowed(methods) : new AppError("NOT_FOUND");
  });
}
