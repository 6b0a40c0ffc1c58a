// A subject as it is said in the source. Who asks for "opensource", "start ups", "flakey tests" or "licence changes" means
// what is said there as "open source", "startups", "flaky" and "license"; words that nobody says are looked up among those
// that somebody does. A word that is said as it is asked for stays, and so does one that is only like another: of "horses"
// nothing is known where houses are spoken of.
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { keysIn, stemOf } from "../../senses/meaning/text-similarity.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";

/** Shorter words are too often like others. */
const MIN_FOLDED = 4;
/** From here on a letter too many, too few or in the wrong place is a slip; shorter words with one are others. */
const MIN_SLIP = 8;
/** Each is compared with all that is said. */
const MAX_ITEMS = 8;
/** More words of a list are a clause: "how he felt when it rained, and why". */
const MAX_ITEM_WORDS = 5;

/** The same for spellings of one word, of Britain and America, or with a letter doubled. */
function fold(key: string): string {
  return key
    .replaceAll(/([aeo])\1?our(?=$|s|ed|ing|ite|ful|able)|our(?=$|s$|ed$|ing$|ite|ful|able)/g, "or")
    .replaceAll(/is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)/g, "iz")
    .replaceAll(/ys(?=(?:e|ed|es|ing)$)/g, "yz")
    .replaceAll(/(?<=[ei]n)c(?=e|es|ed|ing)/g, "s")
    .replaceAll(/re(?=s?$)/g, "er")
    .replaceAll(/ogue(?=s?$)/g, "og")
    .replaceAll(/ey(?=s?$)/g, "y")
    .replaceAll(/[ao]e/g, "e")
    .replaceAll(/ph/g, "f")
    .replaceAll(/ei/g, "ie")
    .replaceAll(/(.)\1/g, "$1");
}

/** Whether two words differ by one letter too many, or by two that changed places. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.charAt(0) !== b.charAt(0)) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at);
  if (b.length > a.length) return b.slice(at + 1) === a.slice(at);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

interface SaidWords {
  readonly stems: ReadonlySet<string>;
  /** How often each word is said, the most frequent first. */
  readonly keys: readonly string[];
  /** By what their spellings have in common, the most frequent of each. */
  readonly folded: ReadonlyMap<string, string>;
  /** Two words as one: "opensource" is said as "open source". */
  readonly pairs: ReadonlyMap<string, string>;
}

function readSaid(keys: readonly string[]): SaidWords {
  const said = keysIn(keys.join(" ")).filter((key) => key !== "");
  const counts = new Map<string, number>();
  for (const key of said) counts.set(key, (counts.get(key) ?? 0) + 1);
  const pairs = new Map<string, string>();
  said.forEach((key, at) => {
    const next = said[at + 1];
    if (next !== undefined) pairs.set(`${key}${next}`, `${key} ${next}`);
  });
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  const folded = new Map<string, string>();
  for (const key of ranked) {
    const form = stemOf(fold(key));
    if (key.length >= MIN_FOLDED && !folded.has(form)) folded.set(form, key);
  }
  return { stems: new Set(ranked.map(stemOf)), keys: ranked, folded, pairs };
}

/** The word that is said for one that nobody says; null where none is surely the same. */
function spelledAs(key: string, { keys, folded }: SaidWords): string | null {
  if (key.length < MIN_FOLDED || /\d/.test(key)) return null;
  const same = folded.get(stemOf(fold(key)));
  if (same !== undefined || key.length < MIN_SLIP) return same ?? null;
  return keys.find((said) => said.length >= MIN_SLIP - 1 && isSlip(key, said)) ?? null;
}

/** What is said for a word and, where two are one there, for the next; null where they stay as they are. */
function readAsSaid(word: string, next: string, said: SaidWords): { text: string; taken: number } | null {
  const isSaid = (key: string): boolean => said.stems.has(stemOf(key));
  const mark = /[,;]$/.exec(word)?.[0] ?? "";
  const parts = keysIn(word);
  if (parts.length > 1) {
    const joined = parts.join("");
    return !parts.every(isSaid) && isSaid(joined) ? { text: `${joined}${mark}`, taken: 1 } : null;
  }
  const key = wordKey(word);
  if (key === "" || isSaid(key)) return null;
  const pair = `${key}${wordKey(next)}`;
  if (pair !== key && mark === "" && isSaid(pair)) return { text: pair, taken: 2 };
  const other =
    said.pairs.get(key) ??
    said.pairs.get(`${key}s`) ??
    said.pairs.get(key.replace(/s$/, "")) ??
    spelledAs(key, said);
  return other === null ? null : { text: `${other}${mark}`, taken: 1 };
}

function inWordsOf(said: SaidWords, words: readonly string[]): string {
  const spoken: string[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    const { text, taken } = readAsSaid(word, words[at + 1] ?? "", said) ?? { text: word, taken: 1 };
    spoken.push(text);
    at += taken;
  }
  return spoken.join(" ");
}

/**
 * Puts subjects into the words that are said, which are read at the first one; in other languages than English, whose
 * spellings are not known, they stay as they are.
 * @param keys of all words that are said
 */
export function asSaidIn(keys: readonly string[], language: SpeechLanguage): (subject: string) => string {
  let said: SaidWords | null = null;
  return (subject) => {
    if (language !== "en") return subject;
    const words = subject.split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return "";
    said ??= readSaid(keys);
    return inWordsOf(said, words);
  };
}

/** "A, b and c", "a or b", "a, b, c"; "screens, lamps" may say of which screens. */
const IS_LIST = /[,;]\s.*(?:\s(?:and|or)\s|[,;]\s)|\sor\s(?!not\b)/i;

/** "Money, family and success", "Microsoft or Apple": each is a subject of its own; a single one where nothing is listed. */
export function alternativesIn(subject: string): string[] {
  if (!IS_LIST.test(subject)) return [subject];
  const listed = subject.split(/[,;]\s+(?:or\s+|and\s+)?|\s+or\s+(?!not\b)/i).map((item) => item.trim());
  const items = listed.filter((item) => item !== "");
  const isShort = items.every((item) => item.split(/\s+/).length <= MAX_ITEM_WORDS);
  return isShort && items.length > 1 && items.length <= MAX_ITEMS ? items : [subject];
}
