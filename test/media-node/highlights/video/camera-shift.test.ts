import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findCameraShift,
  movementBesideShift,
} from "../../../../media-node/highlights/video/camera-shift.ts";
import { blackImage, type GreyImage, shrinkImage } from "../../../../media-node/signal/grey-image.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const [WIDTH, HEIGHT] = [96, 54];
const next = seededRandom(7);
/** Squares of four pixels, so that smaller levels still show them. */
const GROUND = Array.from({ length: 60 * 40 }, () => 40 + 170 * next());

function view(cameraX: number, cameraY: number): GreyImage[] {
  const finest = blackImage(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const cell = Math.floor((y + cameraY + 40) / 4) * 60 + Math.floor((x + cameraX + 40) / 4);
      finest.pixels[y * WIDTH + x] = GROUND[cell] ?? 0;
    }
  }
  const [half, quarter] = [blackImage(48, 27), blackImage(24, 13)];
  shrinkImage(finest, half);
  shrinkImage(half, quarter);
  return [finest, half, quarter];
}

function fine(levels: readonly GreyImage[]): GreyImage {
  return levels[0] as GreyImage;
}

test("a turn of the camera is found and leaves no difference", () => {
  for (const [x, y] of [
    [0, 0],
    [3, 0],
    [-11, 4],
    [17, -9],
  ] as const) {
    const [before, now] = [view(0, 0), view(x, y)];
    const shift = findCameraShift(before, now);
    assert.deepEqual(shift, { dx: x, dy: y, difference: 0 });
    assert.equal(movementBesideShift(fine(before), fine(now), shift), 0);
  }
});

test("what moves beside the camera is measured by its size and contrast", () => {
  const [before, now] = [view(0, 0), view(6, 0)];
  for (let y = 10; y < 20; y += 1) fine(now).pixels.fill(255, y * WIDTH + 30, y * WIDTH + 40);
  const shift = findCameraShift(before, now);
  assert.deepEqual([shift.dx, shift.dy], [6, 0]);
  const movement = movementBesideShift(fine(before), fine(now), shift);
  assert.ok(movement > 0.002 && movement < 100 / (88 * 52), String(movement));
});

test("a flat frame fits everywhere and has not moved", () => {
  const flat = [blackImage(WIDTH, HEIGHT), blackImage(48, 27), blackImage(24, 13)];
  assert.deepEqual(findCameraShift(flat, flat), { dx: 0, dy: 0, difference: 0 });
});
