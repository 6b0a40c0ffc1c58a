import assert from "node:assert/strict";
import { test } from "node:test";
import { transitionAt } from "../../../../media-node/framing/shots/shot-transitions.ts";

const FRAME_RATE = 25;

/** Frames that each move a little of the brightness, but for those that are told. */
function framesWith(moved: Readonly<Record<number, number>>) {
  const levels = Array.from({ length: 60 }, (_, frame) => moved[frame] ?? (frame % 2 === 0 ? 0.02 : 0.005));
  return { timesS: levels.map((_, frame) => frame / FRAME_RATE), levels };
}

test("what changes frame by frame around an edge is one transition, from the last frame of a shot to the first of the next", () => {
  const wipe = { 20: 0.1, 21: 0.2, 22: 0.2, 26: 0.2, 27: 0.15, 28: 0.1 };
  const expected = { startS: 0.8, endS: 28 / FRAME_RATE };
  for (const edgeS of [0.8, 1, 28 / FRAME_RATE])
    assert.deepEqual(transitionAt(framesWith(wipe), edgeS), expected);
  assert.deepEqual(transitionAt(framesWith({ 25: 0.4 }), 1), { startS: 1, endS: 1 });
});

test("no transition is at an edge within a shot, far from one, or where everything changes all the time", () => {
  assert.equal(transitionAt(framesWith({}), 1), null);
  assert.equal(transitionAt(framesWith({ 10: 0.4 }), 1.2), null);
  const restless = Object.fromEntries(Array.from({ length: 60 }, (_, frame) => [frame, 0.1]));
  assert.equal(transitionAt(framesWith(restless), 1), null);
  const long = Object.fromEntries(Array.from({ length: 38 }, (_, frame) => [frame + 10, 0.1]));
  assert.equal(transitionAt(framesWith(long), 1), null);
});
