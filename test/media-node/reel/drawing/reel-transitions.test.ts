import assert from "node:assert/strict";
import { test } from "node:test";
import { REEL_TRANSITIONS } from "../../../../shared/templates/reel-styles.ts";
import type { DecodedFrame } from "../../../support/media/read-media.ts";
import { dress, LAYOUTS, layOver } from "../../../support/media-node/dressed-reels.ts";
import { BUILDS, BUNDLED } from "../../../support/media-node/media-tools.ts";

const OFF = { enabled: false };
const FRAMES = 60;
/** Black and white lose a little on their way through video levels. */
const OPEN = 0.97;

/** How much of the video below is seen, 0 to 1: black and white below give other results, as far as they are seen. */
function seenShare(onBlack: DecodedFrame | undefined, onWhite: DecodedFrame | undefined): number {
  assert.ok(onBlack !== undefined && onWhite !== undefined);
  const rows = onBlack.rowDifferences(onWhite);
  const mean = rows.reduce((sum, row) => sum + row, 0) / rows.length / 255;
  return Math.round(mean * 1_000) / 1_000;
}

for (const build of BUILDS) {
  for (const kind of REEL_TRANSITIONS.filter((name) => name !== "cut")) {
    test(`the joint lies under a ${kind} that covers the whole frame, with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      // The layouts differ in numbers only, which one build proves.
      const sizes = build === BUNDLED ? Object.values(LAYOUTS) : [LAYOUTS.PORTRAIT];
      for (const size of sizes) {
        const transition = { kind, duration_s: 0.8 };
        const document = { intro: OFF, outro: OFF, lower_third: OFF, transition };
        const { pieces } = await dress(t, { document, target: size, frameCounts: [FRAMES, FRAMES] });
        const [before = [], after = []] = pieces;
        const over = async (overlays: typeof before, frames: number[]): Promise<number[]> => {
          const shown = { size, frames, build };
          const [black, white] = await Promise.all([
            layOver(overlays, { ...shown, ground: "black" }),
            layOver(overlays, { ...shown, ground: "white" }),
          ]);
          return frames.map((_, at) => seenShare(black[at], white[at]));
        };
        const [open, moving, nearly, last] = await over(before, [45, 53, FRAMES - 2, FRAMES - 1]);
        assert.ok((open ?? 0) > OPEN, "nothing lies over the video before the transition");
        assert.ok((moving ?? 1) < OPEN || kind === "flash", "it begins before the joint");
        assert.deepEqual([nearly, last], [0, 0], "the last frames are covered whole");
        const [first, second, leaving, gone] = await over(after, [0, 1, 7, 12]);
        assert.deepEqual([first, second], [0, 0], "the first frames are covered whole");
        assert.ok((leaving ?? 0) > 0, "it leaves");
        assert.ok((gone ?? 0) > OPEN, "nothing lies over the video behind the transition");
      }
    });
  }
}

test("a cut leaves the joint as it is", async (t) => {
  const document = { intro: OFF, outro: OFF, lower_third: OFF, transition: { kind: "cut" } };
  assert.deepEqual((await dress(t, { document })).pieces, [[], []]);
});

test("a transition is no longer than the shorter of the pieces that it joins, and none where there is no room", async (t) => {
  const transition = { kind: "wipe", duration_s: 2 };
  const document = { intro: OFF, outro: OFF, lower_third: OFF, transition };
  const { pieces } = await dress(t, { document, frameCounts: [90, 20] });
  for (const { startFrame, endFrame } of pieces[1] ?? []) assert.ok(startFrame >= 0 && endFrame <= 10);
  for (const { startFrame, endFrame } of pieces[0] ?? []) assert.ok(startFrame === 80 && endFrame === 90);
  const tiny = await dress(t, { document, frameCounts: [90, 3] });
  assert.deepEqual(tiny.pieces, [[], []]);
});
