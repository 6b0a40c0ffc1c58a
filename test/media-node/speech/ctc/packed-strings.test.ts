import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  findWord,
  packStrings,
  packWords,
  stringAt,
} from "../../../../media-node/speech/ctc/packed-strings.ts";
import { anyCharacter } from "../../../support/any-character.ts";

test("packed strings are those that were packed, whatever their characters", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter })), (strings) => {
      const packed = packStrings(strings);
      assert.deepEqual(
        strings.map((_, index) => stringAt(packed, index)),
        strings,
      );
    }),
  );
});

test("each packed word is found at its index, and no other word is found", () => {
  const words = fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 200 });
  fc.assert(
    fc.property(words, fc.array(fc.string({ maxLength: 6 })), (known, others) => {
      const packed = packWords(known);
      known.forEach((word, index) => {
        assert.equal(findWord(packed, word), index);
      });
      for (const word of others) assert.equal(findWord(packed, word), known.indexOf(word));
    }),
  );
});

test("words whose hashes meet are told apart", () => {
  const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`);
  const packed = packWords(words);
  assert.deepEqual(
    [0, 1, 25_000, 49_999].map((index) => findWord(packed, words[index] ?? "")),
    [0, 1, 25_000, 49_999],
  );
  assert.equal(findWord(packed, "word50000"), -1);
});
