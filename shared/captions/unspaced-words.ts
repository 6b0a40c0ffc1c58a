// Words of scripts that put no space between them: Chinese, Japanese, Thai, Lao, Khmer, Burmese. Only a dictionary knows
// where one ends; Intl.Segmenter has one for each of them, and finds it by the script, whatever the locale. Text of other
// scripts is left as it is. Used by whatever reads text of which only the whole is timed, and by captions.
import { isUnspaced, partsWithoutSpace } from "./subtitle-lines.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const PUNCTUATION = /^[\p{P}\p{S}\s]+$/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
/** A sign that is written onto the letter before it, and marks of Thai and Lao that repeat the word before them. */
const LEANS_BACK = /^[\p{M}ๆໆ]/u;

/** Whether a text cannot begin a word, because it belongs to what is written before it. */
export function leansBack(text: string): boolean {
  return LEANS_BACK.test(text);
}

/** The words of a text without spaces, with the punctuation that belongs to them; of other scripts the text itself. */
export function unspacedWords(text: string): string[] {
  if (!isUnspaced(text)) return [text];
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.at(-1);
    const holdsOn =
      last !== undefined &&
      ((PUNCTUATION.test(segment) && !OPENING.test(segment)) ||
        OPENING.test(last) ||
        leansBack(segment) ||
        !partsWithoutSpace(last, segment));
    if (holdsOn) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}
