import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ArpaLanguageModel } from "../../../../media-node/speech/ctc/arpa-language-model.ts";
import { CtcLexiconSearch, lookAheadOf } from "../../../../media-node/speech/ctc/ctc-lexicon-search.ts";
import type { CtcLogProbs } from "../../../../media-node/speech/ctc/ctc-log-probs.ts";
import {
  CTC_SEARCH_DEFAULTS,
  type CtcSearchOptions,
} from "../../../../media-node/speech/ctc/ctc-prefix-beam.ts";
import {
  buildPronunciationTree,
  type LexiconEntry,
} from "../../../../media-node/speech/ctc/pronunciation-tree.ts";
import { readArpa } from "../../../../media-node/speech/ctc/read-arpa.ts";
import { fullArpaText } from "../../../support/speech/arpa-text.ts";
import { logProbsOf, outputProbabilities, randomLogProbs } from "../../../support/speech/ctc.ts";

const BOUNDARY = 2;
const BLANK = 3;
/** Nothing is pruned: the search must find what an enumeration finds. */
const EXACT: CtcSearchOptions = {
  beamWidth: 10_000,
  beamThreshold: Number.POSITIVE_INFINITY,
  symbolFloor: Number.NEGATIVE_INFINITY,
  certainBlank: 1,
  languageModelWeight: 0.7,
  wordInsertionBonus: 0.3,
};
const LEXICON: readonly LexiconEntry[] = [
  { word: "ab", symbols: [0, 1] },
  { word: "aab", symbols: [0, 0, 1] },
  { word: "ba", symbols: [1, 0] },
  { word: "abb", symbols: [0, 1, 1] },
  { word: "bay", symbols: [1, 0] },
];
const MODEL = new ArpaLanguageModel(readArpa(fullArpaText(["ab", "aab", "ba", "abb", "bay"], 3, 11)));

function searchOf(options: CtcSearchOptions, entries = LEXICON, languageModel = MODEL): CtcLexiconSearch {
  const tree = buildPronunciationTree(entries, 4);
  const lookAhead = lookAheadOf(entries, tree, languageModel, options);
  return new CtcLexiconSearch({ tree, lookAhead, languageModel, blank: BLANK, boundary: BOUNDARY }, options);
}

/** Every way to read symbols as entries, with boundaries before, between and after words. */
function readings(symbols: readonly number[]): number[][] {
  if (symbols.length === 0) return [[]];
  if (symbols[0] === BOUNDARY) return readings(symbols.slice(1));
  return LEXICON.flatMap((entry, index) =>
    [...entry.symbols].every((symbol, at) => symbols[at] === symbol)
      ? readings(symbols.slice(entry.symbols.length)).map((rest) => [index, ...rest])
      : [],
  );
}

function languageScore(entries: readonly number[], options: CtcSearchOptions): number {
  let state = MODEL.startState;
  let sum = 0;
  for (const entry of entries) {
    const word = MODEL.wordId(LEXICON[entry]?.word ?? "");
    sum += MODEL.logProb(state, word);
    state = MODEL.next(state, word);
  }
  const logProb = sum + MODEL.endLogProb(state);
  return options.languageModelWeight * logProb + options.wordInsertionBonus * entries.length;
}

/** The score of every sequence of entries, by all alignments of all symbols. */
function allScores(logProbs: CtcLogProbs, options: CtcSearchOptions): Map<string, number> {
  const probabilities = new Map<string, number>();
  for (const [key, probability] of outputProbabilities(logProbs, BLANK)) {
    for (const entries of readings(key === "" ? [] : key.split(" ").map(Number))) {
      probabilities.set(entries.join(), (probabilities.get(entries.join()) ?? 0) + probability);
    }
  }
  const scored = [...probabilities].map(([key, probability]): [string, number] => {
    const entries = key === "" ? [] : key.split(",").map(Number);
    return [key, Math.log(probability) + languageScore(entries, options)];
  });
  return new Map(scored);
}

test("without pruning the search finds the best words of all alignments", () => {
  // With all trigrams listed, two words of history are told apart, which is as many as fit into six frames.
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 6 }), (seed, frames) => {
      const logProbs = randomLogProbs(seed, frames, 4);
      const scores = allScores(logProbs, EXACT);
      const found = scores.get(searchOf(EXACT).search(logProbs).join());
      assert.ok(found !== undefined && Math.abs(found - Math.max(...scores.values())) < 1e-5);
    }),
    { numRuns: 120 },
  );
});

test("the usual pruning finds the same words where the sound is clear", () => {
  for (const words of [[0, 1], [4], [2, 0, 3], [1, 1]]) {
    const rows = words.flatMap((entry) => {
      const symbols = [...(LEXICON[entry]?.symbols ?? []), BOUNDARY];
      return symbols.flatMap((symbol) => [symbol, BLANK]);
    });
    const sharp = rows.map((symbol) => [0, 1, 2, 3].map((each) => (each === symbol ? 1 : 1e-5)));
    const heard = searchOf(CTC_SEARCH_DEFAULTS).search(logProbsOf(sharp));
    const spoken = (entries: readonly number[]): string[] =>
      entries.map((entry) => (LEXICON[entry]?.word ?? "").replace("bay", "ba"));
    assert.deepEqual(spoken(heard), spoken(words));
  }
});

test("the language model decides between words that sound alike", () => {
  const weights = (best: string): string =>
    fullArpaText(["ba", "bay"], 1, 1)
      .split("\n")
      .map((line) => (line.split("\t")[1] === best ? `-0.1\t${best}\t0` : line))
      .join("\n");
  const sharp = [1, 0].map((symbol) => [0, 1, 2, 3].map((each) => (each === symbol ? 1 : 1e-5)));
  for (const word of ["ba", "bay"]) {
    const search = searchOf(CTC_SEARCH_DEFAULTS, LEXICON, new ArpaLanguageModel(readArpa(weights(word))));
    assert.deepEqual(
      search.search(logProbsOf(sharp)).map((entry) => LEXICON[entry]?.word),
      [word],
    );
  }
});

test("frames that are surely blank change nothing but the time", () => {
  const blank = [1e-6, 1e-6, 1e-6, 1];
  for (let seed = 0; seed < 20; seed += 1) {
    const frames = [0, 1, 2, 3, 4].map((frame) => {
      const row = randomLogProbs(seed, 5, 4).values.subarray(frame * 4, frame * 4 + 4);
      return [...row].map(Math.exp);
    });
    const padded = logProbsOf([...Array(50).fill(blank), ...frames, ...Array(50).fill(blank)]);
    const search = searchOf({ ...EXACT, certainBlank: 0.999 });
    assert.deepEqual(search.search(padded), search.search(logProbsOf(frames)));
  }
});

test("a word that is cut off at the end of the window is left out", () => {
  const rows = [0, 1, BOUNDARY, 1].map((symbol) => [0, 1, 2, 3].map((each) => (each === symbol ? 1 : 1e-9)));
  assert.deepEqual(searchOf({ ...CTC_SEARCH_DEFAULTS, beamThreshold: 5 }).search(logProbsOf(rows)), [0]);
});

test("a window without frames has no words", () => {
  assert.deepEqual(
    searchOf(CTC_SEARCH_DEFAULTS).search({ values: new Float32Array(0), frames: 0, symbols: 4 }),
    [],
  );
});
