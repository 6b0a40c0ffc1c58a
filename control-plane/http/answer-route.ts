// What a route does with a request: admission, scope or role, body, handler. Admission and handler share the time that a
// client may wait.
import { AppError } from "../../shared/errors.ts";
import { BODY_ROOM, HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { type Caller, requireScope } from "../accounts/admission.ts";
import { requireRole, type Session } from "../accounts/people/session.ts";
import { networkOf } from "../accounts/unknown-keys.ts";
import { refuseOtherSites } from "./cross-site.ts";
import { CONSOLE_API_PREFIX, type Exchange, type ExchangeServices, type Lanes } from "./exchange.ts";
import { requirePageAccount } from "./page-headers.ts";
import { hasBody, readJsonBody } from "./read-body.ts";
import type { KeyRoute, PublicRoute, Reply, Route, SessionRoute } from "./route.ts";
import { closeReply } from "./send-reply.ts";
import { type BodyPlace, BodyRoom } from "./wire/body-room.ts";

/** Creates have a lane of their own, because they wait for their common statement (create-batches.ts), not for connections. */
function laneOf({ method, creates }: Route): keyof Lanes {
  if (method === "GET" || method === "HEAD") return "reads";
  return creates === true ? "creates" : "writes";
}

/** Runs a route. @throws whatever admission, the checks of the body, and the handler throw */
export async function answerRoute(
  services: ExchangeServices,
  route: Route,
  exchange: Exchange,
): Promise<Reply> {
  services.publicAddress.refuseForeignHostName(exchange);
  if (route.access === "public") return answerPublic(route, exchange);
  return route.access === "session"
    ? answerSession(services, route, exchange)
    : answerKey(services, route, exchange);
}

const CALLERS_BODIES = new BodyRoom(BODY_ROOM.callers);
const STRANGERS_BODIES = new BodyRoom(BODY_ROOM.strangers);

function roomOfStranger({ clientAddress, claimant }: Exchange): BodyPlace {
  const peer = claimant === undefined ? undefined : networkOf(claimant);
  return STRANGERS_BODIES.open(networkOf(clientAddress), peer);
}

/** @param place where the body lies while it comes */
async function readBody(
  { body, maxBodyBytes }: Route,
  exchange: Exchange,
  place: () => BodyPlace,
): Promise<void> {
  if (body !== "json" && body !== "optional-json") return;
  if (body === "optional-json" && !hasBody(exchange.headers)) {
    exchange.body = {};
    return;
  }
  const bounds = { place: place(), ...(maxBodyBytes === undefined ? {} : { maxBytes: maxBodyBytes }) };
  exchange.body = await readJsonBody(exchange.headers, exchange.stream, exchange.signal, bounds);
}

/** Reads a body. If what the path names is missing, that is reported before faults of the body. @throws either */
async function readBodyOfTarget(
  { lanes }: ExchangeServices,
  route: KeyRoute,
  exchange: Exchange,
  caller: Caller,
): Promise<void> {
  try {
    await readBody(route, exchange, () => CALLERS_BODIES.open(caller.accountId));
  } catch (error) {
    const { requireTarget } = route;
    if (requireTarget !== undefined && error instanceof AppError) {
      const look = lanes[laneOf(route)].run(caller.accountId, () => requireTarget(exchange, caller));
      await withTimeout(HTTP_LIMITS.replyTimeoutMs, look);
    }
    throw error;
  }
}

async function answerPublic(route: PublicRoute, exchange: Exchange): Promise<Reply> {
  if (route.path.startsWith(CONSOLE_API_PREFIX)) {
    refuseOtherSites(route.method, exchange.headers, exchange.arrivalUrl);
  }
  await readBody(route, exchange, () => roomOfStranger(exchange));
  const reply = route.handle(exchange);
  const { replyTimeoutMs = HTTP_LIMITS.replyTimeoutMs } = route;
  return route.body === "stream" ? reply : withTimeout(replyTimeoutMs, reply, closeReply);
}

async function answerKey(services: ExchangeServices, route: KeyRoute, exchange: Exchange): Promise<Reply> {
  const startedAt = performance.now();
  const caller = await exchange.admit();
  requirePageAccount(exchange.headers, caller.accountId);
  const admittedAt = performance.now();
  const leftMs = HTTP_LIMITS.replyTimeoutMs - (admittedAt - startedAt);
  requireScope(caller, route.scope);
  await readBodyOfTarget(services, route, exchange, caller);
  // Reads, which are most requests, owe nothing.
  if (route.method === "POST") {
    // The database's clock has moved on at least as far as ours since it decided.
    const databaseTimeMs = caller.databaseTimeMs + (performance.now() - admittedAt);
    exchange.promiseAnswer(new Date(databaseTimeMs), new Date(databaseTimeMs + leftMs));
  }
  const lane = services.lanes[laneOf(route)];
  const deadline = performance.now() + leftMs;
  const reply = lane.run(caller.accountId, async () => {
    // Its client got an answer while it waited.
    if (performance.now() > deadline) throw new AppError("UNAVAILABLE");
    return route.handle(exchange, caller);
  });
  return withTimeout(leftMs, reply, closeReply);
}

/** @throws AppError FORBIDDEN, ACCOUNT_BLOCKED */
function requireRights({ role }: SessionRoute, { headers }: Exchange, session: Session): void {
  if (role === "member" || role === "owner") requirePageAccount(headers, session.account?.id);
  requireRole(session, role);
}

/**
 * Reads a body, and returns the session as it is afterwards: a client may hold a body back for many seconds, and what it
 * then does, such as making a key, would outlast a role that was taken away in between.
 */
async function readBodyOfSession(
  route: SessionRoute,
  exchange: Exchange,
  admitted: Session,
): Promise<Session> {
  await readBody(route, exchange, () => CALLERS_BODIES.open(admitted.user.id));
  if (!hasBody(exchange.headers)) return admitted;
  const session = await exchange.readSessionAgain();
  requireRights(route, exchange, session);
  return session;
}

/** Runs a route of the console: session, role, body, handler. In the lanes people take turns, not accounts. */
async function answerSession(
  { lanes }: ExchangeServices,
  route: SessionRoute,
  exchange: Exchange,
): Promise<Reply> {
  const startedAt = performance.now();
  const admitted = await exchange.admitSession();
  requireRights(route, exchange, admitted);
  const leftMs = HTTP_LIMITS.replyTimeoutMs - (performance.now() - startedAt);
  const session = await readBodyOfSession(route, exchange, admitted);
  const reply = lanes[laneOf(route)].run(session.user.id, () => route.handle(exchange, session));
  return withTimeout(leftMs, reply, closeReply);
}
