// Finds the most probable words of a CTC model's output: a prefix beam search (Hannun et al. 2014, arXiv:1408.2873)
// over the pronunciation tree of a lexicon, with word probabilities of an n-gram model. Inside a word the best unigram
// below the node stands for the word's own probability (look-ahead, Ortmanns et al. 1996); without it a beam over a
// tree keeps the wrong beginnings. A weighted-automaton composition was rejected: 50,000 words with bigrams need
// hundreds of megabytes as an automaton, and three as tree and tables.
import type { ArpaLanguageModel } from "./arpa-language-model.ts";
import { CtcHistories } from "./ctc-histories.ts";
import { CtcHypotheses } from "./ctc-hypotheses.ts";
import type { CtcLogProbs } from "./ctc-log-probs.ts";
import { LOG_ZERO, logAdd } from "./log-math.ts";
import { bestBelow, type PronunciationTree } from "./pronunciation-tree.ts";

export interface CtcSearchOptions {
  /** Hypotheses kept per frame. */
  readonly beamWidth: number;
  /** Hypotheses this much worse than the best of their frame (natural logarithm) are dropped. */
  readonly beamThreshold: number;
  /** Symbols whose log-probability in a frame is below this are not tried there. */
  readonly symbolFloor: number;
  /** Frames in which the blank is more probable than this take the blank alone. */
  readonly certainBlank: number;
  readonly languageModelWeight: number;
  /** Added to the score per word, against the language model's preference for few words. */
  readonly wordInsertionBonus: number;
}

export const CTC_SEARCH_DEFAULTS: CtcSearchOptions = {
  beamWidth: 150,
  beamThreshold: 14,
  symbolFloor: -9,
  certainBlank: 0.999,
  languageModelWeight: 0.8,
  wordInsertionBonus: 0.5,
};

/**
 * A frame's new hypotheses may lie this much further below the best than those that the last pruning kept; few that
 * start lower would survive the next one (the adaptive beam of Kaldi's decoders).
 */
const SPREAD_MARGIN = 2;

export interface CtcLexicon {
  readonly tree: PronunciationTree;
  readonly languageModel: ArpaLanguageModel;
  readonly blank: number;
  /** A symbol that may stand between words, and need not; -1 where the vocabulary has none. */
  readonly boundary: number;
}

/**
 * The search over one lexicon; keeps its tables between windows. Places of hypotheses are nodes of the tree, and
 * behind them one copy of the root for each symbol that may have been the last before it.
 */
export class CtcLexiconSearch {
  readonly #lexicon: CtcLexicon;
  readonly #options: CtcSearchOptions;
  readonly #wordOfEntry: Int32Array;
  /** Weighted look-ahead per node. */
  readonly #hope: Float32Array;
  readonly #nodes: number;
  /** How much worse than the best of the frame a new hypothesis may be. */
  #threshold = 0;
  #now = new CtcHypotheses();
  #next = new CtcHypotheses();
  #histories = new CtcHistories();

  constructor(lexicon: CtcLexicon, options: CtcSearchOptions) {
    const { tree, languageModel } = lexicon;
    this.#lexicon = lexicon;
    this.#options = options;
    this.#nodes = tree.nodeCount;
    this.#wordOfEntry = Int32Array.from(tree.entries, ({ word }) => languageModel.wordId(word));
    const unigrams = Float32Array.from(this.#wordOfEntry, (word) => languageModel.unigram(word));
    this.#hope = bestBelow(tree, unigrams).map((best) => best * options.languageModelWeight);
  }

  /** Indices of the lexicon's entries in the order in which they were said; a word that is cut off is left out. */
  search({ values, frames, symbols }: CtcLogProbs): number[] {
    this.#histories = new CtcHistories();
    this.#now.clear();
    const { languageModel, blank } = this.#lexicon;
    this.#now.add(this.#nodes + blank, languageModel.startState, 0, 0, LOG_ZERO);
    this.#now.prune(1, 0);
    this.#now.spread = this.#options.beamThreshold;
    const certainBlank = Math.log(this.#options.certainBlank);
    for (let frame = 0; frame < frames; frame += 1) {
      const logProbs = values.subarray(frame * symbols, (frame + 1) * symbols);
      if ((logProbs[blank] as number) > certainBlank) this.#waitAll(logProbs[blank] as number);
      else this.#advance(logProbs);
    }
    return this.#histories.items(this.#bestHistory());
  }

  /** A frame in which nothing but the blank can be meant. */
  #waitAll(blankLogProb: number): void {
    const now = this.#now;
    for (let index = 0; index < now.count; index += 1) {
      now.totals[index] = (now.totals[index] as number) + blankLogProb;
      now.blankScore[index] = now.totals[index] as number;
      now.symbolScore[index] = LOG_ZERO;
    }
  }

  #advance(logProbs: Float32Array): void {
    const { beamWidth, beamThreshold } = this.#options;
    this.#next.clear();
    this.#threshold = Math.min(beamThreshold, this.#now.spread + SPREAD_MARGIN);
    for (let index = 0; index < this.#now.count; index += 1) this.#stay(index, logProbs);
    for (let index = 0; index < this.#now.count; index += 1) {
      if ((this.#now.place[index] as number) < this.#nodes) this.#extendInWord(index, logProbs);
      else this.#extendFromRoot(index, logProbs);
    }
    [this.#now, this.#next] = [this.#next, this.#now];
    this.#now.prune(beamWidth, beamThreshold);
  }

  #lastSymbol(place: number): number {
    return place < this.#nodes ? (this.#lexicon.tree.symbol[place] as number) : place - this.#nodes;
  }

  #stay(index: number, logProbs: Float32Array): void {
    const now = this.#now;
    const place = now.place[index] as number;
    const last = this.#lastSymbol(place);
    const { blank } = this.#lexicon;
    const waiting = (now.totals[index] as number) + (logProbs[blank] as number);
    const repeating =
      last === blank ? LOG_ZERO : (now.symbolScore[index] as number) + (logProbs[last] as number);
    this.#next.add(place, now.state[index] as number, now.history[index] as number, waiting, repeating);
  }

  /** The score of hypothesis `index` and one more symbol: a repeated one needs a blank before it. */
  #scoreWith(index: number, symbol: number, last: number, logProb: number): number {
    const before =
      symbol === last ? (this.#now.blankScore[index] as number) : (this.#now.totals[index] as number);
    return before + logProb;
  }

  #extendInWord(index: number, logProbs: Float32Array): void {
    const { firstChild, symbol } = this.#lexicon.tree;
    const node = this.#now.place[index] as number;
    for (let child = firstChild[node] as number; child < (firstChild[node + 1] as number); child += 1) {
      this.#extend(index, node, child, symbol[node] as number, logProbs[symbol[child] as number] as number);
    }
  }

  #extendFromRoot(index: number, logProbs: Float32Array): void {
    const { tree, boundary } = this.#lexicon;
    const last = (this.#now.place[index] as number) - this.#nodes;
    for (let symbol = 0; symbol < logProbs.length; symbol += 1) {
      const logProb = logProbs[symbol] as number;
      if (logProb < this.#options.symbolFloor) continue;
      const child = tree.rootChild[symbol] as number;
      if (child > 0) this.#extend(index, 0, child, last, logProb);
      if (symbol !== boundary) continue;
      const score = this.#scoreWith(index, symbol, last, logProb);
      const [state, history] = [this.#now.state[index] as number, this.#now.history[index] as number];
      this.#next.add(this.#nodes + boundary, state, history, LOG_ZERO, score);
    }
  }

  /** Hypothesis `index` at `node` goes on to `child`; the words that end there are put out. */
  #extend(index: number, node: number, child: number, last: number, logProb: number): void {
    if (logProb < this.#options.symbolFloor) return;
    const { tree } = this.#lexicon;
    const symbol = tree.symbol[child] as number;
    const score = this.#scoreWith(index, symbol, last, logProb) - (this.#hope[node] as number);
    const least = this.#next.best - this.#threshold;
    if (score + (this.#hope[child] as number) < least) return;
    if (tree.firstChild[child] !== tree.firstChild[child + 1]) {
      const [state, history] = [this.#now.state[index] as number, this.#now.history[index] as number];
      this.#next.add(child, state, history, LOG_ZERO, score + (this.#hope[child] as number));
    }
    for (let at = tree.firstEnding[child] as number; at < (tree.firstEnding[child + 1] as number); at += 1) {
      this.#endWord(index, tree.endingEntry[at] as number, symbol, score, least);
    }
  }

  #endWord(index: number, entry: number, symbol: number, score: number, least: number): void {
    const { languageModel } = this.#lexicon;
    const { languageModelWeight, wordInsertionBonus } = this.#options;
    const state = this.#now.state[index] as number;
    const word = this.#wordOfEntry[entry] as number;
    const total = score + languageModelWeight * languageModel.logProb(state, word) + wordInsertionBonus;
    if (total < least) return;
    const history = this.#histories.extend(this.#now.history[index] as number, entry);
    this.#next.add(this.#nodes + symbol, languageModel.next(state, word), history, LOG_ZERO, total);
  }

  /** The best of those between two words; of all, when every hypothesis was cut off within a word. */
  #bestHistory(): number {
    return this.#bestAtOrAbove(this.#nodes) ?? this.#bestAtOrAbove(0) ?? 0;
  }

  /** One history may have several places: after its last symbol, and after the boundary behind it. */
  #bestAtOrAbove(leastPlace: number): number | undefined {
    const now = this.#now;
    const scores = new Map<number, number>();
    for (let index = 0; index < now.count; index += 1) {
      if ((now.place[index] as number) < leastPlace) continue;
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
