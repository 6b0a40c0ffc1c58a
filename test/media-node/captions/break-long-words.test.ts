import assert from "node:assert/strict";
import { test } from "node:test";
import { breakLongWords } from "../../../media-node/captions/break-long-words.ts";

/** In a font whose letters are half an em wide, on rows of ten em. */
function broken(text: string): string[] {
  const word = { text, startS: 1, endS: 3, endsSentence: true as const };
  return breakLongWords([word], 10, ({ length }) => length / 2).map((piece) => piece.text);
}

test("a word that is a little too long for a row stays whole, and is drawn smaller", () => {
  assert.deepEqual(broken("Kraftfahrzeugversicherung"), ["Kraftfahrzeugversicherung"]);
});

test("a compound that could not be read on one row is broken before syllables, with hyphens", () => {
  assert.deepEqual(broken("Donaudampfschifffahrtsgesellschaftskapitänswitwe"), [
    "Donaudampfschiff-",
    "fahrtsgesell-",
    "schaftskapitänswitwe",
  ]);
});

test("an address is broken at its marks, and gets no hyphens that are not its own", () => {
  assert.deepEqual(broken("https://www.example-company.example/insurance/of/all/kinds"), [
    "https://www",
    ".example-company",
    ".example/insurance/",
    "of/all/kinds",
  ]);
});

test("what has no good place to be broken at is broken all the same, numbers without a hyphen", () => {
  for (const piece of broken("a".repeat(200))) assert.ok(piece.length <= 20, piece);
  assert.equal(broken("1234567890".repeat(5)).join(""), "1234567890".repeat(5));
});

test("the pieces share the word's time, and the last one ends its sentence", () => {
  const word = {
    text: "x".repeat(40),
    startS: 1,
    endS: 3,
    endsSentence: true as const,
    followsSpace: true as const,
  };
  const pieces = breakLongWords([word], 10, ({ length }) => length / 2);
  assert.equal(pieces[0]?.startS, 1);
  assert.equal(pieces.at(-1)?.endS, 3);
  for (const [at, piece] of pieces.slice(1).entries()) assert.equal(piece.startS, pieces[at]?.endS);
  assert.deepEqual(
    pieces.map(({ endsSentence = false }) => endsSentence),
    pieces.map((_, at) => at === pieces.length - 1),
  );
});

test("words whose letters are joined stay whole, however long", () => {
  const word = "الاستراتيجيةالاقتصاديةالعالمية".repeat(2);
  assert.deepEqual(broken(word), [word]);
});
