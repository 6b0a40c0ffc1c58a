// A collector of traces that keeps what it is sent: OTLP over HTTP, as JSON.
import type { TestContext } from "node:test";
import { localServer } from "../local-server.ts";

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  /** Of the process that made it. */
  readonly service: string;
  readonly instance: string;
  readonly kind: number;
  readonly durationMs: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface TraceReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was sent, as text. */
  readonly bodies: readonly string[];
}

type Value = Readonly<Record<string, unknown>>;
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number };
  readonly attributes?: readonly Attribute[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

function recordOf(attributes: readonly Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

type Maker = Pick<ReceivedSpan, "service" | "instance">;

function spanOf(maker: Maker, span: SentSpan): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId = "", kind, attributes, status } = span;
  const durationMs = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
  const ids = { name, traceId, spanId, parentSpanId, ...maker, kind };
  return { ...ids, durationMs, isError: status?.code === 2, attributes: recordOf(attributes) };
}

export async function traceReceiver(t: TestContext): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = await localServer(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    bodies.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
      const told = recordOf(resource.attributes);
      const maker = { service: String(told["service.name"]), instance: String(told["service.instance.id"]) };
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => spanOf(maker, span)));
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return { url: server.url, spans, bodies };
}
