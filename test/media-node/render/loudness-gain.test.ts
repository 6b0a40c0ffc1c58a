import assert from "node:assert/strict";
import { test } from "node:test";
import { findLoudnessGain } from "../../../media-node/render/loudness-gain.ts";

/** Finds the gain of a programme and returns it with the loudness that it leads to. */
function levelled(measure: (gainDb: number) => number): { gainDb: number; lufs: number; count: number } {
  let count = 0;
  const { gainDb } = findLoudnessGain(-14, (gain) => {
    count += 1;
    return measure(gain);
  });
  return { gainDb, lufs: measure(gainDb), count };
}

test("a programme that the limiter leaves alone is measured twice", () => {
  const { gainDb, count } = levelled((gain) => -30 + gain);
  assert.equal(gainDb, 16);
  assert.equal(count, 2);
});

test("loud programmes are brought down", () => {
  assert.equal(levelled((gain) => -6 + gain).gainDb, -8);
});

test("what the limiter takes away is given back", () => {
  // Above -20 LUFS only half of each further decibel arrives.
  const { lufs, count } = levelled((gain) => Math.min(-30 + gain, -20 + (gain - 10) / 2));
  assert.ok(Math.abs(lufs + 14) < 0.5, `${lufs}`);
  assert.ok(count <= 4);
});

test("silence and near silence get no gain", () => {
  assert.equal(levelled(() => Number.NEGATIVE_INFINITY).gainDb, 0);
  assert.equal(levelled((gain) => -60 + gain).gainDb, 0);
});

test("the gain has a bound, also where nothing helps", () => {
  assert.equal(levelled((gain) => -50 + gain).gainDb, 24);
  assert.equal(levelled(() => -40).gainDb, 24);
});

test("a gain that brings less loudness is not taken for one too many", () => {
  const gains: number[] = [];
  // Quiet parts that come to count bring the loudness of the whole down.
  levelled((gain) => {
    gains.push(gain);
    return Math.min(-30 + gain, -20 - (gain - 10) / 5);
  });
  assert.deepEqual([...new Set(gains)], [0, 16, 24]);
});
