// Breaks words that are far too long for a row of captions, such as addresses and long compounds: drawn small enough for
// one row they could not be read. Pure. Where a word may be broken is the business of word-breaks. Drawing every such word
// smaller was the former way: of an address of 80 characters the letters were 12 pixels high in a frame 1080 wide.
import type { SpokenWord } from "../signal/spoken-word.ts";
import { isSetWhole } from "./caption-words.ts";
import { type LongWord, longWord, pieceOf, placeOfBreak } from "./word-breaks.ts";

/** A word is drawn smaller down to this share of the style's size, and broken where that is not enough. */
const MIN_SHRINK = 0.6;
/** A piece may be longer by this share than if all had one length, so that a good place is found on either side. */
const UNEVENNESS = 0.1;

type WidthOf = (text: string) => number;

/** Of each character of a word, how many em lie before it, and of its end. */
function offsetsOf({ characters }: LongWord, widthOf: WidthOf): number[] {
  let offsetEm = 0;
  const offsetsEm = characters.map((character) => {
    const before = offsetEm;
    offsetEm += widthOf(character);
    return before;
  });
  return [...offsetsEm, offsetEm];
}

/** How many characters from one on have room, of a word that is wider; at least one. */
function fittingFrom(offsetsEm: readonly number[], from: number, roomEm: number): number {
  const beginEm = offsetsEm[from] ?? 0;
  let to = from + 1;
  while (to + 1 < offsetsEm.length && (offsetsEm[to + 1] ?? 0) - beginEm <= roomEm) to += 1;
  return to - from;
}

/** Where pieces of a word begin, and where its last ends: each fits on a row, and no two that follow each other fit on one. */
function boundsOf(word: LongWord, rowEm: number, widthOf: WidthOf): number[] {
  const offsetsEm = offsetsOf(word, widthOf);
  const end = word.characters.length;
  const roomEm = rowEm - widthOf("-");
  const bounds = [0];
  for (let from = 0; from < end; ) {
    const restEm = (offsetsEm[end] ?? 0) - (offsetsEm[from] ?? 0);
    const evenEm = restEm / Math.ceil(restEm / roomEm);
    const even = fittingFrom(offsetsEm, from, Math.min(roomEm, (1 + UNEVENNESS) * evenEm));
    const most = fittingFrom(offsetsEm, from, roomEm);
    const to = restEm <= rowEm ? end : placeOfBreak(word, from, { even, most });
    const before = bounds.at(-2);
    // A good place may have been so near that the next piece fits beside what lies before it.
    const fitsBeside = before !== undefined && widthOf(pieceOf(word, before, to)) <= rowEm;
    if (fitsBeside) bounds[bounds.length - 1] = to;
    else bounds.push(to);
    from = to;
  }
  return bounds;
}

/** The pieces of a word; its time is spread over them by their characters. */
function piecesOf(spoken: SpokenWord, rowEm: number, widthOf: WidthOf): SpokenWord[] {
  const { endsSentence, followsSpace, startsTurn, ...others } = spoken;
  const begin = { ...(followsSpace && { followsSpace }), ...(startsTurn && { startsTurn }) };
  const end = { ...(endsSentence && { endsSentence }) };
  const word = longWord(spoken.text);
  const secondsPerCharacter = (spoken.endS - spoken.startS) / word.characters.length;
  const timeAt = (character: number): number =>
    character === word.characters.length ? spoken.endS : spoken.startS + character * secondsPerCharacter;
  const bounds = boundsOf(word, rowEm, widthOf);
  return bounds.slice(1).map((to, index): SpokenWord => {
    const from = bounds[index] ?? 0;
    const piece = { ...others, text: pieceOf(word, from, to), startS: timeAt(from), endS: timeAt(to) };
    return { ...(from === 0 && begin), ...piece, ...(to === word.characters.length && end) };
  });
}

/**
 * Words of which each can be read on a row of this width, save those that must be set whole.
 * @param widthOf in em
 */
export function breakLongWords(words: readonly SpokenWord[], rowEm: number, widthOf: WidthOf): SpokenWord[] {
  return words.flatMap((word) => {
    const canBeRead = widthOf(word.text) * MIN_SHRINK <= rowEm;
    return canBeRead || isSetWhole(word.text) ? [word] : piecesOf(word, rowEm, widthOf);
  });
}
