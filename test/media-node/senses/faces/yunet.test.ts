import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import type { FaceDetector } from "../../../../media-node/senses/faces/face-detector.ts";
import { openYunet } from "../../../../media-node/senses/faces/yunet.ts";
import { detectIn } from "../../../support/media/photograph-faces.ts";
import { FACE_EDGE_PX, plantFaceDetector } from "../../../support/models/planted-faces.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** Grey with red squares of a face's size around these points, in pixels. */
function squares(
  { width, height }: { width: number; height: number },
  centres: readonly (readonly [number, number])[],
): Uint8Array {
  const bgr = new Uint8Array(3 * width * height).fill(90);
  for (const [x, y] of centres) {
    for (let row = y - FACE_EDGE_PX / 2; row < y + FACE_EDGE_PX / 2; row += 1) {
      for (let column = x - FACE_EDGE_PX / 2; column < x + FACE_EDGE_PX / 2; column += 1) {
        bgr.set([16, 16, 240], 3 * (row * width + column));
      }
    }
  }
  return bgr;
}

async function opened(t: TestContext, path: string): Promise<FaceDetector> {
  const detector = await openYunet(path);
  t.after(() => detector.dispose());
  return detector;
}

test("each planted face is found once, where it is, with its landmarks", async (t) => {
  const detector = await opened(t, await plantFaceDetector(await temporaryFolder(t)));
  const size = detector.frameSize({ width: 1_280, height: 720 });
  assert.deepEqual(size, { width: 480, height: 270 });
  const faces = await detector.detect(
    squares(size, [
      [100, 60],
      [340, 180],
    ]),
    size,
  );
  assert.equal(faces.length, 2);
  for (const [x, y] of [
    [100, 60],
    [340, 180],
  ] as const) {
    const near = (value: number, expected: number): boolean => Math.abs(value - expected) <= 5;
    const face = faces.find((each) => near((each.x + each.width / 2) * 480, x));
    assert.ok(face !== undefined && near((face.y + face.height / 2) * 270, y), JSON.stringify(faces));
    assert.ok(near(face.width * 480, FACE_EDGE_PX) && near(face.height * 270, FACE_EDGE_PX));
    assert.ok(near(face.eyes.x * 480, x) && near(face.mouth.x * 480, x) && face.mouth.y > face.eyes.y);
  }
});

test("a frame without faces has none", async (t) => {
  const detector = await opened(t, await plantFaceDetector(await temporaryFolder(t)));
  const size = { width: 480, height: 270 };
  assert.deepEqual(await detector.detect(squares(size, []), size), []);
});

test("frames keep their proportions, upright ones too", async (t) => {
  const detector = await opened(t, await plantFaceDetector(await temporaryFolder(t)));
  assert.deepEqual(detector.frameSize({ width: 1_080, height: 1_920 }), { width: 270, height: 480 });
  assert.deepEqual(detector.frameSize({ width: 640, height: 2 }), { width: 480, height: 2 });
});

test("a model that is no YuNet is refused", async (t) => {
  const path = join(await temporaryFolder(t), "other.onnx");
  const value = { type: "float32" as const, shape: [1] };
  const bytes = writeOnnxModel({
    opset: 17,
    irVersion: 8,
    nodes: [{ op: "Identity", inputs: ["input"], outputs: ["cls_8"] }],
    inputs: [{ name: "input", ...value }],
    outputs: [{ name: "cls_8", ...value }],
  });
  await writeFile(path, bytes);
  await assert.rejects(openYunet(path), { code: "MODEL_UNAVAILABLE" });
});

const PHOTOGRAPHS = [
  { name: "faces/2007_007763.jpg", min: 7, max: 7 },
  { name: "faces/2008_001322.jpg", min: 3, max: 3 },
  { name: "faces/2008_002079.jpg", min: 5, max: 9 },
] as const;

for (const model of ["yunet_n_dynamic.onnx", "yunet_n_640_640.onnx"]) {
  for (const { name, min, max } of PHOTOGRAPHS) {
    const [weights, photograph] = [sharedData(`models/${model}`), sharedData(name)];
    test(`${model} finds the people of ${name}`, { skip: weights.skip || photograph.skip }, async (t) => {
      const faces = await detectIn(await opened(t, weights.path), photograph.path);
      assert.ok(faces.length >= min && faces.length <= max, `${faces.length}`);
      for (const { x, y, width, height, eyes, mouth } of faces) {
        assert.ok(eyes.x > x && eyes.x < x + width && eyes.y > y && eyes.y < mouth.y);
        assert.ok(mouth.y < y + height * 1.05 && width > 0.01 && width < 0.4);
      }
    });
  }
}

const TRIO = sharedData("faces/2008_001322.jpg");
const DYNAMIC = sharedData("models/yunet_n_dynamic.onnx");
test("three people side by side are found where they are", { skip: TRIO.skip || DYNAMIC.skip }, async (t) => {
  const faces = await detectIn(await opened(t, DYNAMIC.path), TRIO.path);
  const centres = faces.map(({ x, width }) => x + width / 2).sort((a, b) => a - b);
  const expected = [0.28, 0.53, 0.8];
  assert.ok(
    centres.every((centre, index) => Math.abs(centre - (expected[index] ?? 0)) < 0.03),
    `${centres}`,
  );
});
