import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { storableJson } from "../../shared/storable-json.ts";

test("what cannot be stored is replaced, in names too, and everything else stays", () => {
  const value = { "a\ud83d": ["\udd25b", "🔥", "x\u0000y", "\\ud83d \\u0000", '\n\u0001"\\'] };
  assert.deepEqual(JSON.parse(storableJson(value)), {
    "a\ufffd": ["\ufffdb", "🔥", "x\ufffdy", "\\ud83d \\u0000", '\n\u0001"\\'],
  });
});

test("whatever the text, it comes out well-formed and without U+0000, and a good one as it was", () => {
  const unit = fc.oneof(
    fc.constantFrom("\\", "u0000", "ud83d", '"', "\u0000", "🔥"),
    fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code)),
  );
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join("");
      const expected = text.toWellFormed().replaceAll("\u0000", "\ufffd");
      assert.equal(JSON.parse(storableJson(text)), expected);
    }),
  );
});
