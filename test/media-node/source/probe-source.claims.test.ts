// What a file claims of itself, within what is believed.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { probeSource, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { DEFAULT_BOUNDS, type SourceBounds } from "../../../shared/limits/request-bounds.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const UNSUPPORTED = { code: "SOURCE_UNSUPPORTED", retryable: false };

/** Probes with an ffprobe that says so of a file of one stream. */
async function probeClaim(
  t: TestContext,
  stream: object,
  format: object = { duration: "4" },
  bounds: Pick<SourceBounds, "sourceS"> = DEFAULT_BOUNDS,
): Promise<SourceInfo> {
  const folder = await temporaryFolder(t);
  const claim = { streams: [{ index: 0, codec_type: "video", width: 64, height: 36, ...stream }], format };
  await writeFile(join(folder, "claim.json"), JSON.stringify(claim));
  const ffprobe = join(folder, "ffprobe");
  await writeFile(ffprobe, `#!/bin/sh\ncat '${join(folder, "claim.json")}'\n`, { mode: 0o755 });
  const build = { ...BUNDLED, ffprobe, bounds };
  return probeSource(build, join(folder, "claim.json"), AbortSignal.timeout(30_000));
}

test("sizes beyond any use are refused, and odd ones become even", async (t) => {
  for (const size of [
    { width: 60_000, height: 60_000 },
    { width: 0, height: 0 },
    { width: undefined },
    { width: -4, height: 4 },
  ]) {
    await assert.rejects(probeClaim(t, size), UNSUPPORTED);
  }
  const { video } = await probeClaim(t, { width: 641, height: 359 });
  assert.deepEqual([video?.width, video?.height], [642, 360]);
});

test("a claimed length beyond the bound in force is refused with its number", async (t) => {
  await assert.rejects(probeClaim(t, {}, { duration: "21601" }), {
    code: "SOURCE_TOO_LONG",
    message: "The source is 21601 s long; at most 21600 s are taken.",
  });
  await assert.rejects(probeClaim(t, {}, { duration: "61" }, { sourceS: 60 }), {
    code: "SOURCE_TOO_LONG",
    message: "The source is 61 s long; at most 60 s are taken.",
  });
});

test("absurd rates and pixel shapes are brought within bounds", async (t) => {
  const rates = [
    ["90000/1", 120],
    ["1/90", 1],
    ["0/0", 25],
    ["30000/1001", 30_000 / 1_001],
  ] as const;
  for (const [avg_frame_rate, expected] of rates) {
    assert.equal((await probeClaim(t, { avg_frame_rate })).video?.frameRate, expected);
  }
  assert.equal((await probeClaim(t, { sample_aspect_ratio: "1000:1" })).video?.width, 512);
  assert.equal((await probeClaim(t, { sample_aspect_ratio: "0:1" })).video?.width, 64);
});

test("sound of more samples a second than any recording has is refused with their number", async (t) => {
  const sound = { codec_type: "audio", codec_name: "pcm_s16le", channels: 1 };
  await assert.rejects(probeClaim(t, { ...sound, sample_rate: "2147483647" }), {
    ...UNSUPPORTED,
    message: "The source's sound claims 2147483647 samples a second, of which no more than 3000000 are read.",
  });
  assert.equal((await probeClaim(t, { ...sound, sample_rate: "2822400" })).audio?.specifier, "a:0");
});

test("a turn is read from the matrix or the tag, whichever way it is written", async (t) => {
  const sides = [
    [{ side_data_list: [{ rotation: -90 }] }, 36],
    [{ side_data_list: [{ rotation: 270 }] }, 36],
    [{ tags: { rotate: "90" } }, 36],
    [{ side_data_list: [{ rotation: 180 }] }, 64],
    [{ tags: { rotate: "nonsense" } }, 64],
  ] as const;
  for (const [stream, width] of sides) assert.equal((await probeClaim(t, stream)).video?.width, width);
});

test("high dynamic range and its matrix are known by their names", async (t) => {
  const { video } = await probeClaim(t, { color_transfer: "smpte2084", color_space: "bt2020nc" });
  assert.deepEqual(video?.color, { matrix: "bt2020", transfer: "pq" });
  const unsaid = await probeClaim(t, { color_transfer: "arib-std-b67", width: 1_920, height: 1_080 });
  assert.deepEqual(unsaid.video?.color, { matrix: "bt2020", transfer: "hlg" });
  const large = await probeClaim(t, { color_space: "unknown", width: 1_280, height: 720 });
  assert.deepEqual(large.video?.color, { matrix: "bt709", transfer: "sdr" });
});
