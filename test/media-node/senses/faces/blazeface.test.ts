import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { overlapOf } from "../../../../media-node/senses/faces/face-boxes.ts";
import { openFaceDetector } from "../../../../media-node/senses/faces/open-face-detector.ts";
import { detectIn } from "../../../support/media/photograph-faces.ts";
import { BLAZEFACE_PATH, mediapipeFile } from "../../../support/models/package-models.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

test("a frame without faces has none, whatever its proportions", async (t) => {
  const detector = await openFaceDetector(BLAZEFACE_PATH);
  t.after(() => detector.dispose());
  for (const source of [
    { width: 1_920, height: 1_080 },
    { width: 1_080, height: 1_920 },
    { width: 500, height: 500 },
  ]) {
    const size = detector.frameSize(source);
    const grey = new Uint8Array(3 * size.width * size.height).fill(90);
    assert.deepEqual(await detector.detect(grey, size), []);
  }
});

test("a network that is no BlazeFace of full range, and a file that is not there, are refused", async (t) => {
  const shortRange = mediapipeFile("face_detection_short_range.tflite");
  await assert.rejects(openFaceDetector(shortRange), { code: "MODEL_UNAVAILABLE" });
  const missing = join(await temporaryFolder(t), "none.tflite");
  await assert.rejects(openFaceDetector(missing), { code: "MODEL_UNAVAILABLE" });
});

const YUNET = sharedData("models/yunet_n_dynamic.onnx");
const PHOTOGRAPHS = [
  { name: "faces/2007_007763.jpg", missed: 0 },
  { name: "faces/2008_001322.jpg", missed: 0 },
  { name: "faces/2008_002079.jpg", missed: 1 },
] as const;

for (const { name, missed } of PHOTOGRAPHS) {
  const photograph = sharedData(name);
  test(`the faces of ${name} are where YuNet sees them`, {
    skip: YUNET.skip || photograph.skip,
  }, async (t) => {
    const [blazeFace, yunet] = await Promise.all([
      openFaceDetector(BLAZEFACE_PATH),
      openFaceDetector(YUNET.path),
    ]);
    t.after(() => Promise.all([blazeFace.dispose(), yunet.dispose()]));
    const found = await detectIn(blazeFace, photograph.path);
    const expected = await detectIn(yunet, photograph.path);
    const unseen = expected.filter((face) => !found.some((each) => overlapOf(each, face) > 0.5));
    t.diagnostic(`${found.length} found, YuNet finds ${expected.length}`);
    assert.ok(unseen.length <= missed && found.length <= expected.length, JSON.stringify({ found, unseen }));
    for (const face of found) {
      const same = expected.find((each) => overlapOf(each, face) > 0.5);
      assert.ok(same !== undefined);
      const apart = Math.hypot(face.eyes.x - same.eyes.x, face.eyes.y - same.eyes.y);
      assert.ok(apart < 0.25 * same.width, `eyes ${apart} apart, a face ${same.width} wide`);
      assert.ok(face.eyes.y < face.mouth.y && face.mouth.y < face.y + face.height);
    }
  });
}
