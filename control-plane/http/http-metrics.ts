// What Prometheus sees of the HTTP surface. Routes are labelled by their pattern, never by the path of a request,
// which would make a series per id.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { ErrorCode } from "../../shared/errors.ts";

/** Those that operators watch. */
const REFUSALS: readonly ErrorCode[] = [
  "UNAUTHENTICATED",
  "INSUFFICIENT_MOODS",
  "IP_NOT_ALLOWED",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INSUFFICIENT_STORAGE",
  "INTERNAL",
];

export interface HttpMetrics {
  observe(route: string, method: string, status: number, durationMs: number): void;
  /** Counts a request that was answered with this error. */
  refused(code: ErrorCode): void;
  readonly open: Gauge;
}

/** @param lanes by name: how many requests wait in each is told */
export function createHttpMetrics(
  registry: Registry,
  lanes: { readonly [name: string]: { readonly waiting: number } },
): HttpMetrics {
  new Gauge({
    name: "clipmill_http_waiting_requests",
    help: "Requests that wait for a connection to the database, by lane: reads, writes, creates.",
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
  const refusals = new Counter({
    name: "clipmill_http_refusals_total",
    help: "Requests that were answered with an error, by its code.",
    labelNames: ["code"],
    registers: [registry],
  });
  // Whoever asks for a rate wants to see the first one.
  for (const code of REFUSALS) refusals.inc({ code }, 0);
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
    refused: (code) => refusals.inc({ code }),
    observe(route, method, status, durationMs) {
      durations(route, method, "").observe(durationMs / 1_000);
      counts(route, method, String(status)).inc();
    },
  };
}

/** Tells of each certificate that comes into use; without HTTPS there is no such series. */
export function measureCertificate(registry: Registry): (expiresAt: Date) => void {
  let gauge: Gauge | undefined;
  return (expiresAt) => {
    gauge ??= new Gauge({
      name: "clipmill_tls_certificate_expiry_timestamp_seconds",
      help: "When the certificate in use for HTTPS expires, or the first of its chain, in seconds since 1970.",
      registers: [registry],
    });
    gauge.set(expiresAt.getTime() / 1_000);
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
