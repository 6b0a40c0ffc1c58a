import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import type { Overlay } from "../../../media-node/reel/drawing/reel-dressing.ts";
import { overlayGraph } from "../../../media-node/reel/overlay-filters.ts";
import type { DecodedFrame } from "../../support/media/read-media.ts";
import { layOver, plainImage } from "../../support/media-node/dressed-reels.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";

const SIZE = { width: 64, height: 32 } as const;
const STILL = { x: "0", y: "0", fadeInFrames: 0, fadeOutFrames: 0 } as const;
const ALL = Array.from({ length: 24 }, (_, frame) => frame);

/** Brightness at shares of width and height, 0 to 255. */
function brightness(frame: DecodedFrame | undefined, x: number, y: number): number {
  const [red, green, blue] = frame?.at(x, y) ?? [0, 0, 0];
  return Math.round((red + green + blue) / 3);
}

test("a video without overlays passes through", () => {
  const place = { firstInput: 1, from: "a", to: "b", frameRate: 25 };
  assert.deepEqual(overlayGraph([], place), { inputs: [], graph: "[a]null[b]" });
});

for (const build of BUILDS) {
  for (const frameRate of [23.976, 25, 29.97, 59.94]) {
    test(`an overlay is seen from its first frame to its last at ${frameRate} a second, with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const imagePath = await plainImage(t, SIZE, "#FFFFFF");
      const overlay: Overlay = { ...STILL, imagePath, startFrame: 7, endFrame: 12 };
      const frames = await layOver([overlay], { ground: "black", size: SIZE, frames: ALL, frameRate, build });
      const lit = ALL.filter((frame) => brightness(frames[frame], 0.5, 0.5) > 128);
      assert.deepEqual(lit, [7, 8, 9, 10, 11]);
    });
  }

  test(`an overlay fades in from nothing to the whole and out again, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const imagePath = await plainImage(t, SIZE, "#FFFFFF");
    const fades = { fadeInFrames: 4, fadeOutFrames: 4 };
    const overlay: Overlay = { ...STILL, ...fades, imagePath, startFrame: 4, endFrame: 20 };
    const frames = await layOver([overlay], { ground: "black", size: SIZE, frames: ALL, build });
    const seen = ALL.map((frame) => brightness(frames[frame], 0.5, 0.5));
    assert.ok(Math.max(...seen.slice(0, 4), ...seen.slice(20)) < 8, "nothing before and behind");
    for (const frame of [5, 6, 7, 8])
      assert.ok((seen[frame] ?? 0) > (seen[frame - 1] ?? 0), `brighter at ${frame}`);
    assert.ok(Math.min(...seen.slice(8, 17)) > 248, "whole in between");
    for (const frame of [17, 18, 19, 20])
      assert.ok((seen[frame] ?? 0) < (seen[frame - 1] ?? 0), `darker at ${frame}`);
  });

  test(`an overlay is where its expressions say at every frame, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const imagePath = await plainImage(t, { width: 4, height: 4 }, "#FFFFFF");
    const overlay: Overlay = {
      ...STILL,
      imagePath,
      x: "2*n",
      y: "max(0,2*(n-8))",
      startFrame: 0,
      endFrame: 24,
    };
    const frames = await layOver([overlay], { ground: "black", size: SIZE, frames: ALL, build });
    for (const frame of ALL) {
      const [x, y] = [(2 * frame + 2) / SIZE.width, (Math.max(0, 2 * (frame - 8)) + 2) / SIZE.height];
      if (y < 1) assert.ok(brightness(frames[frame], x, y) > 200, `frame ${frame}`);
      if (frame >= 3)
        assert.ok(brightness(frames[frame], x - 6 / SIZE.width, Math.min(y, 0.99)) < 60, `left of ${frame}`);
    }
  });

  test(`a window over an overlay shows the part that its expressions say, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const imagePath = await plainImage(t, { width: 32, height: 32 }, "#FFFFFF");
    // The window leaves the image's content where it is and uncovers it from frame 6 on, two pixels a frame.
    const window = { width: 16, height: 32, x: "clip(2*(n-6),0,16)", y: "0" };
    const overlay: Overlay = { ...STILL, imagePath, window, x: "8", startFrame: 6, endFrame: 20 };
    const frames = await layOver([overlay], { ground: "black", size: SIZE, frames: ALL, build });
    const lit = ALL.filter((frame) => brightness(frames[frame], 16 / SIZE.width, 0.5) > 200);
    assert.deepEqual(lit, ALL.slice(6, 20));
    assert.ok(brightness(frames[10], 4 / SIZE.width, 0.5) < 60, "left of the window");
    assert.ok(brightness(frames[10], 28 / SIZE.width, 0.5) < 60, "right of the window");
  });

  test(`a window moves on the very frame that its expression says, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const white = await sharp({ create: { width: 16, height: 32, channels: 4, background: "#FFFFFF" } })
      .png()
      .toBuffer();
    const imagePath = await plainImage(t, { width: 32, height: 32 }, "#00000000");
    const halfPath = `${imagePath}.half.png`;
    await sharp(imagePath)
      .composite([{ input: white, left: 16, top: 0 }])
      .png()
      .toFile(halfPath);
    const window = { width: 16, height: 32, x: "if(lt(n,12),0,16)", y: "0" };
    for (const frameRate of [25, 29.97]) {
      const overlay: Overlay = { ...STILL, imagePath: halfPath, window, startFrame: 5, endFrame: 18 };
      const frames = await layOver([overlay], { ground: "black", size: SIZE, frames: ALL, frameRate, build });
      const lit = ALL.filter((frame) => brightness(frames[frame], 8 / SIZE.width, 0.5) > 128);
      assert.deepEqual(lit, [12, 13, 14, 15, 16, 17]);
    }
  });

  test(`colours come out as they are written, with ${build.name}`, { skip: build.skip }, async (t) => {
    for (const [color, rgb] of [
      ["#E5131F", [229, 19, 31]],
      ["#00B2A9", [0, 178, 169]],
    ] as const) {
      const imagePath = await plainImage(t, SIZE, color);
      const still: Overlay = { ...STILL, imagePath, startFrame: 0, endFrame: 2 };
      const fading: Overlay = { ...still, fadeInFrames: 1, endFrame: 9 };
      for (const overlay of [still, fading]) {
        const [frame] = await layOver([overlay], {
          ground: "black",
          size: SIZE,
          frames: [overlay === still ? 1 : 5],
          build,
        });
        const found = frame?.at(0.5, 0.5) ?? [];
        for (const [channel, value] of rgb.entries()) {
          assert.ok(Math.abs((found[channel] ?? 0) - value) <= 4, `${color} became ${found.join(", ")}`);
        }
      }
    }
  });
}
