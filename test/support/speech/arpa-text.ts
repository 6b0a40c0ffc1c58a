// Small ARPA language models for tests.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

/** One n-gram: words separated by spaces, log10 probability, log10 back-off weight. */
export type ArpaEntry = readonly [words: string, logProb: number, backoff?: number];

/** The text of an ARPA file with one list of n-grams per order. */
export function arpaText(orders: readonly (readonly ArpaEntry[])[]): string {
  const counts = orders.map((entries, index) => `ngram ${index + 1}=${entries.length}`);
  const sections = orders.map((entries, index) => {
    const lines = entries.map((entry) => [entry[1], entry[0], ...entry.slice(2)].join("\t"));
    return [`\\${index + 1}-grams:`, ...lines, ""].join("\n");
  });
  return ["", "\\data\\", ...counts, "", ...sections, "\\end\\", ""].join("\n");
}

/** A model in which every n-gram up to `order` is listed, with random probabilities. */
export function fullArpaText(words: readonly string[], order: number, seed: number): string {
  const next = seededRandom(seed);
  const entry = (ngram: readonly string[]): ArpaEntry => [ngram.join(" "), -3 * next(), -next()];
  const all = ["<s>", "</s>", ...words];
  let ngrams: (readonly string[])[] = [[]];
  const orders = Array.from({ length: order }, () => {
    ngrams = ngrams.flatMap((ngram) => all.map((word) => [...ngram, word]));
    return ngrams.map(entry);
  });
  return arpaText(orders);
}
