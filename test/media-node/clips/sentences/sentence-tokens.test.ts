// Ids of sentences: training has the same rules, so the numbers here are pinned.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  encodePhrases,
  encodeTokens,
  joinPhrases,
  SENTENCE_PHRASES,
  SENTENCE_TOKENS,
  splitTokens,
} from "../../../../media-node/clips/sentences/sentence-tokens.ts";
import { hashToken } from "../../../../media-node/models/known-words.ts";

function idsOf(text: string, vocabulary = new Uint32Array()): number[] {
  return [...encodeTokens([{ text }], vocabulary)];
}

test("the hash is FNV-1a by its published vectors", () => {
  assert.equal(hashToken(""), 2_166_136_261);
  assert.equal(hashToken("a"), 3_826_002_220);
  assert.equal(hashToken("foobar"), 3_214_735_720);
});

test("a sentence is taken apart into words, numbers as one token, and marks", () => {
  assert.deepEqual(splitTokens("“We don’t,” she said: 3,500.50 bees—or 12% – sting…"), [
    ...['"', "we", "don't", ",", '"', "she", "said", ":", "<num>", "bees", "--", "or", "<num>", "--"],
    ...["sting", "..."],
  ]);
  assert.deepEqual(splitTokens("Well... A.B.; what?!"), [
    "well",
    "...",
    "a",
    ".",
    "b",
    ".",
    ";",
    "what",
    "?",
    "!",
  ]);
});

test("what has neither letters nor digits nor marks of English has no tokens", () => {
  assert.deepEqual(splitTokens(""), []);
  assert.deepEqual(splitTokens("Пчёлы – танцуют ♪ (да)"), ["--"]);
  assert.deepEqual(splitTokens("a café-bar's 1st x2"), ["a", "caf", "bar's", "<num>", "st", "x", "<num>"]);
});

test("known words have ids by their place among the hashes, others share 256, and the rest is padding", () => {
  const vocabulary = Uint32Array.from(["bees", "dance", "<num>"].map(hashToken)).sort();
  assert.deepEqual([...vocabulary], [1_906_961_957, 2_707_122_916, 4_162_136_220]);
  const ids = idsOf("Bees dance 7 slow dances.", vocabulary);
  assert.deepEqual(ids.slice(0, 7), [258, 259, 257, 185, 62, 242, 0]);
  assert.equal(ids.length, SENTENCE_TOKENS);
  assert.deepEqual(idsOf("dance").slice(0, 2), [1 + (hashToken("dance") % 256), 0]);
});

test("of a long sentence the first 28 tokens and the last 12 are read", () => {
  const words = Array.from({ length: 60 }, (_, index) => "b".repeat(index + 1));
  const idOf = (word: string): number => 1 + (hashToken(word) % 256);
  assert.deepEqual(idsOf(words.join(" ")), [...words.slice(0, 28), ...words.slice(48)].map(idOf));
  assert.deepEqual(idsOf(words.slice(0, 40).join(" ")), words.slice(0, 40).map(idOf));
});

test("phrases are runs of tokens, and how the sentence begins", () => {
  assert.deepEqual(joinPhrases(["bees", "dance", "."], 2), ["^ bees", "bees dance", "dance ."]);
  assert.deepEqual(joinPhrases(["bees", "dance", "."], 3), ["^ bees dance", "bees dance ."]);
  assert.deepEqual(joinPhrases(["bees"], 1), ["^", "bees"]);
  assert.deepEqual(joinPhrases(["bees"], 3), []);
  assert.deepEqual(joinPhrases([], 2), []);
});

test("known phrases have ids by their place among the hashes, each once, shorter ones first; unknown ones have none", () => {
  const known = Uint32Array.from(["^ bees", "bees dance", "bees dance ,"].map(hashToken)).sort();
  assert.deepEqual([...known], [1_810_953_106, 2_679_244_991, 3_409_376_211]);
  const ids = [...encodePhrases([{ text: "Bees dance, bees dance!" }, { text: "Stones." }], known)];
  const idOf = (phrase: string): number => 1 + known.indexOf(hashToken(phrase));
  assert.deepEqual(ids.slice(0, 4), [idOf("^ bees"), idOf("bees dance"), idOf("bees dance ,"), 0]);
  assert.deepEqual(ids.slice(SENTENCE_PHRASES), new Array(SENTENCE_PHRASES).fill(0));
});

test("of a long sentence the phrases of the first 80 tokens are read, and at most 112 of them", () => {
  const words = Array.from({ length: 120 }, (_, index) => "b".repeat(index + 1));
  const all = [1, 2, 3].flatMap((length) => joinPhrases(words, length));
  assert.equal(all.length, 81 + 80 + 79);
  assert.equal(all.at(-1), words.slice(77, 80).join(" "));
  const known = Uint32Array.from(all.map(hashToken)).sort();
  const ids = [...encodePhrases([{ text: words.join(" ") }], known)];
  assert.deepEqual(
    ids,
    all.slice(0, SENTENCE_PHRASES).map((phrase) => 1 + known.indexOf(hashToken(phrase))),
  );
});
