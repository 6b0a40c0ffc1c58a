// From cosines of sentence vectors to relevance. Cosines have another zero in every model (unrelated sentences have 0.1 in
// MiniLM and 0.75 in e5), so that a sentence is relevant as far as it stands out from the other sentences of the same
// talk. Fixed thresholds were rejected: they would be one per model, and nobody would know them for the next one.
import { clamp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";

/** With fewer sentences nothing is usual. */
const MIN_SENTENCES = 8;
/** How far beyond what chance brings in so many sentences the best one must lie. */
const BEYOND_CHANCE = 1.15;
/** Standard deviations of a median absolute deviation, for normally distributed values. */
const DEVIATIONS_OF_MEDIAN = 1.4826;

/**
 * Relevance 0 to 1 of each sentence, or null where none stands out: of n normally distributed values the largest lies
 * about √(2 ln n) deviations above the middle, and the best sentence must lie higher.
 */
export function relevanceOfCosines(cosines: Float32Array): Float32Array | null {
  if (cosines.length < MIN_SENTENCES) return null;
  const middle = percentile(cosines, 0.5);
  const offs = cosines.map((cosine) => Math.abs(cosine - middle));
  const deviation = DEVIATIONS_OF_MEDIAN * percentile(offs, 0.5);
  const best = cosines.reduce((max, cosine) => Math.max(max, cosine), -1);
  const chance = Math.sqrt(2 * Math.log(cosines.length)) * deviation;
  if (best - middle <= BEYOND_CHANCE * chance) return null;
  const typical = middle + deviation;
  return cosines.map((cosine) => clamp((cosine - typical) / (best - typical)));
}

/** For each sentence the higher one of two relevances, either of which may tell nothing. */
export function betterOf(a: Float32Array | null, b: Float32Array | null): Float32Array | null {
  if (a === null || b === null) return a ?? b;
  return a.map((value, index) => Math.max(value, b[index] ?? 0));
}
