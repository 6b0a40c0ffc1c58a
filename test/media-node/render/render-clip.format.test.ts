import assert from "node:assert/strict";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readMedia, readSamples } from "../../support/media/read-media.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const films = createSharedFilms();

function makeFilm(...output: readonly string[]): Promise<string> {
  const inputs = [...generated("testsrc2=s=320x180:r=25:d=4"), ...generated("sine=f=440:d=4:r=44100")];
  return films(`film${output.join("")}.mp4`, (path) =>
    makeMedia(...inputs, "-c:v", "libx264", "-preset", "ultrafast", ...output, path),
  );
}

/** The names of an MP4 file's outermost boxes, in order. */
async function boxesOf(path: string): Promise<string[]> {
  const file = await open(path);
  const header = Buffer.alloc(8);
  const names: string[] = [];
  for (let at = 0; (await file.read(header, 0, 8, at)).bytesRead === 8; at += header.readUInt32BE(0)) {
    names.push(header.toString("latin1", 4));
  }
  await file.close();
  return names;
}

const STYLES: readonly EditingStyle[] = ["STATIC_CROP", "BLURRED_WINGS", "LETTERBOX"];
for (const build of BUILDS) {
  for (const style of STYLES) {
    test(`${style} with ${build.name} gives a file that every player takes`, {
      skip: build.skip,
    }, async (t) => {
      const source = await makeFilm();
      const { videoPath, framing } = await renderer.render(t, source, {
        build,
        style,
        startS: 0.5,
        durationS: 2.4,
        widthPx: 360,
      });
      assert.equal(framing.style, style);
      const { video, audio, durationS } = await readMedia(videoPath);
      assert.deepEqual([video.codec_name, video.profile, video.pix_fmt], ["h264", "High", "yuv420p"]);
      assert.deepEqual([video.width, video.height, video.sample_aspect_ratio], [360, 640, "1:1"]);
      assert.deepEqual([audio.codec_name, audio.sample_rate, audio.channels], ["aac", "48000", 2]);
      assert.equal(video.color_space, "bt709");
      for (const found of [durationS, Number(video.duration), Number(audio.duration)]) {
        assert.ok(Math.abs(found - 2.4) <= 0.04, `${found} s`);
      }
      const boxes = await boxesOf(videoPath);
      assert.ok(boxes.indexOf("moov") < boxes.indexOf("mdat"), boxes.join(" "));
    });
  }
}

const SIZES = [
  { widthPx: 480, height: 854 },
  { widthPx: 720, height: 1_280 },
  { widthPx: 1_080, height: 1_920 },
];
for (const { widthPx, height } of SIZES) {
  test(`${widthPx}p is ${widthPx}×${height} exactly`, async (t) => {
    const { videoPath } = await renderer.render(t, await makeFilm(), { widthPx, durationS: 0.5 });
    const { video } = await readMedia(videoPath);
    assert.deepEqual([video.width, video.height], [widthPx, height]);
  });
}

test("a source without audio gets a silent track of the same length", async (t) => {
  const { videoPath, measuredLufs } = await renderer.render(t, await makeFilm("-an"));
  const { audio } = await readMedia(videoPath);
  assert.equal(measuredLufs, null);
  assert.ok(Math.abs(Number(audio.duration) - 2) <= 0.04);
  assert.ok((await readSamples(videoPath)).every((sample) => Math.abs(sample) < 1e-4));
});

test("video that ends before its sound stands still to the clip's end", async (t) => {
  const path = join(await temporaryFolder(t), "short-video.mp4");
  const inputs = [...generated("testsrc2=s=320x180:r=25:d=1"), ...generated("sine=d=4")];
  await makeMedia(...inputs, "-c:v", "libx264", "-preset", "ultrafast", path);
  const { videoPath } = await renderer.render(t, path, { durationS: 3 });
  const { video, audio } = await readMedia(videoPath);
  assert.ok(Math.abs(Number(video.duration) - 3) <= 0.04, video.duration);
  assert.ok(Math.abs(Number(audio.duration) - 3) <= 0.04, audio.duration);
});
