import assert from "node:assert/strict";
import { test } from "node:test";
import { cutText } from "../../shared/cut-text.ts";

test("a text that fits stays whole, and a longer one ends between two characters", () => {
  assert.equal(cutText("", 3), "");
  assert.equal(cutText("bee", 3), "bee");
  assert.equal(cutText("bees", 3), "bee");
  assert.equal(cutText("🔥🔥", 4), "🔥🔥");
  assert.equal(cutText("🔥🔥", 3), "🔥");
});

test("what people see as one character is not parted", () => {
  const family = "👩‍👩‍👧";
  assert.equal(cutText(`a${family}`, family.length), "a");
  assert.equal(cutText(`a${family}b`, family.length + 1), `a${family}`);
  assert.equal(cutText("cafe\u0301", 4), "caf");
});
