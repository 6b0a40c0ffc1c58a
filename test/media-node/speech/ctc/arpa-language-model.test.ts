import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { ArpaLanguageModel } from "../../../../media-node/speech/ctc/arpa-language-model.ts";
import { readArpa } from "../../../../media-node/speech/ctc/read-arpa.ts";
import { AppError } from "../../../../shared/errors.ts";
import { arpaText, fullArpaText } from "../../../support/speech/arpa-text.ts";

const TRIGRAMS = arpaText([
  [
    ["<unk>", -4],
    ["<s>", -99, -0.5],
    ["</s>", -1],
    ["the", -1, -0.4],
    ["cat", -2, -0.3],
    ["sat", -2.5, -0.2],
  ],
  [
    ["the cat", -0.5, -0.1],
    ["<s> the", -0.3, -0.6],
    ["cat sat", -0.7],
    ["sat </s>", -0.2],
  ],
  [["<s> the cat", -0.25]],
]);

/** log10 of the probability of the words one after the other, from the start of a sentence. */
function log10Of(model: ArpaLanguageModel, words: readonly string[]): number {
  let state = model.startState;
  let sum = 0;
  for (const word of words) {
    sum += model.logProb(state, model.wordId(word));
    state = model.next(state, model.wordId(word));
  }
  return (sum + model.endLogProb(state)) / Math.LN10;
}

function close(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-5, `${actual} is not ${expected}`);
}

test("listed trigrams, bigrams and unigrams are used before back-off", () => {
  const model = new ArpaLanguageModel(readArpa(TRIGRAMS));
  // <s> the: -0.3; <s> the cat: -0.25; the cat -> cat sat by back-off of "the cat": -0.1 - 0.7; sat </s>: -0.2.
  close(log10Of(model, ["the", "cat", "sat"]), -0.3 - 0.25 - 0.8 - 0.2);
  // <s> sat: -0.5 - 2.5; sat the: -0.2 - 1; the </s>: -0.4 - 1.
  close(log10Of(model, ["sat", "the"]), -3 - 1.2 - 1.4);
});

test("a word that is not in the model counts as <unk>, and as very rare where there is none", () => {
  const model = new ArpaLanguageModel(readArpa(TRIGRAMS));
  assert.equal(model.wordId("dog"), model.wordId("<unk>"));
  close(log10Of(model, ["dog"]), -0.5 - 4 - 1);
  const bare = new ArpaLanguageModel(readArpa(arpaText([[["a", -1]]])));
  assert.equal(bare.wordId("b"), -1);
  close(bare.logProb(bare.startState, -1) / Math.LN10, -7);
});

test("n-grams in any order of lines give the same model", () => {
  const lines = fullArpaText(["a", "b", "c", "d"], 3, 1).split("\n");
  const from = lines.indexOf("\\3-grams:") + 1;
  const until = lines.indexOf("\\end\\") - 1;
  const shuffled = [...lines.slice(0, from), ...lines.slice(from, until).reverse(), ...lines.slice(until)];
  const [one, other] = [
    new ArpaLanguageModel(readArpa(lines.join("\n"))),
    new ArpaLanguageModel(readArpa(shuffled.join("\r\n"))),
  ];
  for (const words of [["a"], ["b", "c", "a"], ["d", "d", "d", "c"], []]) {
    assert.equal(log10Of(one, words), log10Of(other, words));
  }
});

test("a bigram model and a unigram model have states of their own", () => {
  const bigrams = new ArpaLanguageModel(readArpa(fullArpaText(["a", "b"], 2, 3)));
  const afterA = bigrams.next(bigrams.startState, bigrams.wordId("a"));
  assert.equal(bigrams.next(afterA, bigrams.wordId("a")), afterA);
  assert.notEqual(bigrams.next(afterA, bigrams.wordId("b")), afterA);
  const unigrams = new ArpaLanguageModel(readArpa(fullArpaText(["a", "b"], 1, 3)));
  assert.equal(unigrams.next(unigrams.startState, unigrams.wordId("b")), unigrams.startState);
});

test("orders above three are left out", () => {
  const text = arpaText([[["a", -1, 0]], [["a a", -0.5, 0]], [["a a a", -0.25, 0]], [["a a a a", -0.125]]]);
  const model = new ArpaLanguageModel(readArpa(text));
  close(log10Of(model, ["a", "a", "a", "a"]), -1 - 0.5 - 0.25 - 0.25);
});

for (const [what, text] of [
  ["no counts", "hello"],
  ["a missing section", TRIGRAMS.replace("\\2-grams:", "")],
  ["too few n-grams", TRIGRAMS.replace("ngram 2=4", "ngram 2=9")],
  ["a word that is no unigram", TRIGRAMS.replace("the cat\t-0.1", "the dog\t-0.1")],
  ["a number that is none", TRIGRAMS.replace("-0.7", "x")],
  ["a trigram without its bigram", TRIGRAMS.replace("<s> the\t-0.6", "<s> sat\t-0.6")],
  ["a word twice", TRIGRAMS.replace("-2\tcat", "-2\tthe")],
] as const) {
  test(`a file with ${what} is refused`, () => {
    assert.throws(() => readArpa(text), AppError);
  });
}

test("a large model finds every n-gram again", () => {
  const next = seededRandom(5);
  const words = Array.from({ length: 500 }, (_, index) => `w${index}`);
  const pairs = new Map<string, number>();
  while (pairs.size < 20_000) {
    const pair = `w${Math.floor(next() * 500)} w${Math.floor(next() * 500)}`;
    pairs.set(pair, -next());
  }
  const model = new ArpaLanguageModel(
    readArpa(arpaText([words.map((word) => [word, -3, -0.1] as const), [...pairs]])),
  );
  for (const [pair, expected] of pairs) {
    const [before = "", word = ""] = pair.split(" ");
    const state = model.next(model.startState, model.wordId(before));
    close(model.logProb(state, model.wordId(word)) / Math.LN10, expected);
  }
});
