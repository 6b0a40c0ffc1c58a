// What Prometheus sees of the HTTP surface. Routes are labelled by their pattern, never by the path of a request,
// which would make a series per id.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface HttpMetrics {
  observe(route: string, method: string, status: number, durationMs: number): void;
  readonly open: Gauge;
}

export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: "clipmill_http_request_duration_seconds",
    help: "Time from a request's arrival to its reply.",
    labelNames: ["route", "method"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const replies = new Counter({
    name: "clipmill_http_replies_total",
    help: "Replies by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const open = new Gauge({
    name: "clipmill_http_open_requests",
    help: "Requests under way.",
    registers: [registry],
  });
  return {
    open,
    observe(route, method, status, durationMs) {
      duration.observe({ route, method }, durationMs / 1_000);
      replies.inc({ route, method, status: String(status) });
    },
  };
}
