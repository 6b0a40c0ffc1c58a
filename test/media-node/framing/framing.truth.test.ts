// Footage in which it is known where the subject is, framed and rendered as the clip pipeline does it: what counts is
// what is to be seen in the finished frames.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { MAX_JERK, MAX_SPEED } from "../../../media-node/framing/camera-path.ts";
import { pathAt } from "../../../media-node/render/crop-path.ts";
import { type FramingPlan, splitHeights } from "../../../media-node/render/framing-plan.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { type DecodedFrame, type Rgb, readFrames } from "../../support/media/read-media.ts";
import { createSharedFilms, fileNameOf } from "../../support/media/shared-films.ts";
import { BUILDS, BUNDLED } from "../../support/media-node/media-tools.ts";
import { createRenderer, type Rendered, type Rendering } from "../../support/media-node/rendering.ts";
import { FACE_COLOR, plantFaceDetector } from "../../support/models/planted-faces.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const films = createSharedFilms();
const FRAME_RATE = 25;
const SOURCE_WIDTH = 320;
/** Size at which finished frames are looked at. */
const SEEN = { width: 90, height: 160 };

/** Footage that was made once is there for the other build too. */
function makeFootage(graph: string, sound = ""): Promise<string> {
  return films(fileNameOf([graph, sound], "mp4"), (path) => encodeFootage(path, graph, sound));
}

async function encodeFootage(path: string, graph: string, sound: string): Promise<void> {
  const heard = sound === "" ? [] : ["-f", "lavfi", "-i", sound, "-map", "[v]", "-map", "0:a"];
  const video = sound === "" ? graph : `${graph}[v]`;
  await makeMedia(
    ...[...(sound === "" ? [] : heard.slice(0, 4)), "-filter_complex", video],
    ...[...heard.slice(4), "-c:v", "libx264", "-preset", "ultrafast", "-crf", "18", path],
  );
}

async function framed(
  t: TestContext,
  path: string,
  rendering: Rendering,
): Promise<Rendered & { frames: DecodedFrame[] }> {
  const rendered = await renderer.render(t, path, { widthPx: 2 * SEEN.width, ...rendering });
  return { ...rendered, frames: await readFrames(rendered.videoPath, SEEN.width, SEEN.height) };
}

type Is = (color: Rgb) => boolean;
const isRed: Is = ([red, green, blue]) => red > 150 && green < 90 && blue < 90;
const isWhite: Is = (color) => Math.min(...color) > 180;

/** Columns and rows of a frame that have the colour, within these rows. */
function extentOf(frame: DecodedFrame, is: Is, rows: readonly [number, number] = [0, SEEN.height]): number[] {
  const columns = new Set<number>();
  for (let row = rows[0]; row < rows[1]; row += 1) {
    for (let column = 0; column < SEEN.width; column += 1) {
      if (is(frame.at((column + 0.5) / SEEN.width, (row + 0.5) / SEEN.height))) columns.add(column);
    }
  }
  return [...columns].sort((a, b) => a - b);
}

/** Share of frames in which something of the colour is seen, and nothing of it touches an edge. */
function shareInside(frames: readonly DecodedFrame[], is: Is): number {
  const inside = frames.filter((frame) => {
    const columns = extentOf(frame, is);
    return columns.length > 0 && (columns[0] ?? 0) > 0 && (columns.at(-1) ?? SEEN.width) < SEEN.width - 1;
  });
  return inside.length / frames.length;
}

const SET = "color=c=0x404850:s=320x180:r=25";

/** Widths of the source per second, per second squared and per second cubed, at most, from the path's own numbers. */
function movement({ stretches }: FramingPlan, frames: number): { speed: number; jerk: number } {
  const layout = stretches[0]?.layout;
  assert.ok(stretches.length === 1 && layout?.kind === "crop");
  const at = Array.from({ length: frames }, (_, frame) => pathAt(layout.path, frame) / SOURCE_WIDTH);
  const max = (values: readonly number[]): number => Math.max(...values.map(Math.abs));
  const slopes = (values: readonly number[], every: number): number[] =>
    values.slice(every).map((value, index) => ((value - (values[index] ?? 0)) * FRAME_RATE) / every);
  // Acceleration changes from one piece of the path to the next, 0.4 s apart: jerk is measured over that time.
  const jerks = slopes(slopes(slopes(at, 1), 1), 10);
  return { speed: max(slopes(at, 1)), jerk: max(jerks) };
}

/** Where the left edge of a man 30 wide stands in a source 320 wide, at t seconds. */
const WALKS: readonly { readonly name: string; readonly x: string }[] = [
  { name: "walks through the source", x: "20+36*t+4*sin(9*t)" },
  { name: "walks to and fro", x: "145+110*sin(0.9*t)" },
  { name: "stands, walks quickly, and stands", x: "30+230*min(1,max(0,(t-2)/2))+2*sin(8*t)" },
  { name: "sways", x: "220+14*sin(2.5*t)" },
];

for (const { name, x } of WALKS) {
  for (const build of BUILDS.slice(name === WALKS[0]?.name ? 0 : -1)) {
    test(`a subject that ${name} stays in the frame with ${build.name}`, { skip: build.skip }, async (t) => {
      const walk = `${SET}:d=7[set];color=c=white:s=30x80:r=25:d=7[man];[set][man]overlay=x='${x}':y=70`;
      const path = await makeFootage(walk);
      const { framing, frames } = await framed(t, path, { build, durationS: 7, style: "DYNAMIC_CROP" });
      const inside = shareInside(frames, isWhite);
      const { speed, jerk } = movement(framing, frames.length);
      t.diagnostic(
        `inside ${(100 * inside).toFixed(1)} %, speed ${speed.toFixed(2)} /s, jerk ${jerk.toFixed(2)} /s³`,
      );
      assert.ok(frames.length >= 173, `${frames.length}`);
      assert.ok(inside >= 0.98, `${inside}`);
      assert.ok(speed <= MAX_SPEED + 1e-3 && jerk <= MAX_JERK + 1e-3, `${speed} ${jerk}`);
    });
  }
}

test("a face that walks is followed, with its detector, and one that sits is not", async (t) => {
  const faceModelPath = await plantFaceDetector(await temporaryFolder(t));
  const at = (x: string): string =>
    `${SET}:d=5[set];color=c=${FACE_COLOR}:s=27x27:r=25:d=5[face];[set][face]overlay=x='${x}':y=50`;
  const walking = await makeFootage(at("60+30*t"));
  const walk = await framed(t, walking, { durationS: 5, faceModelPath });
  assert.equal(walk.framing.style, "DYNAMIC_CROP");
  assert.ok(shareInside(walk.frames, isRed) >= 0.98, `${shareInside(walk.frames, isRed)}`);
  const sitting = await makeFootage(at("200+3*sin(3*t)"));
  const sit = await framed(t, sitting, { durationS: 5, faceModelPath });
  assert.equal(sit.framing.style, "STATIC_CROP");
  assert.equal(shareInside(sit.frames, isRed), 1);
});

/** Two planted faces, on blue to the left and on green to the right; their mouths move while they are on. */
function twoFaces(durationS: number, leftSpeaks: string, rightSpeaks: string): string {
  const face = (name: string, speaks: string): string =>
    `color=c=${FACE_COLOR}:s=27x27:r=25:d=${durationS},drawbox=x=8:y=18:w=11:h=6:color=0x701010:t=fill:enable='(${speaks})*lt(mod(n,5),2)'[${name}]`;
  return [
    `color=c=0x203080:s=320x180:r=25:d=${durationS},drawbox=x=160:w=160:color=0x207030:t=fill[set]`,
    face("one", leftSpeaks),
    face("two", rightSpeaks),
    "[set][one]overlay=x=50:y=60[first];[first][two]overlay=x=240:y=60",
  ].join(";");
}

for (const build of BUILDS) {
  test(`two faces far apart are stacked, each in its half, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const faceModelPath = await plantFaceDetector(await temporaryFolder(t));
    const path = await makeFootage(twoFaces(4, "0", "0"));
    const { framing, frames } = await framed(t, path, { build, durationS: 4, faceModelPath });
    assert.equal(framing.style, "SPLIT_SCREEN");
    const { upper } = splitHeights(SEEN);
    for (const frame of frames) {
      for (const rows of [
        [0, upper],
        [upper, SEEN.height],
      ] as const) {
        const columns = extentOf(frame, isRed, rows);
        assert.ok((columns[0] ?? 0) > 5 && (columns.at(-1) ?? SEEN.width) < SEEN.width - 5, `${columns}`);
      }
      const [, aboveGreen, aboveBlue] = frame.at(0.05, 0.25);
      const [, belowGreen, belowBlue] = frame.at(0.95, 0.75);
      assert.ok(aboveBlue > aboveGreen && belowGreen > belowBlue);
    }
  });
}

test("the camera turns to whoever speaks, softly and not before it is clear", async (t) => {
  const faceModelPath = await plantFaceDetector(await temporaryFolder(t));
  const path = await makeFootage(twoFaces(8, "lt(t,4)", "gte(t,4)"), "sine=f=300:d=8");
  const { framing, frames } = await framed(t, path, { durationS: 8, faceModelPath, style: "DYNAMIC_CROP" });
  assert.equal(framing.style, "DYNAMIC_CROP");
  const isOnBlue = (frame: DecodedFrame): boolean => frame.at(0.5, 0.9)[2] > frame.at(0.5, 0.9)[1];
  const sides = frames.map(isOnBlue);
  assert.equal(sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length, 1);
  const turnS = sides.indexOf(false) / FRAME_RATE;
  assert.ok(turnS > 3 && turnS < 6, `${turnS}`);
  for (const frame of [...frames.slice(0, 2.5 * FRAME_RATE), ...frames.slice(6.5 * FRAME_RATE)]) {
    assert.ok(extentOf(frame, isRed).length > 10);
  }
});

test("the camera does not turn more than once in a second and a half, however fast people talk", async (t) => {
  const faceModelPath = await plantFaceDetector(await temporaryFolder(t));
  const footage = twoFaces(9, "lt(mod(t,2),1)", "gte(mod(t,2),1)");
  const path = await makeFootage(footage, "sine=f=300:d=9");
  const { frames } = await framed(t, path, { durationS: 9, faceModelPath, style: "DYNAMIC_CROP" });
  const sides = frames.map((frame) => frame.at(0.5, 0.9)[2] > frame.at(0.5, 0.9)[1]);
  const turns = sides.flatMap((side, index) =>
    index > 0 && side !== sides[index - 1] ? [index / FRAME_RATE] : [],
  );
  t.diagnostic(`turned at ${turns.join(", ")} s; people change every second`);
  for (const [index, timeS] of turns.slice(1).entries()) assert.ok(timeS - (turns[index] ?? 0) >= 1.5 - 0.1);
});

/** Lines of text-like strokes all over the source, and one that grows: a chart. */
function chart(durationS: number): string {
  const strokes = Array.from({ length: 24 }, (_, index) => {
    const [x, y] = [12 + (index % 8) * 38, 24 + Math.floor(index / 8) * 44];
    return `drawbox=x=${x}:y=${y}:w=${18 + ((index * 7) % 12)}:h=6:color=white:t=fill`;
  });
  return `color=c=0x102040:s=320x180:r=25:d=${durationS},${strokes.join(",")}[back];color=c=yellow:s=300x2:r=25:d=${durationS}[line];[back][line]overlay=x='-300+37*t':y=150`;
}

test("a chart is shown whole", async () => {
  const { framing } = await renderer.plan(await makeFootage(chart(3)), { durationS: 3 });
  assert.equal(framing.style, "BLURRED_WINGS");
});

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));

test("the sample's speakers are cropped to, and its chart, and both where both speak, are shown whole", async () => {
  const { framing } = await renderer.plan(SAMPLE, { startS: 57, durationS: 3, widthPx: 180 });
  const found = framing.stretches.map(({ startFrame, layout }) => [startFrame, layout.kind]);
  assert.deepEqual(found, [
    [0, "crop"],
    [28, "wings"],
  ]);
  const twoShot = await renderer.plan(SAMPLE, { startS: 78, durationS: 4, widthPx: 180 });
  assert.equal(twoShot.framing.style, "BLURRED_WINGS");
});

test("a clip that ends soon after the sample's swarm comes does not cut it in half", async () => {
  for (const endS of [11.28, 13.4]) {
    const { framing } = await renderer.plan(SAMPLE, { startS: 8.4, durationS: endS - 8.4 });
    const { startFrame, layout } = framing.stretches.at(-1) ?? {};
    assert.deepEqual([startFrame, layout?.kind], [25, "wings"], `${endS}`);
  }
});

for (const build of BUILDS) {
  test(`layouts change on the very frame of the cut with ${build.name}`, { skip: build.skip }, async (t) => {
    const speaker = (x: number, name: string): string =>
      `color=c=0x806040:s=320x180:r=25:d=2[set${name}];color=c=white:s=40x100:r=25:d=2[man${name}];[set${name}][man${name}]overlay=x='${x}+8*sin(7*t)':y=60[${name}]`;
    const graph = `${speaker(40, "a")};${chart(2)}[b];${speaker(240, "c")};[a][b][c]concat=n=3`;
    const { framing, frames } = await framed(t, await makeFootage(graph), {
      build,
      startS: 0.2,
      durationS: 5.4,
    });
    assert.deepEqual(
      framing.stretches.map(({ startFrame, layout }) => [startFrame, layout.kind]),
      [
        [0, "crop"],
        [45, "wings"],
        [95, "crop"],
      ],
    );
    assert.equal(framing.style, "STATIC_CROP");
    assert.equal(frames.length, 135);
    for (const [index, frame] of frames.entries()) {
      const isChart = index >= 45 && index < 95;
      const [red = 0, , blue = 0] = frame.at(0.03, 0.02);
      assert.equal(red < blue, isChart, `frame ${index}`);
      if (!isChart) assert.ok(extentOf(frame, isWhite).length >= 30, `frame ${index}`);
    }
  });
}

test("a request for one style gets that style, whatever the footage", async () => {
  const path = await makeFootage(chart(1));
  for (const style of ["STATIC_CROP", "DYNAMIC_CROP", "BLURRED_WINGS", "LETTERBOX"] as const) {
    const { framing } = await renderer.plan(path, { build: BUNDLED, durationS: 1, style });
    assert.equal(framing.style, style);
  }
});
