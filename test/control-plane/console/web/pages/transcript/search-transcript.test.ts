// What a search in a transcript finds, and what of each line is marked.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  foldText,
  unfoldRange,
} from "../../../../../../control-plane/console/web/pages/transcript/fold-text.ts";
import {
  findMatches,
  firstMatchFrom,
  indexTranscript,
  lineOf,
  lineText,
  rangesOf,
} from "../../../../../../control-plane/console/web/pages/transcript/search-transcript.ts";

/** What is marked of each line that has a mark. */
function marked(written: readonly string[], words: string): Record<number, string[]> {
  const lines = written.map(lineText);
  const index = indexTranscript(lines);
  const matches = findMatches(index, words);
  const found = lines.map((text, line): [number, string[]] => [
    line,
    rangesOf(index, matches, line).map(({ start, end }) => text.slice(start, end)),
  ]);
  return Object.fromEntries(found.filter(([, texts]) => texts.length > 0));
}

test("words are found whatever their case and accents, in what is said and in what is looked for", () => {
  const lines = ["The café in São Paulo", "a CAFE, Düsseldorf's Straße", "Ćwiartka, łódź, Øresund, İstanbul"];
  assert.deepEqual(marked(lines, "cafe"), { 0: ["café"], 1: ["CAFE"] });
  assert.deepEqual(marked(lines, "CAFÉ"), { 0: ["café"], 1: ["CAFE"] });
  assert.deepEqual(marked(lines, "sao"), { 0: ["São"] });
  assert.deepEqual(marked(lines, "strasse"), { 1: ["Straße"] });
  assert.deepEqual(marked(lines, "LODZ"), { 2: ["łódź"] });
  assert.deepEqual(marked(lines, "istanbul"), { 2: ["İstanbul"] });
  assert.deepEqual(marked(["ΟΔΟΣ", "οδός"], "οδος"), { 0: ["ΟΔΟΣ"], 1: ["οδός"] });
});

test("quotation marks and dashes are found as a keyboard writes them", () => {
  assert.deepEqual(marked(["I don’t say “well–known”"], `don't say "well-known"`), {
    0: ["don’t say “well–known”"],
  });
});

test("marks that are letters of their own are not left out", () => {
  assert.deepEqual(marked(["ปา ป่า ปี"], "ปา"), { 0: ["ปา"] });
  assert.deepEqual(marked(["か が"], "か"), { 0: ["か"] });
  assert.deepEqual(marked(["हिंदी"], "हद"), {});
  assert.deepEqual(marked(["ﾊﾟﾘ です"], "パリ"), { 0: ["ﾊﾟﾘ"] });
});

test("words that stand on two lines are found, and marked on both", () => {
  const lines = ["what we call", "machine", "learning today"];
  assert.deepEqual(marked(lines, "call machine learn"), { 0: ["call"], 1: ["machine"], 2: ["learn"] });
  assert.deepEqual(marked(["今天天气很", "好我们走"], "很好"), { 0: ["很"], 1: ["好"] });
});

test("spaces around words do not count, nor does how many there are", () => {
  assert.deepEqual(marked(["one two"], "  one   two "), { 0: ["one two"] });
  assert.deepEqual(marked(["one two"], "   "), {});
  assert.deepEqual(marked([" one \n two ", " three"], "two three"), { 0: ["two"], 1: ["three"] });
  assert.deepEqual(marked(["one  two"], "one two"), { 0: ["one two"] });
});

test("an accent by itself is looked for nowhere", () => {
  for (const accent of ["´", "¨", "\u0301"]) assert.deepEqual(marked(["one two café"], accent), {});
  assert.deepEqual(marked(["a café"], "caf´"), { 0: ["caf"] });
});

test("what overlaps is found once, and several matches of a line are told apart", () => {
  assert.deepEqual(marked(["banana, anaana"], "ana"), { 0: ["ana", "ana", "ana"] });
});

test("a search goes on from a line, and begins anew behind the last match", () => {
  const index = indexTranscript(["bee", "ant", "bee", "ant"]);
  const matches = findMatches(index, "bee");
  assert.deepEqual(
    [0, 1, 2, 3].map((line) => firstMatchFrom(index, matches, line)),
    [0, 1, 1, 0],
  );
  assert.deepEqual([lineOf(index, matches, 0), lineOf(index, matches, 1)], [0, 2]);
});

test("whatever the lines, all that is marked folds to what was sought, and plain words are found", () => {
  const letter = fc.constantFrom(..."abAB cé ßÄñ’", "e\u0301", "ﬁ", "日", "が", "ก็", "😀");
  const line = fc.string({ unit: letter, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      fc.nat(9),
      fc.nat(4),
      (lines, at, from, length) => {
        const texts = lines.map(lineText);
        const index = indexTranscript(texts);
        const words = Array.from(texts[at % texts.length] ?? "")
          .slice(from, from + length + 1)
          .join("")
          .trim();
        const matches = findMatches(index, words);
        if (words !== "" && !/\p{M}/u.test(words))
          assert.ok(matches.starts.length > 0, JSON.stringify({ texts, words }));
        for (const start of matches.starts) {
          assert.equal(
            index.folded.slice(start, start + matches.length),
            foldText(words).replace(/ +/g, " "),
          );
        }
      },
    ),
  );
});

test("a stretch of a folded text leads back to the letters that it came from", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aÉß ’日", "😀", "ﬁ"), maxLength: 20 }), (text) => {
      let at = 0;
      for (const letter of text) {
        const end = at + letter.length;
        const [start, stop] = [foldText(text.slice(0, at)).length, foldText(text.slice(0, end)).length];
        assert.deepEqual(unfoldRange(text, start, stop), [at, end]);
        at = end;
      }
    }),
  );
});
