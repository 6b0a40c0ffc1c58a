// From a sentence to the numbers that a sentence judge reads: at most 40 ids of words, numbers and marks, and at most 112
// ids of phrases of up to three of them. A vocabulary is nothing but the hashes of its words, so that its file is small
// and holds no text; words that it does not have share 256 ids among them. Phrases are known by their hashes as well;
// unknown ones are left out. Training uses the same rules: a change of any of them needs a new model.
import { hashToken, indexOfHash, tokenId } from "../../models/known-words.ts";

/** Ids of one sentence; what is beyond its own tokens is PADDING. */
export const SENTENCE_TOKENS = 40;
/** Of a longer sentence: how it begins and how it ends say most of what it is. */
const FIRST_TOKENS = 28;
const LAST_TOKENS = SENTENCE_TOKENS - FIRST_TOKENS;

/** Ids of the known phrases of one sentence, each once; what is beyond is PADDING. */
export const SENTENCE_PHRASES = 112;
/** Phrases are looked for in so many tokens of a sentence. */
const PHRASE_TOKENS = 80;
const PHRASE_LENGTHS = [1, 2, 3] as const;
/** Stands before the first token of a sentence: phrases with it tell how sentences begin. */
const START = "^";
const FIRST_PHRASE_ID = 1;

const PADDING = 0;

const TOKEN = /--|\.\.\.|[a-z]+(?:'[a-z]+)?|\d+(?:[.,]\d+)*%?|[?!.,;:"]/g;
const NUMBER_TOKEN = "<num>";

/** Words, numbers as one token, and marks, in their order; letters of other scripts are passed over. */
export function splitTokens(sentence: string): string[] {
  const plain = sentence
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll("…", "...")
    .replaceAll(/[—–]/g, "--");
  return (plain.match(TOKEN) ?? []).map((token) => (/^\d/.test(token) ? NUMBER_TOKEN : token));
}

/**
 * Ids [n, SENTENCE_TOKENS] of sentences, filled up with PADDING. Of a longer sentence the first and the last
 * tokens are kept. Tokens that the vocabulary lacks share a few ids, by their hash.
 * @param vocabulary hashes of the known tokens, ascending
 */
export function encodeTokens(
  sentences: readonly { readonly text: string }[],
  vocabulary: Uint32Array,
): Int32Array {
  const ids = new Int32Array(sentences.length * SENTENCE_TOKENS).fill(PADDING);
  sentences.forEach(({ text }, row) => {
    const tokens = splitTokens(text);
    const read =
      tokens.length <= SENTENCE_TOKENS
        ? tokens
        : [...tokens.slice(0, FIRST_TOKENS), ...tokens.slice(-LAST_TOKENS)];
    read.forEach((token, at) => {
      ids[row * SENTENCE_TOKENS + at] = tokenId(token, vocabulary);
    });
  });
  return ids;
}

/** All runs of `length` tokens of a sentence, and of START before them, in their order. */
export function joinPhrases(tokens: readonly string[], length: number): string[] {
  const read = [START, ...tokens.slice(0, PHRASE_TOKENS)];
  return Array.from({ length: Math.max(0, read.length - length + 1) }, (_, first) =>
    read.slice(first, first + length).join(" "),
  );
}

/** Ids [n, SENTENCE_PHRASES] of the phrases of sentences; the hashes of the known ones ascend. */
export function encodePhrases(
  sentences: readonly { readonly text: string }[],
  known: Uint32Array,
): Int32Array {
  const ids = new Int32Array(sentences.length * SENTENCE_PHRASES).fill(PADDING);
  sentences.forEach(({ text }, row) => {
    const tokens = splitTokens(text);
    const found = new Set<number>();
    for (const length of PHRASE_LENGTHS) {
      for (const phrase of joinPhrases(tokens, length)) {
        const index = indexOfHash(known, hashToken(phrase));
        if (index !== -1) found.add(FIRST_PHRASE_ID + index);
      }
    }
    ids.set([...found].slice(0, SENTENCE_PHRASES), row * SENTENCE_PHRASES);
  });
  return ids;
}
