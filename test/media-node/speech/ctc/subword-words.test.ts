import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOfPieces } from "../../../../media-node/speech/ctc/subword-words.ts";
import type { SymbolSpan } from "../../../../media-node/speech/ctc/symbol-span.ts";

/** Pieces on one frame each, two frames apart, with falling probabilities. */
function wordsOf(pieces: readonly string[]): ReturnType<typeof wordsOfPieces> {
  const spans = pieces.map(
    (_, index): SymbolSpan => ({
      symbol: index,
      startFrame: 2 * index,
      endFrame: 2 * index + 1,
      score: 1 - index / 10,
    }),
  );
  return wordsOfPieces(spans, pieces);
}

function textsOf(pieces: readonly string[]): string[] {
  return wordsOf(pieces).map(({ text }) => text);
}

test("pieces join to words with the frames and the mean probability of their pieces", () => {
  assert.deepEqual(wordsOf(["▁coun", "try", "▁men"]), [
    { text: "country", startFrame: 0, endFrame: 3, score: 0.95 },
    { text: "men", startFrame: 4, endFrame: 5, score: 0.8 },
  ]);
});

test("punctuation belongs to the word before and adds neither time nor doubt", () => {
  assert.deepEqual(wordsOf(["▁A", "mer", "icans", ",", "▁ask", "▁?"]), [
    { text: "Americans,", startFrame: 0, endFrame: 5, score: 0.9 },
    { text: "ask?", startFrame: 8, endFrame: 9, score: 0.6 },
  ]);
  assert.deepEqual(textsOf([",", "▁-", "▁so"]), ["so"]);
});

test("what opens belongs to the word after", () => {
  assert.deepEqual(textsOf(["▁si", ".", "▁¿", "▁qu", "é", "?", "▁(", "hm", ")"]), ["si.", "¿qué?", "(hm)"]);
});

test("apostrophes, numbers and symbols stay inside their words", () => {
  assert.deepEqual(textsOf(["▁don", "'", "t", "▁$", "5", ".", "5", "▁&", "▁co"]), [
    "don't",
    "$5.5",
    "&",
    "co",
  ]);
});

test("a lone mark or bar begins a word, as in vocabularies of characters", () => {
  assert.deepEqual(textsOf(["h", "i", "▁", "y", "o", "u"]), ["hi", "you"]);
  assert.deepEqual(textsOf(["|", "h", "i", "|", "|", "y", "o"]), ["hi", "yo"]);
});

test("signs of the model to itself are left out", () => {
  assert.deepEqual(textsOf(["<|en|>", "▁yes", "<unk>", "▁no", "<|endoftext|>"]), ["yes", "no"]);
  assert.deepEqual(textsOf([]), []);
});
