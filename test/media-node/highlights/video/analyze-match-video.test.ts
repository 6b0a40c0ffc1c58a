import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { MATCH_HOP_S } from "../../../../media-node/highlights/match-curves.ts";
import { ANALYZE_MATCH_VIDEO } from "../../../../media-node/highlights/video/analyze-match-video.ts";
import type { MatchVideo } from "../../../../media-node/highlights/video/match-video.ts";
import { probeSource } from "../../../../media-node/source/probe-source.ts";
import { closeThreads, runInThread } from "../../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { drawScene, drawScoreboard, encodeDrawn } from "../../../support/matches/drawn-match.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { BUILDS, BUNDLED } from "../../../support/media-node/media-tools.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

function watch(
  sourcePath: string,
  range: { readonly startS: number; readonly endS: number },
  ffmpeg = FFMPEG,
): Promise<MatchVideo> {
  const signal = AbortSignal.timeout(120_000);
  return runInThread(
    ANALYZE_MATCH_VIDEO,
    { ffmpeg, sourcePath, videoSpecifier: "v:0" as const, range },
    { signal },
  );
}

const SIZE = "s=320x180:r=12";
/** Three scenes of four seconds: a lively pattern, a grey that stands still, and another pattern. */
const SCENES = [
  ...generated(`testsrc2=${SIZE}:d=4`),
  ...generated(`color=c=gray:${SIZE}:d=4`),
  ...generated("mandelbrot=s=320x180:r=12,trim=duration=4"),
  ...["-filter_complex", "[0][1][2]concat=n=3", "-c:v", "libx264", "-preset", "ultrafast"],
];

async function scenes(t: TestContext, name: string, ...options: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(t), name);
  await makeMedia(...SCENES, ...options, path);
  return path;
}

function assertNear(found: ArrayLike<number>, expected: readonly number[], withinS: number): void {
  assert.equal(found.length, expected.length, [...Array.from(found)].join(" "));
  expected.forEach((timeS, index) => {
    assert.ok(Math.abs((found[index] ?? 0) - timeS) <= withinS, [...Array.from(found)].join(" "));
  });
}

for (const build of BUILDS) {
  test(`shot changes and movement are found where they are (${build.name})`, {
    skip: build.skip,
  }, async (t) => {
    const path = await scenes(t, "scenes.mp4", "-bf", "3");
    const { curves, shotChangesS, frameCount, isStill } = await watch(
      path,
      { startS: 0, endS: 12 },
      build.ffmpeg,
    );
    assertNear(shotChangesS, [4, 8], 0.26);
    assert.equal(isStill, false);
    assert.ok(frameCount >= 40 && frameCount <= 48, String(frameCount));
    for (const curve of Object.values(curves)) assert.equal(curve.length, 24);
    assert.ok(curves.motion.subarray(10, 15).every((value) => value === 0));
    assert.ok(curves.motion.subarray(1, 7).some((value) => value > 0.1));
    assert.ok(curves.scoreboard.every((value) => value === 0));
  });
}

test("a range keeps the source's clock", async (t) => {
  const path = await scenes(t, "scenes.mkv", "-g", "24");
  const { shotChangesS, curves } = await watch(path, { startS: 2.5, endS: 11 });
  assertNear(shotChangesS, [4, 8], 0.26);
  assert.equal(curves.motion.length, 17);
});

test("a source with one key frame is watched like any other", async (t) => {
  const path = await scenes(t, "one.mp4", "-g", "9999", "-x264-params", "scenecut=0");
  const { shotChangesS } = await watch(path, { startS: 0, endS: 12 });
  assertNear(shotChangesS, [4, 8], 0.26);
});

test("a source that marks nearly all of its frames as needless is watched in full", async (t) => {
  const path = await scenes(
    t,
    "sparse.mp4",
    "-bf",
    "16",
    "-b_strategy",
    "0",
    "-x264-params",
    "b-pyramid=none:scenecut=0",
  );
  const { frameCount, shotChangesS } = await watch(path, { startS: 0, endS: 12 });
  assert.ok(frameCount >= 40, String(frameCount));
  assertNear(shotChangesS, [4, 8], 0.26);
});

test("a replay, a score and cuts are found in a film as encoders leave it", async (t) => {
  const path = join(await temporaryFolder(t), "match.mp4");
  await encodeDrawn(path, { durationS: 140, framesPerS: 12 }, (timeS) => {
    // Shots of 7 s, each from another place; from 112 to 119 s, half as fast, what was seen from 92 s on.
    const isReplay = timeS >= 112 && timeS < 119;
    const sceneS = isReplay ? 92 + (timeS - 112) / 2 : timeS;
    const seed = Math.floor(sceneS / 7);
    const frame = drawScene({ seed, panPxPerS: 20, playerCount: 10, playerPxPerS: 12 }, sceneS);
    if (!isReplay) drawScoreboard(frame, timeS >= 97 ? 1 : 0, 2);
    return frame;
  });
  const { curves, replays, shotChangesS } = await watch(path, { startS: 0, endS: 140 });
  assertNear(
    shotChangesS,
    Array.from({ length: 19 }, (_, shot) => 7 * (shot + 1)),
    0.26,
  );
  assert.equal(replays.length, 1, JSON.stringify(replays));
  const [replay] = replays;
  assert.ok(replay !== undefined && replay.confidence > 0.5);
  assertNear([replay.startS, replay.endS], [112, 119], 0.5);
  const scoredS = [...curves.scoreboard].flatMap((value, tick) => (value > 0 ? [tick * MATCH_HOP_S] : []));
  assertNear(scoredS, [97], 0.5);
});

test("one image and a few slides are still", async (t) => {
  const folder = await temporaryFolder(t);
  const [image, slides] = [join(folder, "image.mp4"), join(folder, "slides.mp4")];
  await makeMedia(
    ...generated(`mandelbrot=s=320x180:r=12,trim=end_frame=1,loop=loop=239:size=1,setpts=N/12/TB`),
    "-preset",
    "ultrafast",
    image,
  );
  const still = await watch(image, { startS: 0, endS: 20 });
  assert.equal(still.isStill, true);
  assert.ok(still.frameCount > 40);
  assert.ok(still.curves.motion.every((value) => value === 0));
  await makeMedia(
    ...generated(`testsrc2=s=320x180:r=1/6:d=24`),
    ...["-r", "12", "-preset", "ultrafast", slides],
  );
  const shown = await watch(slides, { startS: 0, endS: 24 });
  assert.equal(shown.isStill, true);
});

test("a stretch without video is unknown", async (t) => {
  const path = join(await temporaryFolder(t), "short.mp4");
  await makeMedia(...generated(`testsrc2=${SIZE}:d=3`), "-preset", "ultrafast", path);
  const { curves, frameCount, replays, shotChangesS } = await watch(path, { startS: 20, endS: 30 });
  assert.equal(frameCount, 0);
  for (const curve of Object.values(curves)) assert.ok(curve.every((value) => Number.isNaN(value)));
  assert.deepEqual([replays.length, shotChangesS.length], [0, 0]);
});

test("a stream that does not exist is refused as unsupported", async (t) => {
  const path = join(await temporaryFolder(t), "sound.m4a");
  await makeMedia(...generated("sine=d=1"), path);
  await assert.rejects(watch(path, { startS: 0, endS: 1 }), { code: "SOURCE_UNSUPPORTED" });
});

test("an abort ends the decoding", async (t) => {
  const path = await scenes(t, "scenes.mp4");
  const reason = new Error("no longer wanted");
  const controller = new AbortController();
  const call = {
    ffmpeg: FFMPEG,
    sourcePath: path,
    videoSpecifier: "v:0" as const,
    range: { startS: 0, endS: 12 },
  };
  const watching = runInThread(ANALYZE_MATCH_VIDEO, call, {
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await assert.rejects(watching, reason);
});

for (const name of ["cursed-vfr.mp4", "rotate-buck-bunny.mp4", "sar_2x1.mp4", "no-aud.ts"]) {
  const { path, skip } = sharedData(`media/${name}`);
  test(`a real odd file is watched to its end: ${name}`, { skip }, async () => {
    const signal = AbortSignal.timeout(120_000);
    const { durationS, video } = await probeSource(BUNDLED, path, signal);
    assert.ok(video !== null);
    const range = { startS: 0, endS: durationS };
    const call = { ffmpeg: FFMPEG, sourcePath: path, videoSpecifier: video.specifier, range };
    const { curves, frameCount, shotChangesS } = await runInThread(ANALYZE_MATCH_VIDEO, call, { signal });
    assert.ok(frameCount >= 2, String(frameCount));
    assert.ok(shotChangesS.every((timeS) => timeS >= 0 && timeS <= durationS));
    const known = curves.motion.filter((value) => !Number.isNaN(value));
    assert.ok(known.length >= 0.8 * curves.motion.length);
    assert.ok(known.every((value) => value >= 0 && value <= 1));
  });
}
