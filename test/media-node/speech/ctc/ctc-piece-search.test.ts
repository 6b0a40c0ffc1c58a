import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ArpaLanguageModel } from "../../../../media-node/speech/ctc/arpa-language-model.ts";
import { ctcGreedy } from "../../../../media-node/speech/ctc/ctc-greedy.ts";
import { CtcPieceSearch } from "../../../../media-node/speech/ctc/ctc-piece-search.ts";
import {
  CTC_SEARCH_DEFAULTS,
  type CtcSearchOptions,
} from "../../../../media-node/speech/ctc/ctc-prefix-beam.ts";
import { readArpa } from "../../../../media-node/speech/ctc/read-arpa.ts";
import { arpaText, fullArpaText } from "../../../support/speech/arpa-text.ts";
import { logProbsOf, outputProbabilities, randomLogProbs } from "../../../support/speech/ctc.ts";

const VOCABULARY = ["▁a", "b", "▁", ",", "<blk>"];
const BLANK = 4;
const MODEL = new ArpaLanguageModel(readArpa(fullArpaText(["<unk>", "a", "ab", "b"], 3, 4)));
const EXACT: CtcSearchOptions = {
  beamWidth: 100_000,
  beamThreshold: Number.POSITIVE_INFINITY,
  symbolFloor: Number.NEGATIVE_INFINITY,
  certainBlank: 1,
  languageModelWeight: 0.7,
  wordInsertionBonus: 0.3,
};

/** The score of the words of a text, as the language model has them. */
function languageScore(symbols: readonly number[], options: CtcSearchOptions): number {
  const text = symbols.map((symbol) => VOCABULARY[symbol]).join("");
  const words = text
    .split("▁")
    .map((word) => word.replaceAll(/^,+|,+$/g, ""))
    .filter((word) => word !== "");
  let state = MODEL.startState;
  let sum = 0;
  for (const word of words) {
    sum += MODEL.logProb(state, MODEL.wordId(word));
    state = MODEL.next(state, MODEL.wordId(word));
  }
  const logProb = sum + MODEL.endLogProb(state);
  return options.languageModelWeight * logProb + options.wordInsertionBonus * words.length;
}

test("without pruning the search finds the best pieces of all alignments", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 5 }), (seed, frames) => {
      const logProbs = randomLogProbs(seed, frames, VOCABULARY.length);
      const scores = new Map<string, number>();
      for (const [key, probability] of outputProbabilities(logProbs, BLANK)) {
        const symbols = key === "" ? [] : key.split(" ").map(Number);
        scores.set(key, Math.log(probability) + languageScore(symbols, EXACT));
      }
      const search = new CtcPieceSearch(
        { vocabulary: VOCABULARY, languageModel: MODEL, blank: BLANK },
        EXACT,
      );
      const found = scores.get(search.search(logProbs).join(" "));
      assert.ok(found !== undefined && Math.abs(found - Math.max(...scores.values())) < 1e-5);
    }),
    { numRuns: 60 },
  );
});

test("with a weight of zero and clear sound it is the greedy path", () => {
  const options = { ...CTC_SEARCH_DEFAULTS, languageModelWeight: 0, wordInsertionBonus: 0 };
  const search = new CtcPieceSearch({ vocabulary: VOCABULARY, languageModel: MODEL, blank: BLANK }, options);
  const rows = [0, 4, 1, 1, 4, 1, 2, 4, 1, 3, 4].map((symbol) =>
    VOCABULARY.map((_, each) => (each === symbol ? 1 : 0.01)),
  );
  const greedy = ctcGreedy(logProbsOf(rows), BLANK).map(({ symbol }) => symbol);
  assert.deepEqual(search.search(logProbsOf(rows)), greedy);
});

test("the language model decides what the sound leaves open", () => {
  for (const [favourite, expected] of [
    ["ab", [0, 1]],
    ["a", [0]],
  ] as const) {
    const unigrams = ["<s>", "</s>", "<unk>", "a", "ab"].map(
      (word) => [word, word === favourite ? -0.1 : -3, 0] as const,
    );
    const languageModel = new ArpaLanguageModel(readArpa(arpaText([unigrams])));
    const search = new CtcPieceSearch(
      { vocabulary: VOCABULARY, languageModel, blank: BLANK },
      CTC_SEARCH_DEFAULTS,
    );
    const rows = [
      [9, 0.1, 0.1, 0.1, 0.1],
      [0.1, 4, 0.1, 0.1, 4],
    ];
    assert.deepEqual(search.search(logProbsOf(rows)), expected);
  }
});
