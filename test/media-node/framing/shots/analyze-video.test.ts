import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { ANALYZE_VIDEO } from "../../../../media-node/framing/shots/analyze-video.ts";
import { MOTION_UNKNOWN, type VideoAnalysis } from "../../../../media-node/framing/shots/video-analysis.ts";
import { closeThreads, runInThread } from "../../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

function see(sourcePath: string, endS: number, startS = 0): Promise<VideoAnalysis> {
  const call = { ffmpeg: FFMPEG, sourcePath, videoSpecifier: "v:0" as const, startS, endS };
  return runInThread(ANALYZE_VIDEO, call, { signal: AbortSignal.timeout(60_000) });
}

const SIZE = "s=160x90:r=25";
/** Four scenes of five seconds: moving bars, a still blue, a moving pattern, a still yellow. */
const SCENES = [
  ...generated(`testsrc2=${SIZE}:d=5`),
  ...generated(`color=c=navy:${SIZE}:d=5`),
  ...generated(`mandelbrot=s=160x90:r=25,trim=duration=5`),
  ...generated(`color=c=yellow:${SIZE}:d=5`),
  ...["-filter_complex", "[0][1][2][3]concat=n=4", "-c:v", "libx264", "-preset", "ultrafast"],
];

function assertNear(found: Float64Array, expected: readonly number[], withinS: number): void {
  const text = [...found].join(" ");
  for (const timeS of expected)
    assert.ok(
      found.some((shot) => Math.abs(shot - timeS) <= withinS),
      text,
    );
}

test("shot changes are found where they are, and stillness is still", async (t) => {
  const path = join(await temporaryFolder(t), "scenes.mp4");
  await makeMedia(...SCENES, "-g", "25", path);
  const { shotChangesS, motion } = await see(path, 20);
  assertNear(shotChangesS, [5, 10, 15], 0.1);
  assert.ok([...motion.subarray(12, 18)].every((value) => value >= 0 && value < 0.003));
  assert.ok([...motion.subarray(2, 8)].every((value) => value > 0.003));
});

test("a range keeps the source's clock", async (t) => {
  const path = join(await temporaryFolder(t), "scenes.mp4");
  await makeMedia(...SCENES, "-g", "25", path);
  const analysis = await see(path, 17, 7.3);
  assert.equal(analysis.startS, 7.3);
  assertNear(analysis.shotChangesS, [10, 15], 0.1);
  assert.ok(analysis.shotChangesS.every((timeS) => timeS > 9));
});

test("a source with one key frame is looked at in full", async (t) => {
  const path = join(await temporaryFolder(t), "one-key-frame.mp4");
  await makeMedia(...SCENES, "-g", "9999", "-sc_threshold", "0", "-x264-params", "scenecut=0", path);
  const { shotChangesS, frameCount } = await see(path, 20);
  assert.ok(frameCount > 10);
  assertNear(shotChangesS, [5, 10, 15], 0.6);
});

test("a stretch without video is unknown", async (t) => {
  const path = join(await temporaryFolder(t), "short.mp4");
  await makeMedia(...generated(`testsrc2=${SIZE}:d=3`), "-c:v", "libx264", "-preset", "ultrafast", path);
  const { motion, frameCount } = await see(path, 30, 20);
  assert.equal(frameCount, 0);
  assert.ok(motion.every((value) => value === MOTION_UNKNOWN));
});

test("frames at uneven times keep their times", async (t) => {
  const path = join(await temporaryFolder(t), "uneven.mkv");
  const uneven = "select='lt(mod(n\\,50)\\,5)'";
  await makeMedia(
    ...SCENES.map((part) => part.replace("concat=n=4", `concat=n=4,${uneven}`)),
    ...["-vsync", "vfr", "-g", "5", path],
  );
  const { shotChangesS } = await see(path, 20);
  assertNear(shotChangesS, [6, 10, 16], 0.2);
});

test("a stream that does not exist is refused as unsupported", async (t) => {
  const path = join(await temporaryFolder(t), "sound.m4a");
  await makeMedia(...generated("sine=d=1"), path);
  const call = { ffmpeg: FFMPEG, sourcePath: path, videoSpecifier: "v:3" as const, startS: 0, endS: 1 };
  const wanted = runInThread(ANALYZE_VIDEO, call, { signal: AbortSignal.timeout(60_000) });
  await assert.rejects(wanted, { code: "SOURCE_UNSUPPORTED" });
});
