import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import type { AudioSpecifier } from "../../../media-node/ffmpeg/stream-specifier.ts";
import { analyzeFraming } from "../../../media-node/framing/analyze-framing.ts";
import type { FramingAnalysis } from "../../../media-node/framing/analyze-framing.worker.ts";
import { LEVEL_HOP_S } from "../../../media-node/framing/faces/face-samples.ts";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS, BUNDLED } from "../../support/media-node/media-tools.ts";
import { FACE_COLOR, plantFaceDetector } from "../../support/models/planted-faces.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

/** A planted face (27 of 320 pixels) that moves to the right, and its mouth that opens and shuts in the second second. */
async function makeFace(t: TestContext, sound: boolean): Promise<string> {
  const path = join(await temporaryFolder(t), "face.mp4");
  const graph = [
    "color=c=0x505050:s=320x180:r=25:d=2[back]",
    `color=c=${FACE_COLOR}:s=27x27:r=25:d=2,drawbox=x=9:y=19:w=9:h=4:color=0x601010:t=fill:enable='gt(t,1)*lt(mod(n,4),2)'[face]`,
    "[back][face]overlay=x='40+80*t':y=60",
  ];
  const tone = "0.5*sin(1000*t)*gt(t,1)";
  await makeMedia(
    ...["-filter_complex", graph.join(";")],
    // In anti-phase, which one channel of both would lose.
    ...(sound ? generated(`aevalsrc='${tone}|-${tone}':d=2:s=16000`) : []),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "16", path],
  );
  return path;
}

function analyze(
  sourcePath: string,
  faceModelPath: string | null,
  audioSpecifier: AudioSpecifier | null,
  ffmpeg = BUNDLED.ffmpeg,
): Promise<FramingAnalysis> {
  const clip = { startS: 0, durationS: 2, frameRate: 25, sourceSize: { width: 320, height: 180 } };
  const input = {
    ...clip,
    ffmpeg,
    sourcePath,
    videoSpecifier: "v:0" as const,
    audioSpecifier,
    faceModelPath,
  };
  return analyzeFraming(input, AbortSignal.timeout(60_000));
}

for (const build of BUILDS) {
  test(`one decode gives every frame's columns, faces and mouths, and the sound, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const model = await plantFaceDetector(await temporaryFolder(t));
    const { saliency, sightings } = await analyze(await makeFace(t, true), model, "a:0", build.ffmpeg);
    assert.equal(saliency.frameCount, 50);
    assert.equal(saliency.motion.length, 50 * FRAMING_WIDTH);
    const samples = sightings?.samples ?? [];
    assert.deepEqual(
      samples.map(({ frame }) => frame),
      [0, 6, 12, 18, 24, 30, 36, 42, 48],
    );
    for (const { frame, faces } of samples) {
      assert.equal(faces.length, 1, `frame ${frame}`);
      const centre = (faces[0]?.x ?? 0) + (faces[0]?.width ?? 0) / 2;
      assert.ok(Math.abs(centre * 320 - (53.5 + 3.2 * frame)) < 6, `frame ${frame}: ${centre * 320}`);
    }
    const mouths = samples.map(({ faces }) => faces[0]?.mouthMotion ?? 0);
    assert.ok(Math.max(...mouths.slice(0, 4)) < Math.max(...mouths.slice(5)) / 2, `${mouths}`);
    const levels = [...(sightings?.audioLevelsDb ?? [])];
    assert.ok(Math.abs(levels.length - 2 / LEVEL_HOP_S) <= 2, `${levels.length}`);
    assert.ok(Math.max(...levels.slice(0, 18)) < -60 && Math.min(...levels.slice(22, 38)) > -20, `${levels}`);
  });
}

for (const build of BUILDS) {
  test(`frames that a slow source shows for long are counted as the render counts them, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "slow.mp4");
    const graph = [
      "color=c=0x505050:s=320x180:r=5:d=2[back]",
      `color=c=${FACE_COLOR}:s=27x27:r=5:d=2[face]`,
      "[back][face]overlay=x='if(lt(t,1),40,240)':y=60",
    ];
    await makeMedia("-filter_complex", graph.join(";"), "-c:v", "libx264", "-crf", "16", path);
    const model = await plantFaceDetector(await temporaryFolder(t));
    const { saliency, sightings } = await analyze(path, model, null, build.ffmpeg);
    assert.equal(saliency.frameCount, 50);
    assert.equal(saliency.difference.indexOf(Math.max(...saliency.difference)), 25);
    const areRight = sightings?.samples.map(({ faces }) => (faces[0]?.x ?? 0) > 0.5);
    assert.deepEqual(areRight, [false, false, false, false, false, true, true, true, true]);
  });
}

test("what is measured of columns is the same with and without a face detector", async (t) => {
  const path = await makeFace(t, false);
  const model = await plantFaceDetector(await temporaryFolder(t));
  const [without, beside] = [await analyze(path, null, null), await analyze(path, model, null)];
  assert.equal(without.sightings, null);
  assert.deepEqual(without.saliency, beside.saliency);
  assert.equal(beside.sightings?.audioLevelsDb.length, 0);
});

test("a face detector that cannot be opened is reported as such", async (t) => {
  await assert.rejects(analyze(await makeFace(t, false), "/nonexistent/yunet.onnx", null), {
    code: "MODEL_UNAVAILABLE",
  });
});
