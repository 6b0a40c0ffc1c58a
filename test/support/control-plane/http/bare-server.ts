// A control plane's HTTP server with one route of a test's own, and without a database.
import type { TestContext } from "node:test";
import { Registry } from "prom-client";
import { FairLane } from "../../../../control-plane/http/fair-lane.ts";
import { createHttpMetrics } from "../../../../control-plane/http/http-metrics.ts";
import { jsonReply, type PublicRoute } from "../../../../control-plane/http/route.ts";
import {
  type HttpServer,
  type HttpServerOptions,
  startHttpServer,
} from "../../../../control-plane/http/server.ts";
import { AppError } from "../../../../shared/errors.ts";
import { LANE_LIMITS } from "../../../../shared/limits/requests.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { NO_SESSIONS } from "./no-admission.ts";

/** Starts one with a public POST /test, which the route may change, as may `options` the rest; it ends with the test. */
export async function bareServer(
  t: TestContext,
  route: Pick<PublicRoute, "handle"> & Partial<PublicRoute>,
  options: Partial<HttpServerOptions> = {},
): Promise<HttpServer & { url: string }> {
  const server = await startHttpServer({
    routes: [{ method: "POST", path: "/test", access: "public", body: "json", ...route }],
    admission: { admit: () => Promise.reject(new AppError("UNAUTHENTICATED")) },
    clientAddress: () => "127.0.0.1",
    believesAnyone: true,
    sessions: NO_SESSIONS,
    publicAddress: {
      during: (_request, work) => work(),
      arrivalOf: () => "http://127.0.0.1",
      refuseForeignHostName: () => undefined,
    },
    lanes: {
      reads: new FairLane(LANE_LIMITS.reads),
      writes: new FairLane(LANE_LIMITS.writes),
      creates: new FairLane(LANE_LIMITS.creates),
    },
    withdraw: () => undefined,
    recordUsage: () => undefined,
    logger: createLogger("test", "silent"),
    metrics: createHttpMetrics(new Registry(), {}),
    host: "127.0.0.1",
    port: 0,
    ...options,
  });
  t.after(() => server.close());
  return { ...server, url: `${options.tls == null ? "http" : "https"}://127.0.0.1:${server.port}` };
}

/** Answers a JSON body with itself. */
export const ECHO: Pick<PublicRoute, "handle"> = {
  handle: async (call) => jsonReply(200, "Echo", call.body),
};
