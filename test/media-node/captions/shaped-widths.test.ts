// Words whose letters melt into others are as wide as the build that draws them makes them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BOX_PADDING_EM } from "../../../media-node/captions/caption-reach.ts";
import { drawCaptions } from "../../../media-node/captions/draw-captions.ts";
import { drawScript } from "../../../media-node/captions/draw-script.ts";
import { DRAWN_CAPTIONS } from "../../../media-node/render/video-graph.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

after(assertNoChildren);

/** Grey boxes with white letters. */
const STYLE: CaptionStyle = {
  ...PRESET_STYLES.boxed,
  backgroundColor: "#808080",
  fontColor: "#FFFFFF",
  highlightColor: null,
  strokeWidthPx: 0,
  shadow: "none",
  animation: "none",
};
const FRAME = { width: 1_080, height: 1_920 } as const;

/** Columns of a frame in which something is as light as this: the first, and the one behind the last. */
function extent(frame: Buffer, light: number): [left: number, right: number] {
  const columns = Array.from({ length: FRAME.width }, (_, x) => x).filter((x) => {
    for (let at = x; at < frame.length; at += FRAME.width) if ((frame[at] ?? 0) >= light) return true;
    return false;
  });
  return [columns.at(0) ?? 0, (columns.at(-1) ?? -1) + 1];
}

/** Room at both sides between a box and its text, in em. */
async function roomBeside(text: string, build: MediaBuild): Promise<[left: number, right: number]> {
  const words = text.split(" ").map((word, index) => ({ text: word, startS: index, endS: index + 1 }));
  const target = { style: STYLE, ffmpeg: build.ffmpeg, frame: FRAME, frameRate: 25 };
  const { script, fontPaths } = (await drawCaptions(words, target)) ?? assert.fail("nothing is drawn");
  const frame = await drawScript(build.ffmpeg, {
    script,
    fontPaths,
    size: FRAME,
    frameRate: 1,
    frames: 1,
    filters: [DRAWN_CAPTIONS],
    pixelFormat: "gray",
  });
  const [box, letters] = [extent(frame, 64), extent(frame, 200)];
  return [(letters[0] - box[0]) / STYLE.fontSizePx, (box[1] - letters[1]) / STYLE.fontSizePx];
}

for (const build of BUILDS) {
  test(`a box fits Hindi as ${build.name} joins its letters`, { skip: build.skip }, async () => {
    for (const roomEm of await roomBeside("शक्ति विद्यार्थी में क्षेत्र", build)) {
      assert.ok(Math.abs(roomEm - BOX_PADDING_EM.x) < 0.1, `${roomEm} em of ${BOX_PADDING_EM.x}`);
    }
  });
}
