// Captions at their usual place, and sources that are shown whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeLine } from "../../../media-node/captions/caption-placement.ts";
import { BOX_PADDING_EM } from "../../../media-node/captions/caption-reach.ts";
import { openTypeface } from "../../../media-node/captions/caption-typeface.ts";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import { fitWithin, raisedTop } from "../../../media-node/render/framing-plan.ts";
import { verticalFrame } from "../../../media-node/render/render-arguments.ts";
import { CAPTION_PRESETS } from "../../../shared/captions/caption-presets.ts";

const TEXTS = "everybody understands whatever happened yesterday evening absolutely everywhere".split(" ");

/** Capitals so tall that their second row is left to stand on the source: captions at the top want room, too. */
const TALL = "shout";

for (const [name, style] of Object.entries(CAPTION_PRESETS).filter(([each]) => each !== TALL)) {
  test(`two rows of ${name} captions stand below a wide source that is shown whole`, async () => {
    const frame = verticalFrame(1_080);
    const shown = fitWithin({ width: 1_280, height: 720 }, frame);
    const lowerEdge = raisedTop(shown, frame) + shown.height;
    const words = TEXTS.map((text, index) => ({ text, startS: index, endS: index + 1 }));
    const typeface = await openTypeface(style.font, TEXTS);
    const lines = groupWords(words, style, typeface).filter(({ rows }) => rows.length === 2);
    assert.ok(lines.length > 0, "no line has two rows");
    for (const line of lines) {
      const { box, emPx } = placeLine({ style, typeface, frame }, line, false);
      const lettersTop = box.top + BOX_PADDING_EM.y * emPx;
      assert.ok(lettersTop >= lowerEdge - 4, `letters from ${lettersTop} on, source down to ${lowerEdge}`);
    }
  });
}
