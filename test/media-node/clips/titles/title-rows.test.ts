import assert from "node:assert/strict";
import { test } from "node:test";
import { SENTENCE_TOKENS, splitTokens } from "../../../../media-node/clips/sentences/sentence-tokens.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { titleRows } from "../../../../media-node/clips/titles/title-rows.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

function rowsOf(text: string) {
  const { words } = makeTalk([{ name: "part", kind: "body", text }]);
  return titleRows(splitSentences(words));
}

test("each sentence is a row, and each word has its tokens there", () => {
  const { text, places } = rowsOf("Bees dance, always. They 蜂 don't sleep.");
  assert.deepEqual(
    text.sentences.map(({ text }) => text),
    ["Bees dance, always.", "They 蜂 don't sleep."],
  );
  assert.deepEqual(
    places.map(({ row, from, to }) => [row, from, to]),
    [
      [0, 0, 1],
      [0, 1, 3],
      [0, 3, 5],
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 2],
      [1, 2, 4],
    ],
  );
});

test("a sentence that is too long goes on in the next row, which begins with a whole word of the same speaker", () => {
  const long = `Bees ${"fly, ".repeat(30)}home.`;
  const { text, places } = rowsOf(`${long} They sleep.`);
  const counts = text.sentences.map((row) => splitTokens(row.text).length);
  assert.deepEqual(counts, [39, 24, 3]);
  assert.ok(counts.every((count) => count <= SENTENCE_TOKENS));
  assert.equal(text.sentences.map((row) => row.text).join(" "), `${long} They sleep.`);
  assert.equal(text.sentences[1]?.startsTurn, 0);
  assert.deepEqual(places[20], { row: 1, from: 0, to: 2 });
});

test("a sentence of another language is a row in English, in which each of its words has its place", () => {
  const { text, places } = rowsOf("Zum Beispiel die Kundengespräche waren immer gut.");
  assert.deepEqual(
    text.sentences.map((row) => row.text),
    ["for example the customer talk were always good."],
  );
  assert.deepEqual(
    places.map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [2, 2],
      [2, 3],
      [3, 5],
      [5, 6],
      [6, 7],
      [7, 9],
    ],
  );
});
