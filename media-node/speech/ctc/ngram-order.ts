// The n-grams of one order in typed arrays, sorted by context and word and found by binary search: a million of them
// take 12 MB. A hash table would be a little faster and twice as large.

/** No such n-gram. */
export const NO_NGRAM = -1;

/** The n-grams of one order; a context is an index into the order below. */
export interface NgramOrder {
  /** N-grams of context c are those from `start[c]` to before `start[c + 1]`, ascending by word. */
  readonly start: Int32Array;
  readonly word: Int32Array;
  /** Natural logarithms. */
  readonly logProb: Float32Array;
  readonly backoff: Float32Array;
}

/** N-grams as they come, index by index. */
export interface UnsortedNgrams {
  readonly context: Int32Array;
  readonly word: Int32Array;
  readonly logProb: Float32Array;
  readonly backoff: Float32Array;
}

/**
 * Index of the n-gram of `context` (an index into the order below; 0 for unigrams) and `word`, or NO_NGRAM.
 */
export function findNgram(order: NgramOrder, context: number, word: number): number {
  let low = order.start[context] as number;
  let high = (order.start[context + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = order.word[middle] as number;
    if (found === word) return middle;
    if (found < word) low = middle + 1;
    else high = middle - 1;
  }
  return NO_NGRAM;
}

/**
 * Sorts n-grams by context and word; most tools write them in an order of their own. Indices of the result
 * are what the order above has for contexts.
 * @param contextCount n-grams of the order below, 1 for unigrams
 */
export function sortNgrams(raw: UnsortedNgrams, contextCount: number): NgramOrder {
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
