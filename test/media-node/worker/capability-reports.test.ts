import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import { pino } from "pino";
import { Registry } from "prom-client";
import { readMediaNodeConfig } from "../../../media-node/config.ts";
import { NO_FENCE } from "../../../media-node/ffmpeg/child-fence.ts";
import type { ChosenPrograms } from "../../../media-node/ffmpeg/choose-ffmpeg.ts";
import { encodersOf, SOFTWARE_ENCODER } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import {
  createModelObserver,
  reportCardFailure,
  reportDecoder,
  reportedEncoder,
  reportPrograms,
} from "../../../media-node/worker/capability-reports.ts";
import { createNodeMetrics } from "../../../media-node/worker/metrics/node-metrics.ts";
import { MODEL_OFFER_LIMITS } from "../../../shared/limits/nodes.ts";

function scene() {
  const lines: { level: number; msg: string; encoder: string; missing?: unknown; reason?: string }[] = [];
  const write = (chunk: Buffer, _encoding: unknown, done: () => void): void => {
    lines.push(JSON.parse(chunk.toString()));
    done();
  };
  const registry = new Registry();
  return { lines, registry, metrics: createNodeMetrics(registry), logger: pino(new Writable({ write })) };
}

test("the encoder in use is logged in one line with why others are not, and shown in the metrics", async () => {
  const { lines, registry, ...options } = scene();
  const passedOver = [{ name: "h264_nvenc", reason: "Cannot load libcuda.so.1" } as const];
  const { encoder } = reportedEncoder({ encoder: SOFTWARE_ENCODER, cards: [], passedOver }, options);
  assert.equal(encoder, SOFTWARE_ENCODER);
  assert.equal(lines.length, 1);
  const [line] = lines;
  assert.deepEqual(
    [line?.level, line?.encoder, line?.missing],
    [30, "libx264", { h264_nvenc: "Cannot load libcuda.so.1" }],
  );
  assert.match(await registry.metrics(), /^clipmill_video_encoder\{encoder="libx264"\} 1$/m);
});

test("a clip that the encoder failed at is a warning and is counted", async () => {
  const { lines, registry, ...options } = scene();
  const [encoder = SOFTWARE_ENCODER] = encodersOf("h264_nvenc", []);
  reportedEncoder({ encoder, cards: [], passedOver: [] }, options).onFallback("out of memory");
  const [, line] = lines;
  assert.deepEqual([line?.level, line?.encoder, line?.reason], [40, "h264_nvenc", "out of memory"]);
  assert.match(
    await registry.metrics(),
    /^clipmill_video_encoder_fallbacks_total\{encoder="h264_nvenc"\} 1$/m,
  );
});

test("what decodes is logged in one line, with why no card does", () => {
  const { lines, logger } = scene();
  reportDecoder({ cards: [], missing: "Cannot load libcuda.so.1" }, logger);
  reportDecoder({ cards: [0, 2], missing: null }, logger);
  assert.partialDeepStrictEqual(lines, [
    { level: 30, decoder: "software", missing: "Cannot load libcuda.so.1" },
    { level: 30, decoder: "cuda", cards: [0, 2] },
  ]);
});

test("a decode that a card failed at is a warning with the reason", () => {
  const { lines, logger } = scene();
  reportCardFailure({ card: 2, reason: "CUDA_ERROR_OUT_OF_MEMORY" }, logger);
  assert.partialDeepStrictEqual(lines, [{ level: 40, card: 2, reason: "CUDA_ERROR_OUT_OF_MEMORY" }]);
});

test("the encoder is a setting, chosen by the node unless told, and an unknown name is refused", () => {
  const read = (name: string | undefined) =>
    readMediaNodeConfig({ CLIPMILL_DATABASE_URL: "postgres://none", CLIPMILL_VIDEO_ENCODER: name })
      .videoEncoder;
  assert.deepEqual([read(undefined), read("h264_qsv")], ["auto", "h264_qsv"]);
  assert.throws(() => read("hevc"), {
    name: "SettingError",
    message: /^CLIPMILL_VIDEO_ENCODER must be one of auto, h264_nvenc, h264_qsv, h264_vaapi, libx264/,
  });
});

test("what a model runs on is in the metrics, and a fall-back is said once with its reason", async () => {
  const { lines, registry, ...options } = scene();
  const modelProviders = new Map<string, string>();
  const observer = createModelObserver({ ...options, modelProviders });
  const passedOver = [{ provider: "cuda", reason: "no library" }] as const;
  observer.onProvider("ears", "cpu", passedOver);
  observer.onProvider("ears", "cpu", passedOver);
  const warnings = lines.filter(({ level }) => level === 40);
  assert.deepEqual(
    warnings.map(({ msg, missing, reason }) => [msg, missing, reason]),
    [["cuda could not be had: the model runs on cpu", "cuda", "no library"]],
  );
  assert.match(await registry.metrics(), /clipmill_model_provider\{model="ears",provider="cpu"\} 1/);
  observer.onProvider("ears", "cuda", []);
  const metrics = await registry.metrics();
  assert.match(metrics, /clipmill_model_provider\{model="ears",provider="cuda"\} 1/);
  assert.doesNotMatch(metrics, /provider="cpu"/);
  assert.deepEqual([...modelProviders], [["ears", "cuda"]]);
});

test("of reasons that are each time another, such as with a run's file, only so many are remembered", () => {
  const { lines, ...options } = scene();
  const observer = createModelObserver({ ...options, modelProviders: new Map() });
  const fail = (reason: string): void => observer.onFailure("eyes", new Error(reason));
  for (const reason of ["same", "same"]) fail(reason);
  assert.equal(lines.length, 1);
  for (let run = 0; run < MODEL_OFFER_LIMITS.toldModels; run += 1) fail(`no such file: run_${run}`);
  fail("same");
  assert.equal(lines.length, MODEL_OFFER_LIMITS.toldModels + 2, "the first is forgotten and told again");
});

const PROGRAMS: ChosenPrograms = {
  ffmpeg: "/usr/bin/ffmpeg",
  ffprobe: "/usr/bin/ffprobe",
  version: "5.1.9-0+deb12u1",
  source: "machine",
  passedOver: null,
};

function report(programs: ChosenPrograms) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const fence = { ...NO_FENCE, parts: ["memory", "network"] as const };
  reportPrograms(programs, fence, { metrics: createNodeMetrics(registry), logger });
  return { lines, registry };
}

test("which ffmpeg is used and how it is fenced in is one line of the log, and in the metrics", async () => {
  const { lines, registry } = report(PROGRAMS);
  const [{ time: _, ...line } = {}] = lines;
  assert.equal(lines.length, 1);
  assert.deepEqual(line, {
    level: 30,
    msg: "media is read with",
    ...PROGRAMS,
    fence: ["memory", "network"],
    unfenced: [
      ...["cpu_time", "file_size", "open_files", "core_dumps"],
      ...["parent_death", "new_privileges", "capabilities"],
    ],
  });
  const metrics = await registry.metrics();
  assert.match(metrics, /^clipmill_ffmpeg_info\{version="5\.1\.9-0\+deb12u1",source="machine"\} 1$/m);
  assert.match(metrics, /^clipmill_child_fence\{limit="network"\} 1$/m);
  assert.match(metrics, /^clipmill_child_fence\{limit="capabilities"\} 0$/m);
});

test("an ffmpeg without the fixes of years is warned of", () => {
  const { lines } = report({ ...PROGRAMS, version: "N-47683-g0e8eb07980-static", source: "bundled" });
  assert.deepEqual(
    lines.map(({ level }) => level),
    [30, 40],
  );
});

test("the metrics name what finds voices and faces now, and nothing that did before", async () => {
  const registry = new Registry();
  const metrics = createNodeMetrics(registry);
  metrics.setDetectors({ voices: "silero-vad-5@5", faces: "none" });
  metrics.setDetectors({ voices: "silero-vad-5@5", faces: "yunet@1" });
  const lines = (await registry.metrics())
    .split("\n")
    .filter((line) => line.startsWith("clipmill_detector_info"));
  assert.deepEqual(lines.sort(), [
    'clipmill_detector_info{finds="faces",model="yunet@1"} 1',
    'clipmill_detector_info{finds="voices",model="silero-vad-5@5"} 1',
  ]);
});
