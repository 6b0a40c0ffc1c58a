// Clean edges for what has been chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidates } from "../../../../media-node/clips/moments/moment-candidates.ts";
import { refineEdges, takeInBefore } from "../../../../media-node/clips/moments/refine-edges.ts";

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

/** What a listener makes of candidates by their index. */
function understanding(qualities: readonly number[]): (index: number) => number {
  return (index) => qualities[index] ?? 0;
}

test("one that is not understood takes in what was said before it", () => {
  const candidates = candidatesOf([
    [0, 45, 48],
    [5, 45, 50],
  ]);
  assert.deepEqual(takeInBefore(candidates, [1], understanding([1, 0.3])), [0]);
});

test("it stays where it begins if that is understood, or if what explains it lies far before", () => {
  const near = candidatesOf([
    [0, 45, 48],
    [5, 45, 50],
  ]);
  assert.deepEqual(takeInBefore(near, [1], understanding([1, 0.9])), [1]);
  const far = candidatesOf([
    [0, 60, 48],
    [30, 60, 50],
  ]);
  assert.deepEqual(takeInBefore(far, [1], understanding([1, 0.01])), [1]);
});

test("it loses no beginning, and takes in nothing of another clip", () => {
  const later = candidatesOf([
    [5, 45, 50],
    [9, 45, 50],
  ]);
  assert.deepEqual(takeInBefore(later, [0], understanding([0.1, 1])), [0]);
  const beside = candidatesOf([
    [0, 30, 60],
    [25, 75, 50],
    [31, 75, 50],
  ]);
  assert.deepEqual(takeInBefore(beside, [0, 2], understanding([1, 1, 0.1])), [0, 2]);
});
