// What is shown of a word: its text as the style sets it, the mark of its row's direction, and the pieces of a "word" in
// scripts that put no spaces between words, where subtitles and recognizers give a whole phrase as one.
import { hasLeftToRight, hasRightToLeft } from "../../shared/captions/text-direction.ts";
import { leansBack, unspacedWords } from "../../shared/captions/unspaced-words.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { capitalsFor } from "./capitals.ts";

/** Scripts whose letters melt into others, of a width that only a shaper knows: down to three fifths of their own. */
export const CONJUNCT_SCRIPTS = [
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
] as const;
const CONJUNCT = new RegExp(`[${CONJUNCT_SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}]`, "u");

/** Whether a text has letters that may melt into others. */
export function hasConjuncts(text: string): boolean {
  return CONJUNCT.test(text);
}

/** Whether libass must see a row whole to set it: in its order, or with its words a space apart. */
export function isSetWhole(row: string): boolean {
  return hasRightToLeft(row) || hasConjuncts(row);
}

/**
 * What a row with letters of both directions begins with, unseen, so that it is read as its clip is: its first letter
 * would say so else, which may be that of a name from elsewhere.
 */
export function directionMark(row: string, isClipRightToLeft: boolean): "" | "\u200e" | "\u200f" {
  if (!hasRightToLeft(row) || !hasLeftToRight(row)) return "";
  return isClipRightToLeft ? "\u200f" : "\u200e";
}

/** The mark of a word with which a sentence ends. */
function endOf({ endsSentence }: SpokenWord): Pick<SpokenWord, "endsSentence"> {
  return endsSentence === true ? { endsSentence } : {};
}

/** A sign without its letter has no width and could not be drawn where it stands: both are one word. */
function joinLeaning(words: readonly SpokenWord[]): SpokenWord[] {
  const joined: SpokenWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last === undefined || !leansBack(word.text)) joined.push(word);
    else
      joined[joined.length - 1] = { ...last, ...endOf(word), text: last.text + word.text, endS: word.endS };
  }
  return joined;
}

/**
 * Splits words of scripts without spaces, and at spaces that somebody wrote within them; their time is spread by length.
 * Other words stay as they are.
 */
export function splitUnspaced(words: readonly SpokenWord[]): SpokenWord[] {
  return joinLeaning(words).flatMap((word) => {
    const texts = unspacedWords(word.text);
    if (texts.length <= 1) return [word];
    const secondsPerLetter = (word.endS - word.startS) / word.text.length;
    let startS = word.startS;
    return texts.map((text, index): SpokenWord => {
      const endS = startS + text.length * secondsPerLetter;
      const isSpaced = index === 0 ? word.followsSpace === true : texts[index - 1]?.endsWith(" ");
      const mark = isSpaced ? { followsSpace: true as const } : {};
      const end = index === texts.length - 1 ? endOf(word) : {};
      const piece = { text: text.replace(/ $/, ""), startS, endS, ...mark, ...end };
      startS = endS;
      return piece;
    });
  });
}

/** The words of a clip with their texts as the style shows them. */
export function shownWords<W extends { readonly text: string }>(
  words: readonly W[],
  style: { readonly uppercase: boolean },
): readonly W[] {
  if (!style.uppercase) return words;
  const capitals = capitalsFor(words.map(({ text }) => text).join(" "));
  return words.map((word) => ({ ...word, text: capitals(word.text) }));
}
