// Lays words out as captions: groups them into lines that are read at a glance. Pure; how the lines are written is
// the business of caption-script.ts (burnt into the picture) and caption-vtt.ts (a file beside it).
import type { CaptionStyle } from "../../shared/caption-styles.ts";

/** A spoken word, in seconds on the clip's own clock. */
export interface CaptionWord {
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
}

/** Words that are on the screen together. */
export interface CaptionLine {
  readonly words: readonly CaptionWord[];
  readonly startS: number;
  readonly endS: number;
}

/** A silence as long as this ends a line. */
const LINE_BREAK_S = 0.6;
/** A line stays this long after its last word, unless the next one comes. */
const LINGER_S = 0.35;
const SENTENCE_END = /[.!?…]["'”’)]*$/;
/**
 * Width of a letter as a share of the font size as ASS counts it (ascent and descent together), measured on Montserrat
 * ExtraBold, spaces counted as letters.
 */
const LETTER_WIDTH = { mixed: 0.36, upper: 0.45 } as const;
/** Share of the frame's width that text may take. */
export const SAFE_WIDTH = 0.86;

/** Splits words where speech itself stops: at the end of a sentence and at a pause. */
function splitPhrases(words: readonly CaptionWord[]): CaptionWord[][] {
  const phrases: CaptionWord[][] = [];
  for (const word of words) {
    const last = phrases.at(-1)?.at(-1);
    const begins =
      last === undefined || word.startS - last.endS >= LINE_BREAK_S || SENTENCE_END.test(last.text);
    if (begins) phrases.push([word]);
    else phrases.at(-1)?.push(word);
  }
  return phrases;
}

function fits(words: readonly CaptionWord[], maxLetters: number): boolean {
  return words.reduce((sum, word) => sum + word.text.length + 1, -1) <= maxLetters;
}

/** Splits a phrase into lines of nearly equal word counts, so that no single word is left over for the last. */
function splitEvenly(phrase: readonly CaptionWord[], maxWords: number, maxLetters: number): CaptionWord[][] {
  for (let lineCount = Math.ceil(phrase.length / maxWords); lineCount < phrase.length; lineCount += 1) {
    const lines = Array.from({ length: lineCount }, (_, line) =>
      phrase.slice(
        Math.ceil((line * phrase.length) / lineCount),
        Math.ceil(((line + 1) * phrase.length) / lineCount),
      ),
    );
    if (lines.every((line) => fits(line, maxLetters))) return lines;
  }
  return phrase.map((word) => [word]);
}

/** How many letters of a style fit beside each other on a frame 1,080 pixels wide, whatever its real width. */
export function lettersPerRow(style: CaptionStyle): number {
  const letterWidth = style.uppercase ? LETTER_WIDTH.upper : LETTER_WIDTH.mixed;
  return (1_080 * SAFE_WIDTH) / (style.fontSizePx * letterWidth);
}

/** Groups words into lines of at most `maxWordsOnScreen` that fit on two rows of the frame. */
export function groupWords(words: readonly CaptionWord[], style: CaptionStyle): CaptionLine[] {
  const maxLetters = 2 * lettersPerRow(style);
  const groups = splitPhrases(words).flatMap((phrase) =>
    splitEvenly(phrase, style.maxWordsOnScreen, maxLetters),
  );
  return groups.map((group, index) => {
    const nextStartS = groups[index + 1]?.[0]?.startS ?? Number.POSITIVE_INFINITY;
    const spokenEndS = group.at(-1)?.endS ?? 0;
    return { words: group, startS: group[0]?.startS ?? 0, endS: Math.min(spokenEndS + LINGER_S, nextStartS) };
  });
}
