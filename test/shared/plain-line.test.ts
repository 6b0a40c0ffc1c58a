import assert from "node:assert/strict";
import { test } from "node:test";
import { plainLine, seenLine } from "../../shared/plain-line.ts";

test("control characters, overrides of direction and half characters leave a text", () => {
  assert.equal(plainLine("a\u0000b\u202ec\u2067d\ud800e\u0007\tf\r\ng\u2028h"), "a bcd�e f g h");
});

test("a line of which nothing is seen is none", () => {
  for (const text of ["", " \n", "\u200b", "\u2800\u00ad \u3164"]) assert.equal(seenLine(text), null);
  assert.equal(seenLine(" a\nb "), "a b");
});
