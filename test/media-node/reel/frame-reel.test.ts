import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import { followAction, plainFraming } from "../../../media-node/reel/frame-reel.ts";
import { frameOfLayout } from "../../../media-node/render/frame-of-layout.ts";

const HD = { width: 1_280, height: 720 };

test("a source of the frame's own proportions fills it, without a look at its frames", () => {
  const framing = plainFraming(HD, frameOfLayout("LANDSCAPE", 1_080), "LANDSCAPE");
  const [only] = framing?.stretches ?? [];
  assert.equal(framing?.stretches.length, 1);
  assert.ok(only?.layout.kind === "crop");
  assert.deepEqual(only.layout.crop, HD);
  assert.equal(only.layout.path[0]?.at, 0);
});

test("an upright source fills an upright reel, and nearly the same proportions are cropped in their middle", () => {
  const upright = { width: 720, height: 1_280 };
  assert.equal(plainFraming(upright, frameOfLayout("PORTRAIT", 360), "PORTRAIT")?.style, "STATIC_CROP");
  const wide = plainFraming({ width: 1_332, height: 720 }, frameOfLayout("LANDSCAPE", 720), "LANDSCAPE");
  const [stretch] = wide?.stretches ?? [];
  assert.ok(stretch?.layout.kind === "crop");
  assert.deepEqual(stretch.layout.crop, HD);
  assert.equal(stretch.layout.path[0]?.at, 26);
});

test("a landscape reel of another source shows all of it over its blur", () => {
  const framing = plainFraming({ width: 640, height: 480 }, frameOfLayout("LANDSCAPE", 720), "LANDSCAPE");
  assert.equal(framing?.style, "BLURRED_WINGS");
});

test("other layouts look at the frames", () => {
  assert.equal(plainFraming(HD, frameOfLayout("PORTRAIT", 720), "PORTRAIT"), undefined);
  assert.equal(plainFraming(HD, frameOfLayout("SQUARE", 720), "SQUARE"), undefined);
});

/** Motion of most players around a place that wanders, and of a few everywhere; text in a corner as of a scoreboard. */
function play(frames: number, centre: (frame: number) => number) {
  const motion = new Float32Array(frames * FRAMING_WIDTH);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      const away = Math.abs((column + 0.5) / FRAMING_WIDTH - centre(frame));
      motion[frame * FRAMING_WIDTH + column] =
        0.004 + (away < 0.1 ? 0.05 : 0) + (column % 7 === 0 ? 0.02 : 0);
    }
  }
  const saliency = {
    frameCount: frames,
    motion,
    detail: new Float32Array(motion.length).fill(0.1),
    difference: new Float32Array(frames).fill(0.02),
    dissolve: new Float32Array(frames),
  };
  const text = Float32Array.from({ length: 20 }, (_, cell) => (cell < 5 ? 0.4 : 0));
  const looks = [{ frame: 0, text, sharpness: new Float32Array(20).fill(50), exposure: 1 }];
  return { saliency, looks, sightings: null };
}

test("an upright reel follows most of the players, though others run elsewhere and a scoreboard is cut off", () => {
  const target = frameOfLayout("PORTRAIT", 720);
  const analysis = play(150, (frame) => 0.25 + (0.5 * frame) / 150);
  const framing = followAction(analysis, { source: HD, target, frameRate: 25 });
  assert.equal(framing.style, "DYNAMIC_CROP");
});

test("play that is everywhere is shown whole", () => {
  const analysis = play(150, () => 9);
  const target = frameOfLayout("PORTRAIT", 720);
  assert.equal(followAction(analysis, { source: HD, target, frameRate: 25 }).style, "BLURRED_WINGS");
});
