import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fitStretch,
  listCandidates,
  thinCutPoints,
} from "../../../../media-node/clips/moments/moment-candidates.ts";
import type { CutPoint } from "../../../../media-node/signal/cut-point.ts";

const BOUNDS = { min: 10, max: 20 };

/** A pause of one second around `timeS`. */
function pauseAt(timeS: number): CutPoint {
  return {
    startS: timeS - 0.5,
    endS: timeS + 0.5,
    kind: "pause",
    depthDb: 30,
    isShareable: true,
    opening: { bestS: timeS + 0.3, earliestS: timeS + 0.1, latestS: timeS + 0.45 },
    closing: { bestS: timeS - 0.2, earliestS: timeS - 0.45, latestS: timeS + 0.1 },
  };
}

test("a length within bounds keeps both preferred cuts", () => {
  assert.deepEqual(fitStretch(pauseAt(0), pauseAt(15), BOUNDS), { startS: 0.3, endS: 14.8 });
});

test("a clip a little too short breathes out longer, then in earlier", () => {
  assert.deepEqual(fitStretch(pauseAt(0), pauseAt(10.3), BOUNDS), { startS: 0.3, endS: 10.3 });
  assert.deepEqual(fitStretch(pauseAt(0), pauseAt(10.1), BOUNDS), { startS: 0.2, endS: 10.2 });
});

test("a clip a little too long is cut closer, inside its pauses", () => {
  assert.deepEqual(fitStretch(pauseAt(0), pauseAt(20.6), BOUNDS), { startS: 0.3, endS: 20.3 });
});

test("a length that no room can mend is none", () => {
  assert.equal(fitStretch(pauseAt(0), pauseAt(9), BOUNDS), null);
  assert.equal(fitStretch(pauseAt(0), pauseAt(22), BOUNDS), null);
});

test("all pairs of a legal length are listed, without those that the rating refuses", () => {
  const points = [0, 5, 12, 18, 40].map(pauseAt);
  const all = listCandidates(points, BOUNDS, () => 1);
  assert.deepEqual(
    all.opensAt.map((opensAt, index) => [opensAt, all.closesAt[index]]),
    [
      [0, 2],
      [0, 3],
      [1, 3],
    ],
  );
  assert.equal(listCandidates(points, BOUNDS, ({ opensAt }) => (opensAt === 0 ? null : 1)).score.length, 1);
});

test("a flood of cut points is thinned evenly, few are kept as they are", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => pauseAt(2 * index));
  const thinned = thinCutPoints(many);
  assert.ok(thinned.length <= 4_000 && thinned.length >= 3_000);
  assert.equal(thinCutPoints(many.slice(0, 50)).length, 50);
});
