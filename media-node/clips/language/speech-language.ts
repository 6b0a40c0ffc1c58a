// In which language something is said, told by its words and letters: what files and recognizers say of languages is
// often missing or wrong, and of a conversation of some minutes every third word tells. It is decided once for a text,
// and again for a part that clearly tells its own. Another language than English is claimed only with words that it alone
// has. What is too short to tell, and what is mixed half and half, is read as English is, as far as that goes.
import { WORD, wordFlags, wordKey } from "../../senses/meaning/text-lexicon.ts";
import { ENGLISH_TOO } from "./english-homographs.ts";
import { type TabledLanguage, WORD_TABLES } from "./language-words.ts";
import { UNTABLED } from "./untabled-words.ts";
import { type Script, scriptOf } from "./word-scripts.ts";
import { wordSet } from "./word-set.ts";
import type { SignWord, WordTable } from "./word-table.ts";

/** "other" is none of those that are known, and no English. */
export type SpeechLanguage = "en" | TabledLanguage | "other";

/** Of longer texts so many words are read, evenly: subtitles may have two languages in turns. */
const SAMPLE_WORDS = 2_000;
/** Among so many words of a language so many at least are little ones of it. */
const MIN_STOP_SHARE = 0.2;
/** Words like "die", "war" and "no" are in two languages: another than English has so many times as many. */
const CLEARLY = 1.5;
/** Fewer words decide nothing by their number. */
const MIN_MATCHES = 3;
/** Different words that only one of the languages has, or one and clearly more words than any other. */
const MIN_OWN_WORDS = 2;
const CLEARLY_MORE = 3;
/** Of fewer words of a longer text its language tells more than they do. */
const MIN_PART_WORDS = 20;
/** Of so many words, without any that are known, it is neither English nor another of those. */
const MIN_OTHER_WORDS = 40;
const MAX_ENGLISH_IN_OTHER = 0.1;
/** Of a short sentence without any word of English so many words, and so many of them, are likely no chance. */
const MIN_LIKELY_WORDS = 2;
const MIN_LIKELY_SHARE = 0.3;
/** Little words of English that are usual in speech of German, Spanish, French or Italian as well. */
export const SHARED_WITH_NEIGHBOURS = wordSet("a also am an he her in me no on so was will");
/** Those, and little words of English that are as usual in Polish, Danish, Afrikaans or others: "i", "to" and "do" tell nothing. */
const NOT_OF_ENGLISH_ALONE = new Set([
  ...SHARED_WITH_NEIGHBOURS,
  ...wordSet("as do had i is my of over to want we"),
]);
const BY_WORDS: Readonly<Partial<Record<Script, readonly TabledLanguage[]>>> = {
  latin: [
    "de",
    "es",
    "fr",
    "it",
    "pt",
    "nl",
    "pl",
    "tr",
    "ro",
    "sv",
    "da",
    "no",
    "cs",
    "id",
    "vi",
    "fi",
    "hu",
  ],
  arabic: ["ar", "fa"],
  bengali: ["bn"],
  cyrillic: ["ru", "uk"],
  devanagari: ["hi"],
};
/** Letters by which a word is of one of these, among the languages of its script that have a table. */
const OWN_LETTERS: Readonly<Partial<Record<TabledLanguage, RegExp>>> = {
  pl: /[ąęłńśźż]/,
  uk: /[їєґ]/,
  cs: /[ěřů]/,
  ro: /[șțţ]/,
  sv: /å/,
  da: /[æøå]/,
  no: /[æøå]/,
  hu: /[őű]/,
  // Urdu has these too, with others.
  fa: /^(?!.*[ٹڈڑںھہے]).*[پچژگکی]/u,
  vi: /[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u,
};
/** Nearly all little words of one of these are words of the others, which say the same: a word of any two is their own. */
const FAMILY: ReadonlySet<TabledLanguage> = new Set(["sv", "da", "no"]);
const BY_SCRIPT: Readonly<Partial<Record<Script, TabledLanguage>>> = {
  kana: "ja",
  han: "zh",
  hangul: "ko",
  greek: "el",
  thai: "th",
  hebrew: "he",
  tamil: "ta",
};

interface ReadTable {
  readonly table: WordTable;
  readonly stop: ReadonlySet<string>;
  readonly general: ReadonlySet<string>;
  readonly hesitations: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly pronounArticles: ReadonlySet<string>;
  readonly signs: ReadonlyMap<string, string>;
}

/** The first sign that names a word is its sign. */
function signsOf(table: WordTable): ReadonlyMap<string, string> {
  const signs = new Map<string, string>();
  for (const [sign, words] of Object.entries(table.signs) as [SignWord, string][]) {
    for (const word of words.split(" ")) if (!signs.has(word)) signs.set(word, sign);
  }
  return signs;
}

function readTable(table: WordTable): ReadTable {
  return {
    table,
    stop: wordSet(table.stop),
    general: wordSet(table.general),
    hesitations: wordSet(table.hesitations),
    determiners: wordSet(table.determiners),
    pronounArticles: wordSet(table.pronounArticles),
    signs: signsOf(table),
  };
}

const TABLES = Object.fromEntries(
  Object.entries(WORD_TABLES).map(([language, table]) => [language, readTable(table)]),
) as Readonly<Record<TabledLanguage, ReadTable>>;

/** What is known of a language's words; null of English and of others. */
export function wordsOfLanguage(language: SpeechLanguage): ReadTable | null {
  return language === "en" || language === "other" ? null : TABLES[language];
}

function sampleOf<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / SAMPLE_WORDS));
  return step === 1 ? items : items.filter((_, index) => index % step === 0);
}

/** Whether a key is a little word of English. */
export function isEnglishStop(key: string): boolean {
  return (wordFlags(key) & WORD.stop) !== 0;
}

const UNTABLED_WORDS = Object.fromEntries(
  Object.entries(UNTABLED).map(([script, languages]) => [script, (languages?.words ?? []).map(wordSet)]),
);

/** In how many of the languages of a script a word is known, those of a family being one, by the script. */
const SHARED_BY = Object.fromEntries(
  Object.entries(BY_WORDS).map(([script, languages]) => {
    const counts = new Map<string, number>();
    const ofFamily = languages.filter((language) => FAMILY.has(language));
    const others = languages.filter((language) => !FAMILY.has(language));
    const all = [
      new Set(ofFamily.flatMap((language) => [...TABLES[language].stop])),
      ...others.map((language) => TABLES[language].stop),
      ...(UNTABLED_WORDS[script] ?? []),
    ];
    for (const key of all.flatMap((words) => [...words])) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [script, counts];
  }),
);

function tells(key: string, language: TabledLanguage): boolean {
  return TABLES[language].stop.has(key) || OWN_LETTERS[language]?.test(key) === true;
}

/**
 * How many different words only this one of the languages of a script has; none where those are articles, of which names
 * have many: "Las Vegas".
 */
function countOwn(keys: readonly string[], language: TabledLanguage, script: Script): number {
  const { determiners } = TABLES[language];
  const isOwn = (key: string): boolean =>
    tells(key, language) && !isEnglishStop(key) && (SHARED_BY[script]?.get(key) ?? 0) <= 1;
  const own = [...new Set(keys.filter(isOwn))];
  return own.every((key) => determiners.has(key)) ? 0 : own.length;
}

/** How many words are of a language that has no table, of the one that has most of them. */
function countUntabled(keys: readonly string[], script: Script): number {
  const { letters } = UNTABLED[script] ?? {};
  const counts = [new Set<string>(), ...(UNTABLED_WORDS[script] ?? [])].map(
    (words) => keys.filter((key) => words.has(key) || letters?.test(key) === true).length,
  );
  return Math.max(...counts);
}

interface TabledCount {
  readonly language: TabledLanguage;
  readonly count: number;
}

/** How many words are of each language of a script that has a table, most first. */
function countTabled(keys: readonly string[], script: Script): readonly TabledCount[] {
  const counted = (BY_WORDS[script] ?? []).map((language) => ({
    language,
    count: keys.filter((key) => tells(key, language)).length,
  }));
  return counted.toSorted((a, b) => b.count - a.count);
}

function isOfEnglish(key: string): boolean {
  return isEnglishStop(key) && !NOT_OF_ENGLISH_ALONE.has(key);
}

/** How many words, by their keys, are little ones of English and hardly of another language. */
export function countEnglishAlone(keys: readonly string[]): number {
  return keys.filter(isOfEnglish).length;
}

/** How many words are of the languages of a script. */
interface WordCounts {
  readonly tabled: readonly TabledCount[];
  readonly untabled: number;
  readonly english: number;
}

/** The language other than English that most words are of, where that is clear. */
function clearForeign(
  keys: readonly string[],
  script: Script,
  { tabled, untabled, english }: WordCounts,
): SpeechLanguage | null {
  const [best] = tabled;
  const { count = 0 } = best ?? {};
  const enough = Math.max(MIN_MATCHES, MIN_STOP_SHARE * keys.length, CLEARLY * english);
  if (Math.max(count, untabled) < enough) return null;
  if (best === undefined || untabled > count) return "other";
  if (script !== "latin") return best.language;
  const own = countOwn(keys, best.language, script);
  const rival = tabled.slice(1).find(({ language }) => !(FAMILY.has(best.language) && FAMILY.has(language)));
  const isMore = count - Math.max(untabled, rival?.count ?? 0) >= CLEARLY_MORE;
  return own >= MIN_OWN_WORDS || (own > 0 && isMore) ? best.language : null;
}

/** The language that words tell clearly, by their keys; null where none does. */
function clearLanguage(keys: readonly string[]): SpeechLanguage | null {
  const script = scriptOf(keys);
  const ofScript = BY_SCRIPT[script];
  if (ofScript !== undefined) return ofScript;
  const tabled = countTabled(keys, script);
  const untabled = countUntabled(keys, script);
  const english = keys.filter(isEnglishStop).length;
  const foreign = clearForeign(keys, script, { tabled, untabled, english });
  if (foreign !== null) return foreign;
  const most = Math.max(tabled[0]?.count ?? 0, untabled);
  const isEnglish = countEnglishAlone(keys) >= MIN_STOP_SHARE * keys.length && english >= CLEARLY * most;
  return isEnglish ? "en" : null;
}

/**
 * The language of a few words that clearly tell none: the one that more of them are of than of any other, where one is of it
 * alone and none is of English, which may be all that a short sentence has ("Geld macht nicht glücklich"). A word that is said
 * twice is one.
 */
function likelyForeign(keys: readonly string[]): SpeechLanguage | null {
  const words = [...new Set(keys)];
  const [best, ...others] = countTabled(words, "latin");
  if (best === undefined || words.some(isOfEnglish)) return null;
  const rival = others.find(({ language }) => !(FAMILY.has(best.language) && FAMILY.has(language)));
  const isMost = best.count > Math.max(rival?.count ?? 0, countUntabled(words, "latin"));
  const enough = Math.max(MIN_LIKELY_WORDS, MIN_LIKELY_SHARE * words.length);
  const unlikeEnglish = words.filter((key) => !ENGLISH_TOO.has(key));
  const isOwn = countOwn(unlikeEnglish, best.language, "latin") > 0;
  return isMost && best.count >= enough && isOwn ? best.language : null;
}

function lettered(keys: readonly string[]): readonly string[] {
  return sampleOf(keys).filter((key) => /\p{L}/u.test(key));
}

/** The language of words, by their keys (see wordKey). */
export function languageOfKeys(keys: readonly string[]): SpeechLanguage {
  const sample = lettered(keys);
  if (sample.length === 0) return "en";
  const clear = clearLanguage(sample);
  if (clear !== null) return clear;
  if (scriptOf(sample) !== "latin") return "other";
  if (sample.length < MIN_PART_WORDS) return likelyForeign(sample) ?? "en";
  const isOther =
    sample.length >= MIN_OTHER_WORDS && countEnglishAlone(sample) < MAX_ENGLISH_IN_OTHER * sample.length;
  return isOther ? "other" : "en";
}

/** The language of words as they are written. */
export function languageOfWords(words: readonly { readonly text: string }[]): SpeechLanguage {
  return languageOfKeys(sampleOf(words).map(({ text }) => wordKey(text)));
}

/** The language of a part of what is said: its own where it tells that clearly, else that of the whole. */
export function languageOfPart(
  words: readonly { readonly text: string }[],
  ofWhole: SpeechLanguage,
): SpeechLanguage {
  const sample = lettered(words.map(({ text }) => wordKey(text)));
  return sample.length < MIN_PART_WORDS ? ofWhole : (clearLanguage(sample) ?? ofWhole);
}
