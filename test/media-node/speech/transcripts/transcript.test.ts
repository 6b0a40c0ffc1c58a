import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cutTranscript,
  languageOf,
  type Transcript,
  type TranscriptWindow,
  unsureShare,
} from "../../../../media-node/speech/transcripts/transcript.ts";

function window(
  startS: number,
  texts: readonly string[],
  changes: Partial<TranscriptWindow> = {},
): TranscriptWindow {
  const words = texts.map((text, index) => ({
    text,
    score: 0.9,
    startS: startS + index,
    endS: startS + index + 0.8,
  }));
  return { startS, endS: startS + texts.length, language: "en", isConfident: true, words, ...changes };
}

const TRANSCRIPT: Transcript = {
  model: "hears-all@1",
  range: { startS: 0, endS: 60 },
  sourceS: 60,
  windows: [
    window(0, ["so", "it", "begins"]),
    window(10, ["ja", "genau"], { language: "de", isConfident: false }),
    window(30, ["and", "ends"]),
  ],
};

test("a cut transcript has the words whose middle lies in the range, inside it, and no empty windows", () => {
  const cut = cutTranscript(TRANSCRIPT, { startS: 1.2, endS: 11 });
  assert.deepEqual(
    cut.windows.map(({ startS, endS, words }) => [startS, endS, ...words.map((word) => word.text)]),
    [
      [1.2, 3, "it", "begins"],
      [10, 11, "ja"],
    ],
  );
  assert.equal(cut.windows[0]?.words[0]?.startS, 1.2);
  assert.deepEqual(cut.range, { startS: 1.2, endS: 11 });
});

test("the language is the one of most words", () => {
  assert.equal(languageOf(TRANSCRIPT), "en");
  assert.equal(languageOf({ ...TRANSCRIPT, windows: [] }), null);
});

test("of words that are not believed nobody knows the language", () => {
  const windows = TRANSCRIPT.windows.map((window) => ({ ...window, isConfident: false }));
  assert.equal(languageOf({ ...TRANSCRIPT, windows }), null);
});

test("how much is unsure is counted in words", () => {
  assert.equal(unsureShare(TRANSCRIPT), 2 / 7);
  assert.equal(unsureShare({ ...TRANSCRIPT, windows: [] }), 0);
});
