import assert from "node:assert/strict";
import { test } from "node:test";
import { followMotion } from "../../../media-node/framing/framing-subject.ts";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";

/** Where something moves, as a share of the width, and how much. */
interface Moving {
  readonly place: number;
  readonly motion: number;
}

function centresOf(frames: readonly Moving[]): Float64Array {
  const motion = new Float32Array(frames.length * FRAMING_WIDTH);
  for (const [frame, moving] of frames.entries()) {
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      const isThere = Math.abs((column + 0.5) / FRAMING_WIDTH - moving.place) < 0.05;
      motion[frame * FRAMING_WIDTH + column] = isThere ? moving.motion : 0;
    }
  }
  const frameCount = frames.length;
  const none = new Float32Array(frameCount);
  const saliency = { frameCount, motion, detail: motion, difference: none, dissolve: none };
  return (
    followMotion(saliency, { startFrame: 0, endFrame: frameCount }, 0.3, 25)?.centres ?? new Float64Array(0)
  );
}

function repeat(count: number, moving: Moving): Moving[] {
  return Array.from({ length: count }, () => moving);
}

test("a subject that rests or has not come yet is where it moves, and not where noise is", () => {
  const noise = { place: 0.9, motion: 0.0005 };
  const walk = Array.from({ length: 50 }, (_, frame) => ({ place: 0.1 + frame / 250, motion: 0.05 }));
  const centres = centresOf([...repeat(25, noise), ...walk, ...repeat(25, noise)]);
  assert.ok(
    centres.slice(0, 20).every((centre) => centre < 0.12),
    centres.join(),
  );
  assert.ok(
    centres.slice(82).every((centre) => Math.abs(centre - 0.296) < 0.03),
    centres.join(),
  );
});

test("a subject that sways after a walk is where it sways", () => {
  const walk = Array.from({ length: 50 }, (_, frame) => ({ place: 0.1 + frame / 250, motion: 0.05 }));
  const centres = centresOf([...walk, ...repeat(40, { place: 0.7, motion: 0.004 })]);
  assert.ok(
    centres.slice(70).every((centre) => Math.abs(centre - 0.7) < 0.01),
    centres.join(),
  );
});
