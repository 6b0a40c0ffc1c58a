// From words to the numbers that a network of marks reads: an id of each word, and one of its last three letters, which
// tells something of words that it does not know. Of "open-source" both parts are read. Training uses the same rules
// (models/training/marks/words.py): a change of any of them needs a new model.
import { hashToken, tokenId } from "../../models/known-words.ts";

const ENDING_IDS = 1_024;
const ENDING_LETTERS = 3;
const NUMBER = "<num>";
const PARTS = /[-/–—]+/;

export interface MarkTokens {
  readonly words: Int32Array;
  readonly endings: Int32Array;
  /** Per token the word that it is of, ascending; some words have none, others several. */
  readonly wordOf: Int32Array;
}

/** What the network knows a part of a word by; empty where nothing of it is a letter or a digit. */
export function keyOf(part: string): string {
  const key = part
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[^a-z0-9']/g, "")
    .replaceAll(/^'+|'+$/g, "");
  return /^\d/.test(key) ? NUMBER : key;
}

/**
 * The tokens of words, none for a word without letters and digits, several for one with a hyphen or the like;
 * `wordOf` says whose each is.
 * @param vocabulary hashes of the known tokens, ascending
 */
export function encodeMarkTokens(texts: readonly string[], vocabulary: Uint32Array): MarkTokens {
  const tokens = texts.flatMap((text, word) =>
    text
      .split(PARTS)
      .map(keyOf)
      .filter((key) => key !== "")
      .map((key) => ({ key, word })),
  );
  const endingOf = (key: string): number => 1 + (hashToken(key.slice(-ENDING_LETTERS)) % (ENDING_IDS - 1));
  return {
    words: Int32Array.from(tokens, ({ key }) => tokenId(key, vocabulary)),
    endings: Int32Array.from(tokens, ({ key }) => endingOf(key)),
    wordOf: Int32Array.from(tokens, ({ word }) => word),
  };
}
