// Finds the most probable pieces of a CTC model with a vocabulary of SentencePiece pieces (Conformer, Parakeet) when a
// language model of words is at hand: a prefix beam search in which any piece may follow any other, and a word is
// weighed when the next one begins. Without a language model the best symbol of every frame does as well (ctc-greedy).
import type { ArpaLanguageModel } from "./arpa-language-model.ts";
import { CtcHistories } from "./ctc-histories.ts";
import type { CtcLogProbs } from "./ctc-log-probs.ts";
import { type CtcExpansion, CtcPrefixBeam, type CtcSearchOptions } from "./ctc-prefix-beam.ts";
import { LOG_ZERO } from "./log-math.ts";
import { readPiece } from "./subword-words.ts";

export interface CtcPieces {
  /** Text of each symbol. */
  readonly vocabulary: readonly string[];
  readonly languageModel: ArpaLanguageModel;
  readonly blank: number;
}

/** What the language model knows of a history: its state before the word that is open, and that word. */
interface Context {
  readonly state: number;
  readonly word: string;
}

const EDGE_PUNCTUATION = /^\p{P}+|\p{P}+$/gu;

/** The search over one vocabulary. Places of hypotheses are their histories: chains of symbols. */
export class CtcPieceSearch implements CtcExpansion {
  readonly #pieces: CtcPieces;
  readonly #read: readonly ReturnType<typeof readPiece>[];
  readonly #options: CtcSearchOptions;
  readonly #beam: CtcPrefixBeam;
  #histories = new CtcHistories();
  /** By history. */
  #contexts: Context[] = [];

  constructor(pieces: CtcPieces, options: CtcSearchOptions) {
    this.#pieces = pieces;
    this.#read = pieces.vocabulary.map(readPiece);
    this.#options = options;
    this.#beam = new CtcPrefixBeam(options, pieces.blank, this);
  }

  /** Symbols in order, blanks left out. */
  search(logProbs: CtcLogProbs): number[] {
    this.#histories = new CtcHistories();
    this.#contexts = [{ state: this.#pieces.languageModel.startState, word: "" }];
    this.#beam.run(logProbs, 0, 0);
    return this.#histories.items(this.#bestHistory());
  }

  lastSymbol(history: number): number {
    return history === 0 ? this.#pieces.blank : this.#histories.lastItem(history);
  }

  extend(beam: CtcPrefixBeam, index: number, logProbs: Float32Array): void {
    const history = beam.now.history[index] as number;
    const last = this.lastSymbol(history);
    const { word } = this.#contexts[history] as Context;
    /** What the open word costs if it ends here; computed when a symbol ends it. */
    let ending: number | undefined;
    for (let symbol = 0; symbol < logProbs.length; symbol += 1) {
      const logProb = logProbs[symbol] as number;
      if (logProb < this.#options.symbolFloor || symbol === this.#pieces.blank) continue;
      let score = beam.scoreWith(index, symbol, last, logProb);
      if (score < beam.minScore) continue;
      if (word !== "" && this.#read[symbol]?.startsWord) {
        ending ??= this.#wordScore(history);
        score += ending;
        if (score < beam.minScore) continue;
      }
      const extended = this.#extendHistory(history, symbol);
      beam.next.add(extended, 0, extended, LOG_ZERO, score);
    }
  }

  /** The open word of a history as the language model has words; undefined for none. */
  #openWord(history: number): number | undefined {
    const word = (this.#contexts[history] as Context).word.toLowerCase().replace(EDGE_PUNCTUATION, "");
    return word === "" ? undefined : this.#pieces.languageModel.wordId(word);
  }

  #wordScore(history: number): number {
    const word = this.#openWord(history);
    if (word === undefined) return 0;
    const { languageModelWeight, wordInsertionBonus } = this.#options;
    const { state } = this.#contexts[history] as Context;
    return languageModelWeight * this.#pieces.languageModel.logProb(state, word) + wordInsertionBonus;
  }

  #stateAfterWord(history: number): number {
    const word = this.#openWord(history);
    const { state } = this.#contexts[history] as Context;
    return word === undefined ? state : this.#pieces.languageModel.next(state, word);
  }

  #extendHistory(history: number, symbol: number): number {
    const extended = this.#histories.extend(history, symbol);
    if (this.#contexts[extended] !== undefined) return extended;
    const { startsWord, text } = this.#read[symbol] as ReturnType<typeof readPiece>;
    const { state, word } = this.#contexts[history] as Context;
    this.#contexts[extended] = startsWord
      ? { state: this.#stateAfterWord(history), word: text }
      : { state, word: word + text };
    return extended;
  }

  #bestHistory(): number {
    const { now } = this.#beam;
    let best = LOG_ZERO;
    let bestHistory = 0;
    for (let index = 0; index < now.count; index += 1) {
      const history = now.history[index] as number;
      const ending = this.#pieces.languageModel.endLogProb(this.#stateAfterWord(history));
      const score = now.total(index) + this.#wordScore(history) + this.#options.languageModelWeight * ending;
      if (score <= best) continue;
      best = score;
      bestHistory = history;
    }
    return bestHistory;
  }
}
