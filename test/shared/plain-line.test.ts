import assert from "node:assert/strict";
import { test } from "node:test";
import { plainLine } from "../../shared/plain-line.ts";

test("control characters, overrides of direction and half characters leave a text", () => {
  assert.equal(plainLine("a\u0000b\u202ec\u2067d\ud800e\u0007\tf\r\ng\u2028h"), "a bcd�e f g h");
});
