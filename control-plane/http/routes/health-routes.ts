// For operators and their machines: alive, ready to serve, and metrics.
import type { Registry } from "prom-client";
import { singleFlightCheck } from "../../../shared/single-flight-check.ts";
import type { PublicRoute, Reply, Route } from "../route.ts";

function text(body: string, contentType = "text/plain; charset=utf-8"): Reply {
  return { kind: "text", status: 200, contentType, text: body };
}

/** Some load balancers probe with HEAD. */
function probe(path: string, handle: PublicRoute["handle"]): PublicRoute[] {
  return (["GET", "HEAD"] as const).map((method) => ({
    method,
    path,
    access: "public",
    body: "none",
    handle,
  }));
}

export interface HealthRoutesOptions {
  /** Rejects while requests cannot be served. */
  readonly checkReady: () => Promise<void>;
  /** What does not work although requests are served; undefined where all does. */
  readonly shortage: () => string | undefined;
  /** Null where the metrics have a port of their own. */
  readonly registry: Registry | null;
}

/**
 * `/healthz`, `/readyz` and, with a registry, `/metrics`; none of them asks for a key. Checks of readiness
 * that come at once share one.
 */
export function healthRoutes({ checkReady, shortage, registry }: HealthRoutesOptions): Route[] {
  const isReady = singleFlightCheck(checkReady);
  const pages = [
    ...probe("/healthz", async () => text("ok\n")),
    ...probe("/readyz", async () => {
      await isReady();
      const problem = shortage();
      return text(problem === undefined ? "ready\n" : `ready, but ${problem}\n`);
    }),
  ];
  if (registry !== null) {
    const handle = async (): Promise<Reply> => text(await registry.metrics(), registry.contentType);
    pages.push({ method: "GET", path: "/metrics", access: "public", body: "none", handle });
  }
  return pages;
}
