// Clips that begin between key frames, of formats whose seeks land between them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { codedVideo, readCodes } from "../../support/media/coded-frames.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrame, readSamples } from "../../support/media/read-media.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";

const renderer = createRenderer();
const films = createSharedFilms();

const FILM_S = 16;
/** Between the key frames at 8 and 12 s. */
const FIRST_FRAME = 234;
const DURATION_S = 2;
/** When a click is heard. */
const CLICK_S = 10.5;
const CLICK = `if(between(t,${CLICK_S},${CLICK_S + 0.02}),0.5*sin(6000*t),0)`;

async function makeFilm(path: string): Promise<void> {
  const coding = path.endsWith("mpg")
    ? ["-c:v", "mpeg1video", "-b:v", "2M", "-c:a", "mp2"]
    : ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];
  await makeMedia(
    ...generated(codedVideo("25", FILM_S)),
    ...generated(`aevalsrc='${CLICK}':d=${FILM_S}:s=48000`),
    ...[...coding, "-g", "100", "-keyint_min", "100", path],
  );
}

for (const build of BUILDS) {
  for (const file of ["film.ts", "film.mpg", "film.mp4"]) {
    test(`a clip of ${file} has its frames from the first on, and its sound with them, with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const film = await films(file, makeFilm);
      const { video } = await probeSource(build, film, AbortSignal.timeout(60_000));
      // A quarter of a frame early, so that rounding decides nothing.
      const startS = (FIRST_FRAME - 0.25) / 25 + (video?.startS ?? 0);
      const rendering = { build, startS, durationS: DURATION_S, style: "LETTERBOX" } as const;
      const { videoPath } = await renderer.render(t, film, rendering);
      const shareOfHeight = (360 * 9) / 16 / 640;
      const expected = Array.from({ length: 25 * DURATION_S }, (_, index) => FIRST_FRAME + index);
      assert.deepEqual(await readCodes(videoPath, shareOfHeight), expected);
      const samples = await readSamples(videoPath);
      const clickS = samples.findIndex((sample) => Math.abs(sample) > 0.1) / 48_000;
      assert.ok(Math.abs(clickS - (CLICK_S - startS)) < 0.03, `the click is heard at ${clickS} s`);
    });
  }

  test(`a clip from the middle of an AVI with a palette has its colours with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const film = await films("palette.avi", (path) =>
      makeMedia(
        ...generated("color=c=white:s=160x90:r=25:d=4"),
        ...["-c:v", "rawvideo", "-pix_fmt", "pal8", path],
      ),
    );
    const rendering = { build, startS: 1.5, durationS: 1, style: "LETTERBOX" } as const;
    const { videoPath } = await renderer.render(t, film, rendering);
    const [red] = (await readFrame(videoPath, 0.5)).at(0.5, 0.5);
    assert.ok(red > 200, `${red}`);
  });
}
