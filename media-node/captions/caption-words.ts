// What is shown of a word: its text as the style sets it, and the pieces of a "word" in scripts that put no spaces
// between words, where subtitles and recognisers give a whole phrase as one.
import { leansBack, unspacedWords } from "../../shared/captions/unspaced-words.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** A sign without its letter has no width and could not be drawn where it stands: both are one word. */
function joinLeaning(words: readonly SpokenWord[]): SpokenWord[] {
  const joined: SpokenWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last === undefined || !leansBack(word.text)) joined.push(word);
    else joined[joined.length - 1] = { ...last, text: last.text + word.text, endS: word.endS };
  }
  return joined;
}

/** Splits words of scripts without spaces; their time is spread by length. Other words stay as they are. */
export function splitUnspaced(words: readonly SpokenWord[]): SpokenWord[] {
  return joinLeaning(words).flatMap((word) => {
    const texts = unspacedWords(word.text);
    if (texts.length <= 1) return [word];
    const secondsPerLetter = (word.endS - word.startS) / word.text.length;
    let startS = word.startS;
    return texts.map((text) => {
      const endS = startS + text.length * secondsPerLetter;
      const piece = { text, startS, endS };
      startS = endS;
      return piece;
    });
  });
}

/** Words as one text, as the style shows them. */
export function shownText(text: string, style: { readonly uppercase: boolean }): string {
  return style.uppercase ? text.toUpperCase() : text;
}
