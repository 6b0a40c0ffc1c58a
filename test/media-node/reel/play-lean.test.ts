import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import { leaningMotion, playLean } from "../../../media-node/reel/play-lean.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

const RATE = 25;
const FRAMES = 100;

/** A ground of random detail, of which the camera sees from a column on; on top of it a scoreboard and noise. */
function seen(leftAt: (frame: number) => number, noise = 0.002) {
  const random = seededRandom(5);
  const ground = Float32Array.from({ length: 400 }, () => 0.1 * random());
  const detail = new Float32Array(FRAMES * FRAMING_WIDTH);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const left = 150 + Math.round(leftAt(frame));
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      const board = column < 8 ? 0.05 * (column % 2) : 0;
      detail[frame * FRAMING_WIDTH + column] = (ground[left + column] ?? 0) + board + noise * random();
    }
  }
  return { detail, frameCount: FRAMES };
}

const WHOLE = [{ startFrame: 0, endFrame: FRAMES }];

test("play leans to the side to which the camera is swung, and stays there while it stands", () => {
  for (const side of [1, -1]) {
    const lean = playLean(
      seen((frame) => side * 0.5 * Math.min(frame, 50)),
      WHOLE,
      RATE,
    );
    assert.equal(lean[0], 0);
    assert.ok(side * (lean[50] ?? 0) > 0.8, `${lean[50]}`);
    assert.ok(side * (lean[99] ?? 0) > 0.6, `${lean[99]}`);
  }
});

test("a camera that stands, and frames that are all noise, lean to no side", () => {
  for (const film of [seen(() => 0), seen((frame) => 37 * (frame % 5), 5)]) {
    assert.ok(playLean(film, WHOLE, RATE).every((value) => Math.abs(value) < 0.1));
  }
});

test("a cut of the source ends a lean towards one side", () => {
  const shots = [
    { startFrame: 0, endFrame: 50 },
    { startFrame: 50, endFrame: FRAMES },
  ];
  const lean = playLean(
    seen((frame) => (frame < 50 ? 0.5 * frame : -60)),
    shots,
    RATE,
  );
  assert.ok((lean[49] ?? 0) > 0.7);
  assert.ok(lean.subarray(50).every((value) => Math.abs(value) < 0.1));
});

test("motion counts for more on the side to which the play leans, and as it is where it leans to none", () => {
  const motion = new Float32Array(2 * FRAMING_WIDTH).fill(0.5);
  const leaning = leaningMotion(motion, Float32Array.of(1, 0));
  assert.ok((leaning[FRAMING_WIDTH - 1] ?? 0) > 2 && (leaning[0] ?? 1) < 0.1);
  assert.deepEqual(leaning.subarray(FRAMING_WIDTH), motion.subarray(FRAMING_WIDTH));
});
