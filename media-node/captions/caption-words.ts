// What is shown of a word: its text as the style sets it, and the pieces of a "word" in scripts that put no spaces
// between words, where subtitles and recognisers give a whole phrase as one.
import { wordSeparator } from "../../shared/captions/subtitle-lines.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const PUNCTUATION = /^[\p{P}\p{S}\s]+$/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a text is written in a script without spaces: then no space may stand between two of it. */
function isUnspaced(text: string): boolean {
  return [...text].some((character) => wordSeparator(character, character) === "");
}

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The pieces between which a line may break: words with the punctuation that belongs to them. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    const holdsOn =
      last !== undefined &&
      ((PUNCTUATION.test(segment) && !OPENING.test(segment)) ||
        OPENING.test(last) ||
        wordSeparator(last, segment) === " ");
    if (holdsOn) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** Splits words of scripts without spaces; their time is spread by length. Other words stay as they are. */
export function splitUnspaced(words: readonly SpokenWord[]): SpokenWord[] {
  return words.flatMap((word) => {
    if (!isUnspaced(word.text)) return [word];
    const secondsPerLetter = (word.endS - word.startS) / word.text.length;
    let startS = word.startS;
    return piecesOf(word.text).map((text) => {
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
