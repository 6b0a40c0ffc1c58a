// What a reel ends with: where its own title stands below another, it must be there to its end, and be read on a telephone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { canvasOf } from "../../../media-node/reel/drawing/reel-canvas.ts";
import { BUILT_IN_REEL_TEMPLATES } from "../../../shared/templates/reel-template.ts";
import type { DecodedFrame } from "../../support/media/read-media.ts";
import { dress, LAYOUTS, layOver } from "../../support/media-node/dressed-reels.ts";

const SCALE = 3;
const TITLE = "Riverside against Harbour City, the winner of the cup fina";
/** Capitals of this height are those of text of 34 units: 12 points on a telephone. */
const READABLE_UNITS = 24;

interface Difference {
  readonly heightPx: number;
  readonly bottomPx: number;
  readonly rightPx: number;
}

/** Where two frames differ. */
function difference(one: DecodedFrame, other: DecodedFrame): Difference {
  const { width, height } = one;
  const rows: number[] = [];
  let rightPx = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [(column + 0.5) / width, (row + 0.5) / height];
      const [first, second] = [one.at(x, y), other.at(x, y)];
      if (first.every((value, channel) => Math.abs(value - (second[channel] ?? 0)) < 80)) continue;
      if (rows.at(-1) !== row) rows.push(row);
      rightPx = Math.max(rightPx, column + 1);
    }
  }
  return { heightPx: rows.length, bottomPx: (rows.at(-1) ?? -1) + 1, rightPx };
}

for (const { name, document } of BUILT_IN_REEL_TEMPLATES) {
  test(`a reel's title is read to its last letter at the end of ${name} in every layout`, async (t) => {
    for (const [layout, { width, height }] of Object.entries(LAYOUTS)) {
      const target = { width: SCALE * width, height: SCALE * height };
      const cards = await Promise.all(
        ["l", "l-1"].map(async (end) => {
          const { outro } = await dress(t, { document, target, title: `${TITLE}${end}` });
          assert.ok(outro !== null);
          const shown = { ground: outro.backgroundPath, size: target, frames: [outro.frameCount - 5] };
          return layOver(outro.overlays, shown);
        }),
      );
      const [[one] = [], [other] = []] = cards;
      assert.ok(one !== undefined && other !== undefined);
      const { safe, scale } = canvasOf(target);
      const found = difference(one, other);
      const text = `${name} ${layout}: ${JSON.stringify(found)}`;
      assert.ok(found.heightPx >= READABLE_UNITS * scale, text);
      assert.ok(found.bottomPx <= safe.bottom * scale + 2 && found.rightPx <= safe.right * scale + 2, text);
    }
  });
}
