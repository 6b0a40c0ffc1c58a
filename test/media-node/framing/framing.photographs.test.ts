// Real faces: people cut out of photographs, moved and put side by side over a wall, framed with the real detector, and
// looked for again in the finished frames.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { DetectedFace } from "../../../media-node/senses/faces/face-boxes.ts";
import { openYunet } from "../../../media-node/senses/faces/yunet.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { type DecodedFrame, readFrames } from "../../support/media/read-media.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { sharedData } from "../../support/shared-data.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const MODEL = sharedData("models/yunet_n_dynamic.onnx");
const TRIO = sharedData("faces/2008_001322.jpg");
const skip = MODEL.skip || TRIO.skip;

/** The men at the left and at the right of the photograph, as cut-outs of 160 × 240. */
const CUT_OUTS = "[0:v]split=2[p][q];[p]crop=160:240:75:120[one];[q]crop=160:240:325:115[two]";
const WALL = "color=c=0x6a7580:s=640x360:r=25";

async function makeFootage(t: TestContext, graph: string, durationS: number): Promise<string> {
  const path = join(await temporaryFolder(t), "people.mp4");
  await makeMedia(
    ...["-loop", "1", "-framerate", "25", "-t", String(durationS), "-i", TRIO.path],
    ...["-filter_complex", graph, "-t", String(durationS)],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "18", "-pix_fmt", "yuv420p", path],
  );
  return path;
}

async function facesIn(frames: readonly DecodedFrame[]): Promise<DetectedFace[][]> {
  const detector = await openYunet(MODEL.path);
  try {
    const found: DetectedFace[][] = [];
    for (const frame of frames) found.push(await detector.detect(frame.bgr(), frame));
    return found;
  } finally {
    await detector.dispose();
  }
}

function isWhole({ x, y, width, height }: DetectedFace): boolean {
  return x >= 0 && x + width <= 1 && y >= 0 && y + height <= 1;
}

test("a man who walks through the source keeps his face in the frame", { skip }, async (t) => {
  const graph = `${CUT_OUTS};[two]nullsink;${WALL}:d=6[wall];[wall][one]overlay=x='20+75*t':y=120`;
  const path = await makeFootage(t, graph, 6);
  const { framing, videoPath } = await renderer.render(t, path, { durationS: 6, faceModelPath: MODEL.path });
  assert.equal(framing.style, "DYNAMIC_CROP");
  const frames = (await readFrames(videoPath, 180, 320)).filter((_, index) => index % 3 === 0);
  const faces = await facesIn(frames);
  const whole = faces.filter((found) => found.some(isWhole)).length;
  t.diagnostic(`face whole in ${whole} of ${frames.length} frames`);
  assert.ok(whole >= 0.98 * frames.length, `${whole} of ${frames.length}`);
});

test("a man who sits is framed with his eyes in the upper half and his face off no edge", {
  skip,
}, async (t) => {
  const graph = `${CUT_OUTS};[two]nullsink;${WALL}:d=3[wall];[wall][one]overlay=x='430+3*sin(2*t)':y=120`;
  const path = await makeFootage(t, graph, 3);
  const { framing, videoPath } = await renderer.render(t, path, { durationS: 3, faceModelPath: MODEL.path });
  assert.equal(framing.style, "STATIC_CROP");
  const [found = []] = await facesIn([(await readFrames(videoPath, 180, 320))[30] as DecodedFrame]);
  const centre = (found[0]?.x ?? 0) + (found[0]?.width ?? 0) / 2;
  assert.ok(found.length === 1 && Math.abs(centre - 0.5) < 0.15, JSON.stringify(found));
});

test("two men far apart are stacked, each with his face whole in his half", { skip }, async (t) => {
  const graph = `${CUT_OUTS};${WALL}:d=4[wall];[wall][one]overlay=x=20:y=120[a];[a][two]overlay=x='450+3*sin(2*t)':y=115`;
  const path = await makeFootage(t, graph, 4);
  const { framing, videoPath } = await renderer.render(t, path, { durationS: 4, faceModelPath: MODEL.path });
  assert.equal(framing.style, "SPLIT_SCREEN");
  const frames = (await readFrames(videoPath, 270, 480)).filter((_, index) => index % 10 === 0);
  for (const found of await facesIn(frames)) {
    const middles = found.filter(isWhole).map(({ y, height }) => y + height / 2);
    assert.equal(middles.filter((middle) => middle < 0.5).length, 1, JSON.stringify(found));
    assert.equal(middles.filter((middle) => middle > 0.5).length, 1, JSON.stringify(found));
  }
});

/** A mouth that opens and shuts while it speaks, at the place of a cut-out's mouth. */
function speaking(x: number, y: number, when: string): string {
  return `drawbox=x=${x - 9}:y=${y - 4}:w=18:h=9:color=0x301010@0.85:t=fill:enable='${when}*lt(mod(n,5),2)'`;
}

test("the camera looks at the man whose mouth moves, and turns once when it is the other's", {
  skip,
}, async (t) => {
  const people = `[one]${speaking(64, 94, "lt(t,4)")}[left];[two]${speaking(70, 106, "gte(t,4)")}[right]`;
  const wall = "color=c=0x303090:s=640x360:r=25:d=8,drawbox=x=320:w=320:color=0x309030:t=fill[wall]";
  const graph = `${CUT_OUTS};${people};${wall};[wall][left]overlay=x=40:y=120[a];[a][right]overlay=x=440:y=115`;
  const path = await makeFootage(t, graph, 8);
  const { framing, videoPath } = await renderer.render(t, path, {
    durationS: 8,
    faceModelPath: MODEL.path,
    style: "DYNAMIC_CROP",
  });
  assert.equal(framing.style, "DYNAMIC_CROP");
  const frames = await readFrames(videoPath, 90, 160);
  const isLeft = frames.map((frame) => frame.at(0.5, 0.05)[2] > frame.at(0.5, 0.05)[1]);
  const turns = isLeft.flatMap((left, index) =>
    index > 0 && left !== isLeft[index - 1] ? [index / 25] : [],
  );
  t.diagnostic(`turned at ${turns.join()} s, the other speaks from 4 s`);
  assert.ok(isLeft[0] && turns.length === 1, turns.join());
  assert.ok(Math.abs((turns[0] ?? 0) - 4) <= 1.5, turns.join());
});

test("a group wider than a crop is shown whole", { skip }, async (t) => {
  const graph = `[0:v]pad=668:376:84:0,zoompan=z=1:d=1:s=668x376:fps=25`;
  const path = await makeFootage(t, graph, 3);
  const { framing } = await renderer.plan(path, { durationS: 3, faceModelPath: MODEL.path });
  assert.equal(framing.style, "BLURRED_WINGS");
});
