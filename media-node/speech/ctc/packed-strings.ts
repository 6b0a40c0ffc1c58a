// Tens of thousands of words in a few typed arrays, which threads can share: as strings, each would take memory of its
// own in each of them. Words are found by a hash table with open addressing (FNV-1a over their UTF-16 units).

/** Strings one after the other; string n is the units from `start[n]` to before `start[n + 1]`. */
export interface PackedStrings {
  /** UTF-16. */
  readonly units: Uint16Array;
  readonly start: Int32Array;
}

/** Strings that can be found; each is there once. */
export interface PackedWords extends PackedStrings {
  /** Indices by hash, or -1; a power of two of them, at least twice as many as there are words. */
  readonly slots: Int32Array;
}

const EMPTY = -1;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Packs strings in their order; `start` has one number more than there are strings, the length of `units`.
 */
export function packStrings(strings: readonly string[]): PackedStrings {
  const start = new Int32Array(strings.length + 1);
  for (const [index, text] of strings.entries()) start[index + 1] = (start[index] as number) + text.length;
  const units = new Uint16Array(start[strings.length] as number);
  for (const [index, text] of strings.entries()) {
    for (let at = 0; at < text.length; at += 1) units[(start[index] as number) + at] = text.charCodeAt(at);
  }
  return { units, start };
}

/**
 * String number `index`, from 0; made anew at each call, so that a search compares indices and asks for text
 * at its end.
 */
export function stringAt({ units, start }: PackedStrings, index: number): string {
  return String.fromCharCode(...units.subarray(start[index], start[index + 1]));
}

/** Packs words of which none is there twice. */
export function packWords(words: readonly string[]): PackedWords {
  const packed = packStrings(words);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * words.length + 2))).fill(EMPTY);
  for (const [index, word] of words.entries()) slots[freeSlot(slots, word)] = index;
  return { ...packed, slots };
}

/** The word's index, or -1. */
export function findWord(words: PackedWords, word: string): number {
  const { slots } = words;
  for (let slot = firstSlot(slots, word); ; slot = (slot + 1) & (slots.length - 1)) {
    const index = slots[slot] as number;
    if (index === EMPTY || isWordAt(words, index, word)) return index;
  }
}

function firstSlot(slots: Int32Array, word: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  return (hash ^ (hash >>> 15)) & (slots.length - 1);
}

function freeSlot(slots: Int32Array, word: string): number {
  let slot = firstSlot(slots, word);
  while (slots[slot] !== EMPTY) slot = (slot + 1) & (slots.length - 1);
  return slot;
}

function isWordAt({ units, start }: PackedStrings, index: number, word: string): boolean {
  const from = start[index] as number;
  if ((start[index + 1] as number) - from !== word.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (units[from + at] !== word.charCodeAt(at)) return false;
  }
  return true;
}
