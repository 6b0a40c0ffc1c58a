// Spans without and with a collector, in one process.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTracing } from "../../../shared/tracing/open-tracing.ts";
import { readTraceSettings } from "../../../shared/tracing/trace-settings.ts";
import { currentTraceparent, inSpan, recordSpan, withSpanSink } from "../../../shared/tracing/tracing.ts";
import { keptLog } from "../../support/kept-log.ts";
import { localServer } from "../../support/local-server.ts";
import { traceReceiver } from "../../support/metrics/trace-receiver.ts";

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
const REMOTE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("without a collector work is only done, and no span is known", async () => {
  assert.equal(readTraceSettings({}), null);
  const off = [
    { OTEL_SDK_DISABLED: "true" },
    { OTEL_SDK_DISABLED: "TRUE" },
    { OTEL_TRACES_EXPORTER: "None" },
  ];
  for (const switches of off) assert.equal(readTraceSettings({ ...COLLECTOR, ...switches }), null);
  const seen = await inSpan("work", {}, async (span) => [span.traceparent, currentTraceparent()]);
  assert.deepEqual(seen, [null, null]);
});

test("settings that cannot be used are named", () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "sometimes",
  };
  for (const [variable, value] of Object.entries(wrong))
    assert.throws(() => readTraceSettings({ ...COLLECTOR, [variable]: value }), new RegExp(variable));
});

test("a share is asked of samplers by ratio alone", () => {
  const ratio = (sampler: string, share: string) =>
    readTraceSettings({ ...COLLECTOR, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share })?.ratio;
  assert.throws(() => ratio("parentbased_traceidratio", "2"), /OTEL_TRACES_SAMPLER_ARG/);
  assert.equal(ratio("traceidratio", "0.25"), 0.25);
  assert.equal(ratio("always_on", "endpoint=http://127.0.0.1:14250"), 1);
});

/** Sets OpenTelemetry's variables for the test: its own parts read them of the process. */
async function tracingWith(t: TestContext, env: Readonly<Record<string, string>>) {
  Object.assign(process.env, env);
  t.after(() => {
    for (const variable of Object.keys(env)) delete process.env[variable];
  });
  const settings = readTraceSettings(process.env);
  assert.ok(settings !== null);
  const { logger, lines } = keptLog("warn");
  return { tracing: await openTracing(settings, "test-service", logger), lines };
}

test("the environment names the service and its instance, a name of its own first", async (t) => {
  const receiver = await traceReceiver(t);
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_RESOURCE_ATTRIBUTES: "service.name=ours,service.instance.id=first",
  };
  for (const env of [given, { ...given, OTEL_SERVICE_NAME: "another" }]) {
    const { tracing } = await tracingWith(t, env);
    await inSpan("work", {}, async () => undefined);
    await tracing.close();
  }
  assert.deepEqual(
    receiver.spans.map(({ service, instance }) => [service, instance]),
    [
      ["ours", "first"],
      ["another", "first"],
    ],
  );
});

test("a collector has the time that OpenTelemetry's variable says", async (t) => {
  const { promise: waitedMs, resolve } = Promise.withResolvers<number>();
  const server = await localServer(t, (request) => {
    const since = performance.now();
    request.resume();
    request.socket.once("close", () => resolve(performance.now() - since));
  });
  const { tracing } = await tracingWith(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
  });
  await inSpan("work", {}, async () => undefined);
  await tracing.close();
  const waited = await waitedMs;
  assert.ok(waited > 300 && waited < 2_500, `${waited} ms`);
});

test("spans lie below the work around them, the client's span first, and what is told of later as well", async (t) => {
  const receiver = await traceReceiver(t);
  const { tracing } = await tracingWith(t, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const failing = inSpan("request", { kind: "server", parent: REMOTE }, async () => {
    await inSpan("inner", { attributes: { size: 3 } }, async () => {
      recordSpan({ name: "program", startedAtMs: 1_000, endedAtMs: 1_250 });
    });
    throw new TypeError("secret words of a client");
  });
  await assert.rejects(failing, TypeError);
  await inSpan("unrelated", { parent: "junk" }, async () => undefined);
  // Nothing begins a trace by being told of.
  recordSpan({ name: "alone", startedAtMs: 1_000, endedAtMs: 1_250 });
  await tracing.close();
  const byName = new Map(receiver.spans.map((span) => [span.name, span]));
  assert.deepEqual([...byName.keys()].sort(), ["inner", "program", "request", "unrelated"]);
  const [request, inner, program] = ["request", "inner", "program"].map((name) => byName.get(name));
  assert.equal(request?.traceId, "0af7651916cd43dd8448eb211c80319c");
  assert.equal(request?.parentSpanId, "b7ad6b7169203331");
  assert.equal(request?.isError, true);
  assert.equal(inner?.parentSpanId, request?.spanId);
  assert.equal(inner?.attributes.size, 3);
  assert.equal(program?.parentSpanId, inner?.spanId);
  assert.equal(program?.durationMs, 250);
  assert.notEqual(byName.get("unrelated")?.traceId, request?.traceId);
  assert.equal(request?.service, "test-service");
  assert.ok(!receiver.bodies.join().includes("secret words"));
});

test("a collector that is away costs one warning and no work", async (t) => {
  const { tracing, lines } = await tracingWith(t, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  for (let count = 0; count < 10_000; count += 1)
    assert.equal(await inSpan("work", {}, async () => count), count);
  await tracing.close();
  const warnings = lines.filter(({ msg }) => msg === "traces could not be exported");
  assert.ok(warnings.length <= 1, `${warnings.length} warnings`);
});

test("in a thread spans go to the thread's caller", () => {
  const told: string[] = [];
  withSpanSink(
    ({ name }) => told.push(name),
    () => recordSpan({ name: "program", startedAtMs: 1, endedAtMs: 2 }),
  );
  assert.deepEqual(told, ["program"]);
});
