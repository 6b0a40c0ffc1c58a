import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dynamicTimeWarping } from "../../../../media-node/speech/whisper/dynamic-time-warping.ts";
import { seededNoise } from "../../../support/media/seeded-noise.ts";

/** The cheapest sum over all paths, by trying every one. */
function cheapest(costs: Float32Array, rows: number, columns: number, row = 0, column = 0): number {
  const here = costs[row * columns + column] as number;
  if (row === rows - 1 && column === columns - 1) return here;
  const steps = [
    [row + 1, column],
    [row, column + 1],
    [row + 1, column + 1],
  ].filter(([r = 0, c = 0]) => r < rows && c < columns);
  return here + Math.min(...steps.map(([r, c]) => cheapest(costs, rows, columns, r, c)));
}

/** The cheapest sum over the paths that enter rows at these columns. */
function cheapestThrough(costs: Float32Array, columns: number, entries: Int32Array): number {
  let sum = 0;
  entries.forEach((entry, row) => {
    const next = entries[row + 1] ?? columns - 1;
    const at = (column: number): number => costs[row * columns + column] as number;
    for (let column = entry; column < next; column += 1) sum += at(column);
    // The next row is entered beside this row's last column, or below it.
    const isLast = row === entries.length - 1;
    if (isLast || next === entry) sum += at(next);
    else sum += Math.min(0, at(next));
  });
  return sum;
}

test("a path follows the cheap cells", () => {
  const costs = Float32Array.of(0, 0, 9, 9, 9, /**/ 9, 9, 0, 9, 9, /**/ 9, 9, 9, 0, 0);
  assert.deepEqual([...dynamicTimeWarping(costs, 3, 5)], [0, 2, 3]);
});

test("more rows than columns share columns, and a single row or column needs no path", () => {
  assert.deepEqual([...dynamicTimeWarping(Float32Array.of(1, 1, 1, 1, 1, 1), 3, 2)].at(0), 0);
  assert.deepEqual([...dynamicTimeWarping(new Float32Array(4), 1, 4)], [0]);
  assert.deepEqual([...dynamicTimeWarping(new Float32Array(4), 4, 1)], [0, 0, 0, 0]);
  assert.deepEqual([...dynamicTimeWarping(new Float32Array(0), 0, 4)], []);
});

// Equal sums are left aside: there the rule of whisper/timing.py, which is kept, is not always the cheapest.
test("entries never go back, and no path is cheaper", () => {
  const size = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(size, size, fc.nat(), (rows, columns, seed) => {
      const costs = seededNoise(seed, rows * columns);
      const entries = dynamicTimeWarping(costs, rows, columns);
      assert.ok(entries.every((entry, row) => row === 0 || entry >= (entries[row - 1] as number)));
      assert.equal(entries[0], 0);
      const difference = cheapestThrough(costs, columns, entries) - cheapest(costs, rows, columns);
      assert.ok(Math.abs(difference) < 1e-9, `${difference}`);
    }),
  );
});
