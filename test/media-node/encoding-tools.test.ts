import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import { pino } from "pino";
import { Registry } from "prom-client";
import { readMediaNodeConfig } from "../../media-node/config.ts";
import { createEncodingTools } from "../../media-node/encoding-tools.ts";
import { encodersOf, SOFTWARE_ENCODER } from "../../media-node/ffmpeg/video-encoder-settings.ts";
import { createNodeMetrics } from "../../media-node/worker/node-metrics.ts";

function scene() {
  const lines: { level: number; msg: string; encoder: string; missing?: object; reason?: string }[] = [];
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
  const { encoder } = createEncodingTools({ encoder: SOFTWARE_ENCODER, passedOver }, options);
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
  createEncodingTools({ encoder, passedOver: [] }, options).onFallback("out of memory");
  const [, line] = lines;
  assert.deepEqual([line?.level, line?.encoder, line?.reason], [40, "h264_nvenc", "out of memory"]);
  assert.match(
    await registry.metrics(),
    /^clipmill_video_encoder_fallbacks_total\{encoder="h264_nvenc"\} 1$/m,
  );
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
