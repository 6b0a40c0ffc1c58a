// Speech in a language without spaces between words, as words with times: `|` in the text is a pause of 0.8 s, and a space
// is one that its source writes.
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { spreadWords } from "../../../shared/captions/spread-words.ts";

const LETTER_S = 0.09;
const PAUSE_S = 0.8;

export function saidWithoutSpaces(text: string): SpokenWord[] {
  let timeS = 0;
  return text.split("|").flatMap((phrase) => {
    const words = spreadWords(phrase, 0, 1).map((word) => {
      const startS = timeS;
      timeS += LETTER_S * word.text.length;
      return { ...word, startS, endS: timeS - 0.02 };
    });
    timeS += PAUSE_S;
    return words;
  });
}
