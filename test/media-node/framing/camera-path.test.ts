import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_ACCELERATION, MAX_SPEED, planCamera } from "../../../media-node/framing/camera-path.ts";
import { isMoving, type PathPiece, pathAt } from "../../../media-node/render/crop-path.ts";

const FRAME_RATE = 25;
const WIDTH_SHARE = 0.316;

function follow(centres: readonly number[], startFrame = 0): PathPiece[] {
  const subject = { halfWidth: 0.05, widthShare: WIDTH_SHARE, frameRate: FRAME_RATE };
  return planCamera({ startFrame, centres, ...subject });
}

function centresOf(frames: number, at: (timeS: number) => number): number[] {
  return Array.from({ length: frames }, (_, frame) => at(frame / FRAME_RATE));
}

function positions(pieces: readonly PathPiece[], frames: number, startFrame = 0): number[] {
  return Array.from({ length: frames }, (_, frame) => pathAt(pieces, startFrame + frame));
}

function assertBounds(path: readonly number[]): void {
  for (let frame = 1; frame + 1 < path.length; frame += 1) {
    const [before = 0, here = 0, after = 0] = path.slice(frame - 1, frame + 2);
    assert.ok(Math.abs(here - before) * FRAME_RATE <= MAX_SPEED + 1e-6, `speed at ${frame}`);
    const acceleration = (before - 2 * here + after) * FRAME_RATE ** 2;
    assert.ok(Math.abs(acceleration) <= MAX_ACCELERATION + 1e-6, `${acceleration} at ${frame}`);
    assert.ok(here >= WIDTH_SHARE / 2 - 1e-9 && here <= 1 - WIDTH_SHARE / 2 + 1e-9, `${here} at ${frame}`);
  }
}

test("a camera stands while its subject only sways", () => {
  const pieces = follow(centresOf(200, (timeS) => 0.5 + 0.03 * Math.sin(4 * timeS)));
  assert.equal(isMoving(pieces), false);
  assert.ok(Math.abs(pathAt(pieces, 100) - 0.5) < 0.02);
});

test("a camera keeps a walking subject inside the crop, softly", () => {
  const centres = centresOf(250, (timeS) => 0.2 + 0.06 * timeS);
  const path = positions(follow(centres, 1_000), 250, 1_000);
  assertBounds(path);
  for (const [frame, centre] of centres.entries()) {
    const off = Math.abs(centre - (path[frame] ?? 0));
    assert.ok(off + 0.05 <= WIDTH_SHARE / 2, `frame ${frame}: ${off}`);
  }
});

test("a camera stands, turns once to another place, and stands again", () => {
  const pieces = follow(centresOf(250, (timeS) => (timeS < 5 ? 0.3 : 0.7)));
  const path = positions(pieces, 250);
  assertBounds(path);
  assert.ok(Math.abs((path[50] ?? 0) - 0.3) < 0.02 && Math.abs((path[200] ?? 0) - 0.7) < 0.02);
  const moving = path.filter((at, frame) => Math.abs(at - (path[frame - 1] ?? at)) > 1e-5).length;
  assert.ok(moving <= 2.5 * FRAME_RATE, `${moving} frames in movement`);
});

test("a camera never leaves the source with a subject at its edge", () => {
  assertBounds(positions(follow(centresOf(200, (timeS) => 0.5 + 0.5 * Math.sin(timeS))), 200));
});

test("speed, acceleration and the source's edges hold for any movement", () => {
  const anywhere = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(anywhere, (places) => {
      const centres = places.flatMap((place) => Array.from({ length: 20 }, () => place));
      assertBounds(positions(follow(centres), centres.length));
    }),
    { numRuns: 60 },
  );
});

test("a shot of a single frame has a path", () => {
  assert.equal(isMoving(follow([0.4])), false);
});
