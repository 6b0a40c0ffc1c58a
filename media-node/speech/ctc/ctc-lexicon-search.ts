// Finds the most probable words of a CTC model's output: a prefix beam search over the pronunciation tree of a lexicon,
// with word probabilities of an n-gram model. Inside a word the best unigram below the node stands for the word's own
// probability (look-ahead, Ortmanns et al. 1996); without it a beam over a tree keeps the wrong beginnings. A
// weighted-automaton composition was rejected: 50,000 words with bigrams need hundreds of megabytes as an automaton,
// and ten as tree and tables. With 50,000 words and 420,000 bigrams on one core of a busy machine, 300 to 800 times
// real time at 25 frames a second (2026-11-21).
import type { ArpaLanguageModel } from "./arpa-language-model.ts";
import { CtcHistories } from "./ctc-histories.ts";
import type { CtcLogProbs } from "./ctc-log-probs.ts";
import { type CtcExpansion, CtcPrefixBeam, type CtcSearchOptions } from "./ctc-prefix-beam.ts";
import { LOG_ZERO, logAdd } from "./log-math.ts";
import { bestBelow, type LexiconEntry, type PronunciationTree } from "./pronunciation-tree.ts";

/** What a language model says of a lexicon. */
export interface LexiconLookAhead {
  /** The language model's word of each entry. */
  readonly wordOfEntry: Int32Array;
  /** By node of the tree: the weighted log-probability of the best word at or below it, whatever came before. */
  readonly hope: Float32Array;
}

export interface CtcLexicon {
  readonly tree: PronunciationTree;
  readonly lookAhead: LexiconLookAhead;
  readonly languageModel: ArpaLanguageModel;
  readonly blank: number;
  /** A symbol that may stand between words, and need not; -1 where the vocabulary has none. */
  readonly boundary: number;
}

/**
 * What the language model says of each entry and, by node, of the best word that can still come of it
 * (weighted, natural logarithm). Made once per bundle and shared by threads.
 * @param tree that of `entries`
 */
export function lookAheadOf(
  entries: readonly LexiconEntry[],
  tree: PronunciationTree,
  languageModel: ArpaLanguageModel,
  { languageModelWeight }: CtcSearchOptions,
): LexiconLookAhead {
  const wordOfEntry = Int32Array.from(entries, ({ word }) => languageModel.wordId(word));
  const unigrams = Float32Array.from(wordOfEntry, (word) => languageModel.unigram(word));
  return { wordOfEntry, hope: bestBelow(tree, unigrams).map((best) => best * languageModelWeight) };
}

/**
 * The search over one lexicon; keeps its tables between windows. Places of hypotheses are nodes of the tree, and
 * behind them one copy of the root for each symbol that may have been the last before it.
 */
export class CtcLexiconSearch implements CtcExpansion {
  readonly #lexicon: CtcLexicon;
  readonly #options: CtcSearchOptions;
  readonly #wordOfEntry: Int32Array;
  readonly #hope: Float32Array;
  readonly #nodes: number;
  readonly #beam: CtcPrefixBeam;
  #histories = new CtcHistories();

  constructor(lexicon: CtcLexicon, options: CtcSearchOptions) {
    const { tree, lookAhead } = lexicon;
    this.#lexicon = lexicon;
    this.#options = options;
    this.#nodes = tree.nodeCount;
    this.#wordOfEntry = lookAhead.wordOfEntry;
    this.#hope = lookAhead.hope;
    this.#beam = new CtcPrefixBeam(options, lexicon.blank, this);
  }

  /** Indices of the lexicon's entries in the order in which they were said; a word that is cut off is left out. */
  search(logProbs: CtcLogProbs): number[] {
    this.#histories = new CtcHistories();
    const { languageModel, blank } = this.#lexicon;
    this.#beam.run(logProbs, this.#nodes + blank, languageModel.startState);
    return this.#histories.items(this.#bestHistory());
  }

  lastSymbol(place: number): number {
    return place < this.#nodes ? (this.#lexicon.tree.symbol[place] as number) : place - this.#nodes;
  }

  extend(beam: CtcPrefixBeam, index: number, logProbs: Float32Array): void {
    if ((beam.now.place[index] as number) < this.#nodes) this.#extendInWord(index, logProbs);
    else this.#extendFromRoot(index, logProbs);
  }

  #extendInWord(index: number, logProbs: Float32Array): void {
    const { firstChild, symbol } = this.#lexicon.tree;
    const node = this.#beam.now.place[index] as number;
    for (let child = firstChild[node] as number; child < (firstChild[node + 1] as number); child += 1) {
      this.#extendTo(index, node, child, symbol[node] as number, logProbs[symbol[child] as number] as number);
    }
  }

  #extendFromRoot(index: number, logProbs: Float32Array): void {
    const { tree, boundary } = this.#lexicon;
    const last = (this.#beam.now.place[index] as number) - this.#nodes;
    for (let symbol = 0; symbol < logProbs.length; symbol += 1) {
      const logProb = logProbs[symbol] as number;
      if (logProb < this.#options.symbolFloor) continue;
      const child = tree.rootChild[symbol] as number;
      if (child > 0) this.#extendTo(index, 0, child, last, logProb);
      if (symbol !== boundary) continue;
      const score = this.#beam.scoreWith(index, symbol, last, logProb);
      const [state, history] = [
        this.#beam.now.state[index] as number,
        this.#beam.now.history[index] as number,
      ];
      this.#beam.next.add(this.#nodes + boundary, state, history, LOG_ZERO, score);
    }
  }

  /** Hypothesis `index` at `node` goes on to `child`; the words that end there are put out. */
  #extendTo(index: number, node: number, child: number, last: number, logProb: number): void {
    if (logProb < this.#options.symbolFloor) return;
    const { tree } = this.#lexicon;
    const symbol = tree.symbol[child] as number;
    const score = this.#beam.scoreWith(index, symbol, last, logProb) - (this.#hope[node] as number);
    const minScore = this.#beam.minScore;
    if (score + (this.#hope[child] as number) < minScore) return;
    if (tree.firstChild[child] !== tree.firstChild[child + 1]) {
      const [state, history] = [
        this.#beam.now.state[index] as number,
        this.#beam.now.history[index] as number,
      ];
      this.#beam.next.add(child, state, history, LOG_ZERO, score + (this.#hope[child] as number));
    }
    for (let at = tree.firstEnding[child] as number; at < (tree.firstEnding[child + 1] as number); at += 1) {
      this.#endWord(index, tree.endingEntry[at] as number, symbol, score, minScore);
    }
  }

  #endWord(index: number, entry: number, symbol: number, score: number, minScore: number): void {
    const { languageModel } = this.#lexicon;
    const { languageModelWeight, wordInsertionBonus } = this.#options;
    const state = this.#beam.now.state[index] as number;
    const word = this.#wordOfEntry[entry] as number;
    const total = score + languageModelWeight * languageModel.logProb(state, word) + wordInsertionBonus;
    if (total < minScore) return;
    const history = this.#histories.extend(this.#beam.now.history[index] as number, entry);
    this.#beam.next.add(this.#nodes + symbol, languageModel.next(state, word), history, LOG_ZERO, total);
  }

  /** The best of those between two words; of all, when every hypothesis was cut off within a word. */
  #bestHistory(): number {
    return this.#bestAtOrAbove(this.#nodes) ?? this.#bestAtOrAbove(0) ?? 0;
  }

  /** One history may have several places: after its last symbol, and after the boundary behind it. */
  #bestAtOrAbove(minPlace: number): number | undefined {
    const { now } = this.#beam;
    const scores = new Map<number, number>();
    for (let index = 0; index < now.count; index += 1) {
      if ((now.place[index] as number) < minPlace) continue;
      const ending = this.#lexicon.languageModel.endLogProb(now.state[index] as number);
      const score = now.total(index) + this.#options.languageModelWeight * ending;
      const history = now.history[index] as number;
      scores.set(history, logAdd(scores.get(history) ?? LOG_ZERO, score));
    }
    let best: number | undefined;
    for (const [history, score] of scores) {
      if (best === undefined || score > (scores.get(best) as number)) best = history;
    }
    return best;
  }
}
