import assert from "node:assert/strict";
import { test } from "node:test";
import { cueFreeGaps, sortCues } from "../../../media-node/signal/cues.ts";

const RANGE = { startS: 0, endS: 10 };

function cue(startS: number, endS: number, text = "words") {
  return { startS, endS, text };
}

test("the gaps between cues include those without length", () => {
  assert.deepEqual(cueFreeGaps([cue(1, 2), cue(2, 4), cue(5, 6)], RANGE), [
    { startS: 0, endS: 1 },
    { startS: 2, endS: 2 },
    { startS: 4, endS: 5 },
    { startS: 6, endS: 10 },
  ]);
});

test("overlapping cues leave no gap between them", () => {
  assert.deepEqual(cueFreeGaps([cue(1, 5), cue(2, 3), cue(4, 7)], RANGE), [
    { startS: 0, endS: 1 },
    { startS: 7, endS: 10 },
  ]);
});

test("a cue over the range's edge leaves no gap there", () => {
  assert.deepEqual(cueFreeGaps([cue(-1, 2), cue(9, 12)], RANGE), [{ startS: 2, endS: 9 }]);
});

test("without cues the whole range is free", () => {
  assert.deepEqual(cueFreeGaps([], RANGE), [RANGE]);
});

test("cues are sorted and those without length dropped", () => {
  assert.deepEqual(sortCues([cue(3, 4), cue(2, 2), cue(1, 2)]), [cue(1, 2), cue(3, 4)]);
});
