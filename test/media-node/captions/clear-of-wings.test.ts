// Captions, and sources that are shown whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type PlacedLine, placeLine } from "../../../media-node/captions/caption-placement.ts";
import { openTypeface } from "../../../media-node/captions/caption-typeface.ts";
import { clearOfFaces } from "../../../media-node/captions/clear-of-faces.ts";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import { frameOfLayout } from "../../../media-node/render/frame-of-layout.ts";
import { fitWithin, raisedTop } from "../../../media-node/render/framing-plan.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

const TEXTS = "everybody understands whatever happened yesterday evening absolutely everywhere".split(" ");
const FRAME = frameOfLayout("PORTRAIT", 1_080);
/** Less looks as if they touched, in clips 360 pixels wide. */
const MIN_GAP = 0.006;

/** The edges of a source of this shape. */
function edgesOf(ratio: number, isCentred = false): [upper: number, lower: number] {
  const shown = fitWithin({ width: 720 * ratio, height: 720 }, FRAME);
  const upper = isCentred ? (FRAME.height - shown.height) / 2 : raisedTop(shown, FRAME);
  return [upper, upper + shown.height];
}

/** Captions of two rows over such a source. */
async function placed(style: CaptionStyle, edgesY: readonly number[]): Promise<PlacedLine[]> {
  const words = TEXTS.map((text, index) => ({ text, startS: index, endS: index + 1 }));
  const typeface = await openTypeface(style.font, TEXTS);
  const lines = groupWords(words, style, typeface).filter(({ rows }) => rows.length === 2);
  assert.ok(lines.length > 0, "no line has two rows");
  const wanted = lines.map((line) => placeLine({ style, typeface, frame: FRAME }, line, false));
  return clearOfFaces(wanted, [{ startS: 0, endS: Number.POSITIVE_INFINITY, faces: [], edgesY }], FRAME);
}

for (const [shape, ratio] of Object.entries({ "16:9": 16 / 9, "3:2": 3 / 2, "4:3": 4 / 3 })) {
  test(`captions stand below a ${shape} source that is shown whole`, async () => {
    const edgesY = edgesOf(ratio);
    for (const [name, style] of Object.entries(PRESET_STYLES)) {
      // Capitals so tall that they would come too low below a 4:3 source.
      if (name === "shout" && shape === "4:3") continue;
      for (const { box } of await placed(style, edgesY)) {
        assert.ok(
          box.top >= edgesY[1] + MIN_GAP * FRAME.height,
          `${name} from ${box.top} on, source down to ${edgesY[1]}`,
        );
        assert.ok(box.bottom <= 0.72 * FRAME.height, `${name} down to ${box.bottom}`);
      }
    }
  });
  test(`captions at the top stand above a ${shape} source that is shown whole`, async () => {
    const edgesY = edgesOf(ratio, true);
    for (const [name, style] of Object.entries(PRESET_STYLES)) {
      if (name === "shout" && shape === "4:3") continue;
      for (const { box } of await placed({ ...style, position: "top" }, edgesY)) {
        assert.ok(box.bottom <= edgesY[0], `${name} down to ${box.bottom}, source from ${edgesY[0]} on`);
        assert.ok(box.top >= 0.12 * FRAME.height, `${name} from ${box.top} on`);
      }
    }
  });
}

for (const [shape, ratio] of Object.entries({ "16:9": 16 / 9, "4:3": 4 / 3, "5:4": 5 / 4, "1:1": 1 })) {
  test(`no captions stand on an edge of a ${shape} source that is shown whole, wherever they are wanted`, async () => {
    for (const [name, style] of Object.entries(PRESET_STYLES)) {
      for (const position of ["top", "middle", "bottom"] as const) {
        const edgesY = edgesOf(ratio, position === "top");
        for (const { box } of await placed({ ...style, position }, edgesY)) {
          const crossed = edgesY.filter((y) => box.top < y && y < box.bottom);
          assert.deepEqual(crossed, [], `${name}, ${position}`);
        }
      }
    }
  });
}
