import assert from "node:assert/strict";
import { test } from "node:test";
import { type BundleManifest, maxWindowS } from "../../../media-node/models/model-bundle.ts";

function manifestOf(family: string, windowS?: number): BundleManifest {
  return { family, speech: windowS === undefined ? {} : { windowS } } as BundleManifest;
}

test("a manifest says how long a window is, but none is longer than what Whisper hears of it", () => {
  assert.equal(maxWindowS(manifestOf("nemo-ctc")), 20);
  assert.equal(maxWindowS(manifestOf("nemo-ctc", 25)), 25);
  assert.equal(maxWindowS(manifestOf("whisper")), 30);
  assert.equal(maxWindowS(manifestOf("whisper", 20)), 20);
  assert.equal(maxWindowS(manifestOf("whisper", 60)), 30);
});
