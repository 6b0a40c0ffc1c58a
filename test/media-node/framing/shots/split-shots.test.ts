import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ColumnSaliency,
  ColumnSaliencyCollector,
  FRAMING_HEIGHT,
  FRAMING_WIDTH,
} from "../../../../media-node/framing/shots/column-saliency.ts";
import { splitShots } from "../../../../media-node/framing/shots/split-shots.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const FRAME_RATE = 25;
const PIXELS = FRAMING_WIDTH * FRAMING_HEIGHT;

/** Brightness of each pixel, 0 to 255, row by row. */
type GreyFrame = Float64Array;

function frame(at: (x: number, y: number) => number): GreyFrame {
  return Float64Array.from({ length: PIXELS }, (_, pixel) =>
    at((pixel % FRAMING_WIDTH) / FRAMING_WIDTH, Math.floor(pixel / FRAMING_WIDTH) / FRAMING_HEIGHT),
  );
}

/** A frame of soft blobs, another one for each seed. */
function blobs(seed: number, contrast = 160): GreyFrame {
  const random = seededRandom(seed);
  const spots = Array.from({ length: 16 }, () => [random(), random(), 0.05 + 0.1 * random()] as const);
  return frame((x, y) => {
    const light = spots.map(([cx, cy, size]) => Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / size ** 2));
    return 40 + contrast * Math.min(1, Math.max(...light));
  });
}

/** Measures frames with a little noise on them. */
function measure(frames: number, at: (frame: number) => GreyFrame): ColumnSaliency {
  const collector = new ColumnSaliencyCollector(frames, FRAME_RATE);
  const random = seededRandom(7);
  for (let frame = 0; frame < frames; frame += 1) {
    collector.push(Buffer.from(at(frame).map((value) => Math.round(value + random()))));
  }
  return collector.result();
}

function starts(measures: ColumnSaliency): number[] {
  return splitShots(measures, FRAME_RATE).map(({ startFrame }) => startFrame);
}

const [ONE, OTHER] = [blobs(1), blobs(2)];

test("a cut is found on its frame", () => {
  assert.deepEqual(starts(measure(100, (frame) => (frame < 41 ? ONE : OTHER))), [0, 41]);
});

test("a cut between two dark frames is found on its frame", () => {
  const [dark, darker] = [blobs(1, 30), blobs(2, 30)];
  const measures = measure(100, (frame) => (frame < 41 ? dark : darker));
  const strength = measures.difference[41] ?? 0;
  assert.ok(strength < 0.06, `${strength}`);
  assert.deepEqual(starts(measures), [0, 41]);
});

for (const [name, seconds] of [
  ["short", 0.4],
  ["long", 1.2],
] as const) {
  test(`a ${name} dissolve is cut in its middle`, () => {
    const length = seconds * FRAME_RATE;
    const mixed = (share: number): GreyFrame =>
      ONE.map((value, pixel) => (1 - share) * value + share * (OTHER[pixel] ?? 0));
    const found = starts(measure(120, (frame) => mixed(Math.min(1, Math.max(0, (frame - 50) / length)))));
    assert.equal(found.length, 2, found.join());
    assert.ok(Math.abs((found[1] ?? 0) - (50 + length / 2)) <= 2, found.join());
  });
}

test("neither a slow nor a fast pan is a shot change", () => {
  const scenes = [3, 4, 5, 6].map((seed) => blobs(seed));
  const shifted = (columns: number): GreyFrame =>
    frame((x, y) => {
      const column = Math.round(x * FRAMING_WIDTH) + columns;
      const row = Math.round(y * FRAMING_HEIGHT);
      const scene = scenes[Math.floor(column / FRAMING_WIDTH) % scenes.length];
      return scene?.[row * FRAMING_WIDTH + (column % FRAMING_WIDTH)] ?? 0;
    });
  for (const columnsPerFrame of [0.2, 1, 3]) {
    const measures = measure(100, (frame) => shifted(Math.round(frame * columnsPerFrame)));
    assert.deepEqual(starts(measures), [0], `${columnsPerFrame}`);
  }
});

test("a caption that comes and goes is no shot change", () => {
  const caption = frame((x, y) => (y > 0.7 && y < 0.9 && x > 0.3 && x < 0.7 ? 255 : 0));
  const captioned = ONE.map((value, pixel) => Math.max(value, caption[pixel] ?? 0));
  assert.deepEqual(starts(measure(100, (frame) => (frame % 40 < 20 ? ONE : captioned))), [0]);
});

test("shots are no shorter than 0.4 s, save the first", () => {
  const found = starts(measure(100, (frame) => (frame === 3 || frame >= 60 ? OTHER : ONE)));
  for (const [index, start] of found.slice(2).entries()) {
    assert.ok(start - (found[index + 1] ?? 0) >= 0.4 * FRAME_RATE, found.join());
  }
});

/** A frame moved sideways by so many pixels. */
function moved(still: GreyFrame, shift: number): GreyFrame {
  return still.map((_, pixel) => {
    const column = pixel % FRAMING_WIDTH;
    return still[pixel - column + ((column + shift) % FRAMING_WIDTH)] ?? 0;
  });
}

test("what moves on every fourth frame, as drawn films do, has no cuts at the edges of a clip either", () => {
  const random = seededRandom(5);
  const texture = Float64Array.from({ length: PIXELS }, () => 112 + 16 * random());
  const collector = new ColumnSaliencyCollector(96, FRAME_RATE);
  for (let at = 0; at < 96; at += 1) {
    // One step comes early, so that the film is not a slow source.
    const step = Math.floor((at + 1) / 4) + (at < 50 ? 0 : 1);
    collector.push(Buffer.from(moved(texture, step).map(Math.round)));
  }
  assert.deepEqual(starts(collector.result()), [0]);
});

test("a pan of a source of few frames a second, each shown several times, has no cuts, and a cut in it is found", () => {
  for (const times of [3, 4, 5]) {
    const collector = new ColumnSaliencyCollector(120, FRAME_RATE);
    for (let at = 0; at < 120; at += 1) {
      const step = Math.floor(at / times);
      const pan = moved(step < 12 ? ONE : OTHER, 5 * step + 2 * (step % 3));
      collector.push(Buffer.from(pan.map((value) => Math.round(step < 12 ? value : 255 - value))));
    }
    assert.deepEqual(starts(collector.result()), [0, 12 * times], `${times} times`);
  }
});
