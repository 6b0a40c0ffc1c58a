// Where a long word may be broken, best at marks, else before a consonant that begins a syllable, else before several that
// can begin one, else where nothing is torn that belongs together. Pure. Rejected: patterns of hyphenation, which there are
// for languages, not for words of which nobody says in which they are. Characters are those that are seen (grapheme clusters).
import { leansBack } from "../../shared/captions/unspaced-words.ts";
import { splitGraphemes } from "../../shared/graphemes.ts";

/** A word by its characters. */
export interface LongWord {
  readonly characters: readonly string[];
  /** A hyphen in an address would be taken for a part of it. */
  readonly isAddress: boolean;
}

/** How many characters a piece has, so that all are even, and at most. */
interface Room {
  readonly even: number;
  readonly most: number;
}

/** Whether a word may be broken between texts; of either, no more than `CONTEXT` characters are told. */
type Rule = (before: string, after: string) => boolean;

const CONTEXT = 5;
/** The fewest characters of a piece. */
const MIN_CHARACTERS = 2;
/** Behind a mark fewer characters than this are a crumb: "=1" stands alone on no row. */
const MIN_LEFT_CHARACTERS = 4;
/** How far a good place may lie before the wanted one, as a share of the piece: marks are looked for farther than syllables. */
const SLACK = { mark: 0.7, syllable: 0.35, between: 0.7 } as const;
const ADDRESS = /[\p{L}\p{N}](?!\.\.)[./_?&=@:]+[\p{L}\p{N}]/u;
const HYPHEN = "-";
const SOFT_HYPHEN = "\u00ad";
/** Besides dashes, commas and ellipses the soft hyphen, the space without width, and what parts syllables of Tibetan. */
const BEHIND_MARK = /(?:[/\p{Pd},;،、!…\u00ad\u200b\u0f0b\u0f0d]|\.\.)$/u;
/** In addresses, so that no piece looks like the end of a sentence. */
const BEFORE_MARK = /^[._?&=#%~@:]/u;
const ENDS_SENTENCE = /[.?!…]$/u;
/** Punctuation that stands at the end of something, or in a row of its like. */
const BELONGS_TO_BEFORE = /^(?:[\p{Pe}\p{Pf}\p{Po}\p{Pd}]|[ьъўй])/iu;
const BELONGS_TO_NEXT = /[\p{Ps}\p{Pi}'’.?]$/u;
const ENDS_IN_DIGIT = /\p{Nd}$/u;
/** As they group the digits of a number, or begin its fraction. */
const ENDS_IN_GROUP = /\p{Nd}[,.]$/u;
const BEGINS_WITH_GROUP = /^[,.]\p{Nd}/u;
const BEGINS_WITH_DIGIT = /^\p{Nd}/u;

const VOWELS = "aeiouyаеиоуыэюяієαεηιουω";
const CONSONANTS = "b-df-hj-np-tv-zбвгґджзклмнпрстфхцчшщβ-δζθκ-νξπ-τφ-ψ";
/** Several letters may be one sound. */
const BEGINS_SYLLABLE = new RegExp(`^(?:sch|ch|ph|th|sh|ck|qu|[${CONSONANTS}])[${VOWELS}]`, "iu");
/** Consonants that begin words in some language, such as the beginning of "through"; "kthr" begins none. */
const ONSETS = [
  "sch[lmnrw]?|s?(?:th|ph|ch|[bcdfgkpt])[lr]?|sh|s[lmnw]|kn",
  "с?[бвгґдзкпт][рл]?|с?[пткф]",
  "σ?[βγδθκπτφχ][ρλ]?",
].join("|");
const BEGINS_WITH_ONSET = new RegExp(`^(?:${ONSETS})[${VOWELS}]`, "iu");
const SPLITS_SOUND = /(?:s\|ch|c\|[hk]|[pst]\|h|q\|u)/iu;
/** Where words are parted by hyphens at the end of a row. */
const ALPHABET = ["Latin", "Greek", "Cyrillic", "Armenian", "Georgian"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const ENDS_IN_ALPHABET = new RegExp(`[${ALPHABET}]\\p{M}*$`, "u");
const BEGINS_WITH_ALPHABET = new RegExp(`^[${ALPHABET}]`, "u");

/** Letters without accents, save й and ў, which are no vowels. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[йў]/giu, "ь")
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]/gu, "");
}

function isInNumber(before: string, after: string): boolean {
  return (
    (ENDS_IN_GROUP.test(before) && BEGINS_WITH_DIGIT.test(after)) ||
    (ENDS_IN_DIGIT.test(before) && BEGINS_WITH_GROUP.test(after))
  );
}

function isBehindMark(before: string, after: string): boolean {
  if (isInNumber(before, after)) return false;
  return BEHIND_MARK.test(before) && !BELONGS_TO_BEFORE.test(after);
}

function isBeforeMark(before: string, after: string): boolean {
  if (isInNumber(before, after)) return false;
  return BEFORE_MARK.test(after) && !ENDS_SENTENCE.test(before);
}

function isBetween(before: string, after: string): boolean {
  if (ENDS_IN_DIGIT.test(before) && BEGINS_WITH_DIGIT.test(after)) return false;
  return (
    !BELONGS_TO_NEXT.test(before) && !BELONGS_TO_BEFORE.test(after.normalize("NFC")) && !leansBack(after)
  );
}

function splitsSound(before: string, after: string): boolean {
  return SPLITS_SOUND.test(`${plain(before)}|${plain(after)}`);
}

function isAtSyllable(before: string, after: string): boolean {
  return BEGINS_SYLLABLE.test(plain(after)) && !splitsSound(before, after) && isBetween(before, after);
}

/** Before all of the consonants that can begin a syllable together. */
function isAtOnset(before: string, after: string): boolean {
  const [last = "", begin] = [plain(before).at(-1), plain(after)];
  const isWhole = BEGINS_WITH_ONSET.test(begin) && !BEGINS_WITH_ONSET.test(last + begin);
  return isWhole && !splitsSound(before, after) && isBetween(before, after);
}

/** The characters of a word. */
export function longWord(text: string): LongWord {
  return { characters: splitGraphemes(text), isAddress: ADDRESS.test(text) };
}

/**
 * Before which character a piece ends that begins at one: at a mark within what fits, else at a good place near to where pieces
 * would be even, else just there.
 */
export function placeOfBreak(word: LongWord, from: number, room: Room): number {
  const isAtMark: Rule = (before, after) =>
    isBehindMark(before, after) || (word.isAddress && isBeforeMark(before, after));
  const textOf = (start: number, end: number): string => word.characters.slice(start, end).join("");
  const mostBeforeCrumb = Math.min(room.most, word.characters.length - MIN_LEFT_CHARACTERS - from);
  for (const { isGood, count, slack } of [
    { isGood: isAtMark, count: mostBeforeCrumb, slack: SLACK.mark },
    { isGood: isAtSyllable, count: room.even, slack: SLACK.syllable },
    { isGood: isAtOnset, count: room.most, slack: SLACK.syllable },
    { isGood: isBetween, count: room.even, slack: SLACK.between },
  ]) {
    for (let at = from + count; at >= from + Math.max(MIN_CHARACTERS, count * (1 - slack)); at -= 1) {
      if (isGood(textOf(Math.max(0, at - CONTEXT), at), textOf(at, at + CONTEXT))) return at;
    }
  }
  return from + room.even;
}

/** A piece of a word as it is shown: with a hyphen where letters are parted of which people expect one. */
export function pieceOf({ characters, isAddress }: LongWord, from: number, to: number): string {
  const text = characters.slice(from, to).join("");
  const next = characters[to];
  if (next === undefined) return text;
  if (text.endsWith(SOFT_HYPHEN)) return text.slice(0, -1) + HYPHEN;
  const isHyphenated = !isAddress && ENDS_IN_ALPHABET.test(text) && BEGINS_WITH_ALPHABET.test(next);
  return isHyphenated ? text + HYPHEN : text;
}
