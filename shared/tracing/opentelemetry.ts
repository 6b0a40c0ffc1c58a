// Spans by OpenTelemetry's SDK, sent in batches by OTLP over HTTP as JSON. The only file that knows OpenTelemetry. Spans wait in
// a queue of bounded length, and are dropped beyond it: a collector that is away costs a warning now and then, and neither
// memory nor time of requests. Nothing is instrumented automatically: a span stands where its meaning is known.
import { hostname } from "node:os";
import {
  type Context,
  DiagLogLevel,
  diag,
  SpanKind as OtelKind,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { TRACE_LIMITS } from "../limits/metrics.ts";
import type { Logger } from "../logger.ts";
import type { TraceSettings } from "./trace-settings.ts";
import type { SpanKind, StartedSpan, TraceBackend } from "./tracing.ts";

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
};

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[sampler.replace("parentbased_", "")]?.() ?? new AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Below the span that is named, or at the beginning of a trace where that is no traceparent. */
function contextBelow(parent: string | null): Context {
  const above = parent === null ? null : parseTraceParent(parent);
  return above === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above);
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${(traceFlags & TraceFlags.SAMPLED).toString(16)}`;
}

function started(span: Span): StartedSpan {
  return {
    traceparent: traceparentOf(span),
    set: (attributes) => span.setAttributes({ ...attributes }),
    fail: (reason) => span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: (endedAtMs) => span.end(endedAtMs),
  };
}

/** The SDK writes errors as JSON, with their stacks. */
function troubleOf(detail: unknown): string {
  const [, message] = /"message":"([^"]*)"/.exec(String(detail)) ?? [];
  return (message ?? String(detail)).slice(0, TRACE_LIMITS.warningLength);
}

/** The SDK's complaints, the first and then one a minute: a collector that is away fails with every batch. */
function reportTrouble(logger: Logger): void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  const warn = (message: string, ...details: unknown[]): void => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + TRACE_LIMITS.warningPauseMs;
    const trouble = [message, ...details].map(troubleOf);
    logger.warn({ trouble }, "traces could not be exported");
  };
  const quiet = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/**
 * Makes spans by the settings.
 * @param serviceName where the environment gives none
 * @returns also what sends the last of them
 */
export function createTraceBackend(
  settings: TraceSettings,
  serviceName: string,
  logger: Logger,
): { readonly backend: TraceBackend; readonly shutdown: () => Promise<void> } {
  reportTrouble(logger);
  const { queuedSpans, spansPerBatch, batchMs, exportMs } = TRACE_LIMITS;
  // What is given here in code counts before OpenTelemetry's variables: its time-out is left to them.
  const exporter = new OTLPTraceExporter();
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: queuedSpans,
    maxExportBatchSize: spansPerBatch,
    scheduledDelayMillis: batchMs,
    exportTimeoutMillis: exportMs,
  });
  const named = { "service.name": serviceName, "service.instance.id": `${hostname()}:${process.pid}` };
  const provider = new TracerProvider({
    // The environment's words are merged over ours.
    resource: resourceFromAttributes(named).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("clipmill");
  return {
    backend: {
      start: (name, { kind, attributes, parent }, startedAtMs) => {
        const start = startedAtMs === undefined ? {} : { startTime: startedAtMs };
        return started(
          tracer.startSpan(
            name,
            { kind: KINDS[kind], attributes: { ...attributes }, ...start },
            contextBelow(parent),
          ),
        );
      },
    },
    shutdown: () => provider.shutdown(),
  };
}
