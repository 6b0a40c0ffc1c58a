// Traces, as the code that is traced sees them: spans around work, by names and attributes, and nothing of OpenTelemetry,
// which is loaded only where an exporter is configured (open-tracing.ts). Until then each call only does its work.
//
// A span is known by its `traceparent` (W3C Trace Context), which is text: it lies in a task's row, crosses into threads
// and stands in a header, all alike. Work begins below the span that it runs in, without a parameter on the way.
import { AsyncLocalStorage } from "node:async_hooks";

export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /** The span above; null begins a trace of its own. Where it is not given, the span that the call runs in is above. */
  readonly parent?: string | null;
}

/** A span under way. */
export interface OpenSpan {
  /** Null where nothing is traced. */
  readonly traceparent: string | null;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; work that throws does so by itself. */
  fail(reason: string): void;
}

/** A span that is over when it is told of; times are Unix time. */
export interface FinishedSpan extends SpanOptions {
  readonly name: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Why it failed, if it did. */
  readonly failure?: string;
}

export interface StartedSpan {
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  fail(reason: string): void;
  end(endedAtMs?: number): void;
}

/** What makes spans of it all. */
export interface TraceBackend {
  start(
    name: string,
    span: Required<Omit<SpanOptions, "parent">> & { readonly parent: string | null },
    startedAtMs?: number,
  ): StartedSpan;
}

const NO_SPAN: OpenSpan = { traceparent: null, set: () => undefined, fail: () => undefined };

const spans = new AsyncLocalStorage<string>();
const sinks = new AsyncLocalStorage<(span: FinishedSpan) => void>();
let backend: TraceBackend | undefined;

/** Says what makes spans from now on; null for nothing. */
export function setTraceBackend(next: TraceBackend | null): void {
  backend = next ?? undefined;
}

/** Whether anything is traced in this process. */
export function isTracing(): boolean {
  return backend !== undefined;
}

/** The span that the caller runs in; null where there is none. */
export function currentTraceparent(): string | null {
  return spans.getStore() ?? null;
}

function startSpan(
  made: TraceBackend,
  name: string,
  { kind = "internal", attributes = {}, parent }: SpanOptions,
  startedAtMs?: number,
): StartedSpan {
  const above = parent === undefined ? currentTraceparent() : parent;
  return made.start(name, { kind, attributes, parent: above }, startedAtMs);
}

/** Only the kind of an error: its message may name what a client sent. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/**
 * Does work in a span of its own, which ends with it; without a tracer the work alone. Work that throws fails
 * its span, by the error's code or name: messages may be of clients.
 * @throws what the work throws
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  if (backend === undefined) return work(NO_SPAN);
  const span = startSpan(backend, name, options);
  return spans.run(span.traceparent, async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(failureOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Tells of a span that is over; it begins no trace. In a thread it goes to whoever called the thread. */
export function recordSpan(span: FinishedSpan): void {
  const sink = sinks.getStore();
  sink?.(span);
  if (sink !== undefined) return;
  if (backend === undefined || (span.parent ?? currentTraceparent()) === null) return;
  const started = startSpan(backend, span.name, span, span.startedAtMs);
  if (span.failure !== undefined) started.fail(span.failure);
  started.end(span.endedAtMs);
}

/** Spans that `work` tells of go to the sink: how a thread's reach the process's main thread. */
export function withSpanSink<T>(sink: ((span: FinishedSpan) => void) | null, work: () => T): T {
  return sink === null ? work() : sinks.run(sink, work);
}
