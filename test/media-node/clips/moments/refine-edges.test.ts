// Clean edges for what has been chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidates } from "../../../../media-node/clips/moments/moment-candidates.ts";
import { refineEdges } from "../../../../media-node/clips/moments/refine-edges.ts";

/** Candidates from [start, end, score]. */
function candidatesOf(rows: readonly (readonly [number, number, number])[]): Candidates {
  return {
    opensAt: rows.map((_, index) => index),
    closesAt: rows.map((_, index) => index + 1),
    startS: rows.map((row) => row[0]),
    endS: rows.map((row) => row[1]),
    score: rows.map((row) => row[2]),
  };
}

const CLEAN = (): number => 1;

test("the best of a place stays where its edges are clean", () => {
  const candidates = candidatesOf([
    [0, 40, 50],
    [4, 40, 45],
  ]);
  assert.deepEqual(refineEdges(candidates, [0], CLEAN), [0]);
});

test("one that begins in mid-thought gives way to one nearly alike that does not", () => {
  const candidates = candidatesOf([
    [0, 40, 50],
    [4, 40, 45],
    [100, 140, 49],
  ]);
  assert.deepEqual(
    refineEdges(candidates, [0], (index) => (index === 0 ? 0.5 : 1)),
    [1],
  );
});

test("it does not give way to a much worse one, nor to one that overlaps another clip", () => {
  const worse = candidatesOf([
    [0, 40, 50],
    [4, 40, 20],
  ]);
  const dirty = (index: number): number => (index === 0 ? 0.5 : 1);
  assert.deepEqual(refineEdges(worse, [0], dirty), [0]);
  const beside = candidatesOf([
    [0, 40, 50],
    [2, 42, 45],
    [41, 80, 60],
  ]);
  assert.deepEqual(refineEdges(beside, [0, 2], dirty), [0, 2]);
});
