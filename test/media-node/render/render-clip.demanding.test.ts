import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type HdrTransfer, hdrBars, type LinearRgb } from "../../support/media/high-dynamic-range.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrame, readMedia } from "../../support/media/read-media.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const films = createSharedFilms();

/** Light of a BT.709 camera's values (0 to 255). */
function light(...values: [number, number, number]): LinearRgb {
  return values.map((value) => ((value / 255 + 0.099) / 1.099) ** (1 / 0.45)) as unknown as LinearRgb;
}

const BARS = [
  light(235, 235, 235),
  light(128, 128, 128),
  light(40, 40, 40),
  light(220, 20, 20),
  light(20, 20, 220),
];
const SIZE = { width: 320, height: 180 };

async function makeHdr(t: TestContext, transfer: HdrTransfer): Promise<string> {
  const folder = await temporaryFolder(t);
  const raw = join(folder, "bars.yuv");
  const path = join(folder, "bars.mp4");
  const frame = hdrBars(SIZE, BARS, 203, transfer);
  await writeFile(raw, Buffer.concat(Array.from({ length: 15 }, () => frame)));
  const tags = `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  await makeMedia(
    ...["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "320x180", "-r", "25", "-i", raw],
    ...["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", tags, path],
  );
  return path;
}

for (const build of BUILDS) {
  for (const transfer of ["smpte2084", "arib-std-b67"] as const) {
    for (const style of ["LETTERBOX", "BLURRED_WINGS"] as const) {
      test(`${transfer} keeps its whites, greys and colours as ${style} with ${build.name}`, {
        skip: build.skip,
      }, async (t) => {
        const path = await makeHdr(t, transfer);
        const { videoPath, source } = await renderer.render(t, path, { build, style, durationS: 0.4 });
        assert.equal(source.video?.color.transfer, transfer === "smpte2084" ? "pq" : "hlg");
        const frame = await readFrame(videoPath, 0.2);
        const [white, grey, black, red, blue] = BARS.map((_, index) =>
          frame.at((index + 0.5) / BARS.length, 0.5),
        );
        const text = JSON.stringify([white, grey, black, red, blue]);
        assert.ok(
          white?.every((value) => value > 215),
          text,
        );
        assert.ok(
          grey?.every((value) => value > 120 && value < 165),
          text,
        );
        assert.ok(
          black?.every((value) => value > 25 && value < 80),
          text,
        );
        assert.ok(red !== undefined && red[0] > 190 && red[1] < 75 && red[2] < 75, text);
        assert.ok(blue !== undefined && blue[2] > 190 && blue[0] < 75 && blue[1] < 75, text);
      });
    }
  }

  test(`AV1 is read with ${build.name}`, { skip: build.skip }, async (t) => {
    const path = join(await temporaryFolder(t), "av1.mkv");
    const encoder = [
      "-c:v",
      "libaom-av1",
      "-strict",
      "experimental",
      "-cpu-used",
      "8",
      "-crf",
      "40",
      "-b:v",
      "0",
    ];
    await makeMedia(...generated("color=c=red:s=128x72:r=25:d=0.4"), ...encoder, path);
    const { videoPath } = await renderer.render(t, path, { build, durationS: 0.4 });
    const [red, green, blue] = (await readFrame(videoPath, 0.2)).at(0.5, 0.5);
    assert.ok(red > 200 && green < 60 && blue < 60, `${red}, ${green}, ${blue}`);
  });

  test(`a 4K source becomes a small clip with ${build.name}`, { skip: build.skip }, async (t) => {
    const encoder = ["-c:v", "libx264", "-preset", "ultrafast"];
    const path = await films("4k.mp4", (file) =>
      makeMedia(...generated("testsrc2=s=3840x2160:r=25:d=0.3"), ...encoder, file),
    );
    const { videoPath } = await renderer.render(t, path, {
      build,
      style: "BLURRED_WINGS",
      durationS: 0.4,
      widthPx: 360,
    });
    const { video } = await readMedia(videoPath);
    assert.deepEqual([video.width, video.height, video.nb_frames], [360, 640, "10"]);
  });
}

test("sixty frames a second stay sixty, and more become sixty", async (t) => {
  for (const [rate, expected] of [
    [60, "60/1"],
    [119.88, "60/1"],
    [29.97, "30000/1001"],
    ["24000/1001", "24000/1001"],
  ] as const) {
    const path = join(await temporaryFolder(t), "fast.mp4");
    await makeMedia(
      ...generated(`testsrc2=s=160x90:r=${rate}:d=0.6`),
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      path,
    );
    const { videoPath } = await renderer.render(t, path, { durationS: 0.4 });
    assert.equal((await readMedia(videoPath)).video.r_frame_rate, expected);
  }
});
