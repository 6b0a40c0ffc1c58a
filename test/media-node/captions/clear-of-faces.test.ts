import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Box, PlacedLine } from "../../../media-node/captions/caption-placement.ts";
import {
  clearOfFaces,
  type ShownFace,
  type ShownFaces,
} from "../../../media-node/captions/clear-of-faces.ts";

const FRAME = { width: 1_080, height: 1_920 };
/** Two rows at the bottom of what players leave free. */
const WANTED: Box = { left: 150, top: 1_000, right: 930, bottom: 1_248 };

function line(startS: number, box: Box = WANTED): PlacedLine {
  return { rows: [], emPx: 80, box, startS, endS: startS + 1 };
}

function face(top: number, bottom: number, left = 300, right = 780): ShownFace {
  const height = bottom - top;
  const features = { left, right, top: top + 0.3 * height, bottom: bottom - 0.15 * height };
  return { head: { left, right, top, bottom }, features };
}

function shot(startS: number, endS: number, ...faces: ShownFace[]): ShownFaces {
  return { startS, endS, faces };
}

function topsOf(lines: readonly PlacedLine[], ...shots: ShownFaces[]): number[] {
  return clearOfFaces(lines, shots, FRAME).map(({ box }) => Math.round(box.top));
}

test("captions stay where they are wanted while no face is there", () => {
  assert.deepEqual(topsOf([line(0)], shot(0, 5, face(200, 900))), [1_000]);
  assert.deepEqual(topsOf([line(0)], shot(0, 5)), [1_000]);
  assert.deepEqual(topsOf([line(0)]), [1_000]);
  const beside = face(900, 1_300, 940, 1_070);
  assert.deepEqual(topsOf([line(0)], shot(0, 5, beside)), [1_000]);
});

test("captions over a mouth go below the chin, no lower than 20 % above the frame's edge", () => {
  const [top = 0] = topsOf([line(0)], shot(0, 5, face(300, 1_150)));
  assert.ok(top >= 1_150 && top < 1_180, `${top}`);
  assert.ok(top + 248 <= 0.8 * FRAME.height);
});

test("captions between two halves stand at the seam, off both faces", () => {
  const [top = 0] = topsOf([line(0)], shot(0, 5, face(250, 640), face(1_180, 1_600)));
  assert.ok(top >= 640 && top + 248 <= 1_180, `${top}`);
});

test("captions go above a head that is low in the frame", () => {
  const [top = 0] = topsOf([line(0)], shot(0, 5, face(900, 1_700)));
  assert.ok(top >= 0.14 * FRAME.height && top + 248 <= 900, `${top}`);
});

/** Pixels that a box covers of eyes and mouths. */
function coveredPx({ left, top, right, bottom }: Box, faces: readonly ShownFace[]): number {
  return faces.reduce((sum, { features }) => {
    const width = Math.min(right, features.right) - Math.max(left, features.left);
    const height = Math.min(bottom, features.bottom) - Math.max(top, features.top);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}

test("where features leave no place free, captions go where they cover least of them", () => {
  // Of people who walk through the shot: eyes and mouths pass nearly every height of the frame.
  const walking = [face(100, 1_300), face(700, 1_500)];
  const wanted = { ...WANTED, bottom: 1_400 };
  const [cleared] = clearOfFaces([line(0, wanted)], [shot(0, 5, ...walking)], FRAME);
  const places = Array.from({ length: 860 }, (_, top) => ({ ...wanted, top: 270 + top, bottom: 670 + top }));
  const leastPx = Math.min(...places.map((place) => coveredPx(place, walking)));
  assert.ok(leastPx > 0);
  assert.ok(0.9 * coveredPx(cleared?.box ?? wanted, walking) <= leastPx, `${cleared?.box.top}`);
});

test("captions stay where they are wanted while no other place covers clearly less, and so do not jump for a pixel", () => {
  const filling = face(-1_200, 2_400, 0, 1_080);
  const tops = topsOf(
    [line(0), line(3), line(6)],
    shot(0, 2, filling),
    shot(2, 5, filling, face(800, 1_300, 600, 602)),
    shot(5, 9, filling, face(300, 1_200, 600, 602)),
  );
  assert.deepEqual(tops, [1_000, 1_000, 1_000]);
});

test("of places that cover about as little, captions take the nearest", () => {
  const upper = { left: 200, right: 880, top: 0, bottom: 900 };
  const lower = { left: 200, right: 880, top: 900, bottom: 1_920 };
  // Far above it a little less is covered than at the upper face's end.
  const narrow = { left: 500, right: 505, top: 560, bottom: 900 };
  const seen = [upper, lower, lower, narrow].map((box) => ({ head: box, features: box }));
  const [top = 0] = topsOf([line(0)], shot(0, 5, ...seen));
  assert.ok(top >= 640 && top <= 690, `${top}`);
});

test("where a face fills the frame, eyes and mouth stay free", () => {
  const large = face(180, 1_700);
  const [top = 0] = topsOf([line(0)], shot(0, 5, large));
  assert.ok(top + 248 <= large.features.top || top >= large.features.bottom, `${top}`);
});

test("one place serves the whole clip where it is near, so that captions do not jump at cuts", () => {
  const tops = topsOf(
    [line(0), line(3), line(6)],
    shot(0, 2, face(300, 700)),
    shot(2, 5, face(350, 1_100)),
    shot(5, 9),
  );
  assert.equal(new Set(tops).size, 1, tops.join());
  assert.ok((tops[0] ?? 0) >= 1_100);
});

test("where no place serves all shots, lines of one shot move alike, and a lower line too", () => {
  const oneRow = { ...WANTED, top: 1_130 };
  const lines = [line(0), line(1, oneRow), line(3), line(4, oneRow)];
  const placed = clearOfFaces(lines, [shot(0, 2, face(270, 1_150)), shot(2, 6, face(1_000, 1_900))], FRAME);
  const shifts = placed.map(({ box }, index) => box.bottom - (lines[index]?.box.bottom ?? 0));
  assert.equal(shifts[0], shifts[1]);
  assert.equal(shifts[2], shifts[3]);
  assert.notEqual(shifts[0], shifts[2]);
});

test("a line that is only a moment in a shot stands where its other shot leaves it room", () => {
  const [low, high] = [shot(0, 2, face(1_000, 1_900)), shot(2, 6, face(270, 1_150))];
  const [, alone = 0] = topsOf([line(0.5), line(3)], low, high);
  for (const startS of [1.85, 5.1]) {
    const [, over = 0] = topsOf([line(0.5), line(startS)], low, high, shot(6, 9, face(1_000, 1_900)));
    assert.equal(over, alone, `from ${startS} on`);
  }
  const flashes = [0, 1, 2, 3, 4].map((at) => shot(1 + at / 5, 1.2 + at / 5, face(1_000, 1_900)));
  assert.notDeepEqual(topsOf([line(1)], ...flashes), [1_000]);
});

test("where no place is free of eyes and mouths in both shots of a line, it is placed by the one that it is longer in", () => {
  const [full, low] = [shot(0, 2, face(100, 1_300), face(500, 1_700)), shot(2, 6, face(900, 1_700))];
  const [, alone = 0] = topsOf([line(0.2), line(3)], full, low);
  const edges = { startS: 0, endS: 6, faces: [], edgesY: [1_900] };
  const [, over = 0] = topsOf([line(0.2), line(1.6)], edges, full, low);
  assert.equal(over, alone);
});

test("a face matters more than an edge", () => {
  const edgesY = Array.from({ length: 20 }, (_, index) => 100 * index);
  const [top = 0] = topsOf([line(0)], { startS: 0, endS: 5, faces: [face(300, 1_150)], edgesY });
  assert.ok(top >= 1_150, `${top}`);
});

test("words move with their line's box", () => {
  const text = { runs: [], centreX: 540, centreY: 1_100, widthPx: 700 };
  const word = { ...text, spacedRuns: [], word: { text: "word", startS: 0, endS: 1 }, box: WANTED };
  const whole: PlacedLine = { ...line(0), rows: [{ ...text, words: [word], isWhole: false }] };
  const [placed] = clearOfFaces([whole], [shot(0, 5, face(300, 1_150))], FRAME);
  const shift = (placed?.box.top ?? 0) - WANTED.top;
  assert.ok(shift > 0);
  assert.equal(placed?.rows[0]?.centreY, 1_100 + shift);
  assert.equal(placed?.rows[0]?.words[0]?.centreY, 1_100 + shift);
  assert.equal(placed?.rows[0]?.words[0]?.box.bottom, WANTED.bottom + shift);
});

test("wherever a face is, captions cover none of it if they could, and keep clear of the edges", () => {
  const heights = fc.record({
    top: fc.integer({ min: 0, max: 1_700 }),
    height: fc.integer({ min: 40, max: 900 }),
  });
  fc.assert(
    fc.property(heights, ({ top, height }) => {
      const seen = face(top, Math.min(FRAME.height, top + height));
      const [placed] = clearOfFaces([line(0)], [shot(0, 5, seen)], FRAME);
      const box = placed?.box ?? WANTED;
      assert.ok(box.top >= 0.14 * FRAME.height && box.bottom <= 0.8 * FRAME.height);
      const isFree = box.bottom <= seen.head.top || box.top >= seen.head.bottom;
      const room = Math.max(seen.head.top - 0.14 * FRAME.height, 0.8 * FRAME.height - seen.head.bottom);
      assert.ok(isFree || room < 248 + 0.01 * FRAME.height, JSON.stringify(box));
    }),
  );
});
