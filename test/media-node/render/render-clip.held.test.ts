// Clips of sources with long times between two frames, or with none at the end: screen recordings, and sound that goes
// on when the video has ended.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readBrightness, readMedia, readSamples } from "../../support/media/read-media.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer, type Rendering } from "../../support/media-node/rendering.ts";

const renderer = createRenderer();
const films = createSharedFilms();

/** When each frame begins, and how bright it is (16 to 235). */
const FRAMES = [
  { startS: 0, luma: 40 },
  { startS: 5, luma: 90 },
  { startS: 40, luma: 140 },
  { startS: 60, luma: 190 },
] as const;
/** At which clips of slow sources are shown. */
const FRAME_RATE = 30;
const CLICK_S = 22.5;
const AUDIO = `aevalsrc='if(between(t,${CLICK_S},${CLICK_S + 0.02}),0.5*sin(6000*t),0)'`;

/** A film of grey frames, the rest of it without any. */
async function makeHeld(path: string): Promise<void> {
  const luma = FRAMES.map(({ luma: value }, index) => `eq(N,${index})*${value}`).join("+");
  const times = FRAMES.map(({ startS }, index) => `eq(N,${index})*${startS}`).join("+");
  const video = `color=s=160x90:r=1:d=${FRAMES.length},geq=lum='${luma}':cb=128:cr=128,setpts='(${times})/TB'`;
  const coding = path.endsWith("webm")
    ? ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"]
    : ["-c:v", "libx264", "-preset", "ultrafast"];
  const inputs = [...generated(video), ...generated(`${AUDIO}:s=16000:d=130`)];
  await makeMedia(...inputs, "-vsync", "vfr", ...coding, path);
}

/** A film of ten seconds, each frame brighter than the one before, whose sound goes on. */
async function makeShort(path: string): Promise<void> {
  const video = "color=s=160x90:r=10:d=10,geq=lum='40+N':cb=128:cr=128";
  const coding = ["-c:v", "libx264", "-preset", "ultrafast"];
  await makeMedia(...generated(video), ...generated(`${AUDIO}:s=48000:d=40`), ...coding, path);
}

function shownAs(luma: number): number {
  return ((luma - 16) * 255) / 219;
}

/** The brightness that each tenth of a second of a clip has, from its beginning. */
async function brightnessOf(t: TestContext, path: string, rendering: Rendering): Promise<number[]> {
  const { videoPath } = await renderer.render(t, path, { style: "STATIC_CROP", widthPx: 90, ...rendering });
  const frames = await readBrightness(videoPath);
  assert.equal(frames.length, Math.round((rendering.durationS ?? 2) * FRAME_RATE));
  return frames.filter((_, index) => index % 3 === 1).map(({ value }) => value);
}

function assertBrightness(found: readonly number[], expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  for (const [index, luma] of expected.entries()) {
    const value = found[index] ?? -1;
    assert.ok(Math.abs(value - shownAs(luma)) < 4, `frame ${index}: ${value}, not ${shownAs(luma)}`);
  }
}

function repeated(value: number, count: number): number[] {
  return Array.from({ length: count }, () => value);
}

for (const build of BUILDS) {
  for (const file of ["screen.mp4", "screen.mkv", "screen.webm"]) {
    test(`a clip of ${file} shows the frame that began before it, until the next with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await films(file, makeHeld);
      const show = (startS: number, durationS: number): Promise<number[]> =>
        brightnessOf(t, path, { build, startS, durationS });
      assertBrightness(await show(10, 2), repeated(90, 20));
      assertBrightness(await show(38, 3), [...repeated(90, 20), ...repeated(140, 10)]);
      assertBrightness(await show(58, 3), [...repeated(140, 20), ...repeated(190, 10)]);
      assertBrightness(await show(70, 2), repeated(190, 20));
    });
  }

  test(`a frame may be held for most of a long clip, with its sound with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = await films("screen.mp4", makeHeld);
    const rendering = { build, startS: 10, durationS: 110, style: "STATIC_CROP", widthPx: 90 } as const;
    const { videoPath } = await renderer.render(t, path, rendering);
    const { video, audio } = await readMedia(videoPath);
    assert.equal(video.nb_frames, String(110 * FRAME_RATE));
    assert.ok(Math.abs(Number(audio.duration) - 110) < 0.1, audio.duration);
  });

  for (const file of ["short.mp4", "short.mkv", "short.ts"]) {
    test(`a clip of ${file} behind the end of its video shows the last frame with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await films(file, makeShort);
      const { videoPath, source } = await renderer.render(t, path, {
        build,
        startS: 21,
        durationS: 3,
        style: "STATIC_CROP",
        widthPx: 90,
      });
      assert.ok(Math.abs((source.video?.endS ?? 0) - 10) < 0.3, `${source.video?.endS}`);
      assertBrightness(
        (await readBrightness(videoPath)).map(({ value }) => value),
        repeated(139, 3 * FRAME_RATE),
      );
      const samples = await readSamples(videoPath);
      const clickS = samples.findIndex((sample) => Math.abs(sample) > 0.1) / 48_000;
      assert.ok(Math.abs(clickS - (CLICK_S - 21)) < 0.03, `the click is heard at ${clickS} s`);
      assertBrightness(
        await brightnessOf(t, path, { build, startS: 9, durationS: 2 }),
        Array.from({ length: 20 }, (_, index) => Math.min(139, 130 + index)),
      );
    });
  }
}
