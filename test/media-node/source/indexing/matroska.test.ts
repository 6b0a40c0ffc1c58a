// Recordings of browsers and those that break off have no cues: they are sought as exactly as if all were decoded.
import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { withIndex } from "../../../../media-node/source/indexing/with-index.ts";
import { probeSource, requireVideo } from "../../../../media-node/source/probe-source.ts";
import { bytesRead } from "../../../support/media/bytes-read.ts";
import { grouped, live, rewritten, withTagsLast } from "../../../support/media/matroska-files.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../../support/media/shared-films.ts";
import { BUILDS, BUNDLED } from "../../../support/media-node/media-tools.ts";
import { decodedFrames, loudFromS, soughtFrames } from "../../../support/media-node/sources/sought-media.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const films = createSharedFilms();
const SIGNAL = AbortSignal.timeout(900_000);
const FILM_S = 20;
const EARLY_END_S = 15;
/** A key frame each 2.4 s, at no whole seconds. */
const GROUPS = ["-bf", "2", "-g", "60", "-sc_threshold", "0"];
const X264 = ["-c:v", "libx264", "-preset", "ultrafast", ...GROUPS, "-qp", "34"];
const VPX = ["-deadline", "realtime", "-cpu-used", "8", "-g", "60", "-b:v", "1500k"];
/** Neither cues nor a length. */
const WITHOUT_CUES = ["-live", "1"];

const CODING: Readonly<Record<string, readonly string[]>> = {
  "recorded.mkv": [...X264, "-c:a", "aac", ...WITHOUT_CUES],
  "vp8.webm": ["-c:v", "libvpx", ...VPX, "-c:a", "libopus", ...WITHOUT_CUES],
  "vp9.webm": ["-c:v", "libvpx-vp9", ...VPX, "-c:a", "libopus", ...WITHOUT_CUES],
  "heard.webm": ["-vn", "-c:a", "libopus", "-ac", "2", "-b:a", "510k", "-vbr", "off", ...WITHOUT_CUES],
};
/** Of others' streams. */
const COPIED: Readonly<Record<string, (of: string) => Promise<readonly string[]>>> = {
  "indexed.mkv": async (of) => ["-i", of],
  "short-video.mkv": async (of) => [
    ...["-t", String(EARLY_END_S), "-i", of, "-i", of],
    ...["-map", "0:v", "-map", "1:a"],
  ],
  "two-videos.mkv": async (of) => [
    ...["-i", of, "-i", await film("vp8.webm")],
    ...["-map", "0:v", "-map", "1:v", "-map", "0:a", ...WITHOUT_CUES],
  ],
};

async function makeFilm(path: string): Promise<void> {
  const file = basename(path);
  const copied = COPIED[file];
  if (copied !== undefined) {
    await makeMedia(...(await copied(await film("recorded.mkv"))), "-c", "copy", path);
    return;
  }
  const picture = generated(`testsrc2=s=320x180:r=25:d=${FILM_S},noise=alls=20:allf=t`);
  // A tenth of each second is loud.
  const sound = generated(`aevalsrc='0.5*sin(3000*t)*lt(mod(t,1),0.1)':s=48000:d=${FILM_S}`);
  await makeMedia(...picture, ...sound, ...(CODING[file] ?? []), path);
}

/** As others write what ffmpeg wrote. */
const REWRITING = {
  "browser.webm": { of: "vp8.webm", rewrite: (file: Buffer) => rewritten(file, live) },
  "grouped.mkv": { of: "recorded.mkv", rewrite: (file: Buffer) => rewritten(file, grouped) },
  "tagged.mkv": { of: "short-video.mkv", rewrite: withTagsLast },
} as const;

function film(file: string): Promise<string> {
  const rewriting = Object.entries(REWRITING).find(([name]) => name === file)?.[1];
  if (rewriting === undefined) return films(file, makeFilm);
  return films(file, async (path) =>
    writeFile(path, rewriting.rewrite(await readFile(await film(rewriting.of)))),
  );
}

const indexed = async (t: TestContext, path: string): Promise<string> =>
  (await withIndex(path, await temporaryFolder(t), SIGNAL)).path;

const SOUGHT = ["recorded.mkv", "vp9.webm", "browser.webm", "grouped.mkv"];
const TIMES_S = [0, 0.5, 10.6, 18.9];

for (const build of BUILDS) {
  const { skip, name } = build;

  for (const file of SOUGHT) {
    test(`${file} is sought without being read from its beginning, with ${name}`, { skip }, async (t) => {
      const plain = await film(file);
      const path = await indexed(t, plain);
      assert.notEqual(path, plain);
      const { durationS, ...source } = await probeSource(build, path, SIGNAL);
      const { durationS: measuredS, ...read } = await probeSource(build, plain, SIGNAL);
      assert.deepEqual(source, read);
      assert.ok(Math.abs(durationS - measuredS) < 0.05, `${durationS} s, measured ${measuredS} s`);
      const { size } = await stat(plain);
      for (const startS of TIMES_S) {
        let frames = "";
        const readBytes = await bytesRead(async () => {
          frames = await soughtFrames(build, path, startS);
        });
        assert.ok(readBytes < 0.5 * size, `${readBytes} of ${size} at ${startS} s`);
        assert.equal(frames, await decodedFrames(build, plain, startS), `the picture at ${startS} s`);
        const loudS = await loudFromS(build, path, { ...source, durationS }, startS);
        assert.ok(Math.abs(loudS - Math.ceil(startS)) < 0.05, `loud at ${loudS} s, from ${startS} s on`);
      }
    });
  }

  test(`a recording of several videos is sought by the first, with ${name}`, { skip }, async (t) => {
    const plain = await film("two-videos.mkv");
    const path = await indexed(t, plain);
    assert.notEqual(path, plain);
    for (const startS of [0.5, 13.3, 18.5])
      assert.equal(await soughtFrames(build, path, startS), await decodedFrames(build, plain, startS));
  });

  test(`a recording of sound alone is sought, with ${name}`, { skip }, async (t) => {
    const plain = await film("heard.webm");
    const path = await indexed(t, plain);
    const source = await probeSource(build, path, SIGNAL);
    const { durationS } = await probeSource(build, plain, SIGNAL);
    assert.ok(
      Math.abs(source.durationS - durationS) < 0.05,
      `${source.durationS} s, measured ${durationS} s`,
    );
    const { size } = await stat(plain);
    for (const startS of [0.5, 13.3, 18.5]) {
      let loudS = 0;
      const readBytes = await bytesRead(async () => {
        loudS = await loudFromS(build, path, source, startS);
      });
      assert.ok(readBytes < 0.6 * size, `${readBytes} of ${size} at ${startS} s`);
      assert.ok(Math.abs(loudS - Math.ceil(startS)) < 0.05, `loud at ${loudS} s, from ${startS} s on`);
    }
  });

  test(`a recording that broke off in a cluster is sought and has its length, with ${name}`, {
    skip,
  }, async (t) => {
    const whole = await readFile(await film("recorded.mkv"));
    const cut = join(await temporaryFolder(t), "cut.mkv");
    await writeFile(cut, whole.subarray(0, Math.floor(whole.length / 2)));
    const path = await indexed(t, cut);
    assert.notEqual(path, cut);
    const { durationS } = await probeSource(build, path, SIGNAL);
    const { durationS: measuredS } = await probeSource(build, cut, SIGNAL);
    // ffmpeg measures to when the last frame is decoded, which is shown some frames later.
    assert.ok(Math.abs(durationS - measuredS) < 0.25, `${durationS} s, measured ${measuredS} s`);
    for (const startS of [7.3, durationS - 0.5])
      assert.equal(await soughtFrames(build, path, startS), await decodedFrames(build, cut, startS));
  });

  test(`what stands behind the clusters is found as before, with ${name}`, { skip }, async (t) => {
    const path = await indexed(t, await film("tagged.mkv"));
    assert.notEqual(path, await film("tagged.mkv"));
    const { durationS, video } = await probeSource(build, path, SIGNAL);
    // Its tags alone tell that the video ends before the sound.
    const endS = video?.endS ?? Number.NaN;
    assert.ok(Math.abs(endS - EARLY_END_S) < 0.25, `the video ends at ${endS} s`);
    assert.ok(Math.abs(durationS - FILM_S) < 0.1, `${durationS} s`);
  });
}

test("a file with an index of its own keeps it, and is not gone through", async (t) => {
  const path = await film("indexed.mkv");
  const { size } = await stat(path);
  const readBytes = await bytesRead(async () => assert.equal(await indexed(t, path), path));
  assert.ok(readBytes < 0.5 * size, `${readBytes} of ${size}`);
});

test("the length of a recording is told without another read of it", async (t) => {
  const plain = await film("vp8.webm");
  const path = await indexed(t, plain);
  const { size } = await stat(plain);
  const readBytes = await bytesRead(async () => {
    assert.equal(requireVideo(await probeSource(BUNDLED, path, SIGNAL)).width, 320);
  });
  const measuringBytes = await bytesRead(() => probeSource(BUNDLED, plain, SIGNAL));
  t.diagnostic(`${readBytes} bytes read, ${measuringBytes} without an index, of a file of ${size}`);
  assert.ok(readBytes < measuringBytes - size, `${readBytes} of ${size}, ${measuringBytes} without an index`);
});
