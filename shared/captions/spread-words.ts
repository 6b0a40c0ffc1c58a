// Times for the words of a text of which only the whole one's are known: spread by the length of the words, which is right
// within a syllable or two for a phrase. A space counts as one letter. Where there are none, a dictionary tells the words.
import { unspacedWords } from "./unspaced-words.ts";

export interface SpreadWord {
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
}

/** The words of a text in their order. */
export function splitWords(text: string): string[] {
  return text.split(" ").flatMap(unspacedWords);
}

/** The words of a text, one after the other from its start to its end. */
export function spreadWords(text: string, startS: number, endS: number): SpreadWord[] {
  const words = text.split(" ").flatMap((part) => {
    const texts = unspacedWords(part);
    return texts.map((word, index) => ({
      text: word,
      letters: word.length + Number(index === texts.length - 1),
    }));
  });
  const secondsPerLetter = (endS - startS) / words.reduce((sum, { letters }) => sum + letters, 0);
  let fromS = startS;
  return words.map(({ text: word, letters }) => {
    const toS = fromS + letters * secondsPerLetter;
    const spread = { text: word, startS: fromS, endS: toS };
    fromS = toS;
    return spread;
  });
}
