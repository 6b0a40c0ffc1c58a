// What Prometheus sees of the HTTP surface. Routes are labelled by their pattern, never by the path of a request,
// which would make a series per id.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface HttpMetrics {
  observe(route: string, method: string, status: number, durationMs: number): void;
  readonly open: Gauge;
}

/** @param lanes by name: how many requests wait in each is told */
export function createHttpMetrics(
  registry: Registry,
  lanes: { readonly [name: string]: { readonly waiting: number } },
): HttpMetrics {
  new Gauge({
    name: "clipmill_http_waiting_requests",
    help: "Requests that wait for a connection to the database, by what they want of it.",
    labelNames: ["lane"],
    registers: [registry],
    collect() {
      for (const [lane, { waiting }] of Object.entries(lanes)) this.set({ lane }, waiting);
    },
  });
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
  // Finding a series by its labels costs more than counting in it: each is looked up once.
  const durations = remember((route, method) => duration.labels({ route, method }));
  const counts = remember((route, method, status) => replies.labels({ route, method, status }));
  return {
    open,
    observe(route, method, status, durationMs) {
      durations(route, method, "").observe(durationMs / 1_000);
      counts(route, method, String(status)).inc();
    },
  };
}

/** Series by route, method and status; their number is bounded by the routes that exist. */
function remember<T>(make: (route: string, method: string, status: string) => T) {
  const known = new Map<string, T>();
  return (route: string, method: string, status: string): T => {
    const name = `${method} ${route} ${status}`;
    const series = known.get(name) ?? make(route, method, status);
    known.set(name, series);
    return series;
  };
}
