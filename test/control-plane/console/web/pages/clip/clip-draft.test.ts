// What the reader changes about a clip.
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondsIn } from "../../../../../../control-plane/console/web/pages/clip/clip-draft.ts";

test("a time is taken once its text is one", () => {
  assert.deepEqual(["12", "12.5", "0"].map(secondsIn), [12, 12.5, 0]);
  for (const text of ["", " ", "-", "-3", "1e", "abc"]) assert.equal(secondsIn(text), undefined, text);
});
