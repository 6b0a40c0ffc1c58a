import assert from "node:assert/strict";
import { test } from "node:test";
import type { Transcript } from "../../../../media-node/speech/transcripts/transcript.ts";
import { unsureNotice } from "../../../../media-node/speech/transcripts/unsure-notice.ts";

const LEFT_OUT = { isBuiltIn: false, consequence: "captions were left out" };

/** Ten windows of a word each, of which so many are not believed. */
function transcriptWith(unsure: number): Transcript {
  const windows = Array.from({ length: 10 }, (_, index) => ({
    startS: index,
    endS: index + 1,
    language: "en",
    isConfident: index >= unsure,
    words: [{ text: "word", startS: index, endS: index + 0.5, score: 0.8 }],
  }));
  return { model: "hears-all@1", range: { startS: 0, endS: 10 }, sourceS: 10, windows };
}

test("a client is told what was left out, and whose model it was only where that is ours", () => {
  assert.equal(
    unsureNotice(transcriptWith(10), LEFT_OUT),
    "The speech model was not sure of this voice, so captions were left out.",
  );
  assert.equal(
    unsureNotice(transcriptWith(5), { ...LEFT_OUT, isBuiltIn: true }),
    "The built-in speech model, which knows English alone, was not sure of parts of what is said, " +
      "so captions were left out there.",
  );
});

test("nothing is said of a model that was sure of nearly everything", () => {
  assert.equal(unsureNotice(transcriptWith(0), LEFT_OUT), null);
});
