import assert from "node:assert/strict";
import { test } from "node:test";
import { partialSpans } from "../../../media-node/captions/caption-motion.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

function word(text: string, startS: number) {
  return { text, startS, endS: startS + 0.3 };
}

const LINES = [
  { rows: [[word("and", 1), word("then", 1.4)], [word("they", 1.8)]], startS: 1, endS: 2.5 },
  { rows: [[word("stopped", 4)]], startS: 4, endS: 4.6 },
];

test("a line is there in part until the last of its words has dropped in, if it comes word by word", () => {
  const [span, ...others] = partialSpans(LINES, { ...PRESET_STYLES.bold, animation: "bounce" });
  assert.equal(span?.startS, 1);
  assert.ok(span.endS > 1.85 && span.endS < 2, `${span.endS}`);
  assert.deepEqual(others, [], "one word is all of its line");
  for (const animation of ["none", "karaoke", "pop", "fade"] as const) {
    assert.deepEqual(partialSpans(LINES, { ...PRESET_STYLES.bold, animation }), []);
  }
});
