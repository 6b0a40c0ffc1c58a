import assert from "node:assert/strict";
import { test } from "node:test";
import { BarFinder } from "../../../media-node/framing/find-bars.ts";

const SIZE = { width: 160, height: 90 };
const SOURCE = { width: 1_280, height: 720 };

/** What the bars of frames enclose whose pixels are as bright as the functions say. */
function enclosed(...frames: readonly ((x: number, y: number) => number)[]) {
  const finder = new BarFinder(SIZE);
  for (const at of frames) {
    const value = (pixel: number): number => at(pixel % SIZE.width, Math.floor(pixel / SIZE.width));
    finder.push(
      Uint8Array.from({ length: 3 * SIZE.width * SIZE.height }, (_, byte) => value(Math.floor(byte / 3))),
    );
  }
  return finder.enclosed(SOURCE);
}

const pillar = (x: number): number => (x >= 50 && x < 110 ? 120 : 12);

test("what is between upright bars is found, without the blurred edge", () => {
  assert.deepEqual(enclosed(pillar, pillar), { x: 52 * 8, y: 0, width: 56 * 8, height: 720 });
});

test("what is between level bars is found, and what is in a frame of four bars", () => {
  const level = (_: number, y: number): number => (y >= 10 && y < 80 ? 90 : 0);
  assert.deepEqual(enclosed(level), { x: 0, y: 96, width: 1_280, height: 528 });
  const both = (x: number, y: number): number => Math.min(pillar(x), level(x, y));
  assert.deepEqual(enclosed(both), { x: 416, y: 96, width: 448, height: 528 });
});

test("bars that some frame has something in are none, nor are those of one side, nor a black film", () => {
  const bird = (x: number, y: number): number => (Math.hypot(x - 20, y - 40) < 12 ? 200 : pillar(x));
  const atOneSide = (x: number): number => (x < 50 ? 0 : 120);
  for (const frames of [[pillar, bird], [atOneSide], [() => 10]]) {
    assert.equal(enclosed(...frames), undefined);
  }
});

test("a face in the dark has no bars beside it, wherever it moves", () => {
  const face = (at: number) => (x: number, y: number) => (Math.hypot(x - at, y - 45) < 25 ? 160 : 8);
  assert.equal(enclosed(face(80)), undefined);
  assert.equal(enclosed(face(74), face(86)), undefined);
});

/** Something with details everywhere, other ones in every frame. */
const detailed = (frame: number) => (x: number, y: number) => 90 + ((x * 7 + y * 13 + frame * 31) % 5) * 30;

/** What is shown between upright bars of a brightness. */
function between(bars: (x: number, y: number) => number, frame: number) {
  return (x: number, y: number): number => (x >= 50 && x < 110 ? detailed(frame)(x, y) : bars(x, y));
}

test("bars of any one colour, or of nothing but a blur, are found", () => {
  const wave = (x: number, y: number): number => 110 + 60 * Math.sin(x / 9) * Math.cos(y / 14);
  for (const bars of [() => 48, () => 128, () => 255, wave]) {
    const { x = 0, y, width = 0, height } = enclosed(...[0, 1, 2].map((frame) => between(bars, frame))) ?? {};
    // The last pixel of a bar is rough, too: its neighbour is of what is shown.
    assert.ok(x >= 51 * 8 && x <= 52 * 8, String(x));
    assert.ok(x + width >= 108 * 8 && x + width <= 109 * 8, String(x + width));
    assert.deepEqual({ y, height }, { y: 0, height: 720 });
  }
});

test("plain bars that some frame has a title or a bird in are none", () => {
  const bird = (x: number, y: number): number => (Math.hypot(x - 20, y - 40) < 5 ? 230 : 128);
  const frames = Array.from({ length: 8 }, (_, frame) => between(frame === 5 ? bird : () => 128, frame));
  assert.equal(enclosed(...frames), undefined);
});

test("somebody in the dark beside what is lit has no bars beside", () => {
  const speaker = (frame: number) => (x: number, y: number) =>
    Math.hypot(x - 12 - 3 * frame, y - 50 - (frame % 3)) < 7 ? 40 : 14;
  const hall = (frame: number) => (x: number, y: number) =>
    x >= 50 && x < 110 ? detailed(0)(x, y) : speaker(frame)(x, y);
  assert.equal(enclosed(...Array.from({ length: 8 }, (_, frame) => hall(frame))), undefined);
});

test("a picture on a plain wall or slide has no bars around it, wherever it hangs", () => {
  const picture = (top: number) => (x: number, y: number) =>
    x >= 50 && x < 110 && y >= top && y < 60 ? detailed(0)(x, y) : 128;
  assert.equal(enclosed(picture(10)), undefined);
  assert.equal(enclosed(picture(30)), undefined);
  const square = (x: number, y: number): number =>
    Math.abs(x - 80) < 20 && Math.abs(y - 45) < 20 ? 255 : 60;
  assert.equal(enclosed(square), undefined);
});

test("somebody before a plain wall has no bars beside, nor has text on a plain slide", () => {
  const person = (at: number) => (x: number, y: number) =>
    Math.hypot(x - at, (y - 90) / 2) < 25 ? detailed(0)(x, y) : 150;
  assert.equal(enclosed(person(80)), undefined);
  assert.equal(enclosed(person(78), person(82)), undefined);
  const text = (x: number, y: number): number =>
    x >= 30 && x < 130 - ((y * 7) % 40) && y % 12 < 5 && x % 3 === 0 ? 20 : 250;
  assert.equal(enclosed(text), undefined);
});
