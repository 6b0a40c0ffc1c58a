// Where captions are better not broken: behind what is abbreviated, within numbers, beside one word of a clause.
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { endsSentenceBefore } from "../../../shared/captions/abbreviations.ts";
import { completesNumber } from "../../../shared/captions/bound-words.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { plainTypeface } from "../../support/media/plain-typeface.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

const STYLE = { ...PRESET_STYLES.bold, maxWordsOnScreen: 4, fontSizePx: 84 };

/** Words of a third of a second, one after the other. */
function spoken(text: string): SpokenWord[] {
  return text.split(" ").map((word, index) => ({ text: word, startS: index / 3, endS: (index + 1) / 3 }));
}

/** Lines, their rows parted by a stroke. */
function shown(words: readonly SpokenWord[], style = STYLE): string[] {
  const lines = groupWords(words, style, plainTypeface());
  return lines.map(({ rows }) => rows.map((row) => joinWords(row)).join(" / "));
}

test("a full stop behind what is abbreviated ends no line", () => {
  assert.deepEqual(shown(spoken("then everybody asked Dr. Smith about it")), [
    "then everybody asked",
    "Dr. Smith about it",
  ]);
  assert.deepEqual(shown(spoken("The U.S. president left")), ["The U.S. / president left"]);
  assert.deepEqual(shown(spoken("It was No. 5 that won. No. Not that.")), [
    "It was No. 5",
    "that won.",
    "No. Not that.",
  ]);
  assert.deepEqual(shown(spoken("We met at 5 p.m. Then they left")), [
    "We met",
    "at 5 p.m.",
    "Then they left",
  ]);
});

test("a line does not end with the first word of a clause, or within a number", () => {
  const times = "it was the best of times, it was the worst of times, it";
  assert.deepEqual(shown(spoken(`${times} was the age`)), [
    "it was the best",
    "of times,",
    "it was the worst",
    "of times,",
    "it was the age",
  ]);
  assert.deepEqual(shown(spoken("they spent 3.5 billion dollars there")), [
    "they spent",
    "3.5 billion / dollars there",
  ]);
});

test("a row does not begin with the last word of a clause, and no line begins within a number", () => {
  assert.deepEqual(shown(spoken("look I get it, it is hard"), { ...STYLE, maxWordsOnScreen: 7 }), [
    "look I get it, / it is hard",
  ]);
  assert.deepEqual(
    shown(spoken("it was $5 million, no, more than that"), { ...STYLE, maxWordsOnScreen: 3 })[0],
    "it was",
  );
});

test("words that look like abbreviations end sentences", () => {
  assert.ok(endsSentenceBefore("sen.", "Hej"));
  assert.ok(endsSentenceBefore("B.", "Then"));
  assert.ok(endsSentenceBefore("C.", "And"));
  assert.ok(!endsSentenceBefore("Sen.", "Warren"));
  assert.ok(!endsSentenceBefore("W.", "Bush"));
});

test("what begins with a counter is of a number, but no number itself", () => {
  assert.ok(completesNumber("5", "年間") && completesNumber("5万", "円") && completesNumber("万", "円"));
  assert.ok(!completesNumber("人生", "時間") && !completesNumber("時間", "分かる"));
});
