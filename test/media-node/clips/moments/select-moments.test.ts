import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Candidates } from "../../../../media-node/clips/moments/moment-candidates.ts";
import { selectMoments } from "../../../../media-node/clips/moments/select-moments.ts";
import type { CutPoint } from "../../../../media-node/signal/cut-point.ts";

const SPACING_S = 4;
const RANGE_S = 9 * SPACING_S;

/** A cut point without length at `timeS`. */
function pointAt(timeS: number, isShareable = true): CutPoint {
  const room = { bestS: timeS, earliestS: timeS, latestS: timeS };
  return {
    startS: timeS,
    endS: timeS,
    kind: "pause",
    depthDb: 20,
    isShareable,
    opening: room,
    closing: room,
  };
}

/** Candidates from [opens at, closes at, score]. */
function candidatesOf(rows: readonly (readonly [number, number, number])[]): Candidates {
  return {
    opensAt: rows.map((row) => row[0]),
    closesAt: rows.map((row) => row[1]),
    startS: rows.map((row) => SPACING_S * row[0]),
    endS: rows.map((row) => SPACING_S * row[1]),
    score: rows.map((row) => row[2]),
  };
}

const POINTS = Array.from({ length: 10 }, (_, index) => pointAt(SPACING_S * index));

/** What a clip gains or loses by how many cut points lie between it and the one before, as the search counts it. */
function pointsForDistance(distance: number, spreadS: number): number {
  const distanceS = SPACING_S * distance;
  const room = Math.min(1, Math.max(0, (spreadS - 50) / 50));
  return 0.5 * Math.min(1, distanceS / spreadS) - 15 * room * Math.max(0, 1 - distanceS / 10);
}

/** Best total over all sets of exactly `count`, by trying them all. */
function bruteForce(
  rows: readonly (readonly [number, number, number])[],
  count: number,
  spreadS: number,
): number {
  const extend = (from: number, left: number): number => {
    if (left === 0) return 0;
    let best = Number.NEGATIVE_INFINITY;
    for (const [opens, closes, score] of rows) {
      if (opens < from) continue;
      const bonus = from < 0 ? 0 : pointsForDistance(opens - from, spreadS);
      best = Math.max(best, score + bonus + extend(closes, left - 1));
    }
    return best;
  };
  return extend(-1, count);
}

function totalOf(
  rows: readonly (readonly [number, number, number])[],
  chosen: readonly number[],
  spreadS: number,
) {
  let total = 0;
  chosen.forEach((index, place) => {
    const [opens = 0, , score = 0] = rows[index] ?? [];
    const before = rows[chosen[place - 1] ?? -1]?.[1];
    total += score + (before === undefined ? 0 : pointsForDistance(opens - before, spreadS));
  });
  return total;
}

test("no other set of as many clips has a higher total, and there are fewer only where no more fit", () => {
  const row = fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 50, max: 90 }))
    .map(([opens, length, score]) => [opens, Math.min(9, opens + length), score] as const);
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(RANGE_S, 400, 4_000),
      (rows, count, rangeS) => {
        const spreadS = Math.min(300, rangeS / (2 * count));
        const chosen = selectMoments(POINTS, candidatesOf(rows), count, rangeS);
        assert.ok(chosen.length >= 1 && chosen.length <= count);
        chosen.slice(1).forEach((index, place) => {
          assert.ok((rows[index]?.[0] ?? 0) >= (rows[chosen[place] ?? 0]?.[1] ?? 99), "overlap");
        });
        assert.ok(Math.abs(totalOf(rows, chosen, spreadS) - bruteForce(rows, chosen.length, spreadS)) < 1e-9);
        const more = bruteForce(rows, chosen.length + 1, spreadS);
        if (chosen.length < count) assert.equal(more, Number.NEGATIVE_INFINITY);
      },
    ),
    { numRuns: 300 },
  );
});

test("two good short clips are taken rather than one slightly better long one", () => {
  const chosen = selectMoments(
    POINTS,
    candidatesOf([
      [0, 9, 80],
      [0, 4, 70],
      [5, 9, 72],
    ]),
    2,
    RANGE_S,
  );
  assert.deepEqual(chosen, [1, 2]);
});

test("a poor second clip is added where two are wanted", () => {
  assert.deepEqual(
    selectMoments(
      POINTS,
      candidatesOf([
        [0, 3, 80],
        [6, 9, 7],
      ]),
      2,
      RANGE_S,
    ),
    [0, 1],
  );
});

test("of equal clips the ones further apart are taken", () => {
  const chosen = selectMoments(
    POINTS,
    candidatesOf([
      [0, 2, 70],
      [2, 4, 70],
      [7, 9, 70],
    ]),
    2,
    RANGE_S,
  );
  assert.deepEqual(chosen, [0, 2]);
});

test("a clip right beside another one is taken where it is much better than what lies apart, or there is little room", () => {
  const besideOf = (score: number, rangeS: number): number[] =>
    selectMoments(
      POINTS,
      candidatesOf([
        [0, 2, 70],
        [2, 4, score],
        [7, 9, 50],
      ]),
      2,
      rangeS,
    );
  assert.deepEqual(besideOf(60, 4_000), [0, 2]);
  assert.deepEqual(besideOf(69, 4_000), [0, 1]);
  assert.deepEqual(besideOf(60, RANGE_S), [0, 1]);
});

test("two clips do not share a cut point that has room for only one", () => {
  const points = POINTS.map((point, index) => pointAt(point.startS, index !== 4));
  assert.equal(
    selectMoments(
      points,
      candidatesOf([
        [0, 4, 70],
        [4, 8, 70],
      ]),
      2,
      RANGE_S,
    ).length,
    1,
  );
});

test("without candidates nothing is chosen", () => {
  assert.deepEqual(selectMoments(POINTS, candidatesOf([]), 3, 90), []);
});

test("only cut points of candidates are compared with each other, however many lie between them", () => {
  let reads = 0;
  const points = Array.from({ length: 5_000 }, (_, index) => {
    const point = pointAt(index / 20);
    const { endS } = point;
    return Object.defineProperty(point, "endS", {
      get: () => {
        reads += 1;
        return endS;
      },
    });
  });
  const rows = Array.from({ length: 50 }, (_, index) => [100 * index, 100 * index + 90, index] as const);
  assert.equal(selectMoments(points, candidatesOf(rows), 4, 250).length, 4);
  assert.ok(reads < 10 * points.length, `${reads} reads`);
});
