import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { offFlashes, trimFlashes } from "../../../../media-node/pipelines/clips/off-flashes.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { BUNDLED } from "../../../support/media-node/media-tools.ts";
import { selectClipsOf } from "../../../support/media-node/select-clips-of.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const CLIPS = { clipLengthS: { min: 5, max: 15 }, frameRate: 25 } as const;
const RANGE = { startS: 0, endS: 19.2 };

const SIZE = "s=160x90:r=25";
/** Three shots, which begin at 0, 6.4 and 12.8 s. */
const FILM = [
  ...generated(`testsrc2=${SIZE},trim=end_frame=160`),
  ...generated(`mandelbrot=${SIZE},trim=end_frame=160`),
  ...generated(`testsrc2=${SIZE},negate,trim=end_frame=160`),
  ...["-filter_complex", "[0][1][2]concat=n=3", "-g", "50", "-x264-params", "scenecut=0"],
];

test("clips end before the shot that follows and begin on the first frame of theirs", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(...FILM, "-c:v", "libx264", "-preset", "ultrafast", path);
  const moments = await offFlashes({
    ...CLIPS,
    range: RANGE,
    moments: [
      { startS: 0, endS: 7 },
      { startS: 6.4, endS: 12.8 },
      { startS: 12.3, endS: 19.2 },
      { startS: 1, endS: 12 },
    ],
    ffmpeg: BUNDLED.ffmpeg,
    sourcePath: path,
    videoSpecifier: "v:0",
    signal: AbortSignal.timeout(60_000),
  });
  assert.deepEqual(moments, [
    { startS: 0, endS: 6.38 },
    { startS: 6.4, endS: 12.78 },
    { startS: 12.8, endS: 19.2 },
    { startS: 1, endS: 12 },
  ]);
});

test("clips that would be too short begin and end a little later or earlier, where there is room and no other flash", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(...FILM, "-c:v", "libx264", "-preset", "ultrafast", path);
  const call = { ...CLIPS, ffmpeg: BUNDLED.ffmpeg, sourcePath: path, videoSpecifier: "v:0" as const };
  const moved = async (moments: readonly Span[], min = 5, range = RANGE): Promise<Span[]> => {
    const clipLengthS = { min, max: 15 };
    const signal = AbortSignal.timeout(60_000);
    return offFlashes({ ...call, moments, clipLengthS, range, signal });
  };
  assert.deepEqual(await moved([{ startS: 6, endS: 11 }]), [{ startS: 6.4, endS: 11.4 }]);
  assert.deepEqual(await moved([{ startS: 8.2, endS: 13.2 }]), [{ startS: 7.78, endS: 12.78 }]);
  const beside = [
    { startS: 6, endS: 11 },
    { startS: 11.2, endS: 18 },
  ];
  assert.deepEqual(await moved(beside), beside);
  const last = [{ startS: 12.5, endS: 17.5 }];
  assert.deepEqual(await moved(last, 5, { startS: 0, endS: 17.6 }), last);
  const between = [{ startS: 6.1, endS: 12.6 }];
  assert.deepEqual(await moved(between, 6.5), between);
});

test("where the source is damaged beyond an edge, the edge stays, and the other one is searched", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(...FILM, "-c:v", "libx264", "-preset", "ultrafast", path);
  const bytes = await readFile(path);
  const [from, to] = [bytes.indexOf("mdat"), bytes.indexOf("moov")];
  // From some 10 s on: the third shot, and what leads to it.
  await writeFile(path, bytes.fill(0, Math.floor(from + 0.6 * (to - from)), to - 8));
  const call = {
    ...CLIPS,
    range: RANGE,
    ffmpeg: BUNDLED.ffmpeg,
    sourcePath: path,
    videoSpecifier: "v:0" as const,
  };
  const moments = [
    { startS: 13, endS: 19 },
    { startS: 0, endS: 7 },
  ];
  assert.deepEqual(await offFlashes({ ...call, moments, signal: AbortSignal.timeout(60_000) }), [
    { startS: 13, endS: 19 },
    { startS: 0, endS: 6.38 },
  ]);
  const stopped = offFlashes({ ...call, moments, signal: AbortSignal.abort(new Error("stopped")) });
  await assert.rejects(stopped, { message: "stopped" });
});

test("clips of a source without sound are chosen so", async (t) => {
  const { spans } = await selectClipsOf(t, tools, FILM);
  const flashes = spans.filter(([startS, endS]) =>
    [6.4, 12.8].some((cutS) => (cutS > startS && cutS < startS + 0.7) || (cutS > endS - 0.7 && cutS < endS)),
  );
  assert.deepEqual([spans.length, flashes], [2, []], `${spans}`);
});

test("no clip gets shorter than was asked for, nor longer", () => {
  const trimmed = (span: Span, cuts: readonly [number, number]): Span =>
    trimFlashes(span, cuts, CLIPS).trimmed;
  assert.deepEqual(trimmed({ startS: 10, endS: 15.2 }, [10.1, 14.8]), { startS: 10.1, endS: 15.2 });
  assert.deepEqual(trimmed({ startS: 10, endS: 15.2 }, [10.4, 15.1]), { startS: 10, endS: 15.08 });
  assert.deepEqual(trimmed({ startS: 10, endS: 16 }, [9.99, 16.1]), { startS: 10, endS: 16 });
});
