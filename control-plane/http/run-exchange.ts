// From a request to its reply. Every route goes through here and through answer-route.ts, so no endpoint can forget a check.
// Each failure becomes an error body; each request is measured and counted for its account, and requests of the API get a
// span.
import { AppError } from "../../shared/errors.ts";
import { RangeNotSatisfiable } from "../../shared/storage/byte-range.ts";
import { inSpan, isTracing } from "../../shared/tracing/tracing.ts";
import { Throttled } from "../accounts/people/throttle.ts";
import { CLIENT_CLOSED_REQUEST_STATUS, ClientDisconnected } from "./client-disconnect.ts";
import { errorBody } from "./error-reply.ts";
import { API_PREFIX, type Endpoint, type Exchange, type ExchangeServices } from "./exchange.ts";
import { UnclearFraming } from "./read-body.ts";
import { replyEarly } from "./reply-early.ts";
import type { Reply } from "./route.ts";
import { closeReply, sendJson, sendReply } from "./send-reply.ts";

/** The path is there, for other methods: `allow` names them in the reply. */
export class MethodNotAllowed extends AppError {
  readonly methods: readonly string[];

  constructor(methods: readonly string[]) {
    super("METHOD_NOT_ALLOWED", `This path answers ${methods.join(", ")}.`);
    this.methods = methods;
  }
}

function headersOf(thrown: unknown): Record<string, string> {
  if (thrown instanceof MethodNotAllowed) return { allow: thrown.methods.join(", ") };
  if (thrown instanceof RangeNotSatisfiable) return { "content-range": `bytes */${thrown.sizeBytes}` };
  return thrown instanceof Throttled ? { "retry-after": String(thrown.retryAfterS) } : {};
}

function sendFailure(exchange: Exchange, thrown: unknown, { logger, metrics }: ExchangeServices): number {
  if (thrown instanceof ClientDisconnected) return CLIENT_CLOSED_REQUEST_STATUS;
  const { request, response, requestId } = exchange;
  const body = errorBody(thrown, requestId, logger.child({ accountId: exchange.accountId }));
  metrics.refused(body.error.code);
  const { code, statusCode } = body.error;
  const rest = { isSlow: code === "REQUEST_TIMEOUT", isUnclear: thrown instanceof UnclearFraming };
  replyEarly(request, response, rest, (closesConnection) =>
    sendJson(response, {
      status: statusCode,
      requestId,
      body,
      headers: headersOf(thrown),
      closesConnection,
    }),
  );
  return statusCode;
}

/** One line for each request, at debug level only: a busy control plane answers thousands in a second. */
function tellEnd(
  { logger }: ExchangeServices,
  { method, path: route }: Endpoint,
  exchange: Exchange,
  { status, durationMs }: { readonly status: number; readonly durationMs: number },
): void {
  if (!logger.isLevelEnabled("debug")) return;
  const { requestId, accountId, taskIds } = exchange;
  const rounded = Math.round(durationMs * 10) / 10;
  logger.debug(
    { requestId, accountId, taskIds, method, route, status, durationMs: rounded },
    "request answered",
  );
}

/** Carries a request to its reply; one of the API in a span of its own, below the client's where it names one. */
export function runExchange(
  services: ExchangeServices,
  endpoint: Endpoint,
  exchange: Exchange,
  reply: () => Promise<Reply>,
): Promise<void> {
  const { method, path } = endpoint;
  const run = (): Promise<number> => answerMeasured(services, endpoint, exchange, reply);
  // Probes and scrapes come every few seconds.
  if (!isTracing() || !path.startsWith(API_PREFIX)) return run().then(() => undefined);
  const parent = exchange.headers.traceparent ?? null;
  const attributes = {
    "http.request.method": method,
    "http.route": path,
    "clipmill.request_id": exchange.requestId,
  };
  return inSpan(`${method} ${path}`, { kind: "server", parent, attributes }, async (span) => {
    const status = await run();
    span.set({ "http.response.status_code": status });
    if (exchange.accountId !== undefined) span.set({ "clipmill.account_id": exchange.accountId });
    if (status >= 500) span.fail(String(status));
  });
}

/** Carries a request to its reply and returns its status; every failure ends in an error body, and all is measured. */
async function answerMeasured(
  services: ExchangeServices,
  endpoint: Endpoint,
  exchange: Exchange,
  reply: () => Promise<Reply>,
): Promise<number> {
  const startedAt = performance.now();
  const { metrics } = services;
  metrics.open.inc();
  let status: number;
  try {
    if (exchange.framingProblem !== undefined) throw exchange.framingProblem;
    const success = await reply();
    // The client has left, so the answer counts as not given, and tasks that it created are withdrawn.
    if (exchange.response.completed) {
      closeReply(success);
      throw new ClientDisconnected();
    }
    status = success.status;
    await sendReply(exchange.response, exchange.requestId, success);
  } catch (error) {
    exchange.refuseAnswer();
    status = sendFailure(exchange, error, services);
  } finally {
    metrics.open.dec();
  }
  const durationMs = performance.now() - startedAt;
  tellEnd(services, endpoint, exchange, { status, durationMs });
  metrics.observe(endpoint.path, endpoint.method, status, durationMs);
  if (exchange.accountId !== undefined) {
    services.recordUsage(exchange.accountId, endpoint.method, endpoint.path, durationMs);
  }
  return status;
}
