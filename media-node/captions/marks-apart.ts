// Marks that are written apart from their word, as in "« Oui ! »" and "50 %": in captions a mark is shown and said with its
// word, behind a space at which no row breaks.
import { isMarkApart } from "../../shared/captions/bound-words.ts";
import { wordSeparator } from "../../shared/captions/subtitle-lines.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";

const NO_BREAK_SPACE = "\u00a0";
/** Longer ones are said by nobody, and each mark would be joined to all of those before it. */
const MAX_MARKED_LENGTH = 80;

/**
 * Words with the marks beside them, of one speaker and in scripts that have a space there; a mark that is said after as long a
 * silence as `maxGapS`, seconds, stays alone.
 */
export function joinMarksApart(words: readonly SpokenWord[], maxGapS: number): SpokenWord[] {
  const joined: SpokenWord[] = [];
  for (const [index, word] of words.entries()) {
    const last = joined.at(-1);
    if (last !== undefined && isMarkApart(words, index) && mayJoin(last, word, maxGapS)) {
      const text = `${last.text}${NO_BREAK_SPACE}${word.text}`;
      const { endS, endsSentence } = word;
      joined[joined.length - 1] = { ...last, ...(endsSentence && { endsSentence }), text, endS };
    } else joined.push(word);
  }
  return joined;
}

function mayJoin(last: SpokenWord, word: SpokenWord, maxGapS: number): boolean {
  const isSoon = word.startS - last.endS < maxGapS && word.startsTurn !== true;
  return isSoon && last.text.length < MAX_MARKED_LENGTH && wordSeparator(last, word) === " ";
}

/** A word as its marks follow it without a space. */
export function withoutSpaces(text: string): string {
  return text.replaceAll(NO_BREAK_SPACE, "");
}
