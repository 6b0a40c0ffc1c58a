// For operators and their machines: alive, ready to serve, and metrics.
import type { Registry } from "prom-client";
import type { PublicRoute, Reply, Route } from "../route.ts";

function text(body: string, contentType = "text/plain; charset=utf-8"): Reply {
  return { kind: "text", status: 200, contentType, text: body };
}

function publicGet(path: string, handle: PublicRoute["handle"]): PublicRoute {
  return { method: "GET", path, access: "public", body: "none", handle };
}

export interface HealthRoutesOptions {
  /** Rejects while requests cannot be served. */
  readonly checkReady: () => Promise<void>;
  readonly registry: Registry;
}

export function healthRoutes({ checkReady, registry }: HealthRoutesOptions): Route[] {
  return [
    publicGet("/healthz", async () => text("ok\n")),
    publicGet("/readyz", async () => {
      await checkReady();
      return text("ready\n");
    }),
    publicGet("/metrics", async () => text(await registry.metrics(), registry.contentType)),
  ];
}
