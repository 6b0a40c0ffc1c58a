import assert from "node:assert/strict";
import { test } from "node:test";
import { COLOUR_FRAME, showsField } from "../../../../media-node/highlights/video/grass.ts";
import { MATCH_FRAME } from "../../../../media-node/highlights/video/match-video.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const STRIDE = MATCH_FRAME.width;
const GRASS = { u: 108, v: 102 };
const SKY = { u: 140, v: 118 };

/** Rows of colours, of which the lower share is one and the rest another. */
function colours(share: number, below: { u: number; v: number }, above = SKY): Uint8Array {
  const { width, height } = COLOUR_FRAME;
  const rows = new Uint8Array(STRIDE * height);
  for (let row = 0; row < height; row += 1) {
    const { u, v } = row >= height * (1 - share) ? below : above;
    rows.fill(u, row * STRIDE, row * STRIDE + width);
    rows.fill(v, row * STRIDE + width, row * STRIDE + 2 * width);
  }
  return rows;
}

/** A frame whose pixels stray from the middle by some levels. */
function grey(levels: number): Uint8Array {
  const random = seededRandom(4);
  return new Uint8Array(MATCH_FRAME.width * MATCH_FRAME.height).map(() => 95 + levels * (2 * random() - 1));
}

test("even green over half of the frame is a field", () => {
  assert.ok(showsField(grey(6), colours(0.5, GRASS), STRIDE));
});

test("rough green is a wood, a little green a bush, and even blue a court or a sky", () => {
  assert.ok(!showsField(grey(60), colours(0.9, GRASS), STRIDE));
  assert.ok(!showsField(grey(6), colours(0.2, GRASS), STRIDE));
  assert.ok(!showsField(grey(6), colours(0.9, { u: 150, v: 110 }), STRIDE));
});

test("what is too dark to have a colour is no field", () => {
  assert.ok(
    !showsField(
      grey(6).map((level) => level - 75),
      colours(0.9, GRASS),
      STRIDE,
    ),
  );
});
