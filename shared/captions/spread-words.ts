// Times for the words of a text of which only the whole one's are known: spread by the length of the words, which is right
// within a syllable or two for a phrase. A space counts as one letter. Where there are none, a dictionary tells the words.
// Between lines, a line break stands for what is no space in scripts that have none between words.
import type { WrittenWord } from "./subtitle-lines.ts";
import { unspacedWords } from "./unspaced-words.ts";
import { isSpaceTold, spaceMark } from "./written-spaces.ts";

const SPACE = " ";
const LINE_BREAK = "\n";

export interface SpreadWord extends WrittenWord {
  readonly startS: number;
  readonly endS: number;
}

/** Lines as one text. A space would say between them that a phrase ends, where only its line does. */
export function joinLines(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => {
    const before = lines[index - 1];
    if (before === undefined) return line;
    return text + (isSpaceTold(before, line) ? LINE_BREAK : SPACE) + line;
  }, "");
}

/** What stands between spaces and line breaks, and whether a space stands before it. */
function partsOf(text: string): { text: string; isAfterSpace: boolean }[] {
  return text
    .split(LINE_BREAK)
    .flatMap((line) => line.split(SPACE).map((part, index) => ({ text: part, isAfterSpace: index > 0 })));
}

/** The words of a text in their order. */
export function splitWords(text: string): string[] {
  return partsOf(text).flatMap((part) => unspacedWords(part.text));
}

/** The text with other words in the place of its own, as many as `splitWords` finds; spaces and line breaks stay. */
export function replaceWords(text: string, words: readonly string[]): string {
  let next = 0;
  const replacePart = (part: string): string =>
    unspacedWords(part)
      .map((word) => words[next++] ?? word)
      .join("");
  return text
    .split(LINE_BREAK)
    .map((line) => line.split(SPACE).map(replacePart).join(SPACE))
    .join(LINE_BREAK);
}

/** The words of a text, one after the other from its start to its end. */
export function spreadWords(text: string, startS: number, endS: number): SpreadWord[] {
  const words = partsOf(text).flatMap((part) => {
    const texts = unspacedWords(part.text);
    return texts.map((word, index) => ({
      text: word,
      letters: word.length + Number(index === texts.length - 1),
      isAfterSpace: part.isAfterSpace && index === 0,
    }));
  });
  const secondsPerLetter = (endS - startS) / words.reduce((sum, { letters }) => sum + letters, 0);
  let fromS = startS;
  return words.map(({ text: word, letters, isAfterSpace }, index) => {
    const toS = fromS + letters * secondsPerLetter;
    const mark = isAfterSpace ? spaceMark(words[index - 1]?.text, word) : {};
    const spread = { text: word, startS: fromS, endS: toS, ...mark };
    fromS = toS;
    return spread;
  });
}
