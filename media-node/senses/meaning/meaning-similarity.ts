// How relevant sentences are by what they mean and by their words together.
import { betterOf } from "./embedding-relevance.ts";
import { lexicalSimilarity, type TextSimilarity } from "./text-similarity.ts";

/** By meaning alone how relevant each sentence is to a query, 0 to 1; null where nothing can be told. */
export type MeaningComparer = (query: string, sentences: readonly string[]) => Promise<Float32Array | null>;

/** Similarity by meaning and by words, whichever is higher. Asking it throws what the comparer throws. */
export function meaningSimilarity(compareMeaning: MeaningComparer): TextSimilarity {
  return {
    relevance: async (query, sentences, stem) =>
      betterOf(
        await lexicalSimilarity.relevance(query, sentences, stem),
        await compareMeaning(query, sentences),
      ),
  };
}
