// A back-off n-gram model of words (Katz 1987), up to trigrams. A state of the model, which is what decides the
// probability of the next word, is one integer; decoders compare states to merge hypotheses: 0 knows nothing of the
// words before, 1 to wordCount know the last one, those above are the bigrams that the model lists.
import { findNgram, type NgramOrder, NO_NGRAM } from "./ngram-order.ts";
import { findWord, type PackedWords } from "./packed-strings.ts";
import type { ArpaModel } from "./read-arpa.ts";

/** For words that the model does not know when it has no <unk>: one in ten million. */
const UNKNOWN_LOG_PROB = -7 * Math.LN10;
const EMPTY_STATE = 0;
const NO_WORD = -1;

/** Probabilities of the next word; all logarithms are natural. */
export class ArpaLanguageModel {
  readonly wordCount: number;
  readonly startState: number;
  readonly #words: PackedWords;
  readonly #orders: readonly NgramOrder[];
  readonly #unknown: number;
  readonly #end: number;

  constructor({ words, orders }: ArpaModel) {
    this.#words = words;
    this.#orders = orders;
    this.wordCount = words.start.length - 1;
    const unknown = findWord(words, "<unk>");
    this.#unknown = unknown === NO_WORD ? findWord(words, "<UNK>") : unknown;
    this.#end = findWord(words, "</s>");
    const start = findWord(words, "<s>");
    this.startState = start === NO_WORD || orders.length === 1 ? EMPTY_STATE : 1 + start;
  }

  /** The word's id; that of <unk>, or -1, for others. */
  wordId(word: string): number {
    const id = findWord(this.#words, word);
    return id === NO_WORD ? this.#unknown : id;
  }

  /** log P(word) whatever came before. */
  unigram(word: number): number {
    return word === NO_WORD ? UNKNOWN_LOG_PROB : ((this.#orders[0] as NgramOrder).logProb[word] as number);
  }

  /** log P(word | state). */
  logProb(state: number, word: number): number {
    if (state === EMPTY_STATE || word === NO_WORD) return this.unigram(word);
    if (state <= this.wordCount) {
      const bigrams = this.#orders[1] as NgramOrder;
      const at = findNgram(bigrams, state - 1, word);
      if (at !== NO_NGRAM) return bigrams.logProb[at] as number;
      return ((this.#orders[0] as NgramOrder).backoff[state - 1] as number) + this.unigram(word);
    }
    const trigrams = this.#orders[2] as NgramOrder;
    const context = state - 1 - this.wordCount;
    const at = findNgram(trigrams, context, word);
    if (at !== NO_NGRAM) return trigrams.logProb[at] as number;
    const bigrams = this.#orders[1] as NgramOrder;
    return (bigrams.backoff[context] as number) + this.logProb(1 + (bigrams.word[context] as number), word);
  }

  /** The state after `word` in `state`. */
  next(state: number, word: number): number {
    if (word === NO_WORD || this.#orders.length === 1) return EMPTY_STATE;
    if (this.#orders.length === 2 || state === EMPTY_STATE) return 1 + word;
    const bigrams = this.#orders[1] as NgramOrder;
    const last = state <= this.wordCount ? state - 1 : (bigrams.word[state - 1 - this.wordCount] as number);
    const bigram = findNgram(bigrams, last, word);
    return bigram === NO_NGRAM ? 1 + word : 1 + this.wordCount + bigram;
  }

  /** log P(end of the sentence | state), 0 for models without </s>. */
  endLogProb(state: number): number {
    return this.#end === NO_WORD ? 0 : this.logProb(state, this.#end);
  }
}
