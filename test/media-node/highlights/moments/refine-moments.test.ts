import assert from "node:assert/strict";
import { test } from "node:test";
import { moveEdges } from "../../../../media-node/highlights/moments/refine-moments.ts";

const RANGE = { startS: 9, endS: 36.5 };
const MOMENTS = [
  { startS: 10, peakS: 16, endS: 22 },
  { startS: 22.2, peakS: 30, endS: 36 },
];

test("edges move to the shot changes that were found for them, and stay where there are none", () => {
  assert.deepEqual(
    moveEdges(
      MOMENTS,
      [
        [9.84, null],
        [null, 36.4],
      ],
      RANGE,
    ),
    [
      { startS: 9.84, peakS: 16, endS: 22 },
      { startS: 22.2, peakS: 30, endS: 36.4 },
    ],
  );
});

test("no edge moves over the peak or into the next moment", () => {
  assert.deepEqual(
    moveEdges(
      MOMENTS,
      [
        [15.8, 22.3],
        [21.9, 30.2],
      ],
      RANGE,
    ),
    MOMENTS,
  );
});

test("two moments meet on the shot change between them", () => {
  const [first, second] = moveEdges(
    MOMENTS,
    [
      [null, 22.1],
      [22.1, null],
    ],
    RANGE,
  );
  assert.equal(first?.endS, 22.1);
  assert.equal(second?.startS, 22.1);
});

test("no edge leaves the range", () => {
  const changesS = [
    [8.9, null],
    [null, 36.6],
  ] as const;
  assert.deepEqual(moveEdges(MOMENTS, changesS, RANGE), MOMENTS);
});
