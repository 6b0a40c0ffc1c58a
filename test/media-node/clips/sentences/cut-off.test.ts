// Sentences that are cut off where a range of a source begins or ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KnownRange } from "../../../../media-node/clips/sentences/cut-off.ts";
import { BOUNDARY, understandText } from "../../../../media-node/clips/sentences/moment-text.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { speakSentences } from "../../../support/talks/judged-talk.ts";

const TEXT = ["bees dance in the dark hive", "nobody taught them how", "they learn it without help"];
const MARKED = ["Bees dance in the dark hive.", "Nobody taught them how.", "They learn it without help."];

/** Whether a sentence begins with the first word, and ends with the last one, `silenceS` from the ends of the range. */
function wholeAtEnds(
  sentences: readonly string[],
  silenceS: number,
  source: Partial<KnownRange> = { hasBefore: true, hasAfter: true },
): [boolean, boolean] {
  const words = speakSentences(sentences);
  const endS = words.at(-1)?.endS ?? 0;
  const range = { startS: -silenceS, endS: endS + silenceS, hasBefore: false, hasAfter: false, ...source };
  const { factsAt } = understandText(splitSentences(words), range);
  const isBorder = (timeS: number) => factsAt({ startS: timeS, endS: timeS }).boundary === BOUNDARY.sentence;
  return [isBorder(-silenceS / 2), isBorder(endS + silenceS / 2)];
}

test("without marks, a sentence begins and ends with a range inside a source where a pause says so", () => {
  assert.deepEqual(wholeAtEnds(TEXT, 0.1), [false, false]);
  assert.deepEqual(wholeAtEnds(TEXT, 0.6), [true, true]);
  assert.deepEqual(wholeAtEnds([...TEXT, "every second"], 0.6), [true, false]);
});

test("a source begins with a sentence and ends with one, unless its last word needs another", () => {
  assert.deepEqual(wholeAtEnds(TEXT, 0.1, {}), [true, true]);
  assert.deepEqual(wholeAtEnds([...TEXT, "some of them never learn the"], 0.1, {}), [true, false]);
});

test("a source of another language ends with a sentence behind a word that may end one", () => {
  const said = ["das habe ich nicht gewusst", "aber das glaube ich dir"];
  assert.deepEqual(wholeAtEnds([...said, "er kommt heute nicht"], 0.1, {}), [true, true]);
  assert.deepEqual(wholeAtEnds([...said, "er kommt heute mit der"], 0.1, {}), [true, false]);
});

test("where there are marks, they say whether a sentence is cut off", () => {
  assert.deepEqual(wholeAtEnds(MARKED, 0.1), [true, true]);
  assert.deepEqual(wholeAtEnds(["dance in the hive.", ...MARKED, "Some of them never"], 0.1), [false, false]);
});

test("nothing is cut off of a source without words", () => {
  const range = { startS: 3, endS: 9, hasBefore: true, hasAfter: true };
  const { factsAt } = understandText(splitSentences([]), range);
  assert.equal(factsAt({ startS: 3, endS: 3 }).boundary, BOUNDARY.sentence);
});
