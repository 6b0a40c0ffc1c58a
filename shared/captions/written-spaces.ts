// Spaces that are written in scripts without spaces between words. Chinese and Japanese subtitles have one where others have
// a comma or a full stop, Thai and its neighbours between clauses: without it two sentences would be read as one. A word that
// follows such a space is marked, and keeps its mark wherever words are kept. Beside words and numbers of other scripts no
// space is marked: there `wordSeparator` knows whether one stands. Rejected: the space as a part of the word's text, which is
// looked up, measured and placed by itself, and may begin a row.
import { UNSPACED, type WrittenWord, wordSeparator } from "./subtitle-lines.ts";
import { leansBack } from "./unspaced-words.ts";

const ENDS_IN_OTHER_SCRIPT = new RegExp(`(?![${UNSPACED}])[\\p{L}\\p{N}][^\\p{L}\\p{N}]*$`, "u");
const BEGINS_IN_OTHER_SCRIPT = new RegExp(`^[^\\p{L}\\p{N}]*(?![${UNSPACED}])[\\p{L}\\p{N}]`, "u");
/** Thai and Lao write a space behind a word that is repeated or abbreviated as well. */
const SPELLED_WITH_SPACE = /[ๆໆฯຯ]$/u;

/** Whether a space between two texts must be told: nothing stands there unless somebody writes it. */
export function isSpaceTold(before: string, after: string): boolean {
  return (
    wordSeparator({ text: before }, { text: after }) === "" &&
    !ENDS_IN_OTHER_SCRIPT.test(before) &&
    !BEGINS_IN_OTHER_SCRIPT.test(after) &&
    !leansBack(after)
  );
}

/** The mark of a word before which a space is written; none where that goes without saying. */
export function spaceMark(before: string | undefined, after: string): Pick<WrittenWord, "followsSpace"> {
  return before !== undefined && isSpaceTold(before, after) ? { followsSpace: true } : {};
}

/** Whether a phrase ends between two words because a space is written there. */
export function endsPhrase(before: string, after: WrittenWord | undefined): boolean {
  return after?.followsSpace === true && !SPELLED_WITH_SPACE.test(before);
}

/**
 * Words without some of them: a space before one that is left out stands before the next, and the sentence that ends with
 * it ends with the one before.
 */
export function leaveOut<W extends WrittenWord>(
  words: readonly W[],
  isLeftOut: (word: W, index: number) => boolean,
): W[] {
  const kept: W[] = [];
  let space: Pick<WrittenWord, "followsSpace"> = {};
  for (const [index, word] of words.entries()) {
    const spaced = { ...space, ...word };
    const last = kept.at(-1);
    const isLeft = isLeftOut(word, index);
    space = isLeft && spaced.followsSpace === true ? { followsSpace: true } : {};
    if (!isLeft) kept.push(spaced);
    else if (word.endsSentence === true && last !== undefined)
      kept[kept.length - 1] = { ...last, endsSentence: true };
  }
  return kept;
}
