// The words of a lexicon with their symbols, in typed arrays that threads can share: as objects, 50,000 of them would
// take some 10 MB in each.
import { type PackedStrings, packStrings, stringAt } from "./packed-strings.ts";
import type { LexiconEntry } from "./pronunciation-tree.ts";

export interface PackedLexicon {
  readonly words: PackedStrings;
  /** Symbols of entry n are `symbols[firstSymbol[n]]` to before `symbols[firstSymbol[n + 1]]`. */
  readonly firstSymbol: Int32Array;
  readonly symbols: Int32Array;
}

/** Packs entries in their order, so that an entry's index stays its id. */
export function packLexicon(entries: readonly LexiconEntry[]): PackedLexicon {
  const firstSymbol = new Int32Array(entries.length + 1);
  for (const [index, entry] of entries.entries()) {
    firstSymbol[index + 1] = (firstSymbol[index] as number) + entry.symbols.length;
  }
  const symbols = new Int32Array(firstSymbol[entries.length] as number);
  for (const [index, entry] of entries.entries()) symbols.set(entry.symbols, firstSymbol[index]);
  return { words: packStrings(entries.map(({ word }) => word)), firstSymbol, symbols };
}

/** Entry number `entry`, from 0; its symbols are a view of the packed ones, not to be changed. */
export function lexiconEntry({ words, firstSymbol, symbols }: PackedLexicon, entry: number): LexiconEntry {
  return {
    word: stringAt(words, entry),
    symbols: symbols.subarray(firstSymbol[entry], firstSymbol[entry + 1]),
  };
}
