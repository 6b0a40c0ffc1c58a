// Words of other languages as they are looked up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readWords } from "../../../../media-node/clips/language/read-words.ts";
import { WORD } from "../../../../media-node/senses/meaning/text-lexicon.ts";

test("a word stands under the English one that says the same at an edge, and others under none", () => {
  const { signs } = readWords("Und weil sie die Königin war , so also".split(" "), "de");
  assert.deepEqual(signs, ["and", "because", "he", "the", "~", "~", "", "~", "so"]);
  const { keys, signs: own } = readWords(["And", "so"], "en");
  assert.equal(own, keys);
});

test("words that look like English ones say nothing of it: “die” and “war” are no emotion, “um” no hesitation", () => {
  const { flags } = readWords("die war um me 12".split(" "), "de");
  assert.deepEqual([...flags], [WORD.stop, WORD.stop, WORD.stop, 0, WORD.number]);
});

test("Turkish has two letters “i”", () => {
  assert.deepEqual(readWords(["Işıklar", "İnsanlar"], "tr").keys, ["ışıklar", "insanlar"]);
});
