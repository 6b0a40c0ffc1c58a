// One clip job against a whole appliance that exports traces: its spans are one tree, from the request to the webhook.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  clientOf,
  createClientKey,
  hasEnded,
  pollJob,
  startStandalone,
} from "../support/control-plane/standalone.ts";
import { webhookReceiver } from "../support/control-plane/webhook-receiver.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { generated, makeMedia } from "../support/media/media-fixture.ts";
import { type ReceivedSpan, traceReceiver } from "../support/metrics/trace-receiver.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const WITHIN_MS = 120_000;
const CLIENT = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

after(assertNoChildren);

test("the spans of a clip job are one tree below the client's span", { timeout: 300_000 }, async (t) => {
  const folder = await temporaryFolder(t);
  const source = join(folder, "talk.mp4");
  const video = generated("testsrc2=d=20:s=320x180:r=10");
  const sound = generated("sine=f=300:d=20");
  const encode = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-movflags", "+faststart"];
  await makeMedia(...video, ...sound, ...encode, source);
  const collector = await traceReceiver(t);
  const hook = await webhookReceiver(t, [200]);
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  t.after(() => delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const dataDir = join(folder, "data");
  const appliance = await startStandalone(t, dataDir);
  const { key } = await createClientKey(dataDir);
  const client = clientOf(t, appliance.url, key);
  const s3Key = await client.upload(source);
  const created = await fetch(`${appliance.url}/api/v1/clips`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-service-api-key": key,
      traceparent: `00-${CLIENT.traceId}-${CLIENT.spanId}-01`,
    },
    body: JSON.stringify({
      s3_key: s3Key,
      video_duration_seconds: 20,
      clip_count: 1,
      clip_length: "5-10s",
      target_resolution: "360p",
      callback_url: hook.url,
    }),
  });
  assert.equal(created.status, 201);
  const { data } = (await created.json()) as { data: { task_id: string } };
  const job = await pollJob(client, data.task_id, hasEnded, WITHIN_MS);
  assert.equal(job.error ?? null, null);
  await until("the webhook", () => hook.calls.length > 0, 30_000);
  assert.equal(await appliance.stop(), 0);

  const spans = collector.spans.filter(({ traceId }) => traceId === CLIENT.traceId);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const named = (name: string): ReceivedSpan => {
    const found = spans.filter((span) => span.name === name);
    assert.ok(found[0] !== undefined, `${name} among ${spans.map((span) => span.name).join(", ")}`);
    return found[0];
  };
  const parentOf = (span: ReceivedSpan): string => byId.get(span.parentSpanId)?.name ?? span.parentSpanId;
  const request = named("POST /api/v1/clips");
  assert.equal(request.parentSpanId, CLIENT.spanId);
  // One tree: whatever is below whatever, it ends at the client's span.
  for (const span of spans) {
    let top = span;
    for (let above = byId.get(top.parentSpanId); above !== undefined; above = byId.get(top.parentSpanId))
      top = above;
    assert.equal(top, request, `${span.name} hangs at ${top.name}`);
  }
  assert.equal(parentOf(named("create task")), "POST /api/v1/clips");
  for (const name of ["run clip", "finalize task", "webhook"])
    assert.equal(parentOf(named(name)), "create task", name);
  for (const stage of ["fetch", "analyze-video", "choose-moments", "frame", "render", "store"])
    assert.equal(parentOf(named(stage)), "run clip", stage);
  const programs = spans.filter(({ name }) => /ffmpeg/.test(name));
  assert.ok(
    programs.some((span) => parentOf(span) === "render"),
    "a render's ffmpeg is below the render",
  );
  assert.ok(
    programs.some((span) => parentOf(span) === "analyze-video"),
    "a thread's ffmpeg is below its stage",
  );
  assert.equal(named("run clip").service, "clipmill-media-node");
  assert.equal(request.service, "clipmill-control-plane");
  assert.equal(named("run clip").attributes["clipmill.task_id"], data.task_id);
  const webhook = named("webhook");
  assert.equal(hook.calls[0]?.headers.traceparent, `00-${CLIENT.traceId}-${webhook.spanId}-01`);
  const text = collector.bodies.join();
  for (const secret of [key, "secret=1", hook.url])
    assert.ok(!text.includes(secret), "no secret leaves in a span");
});
