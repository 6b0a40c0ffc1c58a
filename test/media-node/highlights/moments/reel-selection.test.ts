import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultReelLengthS, selectReel } from "../../../../media-node/highlights/moments/reel-selection.ts";

function moment(startS: number, lengthS: number, score: number) {
  return { startS, endS: startS + lengthS, score };
}

test("a reel lasts a minute of a short source and five of an hour, and at most half of its source", () => {
  assert.equal(defaultReelLengthS(10 * 60), 60);
  assert.equal(defaultReelLengthS(15 * 60), 60);
  assert.equal(defaultReelLengthS(37.5 * 60), 180);
  assert.equal(defaultReelLengthS(60 * 60), 300);
  assert.equal(defaultReelLengthS(40), 20);
});

test("the best moments that fit are shown in the order of time", () => {
  const ranked = [moment(300, 20, 90), moment(100, 20, 80), moment(500, 30, 70), moment(10, 20, 60)];
  const reel = selectReel(ranked, 60);
  assert.deepEqual(
    reel.map(({ startS }) => startS),
    [10, 100, 300],
  );
});

test("the very best is shown even where it is longer than the reel", () => {
  assert.deepEqual(selectReel([moment(0, 40, 90), moment(100, 5, 80)], 20), [moment(0, 40, 90)]);
});

test("what is dull beside the best does not fill up a reel", () => {
  assert.deepEqual(selectReel([moment(0, 10, 90), moment(100, 10, 20)], 60), [moment(0, 10, 90)]);
});

test("no moments make no reel", () => {
  assert.deepEqual(selectReel([], 60), []);
});
