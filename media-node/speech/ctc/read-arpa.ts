// Reads the ARPA text format of n-gram models, as SRILM and KenLM write it: counts, then one section per order with
// log10 probability, words, and log10 back-off weight. Orders above three are left out, which leaves a valid model.
import { AppError } from "../../../shared/errors.ts";
import { findNgram, type NgramOrder, NO_NGRAM, sortNgrams, type UnsortedNgrams } from "./ngram-order.ts";
import { type PackedWords, packWords } from "./packed-strings.ts";

const LN_10 = Math.LN10;
const MAX_ORDER = 3;

/** Typed arrays alone, so that threads can share it. */
export interface ArpaModel {
  /** The unigrams' words; a word's index is its id. */
  readonly words: PackedWords;
  /** Unigrams, bigrams, trigrams; contexts are indices into the order below. */
  readonly orders: readonly NgramOrder[];
}

function invalid(detail: string): AppError {
  const message = `The language model is not a valid ARPA file: ${detail}.`;
  return new AppError("MODEL_UNAVAILABLE", message, { retryable: false });
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

/** What the head of the file says of an order, from 1. */
interface Section {
  readonly order: number;
  readonly count: number;
}

/** Calls `take` for the n-grams of one order: its words, its log-probability and its back-off weight (both natural). */
function readSection(
  lines: Lines,
  { order, count }: Section,
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

/** Reads one order's section; unigrams fill `ids`, others find their contexts in the orders below. */
function readOrder(
  lines: Lines,
  { order, count }: Section,
  ids: Map<string, number>,
  below: readonly NgramOrder[],
): NgramOrder {
  const raw: UnsortedNgrams = {
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
  readSection(lines, { order, count }, (index, words, logProb, backoff) => {
    if (order === 1) ids.set(words[0] ?? "", index);
    raw.word[index] = idOf(words[order - 1]);
    if (order === 2) raw.context[index] = idOf(words[0]);
    if (order === 3) {
      raw.context[index] = findNgram(below[1] as NgramOrder, idOf(words[0]), idOf(words[1]));
      if (raw.context[index] === NO_NGRAM) throw invalid(`${words.join(" ")} has no bigram for its context`);
    }
    raw.logProb[index] = logProb;
    raw.backoff[index] = backoff;
  });
  if (order === 1 && ids.size !== count) throw invalid("a word is there twice");
  return sortNgrams(raw, order === 1 ? 1 : order === 2 ? ids.size : (below[1] as NgramOrder).word.length);
}

/**
 * Reads a whole file. Probabilities and back-off weights become natural logarithms; orders above three are
 * dropped.
 * @throws AppError MODEL_UNAVAILABLE (not to be retried) for a malformed one, a word of an n-gram that is no
 * unigram, and a trigram whose first two words are no bigram
 */
export function readArpa(text: string): ArpaModel {
  const lines = new Lines(text);
  const counts = readCounts(lines);
  const ids = new Map<string, number>();
  const orders: NgramOrder[] = [];
  for (const [index, count] of counts.slice(0, MAX_ORDER).entries()) {
    orders.push(readOrder(lines, { order: index + 1, count }, ids, orders));
  }
  return { words: packWords([...ids.keys()]), orders };
}
