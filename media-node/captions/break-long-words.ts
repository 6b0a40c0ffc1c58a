// Breaks words that are far too long for a row of captions, such as addresses and long compounds: drawn small enough for
// one row they could not be read. Pure. No dictionary tells where a word may be broken, so letters are broken before a
// consonant that begins a syllable, and addresses at their marks. Drawing every such word smaller was the former way: of
// an address of 80 characters the letters were 12 pixels high in a frame 1080 wide.
import type { SpokenWord } from "../signal/spoken-word.ts";
import { isSetWhole } from "./caption-words.ts";

/** A word is drawn smaller down to this share of the style's size, and broken where that is not enough. */
const MIN_SHRINK = 0.6;
/** How far from an even piece a good place may lie, as a share of the piece's length: marks are looked for farther. */
const SLACK = { syllable: 0.35, mark: 0.7 } as const;
const HYPHEN = "-";
const LETTER = /\p{L}/u;
const ENDS_IN_LETTER = /\p{L}\p{M}*$/u;
/** Behind slashes and hyphens, and before other marks, so that none looks like the end of a sentence. */
const BEHIND_MARK = /[/-]$/u;
const BEFORE_MARK = /^[._?&=#%~@:]/u;
/** A hyphen in it would be taken for a part of it. */
const ADDRESS = /[\p{L}\p{N}][./_?&=@:]+[\p{L}\p{N}]/u;
/** Consonants that are one sound. */
const SOUND = "sch|ch|ph|th|sh|ck|qu";
const BEGINS_SYLLABLE = new RegExp(`^(?:${SOUND}|[b-df-hj-np-tv-z])[aeiouy]`, "iu");
const SPLITS_SOUND = new RegExp(`^(?:${SOUND})`, "iu");

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

function isAtMark(before: string, after: string): boolean {
  return (BEHIND_MARK.test(before) && !/^[/-]/u.test(after)) || BEFORE_MARK.test(after);
}

function isAtSyllable(before: string, after: string): boolean {
  const [end, begin] = [plain(before.slice(-4)), plain(after.slice(0, 5))];
  const splits = [1, 2].some((letters) => SPLITS_SOUND.test(end.slice(-letters) + begin.slice(0, 2)));
  return BEGINS_SYLLABLE.test(begin) && !splits;
}

/** After how many of the characters a piece of at most this length ends: at a mark, or before a syllable, if there is one. */
function placeOfBreak(characters: readonly string[], longest: number): number {
  for (const [isGood, slack] of [
    [isAtMark, SLACK.mark],
    [isAtSyllable, SLACK.syllable],
  ] as const) {
    for (let at = longest; at >= Math.max(2, longest * (1 - slack)); at -= 1) {
      if (isGood(characters.slice(0, at).join(""), characters.slice(at).join(""))) return at;
    }
  }
  return longest;
}

/** A text in parts of fewer than this many characters, of which no two that follow each other would fit on one row. */
function partsOf(text: string, maxCharacters: number): string[] {
  const parts: string[] = [];
  let rest = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (rest.length > 0) {
    const count = Math.ceil(rest.length / (maxCharacters - 1));
    const longest = Math.min(maxCharacters - 1, Math.ceil(rest.length / count) + 1);
    const at = rest.length <= maxCharacters ? rest.length : placeOfBreak(rest, longest);
    const part = rest.slice(0, at).join("");
    const last = parts.at(-1);
    if (last !== undefined && last.length + part.length <= maxCharacters)
      parts[parts.length - 1] = last + part;
    else parts.push(part);
    rest = rest.slice(at);
  }
  return parts;
}

/** The same with hyphens where letters were parted. */
function piecesOf(text: string, maxCharacters: number): string[] {
  const parts = partsOf(text, maxCharacters);
  if (ADDRESS.test(text)) return parts;
  return parts.map((part, index) => {
    const next = parts[index + 1];
    return next !== undefined && ENDS_IN_LETTER.test(part) && LETTER.test(next[0] ?? "")
      ? part + HYPHEN
      : part;
  });
}

/**
 * Words of which each can be read on a row of this width; the time of a broken one is spread over its pieces by length.
 * @param widthOf in em
 */
export function breakLongWords(
  words: readonly SpokenWord[],
  rowEm: number,
  widthOf: (text: string) => number,
): SpokenWord[] {
  return words.flatMap((word) => {
    const widthEm = widthOf(word.text);
    if (widthEm * MIN_SHRINK <= rowEm || isSetWhole(word.text)) return [word];
    const maxCharacters = Math.max(3, Math.floor((word.text.length * rowEm) / widthEm));
    const { endsSentence, followsSpace, startsTurn, ...begin } = word;
    const first = { ...(followsSpace && { followsSpace }), ...(startsTurn && { startsTurn }) };
    const texts = piecesOf(word.text, maxCharacters);
    const secondsPerCharacter = (word.endS - word.startS) / texts.join("").length;
    let { startS } = word;
    return texts.map((text, index): SpokenWord => {
      const endS = startS + text.length * secondsPerCharacter;
      const isLast = index === texts.length - 1;
      const end = isLast && endsSentence === true ? { endsSentence } : {};
      const piece = { ...begin, text, startS, endS: isLast ? word.endS : endS, ...end };
      startS = endS;
      return index === 0 ? { ...first, ...piece } : piece;
    });
  });
}
