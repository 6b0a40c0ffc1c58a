import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CaptionWord, groupWords, lettersPerRow } from "../../../media-node/stages/lay-out-captions.ts";
import { CAPTION_PRESETS } from "../../../shared/caption-styles.ts";

const STYLE = CAPTION_PRESETS.bold;

/** Words of a third of a second, one after the other. */
function spoken(text: string, startS = 0): CaptionWord[] {
  return text
    .split(" ")
    .map((word, index) => ({ text: word, startS: startS + index / 3, endS: startS + (index + 1) / 3 }));
}

function shown(words: readonly CaptionWord[], style = STYLE): string[] {
  return groupWords(words, style).map((line) => line.words.map((word) => word.text).join(" "));
}

test("a phrase is split into lines of nearly equal length with no more words than the style allows", () => {
  assert.deepEqual(shown(spoken("one two three four five six")), ["one two three", "four five six"]);
  assert.deepEqual(shown(spoken("and hangs from a branch")), ["and hangs from", "a branch"]);
});

test("a sentence ends its line, whatever quotes follow", () => {
  assert.deepEqual(shown(spoken("He said “yes.” Then left! Why? So")), [
    "He said “yes.”",
    "Then left!",
    "Why?",
    "So",
  ]);
});

test("a pause ends a line", () => {
  assert.deepEqual(shown([...spoken("one two"), ...spoken("three", 1.4)]), ["one two", "three"]);
});

test("lines that would not fit on two rows are split", () => {
  const long = "incomprehensibilities";
  assert.ok(3 * long.length > 2 * lettersPerRow(STYLE));
  assert.deepEqual(shown(spoken(`${long} ${long} ${long}`)), [`${long} ${long}`, long]);
});

test("a line lingers after its last word, but never into the next", () => {
  const [first, second] = groupWords([...spoken("one two."), ...spoken("three", 0.8)], STYLE);
  assert.equal(first?.endS, 0.8);
  assert.ok(second !== undefined && Math.abs(second.endS - (0.8 + 1 / 3 + 0.35)) < 1e-9);
});

test("no words give no lines", () => {
  assert.deepEqual(groupWords([], STYLE), []);
});

test("every word is shown once, in order, while it is spoken, and lines never overlap", () => {
  const word = fc.record({
    text: fc.string({ minLength: 1, maxLength: 30 }),
    gapS: fc.double({ min: 0, max: 2, noNaN: true }),
    lengthS: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (parts) => {
      let timeS = 0;
      const words = parts.map(({ text, gapS, lengthS }) => {
        const startS = timeS + gapS;
        timeS = startS + lengthS;
        return { text, startS, endS: timeS };
      });
      const lines = groupWords(words, STYLE);
      assert.deepEqual(
        lines.flatMap((line) => line.words),
        words,
      );
      for (const [index, line] of lines.entries()) {
        assert.ok(line.words.length <= STYLE.maxWordsOnScreen);
        assert.ok(line.startS < line.endS && line.endS >= (line.words.at(-1)?.endS ?? 0));
        assert.ok(line.endS <= (lines[index + 1]?.startS ?? Number.POSITIVE_INFINITY));
      }
    }),
  );
});
