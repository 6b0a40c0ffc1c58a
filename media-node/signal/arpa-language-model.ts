// A back-off n-gram model of words (Katz 1987) read from the ARPA text format, up to trigrams; higher orders in a file
// are left out, which leaves a valid model. Every order is a sorted list in typed arrays, found by binary search within
// its context, so that a million n-grams take 16 MB and load in about two seconds. A state of the model, which is what
// decides the probability of the next word, is one integer; the decoders compare states to merge hypotheses.
import { AppError } from "../../shared/errors.ts";

const LN_10 = Math.LN10;
const HIGHEST_ORDER = 3;
const NONE = -1;
/** For words that the model does not know when it has no <unk>: one in ten million. */
const UNKNOWN_LOG_PROB = -7 * LN_10;
/** The state in which nothing is known of the words before. */
const EMPTY_STATE = 0;

/** The n-grams of one order; a context is an index into the order below. */
interface Order {
  /** N-grams of context c are those from `start[c]` to before `start[c + 1]`, ascending by word. */
  readonly start: Int32Array;
  readonly word: Int32Array;
  /** Natural logarithms. */
  readonly logProb: Float32Array;
  readonly backoff: Float32Array;
}

interface RawOrder {
  readonly context: Int32Array;
  readonly word: Int32Array;
  readonly logProb: Float32Array;
  readonly backoff: Float32Array;
}

function invalid(detail: string): AppError {
  return new AppError("INTERNAL", `The language model is not a valid ARPA file: ${detail}.`);
}

function find(order: Order, context: number, word: number): number {
  let low = order.start[context] as number;
  let high = (order.start[context + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = order.word[middle] as number;
    if (found === word) return middle;
    if (found < word) low = middle + 1;
    else high = middle - 1;
  }
  return NONE;
}

/** Sorts n-grams by context and word; most tools write them in an order of their own. */
function sortedOrder(raw: RawOrder, contextCount: number): Order {
  const { context, word } = raw;
  const order = Uint32Array.from(context, (_, index) => index);
  const before = (a: number, b: number): number =>
    (context[a] as number) - (context[b] as number) || (word[a] as number) - (word[b] as number);
  if (order.some((index) => index > 0 && before(index - 1, index) > 0)) order.sort(before);
  const start = new Int32Array(contextCount + 1);
  for (const at of context) start[at + 1] = (start[at + 1] as number) + 1;
  for (let at = 0; at < contextCount; at += 1)
    start[at + 1] = (start[at + 1] as number) + (start[at] as number);
  const pick = (values: Float32Array): Float32Array =>
    Float32Array.from(order, (index) => values[index] as number);
  return {
    start,
    word: Int32Array.from(order, (index) => word[index] as number),
    logProb: pick(raw.logProb),
    backoff: pick(raw.backoff),
  };
}

/** Walks the lines of the text without splitting it into an array of a million strings. */
class Lines {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const end = this.#text.indexOf("\n", this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }
}

function readCounts(lines: Lines): number[] {
  for (let line = lines.next(); line !== "\\data\\"; line = lines.next()) {
    if (line === undefined) throw invalid("it has no \\data\\ section");
  }
  const counts: number[] = [];
  for (let line = lines.next(); line?.startsWith("ngram "); line = lines.next()) {
    counts.push(Number(line.slice(line.indexOf("=") + 1)));
  }
  if (counts.length === 0 || !counts.every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw invalid("its \\data\\ section has no counts");
  }
  return counts;
}

/** Calls `take` for the n-grams of one order: its words, its log-probability and its back-off weight (both natural). */
function readSection(
  lines: Lines,
  order: number,
  count: number,
  take: (index: number, words: readonly string[], logProb: number, backoff: number) => void,
): void {
  let line = lines.next();
  while (line === "") line = lines.next();
  if (line !== `\\${order}-grams:`) throw invalid(`\\${order}-grams: is missing`);
  for (let index = 0; index < count; index += 1) {
    const fields =
      lines
        .next()
        ?.trim()
        .split(/[\t ]+/) ?? [];
    const logProb = Number(fields[0]) * LN_10;
    const backoff = Number(fields[order + 1] ?? 0) * LN_10;
    if (fields.length <= order || Number.isNaN(logProb + backoff)) {
      throw invalid(`${order}-gram ${index + 1} cannot be read`);
    }
    take(index, fields.slice(1, order + 1), logProb, backoff);
  }
}

/** Probabilities of the next word; all logarithms are natural. */
export class ArpaLanguageModel {
  readonly wordCount: number;
  readonly startState: number;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #orders: readonly Order[];
  readonly #unknown: number;
  readonly #end: number;

  /** `text`: a whole ARPA file. A malformed one is an AppError. */
  constructor(text: string) {
    const lines = new Lines(text);
    const counts = readCounts(lines);
    const ids = new Map<string, number>();
    const orders: Order[] = [];
    for (const [index, count] of counts.slice(0, HIGHEST_ORDER).entries()) {
      orders.push(readOrder(lines, index + 1, count, ids, orders));
    }
    this.#ids = ids;
    this.#orders = orders;
    this.wordCount = ids.size;
    this.#unknown = ids.get("<unk>") ?? ids.get("<UNK>") ?? NONE;
    this.#end = ids.get("</s>") ?? NONE;
    const start = ids.get("<s>");
    this.startState = start === undefined || orders.length === 1 ? EMPTY_STATE : 1 + start;
  }

  /** The word's id; that of <unk>, or -1, for others. */
  wordId(word: string): number {
    return this.#ids.get(word) ?? this.#unknown;
  }

  /** log P(word) whatever came before. */
  unigram(word: number): number {
    return word === NONE ? UNKNOWN_LOG_PROB : ((this.#orders[0] as Order).logProb[word] as number);
  }

  /** log P(word | state). */
  logProb(state: number, word: number): number {
    if (state === EMPTY_STATE || word === NONE) return this.unigram(word);
    if (state <= this.wordCount) {
      const bigrams = this.#orders[1] as Order;
      const at = find(bigrams, state - 1, word);
      if (at !== NONE) return bigrams.logProb[at] as number;
      return ((this.#orders[0] as Order).backoff[state - 1] as number) + this.unigram(word);
    }
    const trigrams = this.#orders[2] as Order;
    const context = state - 1 - this.wordCount;
    const at = find(trigrams, context, word);
    if (at !== NONE) return trigrams.logProb[at] as number;
    const bigrams = this.#orders[1] as Order;
    return (bigrams.backoff[context] as number) + this.logProb(1 + (bigrams.word[context] as number), word);
  }

  /** The state after `word` in `state`. */
  next(state: number, word: number): number {
    if (word === NONE || this.#orders.length === 1) return EMPTY_STATE;
    if (this.#orders.length === 2 || state === EMPTY_STATE) return 1 + word;
    const bigrams = this.#orders[1] as Order;
    const last = state <= this.wordCount ? state - 1 : (bigrams.word[state - 1 - this.wordCount] as number);
    const bigram = find(bigrams, last, word);
    return bigram === NONE ? 1 + word : 1 + this.wordCount + bigram;
  }

  /** log P(end of the sentence | state), 0 for models without </s>. */
  endLogProb(state: number): number {
    return this.#end === NONE ? 0 : this.logProb(state, this.#end);
  }
}

/** Reads one order's section; unigrams fill `ids`, others find their contexts in the orders below. */
function readOrder(
  lines: Lines,
  order: number,
  count: number,
  ids: Map<string, number>,
  below: readonly Order[],
): Order {
  const raw: RawOrder = {
    context: new Int32Array(count),
    word: new Int32Array(count),
    logProb: new Float32Array(count),
    backoff: new Float32Array(count),
  };
  const idOf = (word: string | undefined): number => {
    const id = ids.get(word ?? "");
    if (id === undefined) throw invalid(`${word} is in an n-gram and not among the unigrams`);
    return id;
  };
  readSection(lines, order, count, (index, words, logProb, backoff) => {
    if (order === 1) ids.set(words[0] ?? "", index);
    raw.word[index] = idOf(words[order - 1]);
    if (order === 2) raw.context[index] = idOf(words[0]);
    if (order === 3) {
      raw.context[index] = find(below[1] as Order, idOf(words[0]), idOf(words[1]));
      if (raw.context[index] === NONE) throw invalid(`${words.join(" ")} has no bigram for its context`);
    }
    raw.logProb[index] = logProb;
    raw.backoff[index] = backoff;
  });
  if (order === 1 && ids.size !== count) throw invalid("a word is there twice");
  return sortedOrder(raw, order === 1 ? 1 : order === 2 ? ids.size : (below[1] as Order).word.length);
}
