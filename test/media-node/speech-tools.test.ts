import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { FoundBundle } from "../../media-node/models/find-bundles.ts";
import { createSpeechTools, type SpeechToolsOptions } from "../../media-node/speech-tools.ts";
import { createNodeMetrics } from "../../media-node/worker/node-metrics.ts";

function bundle(
  name: string,
  sizeBytes: number,
  kind: FoundBundle["manifest"]["kind"] = "speech-recognition",
) {
  const files = [{ path: "model.onnx", sizeBytes, sha256: "0".repeat(64) }];
  const manifest = { name, kind, family: "whisper", version: "1", title: name, license: "MIT", files };
  return { folder: `/models/${name}`, isBuiltIn: false, manifest } satisfies FoundBundle;
}

function scene(t: TestContext, changes: Partial<SpeechToolsOptions> = {}) {
  const lines: { level: number; msg: string; missing?: string; reason?: string }[] = [];
  const write = (chunk: Buffer, _encoding: unknown, done: () => void): void => {
    lines.push(JSON.parse(chunk.toString()));
    done();
  };
  const registry = new Registry();
  const { tools, close } = createSpeechTools({
    ...{ bundles: () => [], preferredModel: undefined, providers: ["cpu"], cores: 4, maxQueue: 8 },
    ...{ metrics: createNodeMetrics(registry), logger: pino(new Writable({ write })) },
    ...changes,
  });
  t.after(close);
  return { tools, lines, registry };
}

test("a small model is loaded for each core, a large one once with all of them", (t) => {
  const small = scene(t, { bundles: () => [bundle("small", 10e6)] }).tools.recognition();
  assert.deepEqual([small.threads, small.atOnce], [1, 4]);
  const large = scene(t, { bundles: () => [bundle("large", 2e9)] }).tools.recognition();
  assert.deepEqual([large.threads, large.atOnce], [4, 1]);
});

test("a model that is installed while the node runs is used by the next job", (t) => {
  let installed = [bundle("old", 10e6)];
  const { tools } = scene(t, { bundles: () => installed });
  assert.equal(tools.recognition().bundle.manifest.name, "old");
  assert.deepEqual(tools.detector(), { name: "built-in@1", sileroPath: null });
  installed = [bundle("new", 10e6), bundle("silero", 2e6, "voice-activity")];
  assert.equal(tools.recognition().bundle.manifest.name, "new");
  assert.deepEqual(tools.detector(), { name: "silero@1", sileroPath: "/models/silero/model.onnx" });
});

test("without a speech model, and without the one that is asked for, there is none", (t) => {
  assert.throws(() => scene(t).tools.recognition(), { code: "MODEL_UNAVAILABLE" });
  const { tools } = scene(t, { bundles: () => [bundle("old", 1)], preferredModel: "other" });
  assert.throws(() => tools.recognition(), { code: "MODEL_UNAVAILABLE", message: /other.*installed: old/ });
});

test("what a model runs on is in the metrics, and a fall-back is said once with its reason", async (t) => {
  const { tools, lines, registry } = scene(t);
  const passedOver = [{ provider: "cuda", reason: "no library" }] as const;
  tools.onProvider("ears", "cpu", passedOver);
  tools.onProvider("ears", "cpu", passedOver);
  const warnings = lines.filter(({ level }) => level === 40);
  assert.deepEqual(
    warnings.map(({ msg, missing, reason }) => [msg, missing, reason]),
    [["cuda could not be had: the model runs on cpu", "cuda", "no library"]],
  );
  assert.match(await registry.metrics(), /clipmill_model_provider\{model="ears",provider="cpu"\} 1/);
  tools.onProvider("ears", "cuda", []);
  const metrics = await registry.metrics();
  assert.match(metrics, /clipmill_model_provider\{model="ears",provider="cuda"\} 1/);
  assert.doesNotMatch(metrics, /provider="cpu"/);
});
