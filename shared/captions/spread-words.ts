// Times for the words of a text of which only the whole one's are known: spread by the length of the words, which is right
// within a syllable or two for a phrase. A space counts as one letter.

export interface SpreadWord {
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
}

/** The words of a text, one after the other from its start to its end. */
export function spreadWords(text: string, startS: number, endS: number): SpreadWord[] {
  const texts = text.split(" ");
  const letters = texts.reduce((sum, word) => sum + word.length + 1, 0);
  const secondsPerLetter = (endS - startS) / letters;
  let fromS = startS;
  return texts.map((word) => {
    const toS = fromS + (word.length + 1) * secondsPerLetter;
    const spread = { text: word, startS: fromS, endS: toS };
    fromS = toS;
    return spread;
  });
}
