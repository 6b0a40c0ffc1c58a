// In which language something is said, told by its words and letters: what files and recognisers say of languages is often
// missing or wrong, and of a conversation of some minutes every third word tells. It is decided once for a text. What is
// too short to tell, and what is mixed half and half, is read as English is, as far as that goes.
import { WORD, wordFlags, wordKey } from "../../senses/meaning/text-lexicon.ts";
import { type TabledLanguage, WORD_TABLES } from "./language-words.ts";
import type { SignWord, WordTable } from "./word-table.ts";

/** "other" is none of those that are known, and no English. */
export type SpeechLanguage = "en" | TabledLanguage | "other";

function wordSetOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}

/** Of longer texts so many words are read, evenly: subtitles may have two languages in turns. */
const SAMPLE_WORDS = 2_000;
/** Among so many words of a language so many at least are little ones of it. */
const MIN_STOP_SHARE = 0.2;
/** Words like "die", "war" and "no" are in two languages: another than English has so many times as many. */
const CLEARLY = 1.5;
/** Fewer words decide nothing by their number. */
const MIN_MATCHES = 3;
/** Of so many words, without any that are known, it is neither English nor another of those. */
const MIN_OTHER_WORDS = 40;
const MAX_ENGLISH_IN_OTHER = 0.1;
/** Little words of English that are as usual in Polish, Danish, Afrikaans or others: "i", "to" and "do" tell nothing. */
const NOT_OF_ENGLISH_ALONE = wordSetOf(
  "a also am an as do had he her i in is me my no of on over so to want was we will",
);
/** The share of letters that are of a script. */
const MOSTLY = 0.5;
/** Japanese writes every other letter in kana. */
const MIN_KANA = 0.1;

const SCRIPTS = {
  latin: /\p{Script=Latin}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  han: /\p{Script=Han}/u,
  arabic: /\p{Script=Arabic}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
};
type Script = keyof typeof SCRIPTS | "other";

const BY_WORDS: Readonly<Partial<Record<Script, readonly TabledLanguage[]>>> = {
  latin: ["de", "es", "fr", "it", "pt", "nl", "tr"],
  arabic: ["ar"],
  cyrillic: ["ru"],
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
    stop: wordSetOf(table.stop),
    general: wordSetOf(table.general),
    hesitations: wordSetOf(table.hesitations),
    determiners: wordSetOf(table.determiners),
    pronounArticles: wordSetOf(table.pronounArticles),
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

function isEnglishStop(key: string): boolean {
  return (wordFlags(key) & WORD.stop) !== 0;
}

/** The script of most words; kana tell Japanese among Chinese characters. */
function scriptOf(keys: readonly string[]): Script {
  const share = (script: keyof typeof SCRIPTS): number =>
    keys.filter((key) => SCRIPTS[script].test(key)).length / keys.length;
  if (share("kana") + share("han") >= MOSTLY) return share("kana") >= MIN_KANA ? "kana" : "han";
  return (["latin", "arabic", "cyrillic"] as const).find((script) => share(script) >= MOSTLY) ?? "other";
}

/** The language of words, by their keys (see wordKey). */
export function languageOfKeys(keys: readonly string[]): SpeechLanguage {
  const sample = sampleOf(keys).filter((key) => /\p{L}/u.test(key));
  if (sample.length === 0) return "en";
  const script = scriptOf(sample);
  if (script === "kana") return "ja";
  if (script === "han") return "zh";
  const countOf = (language: TabledLanguage): number =>
    sample.filter((key) => TABLES[language].stop.has(key)).length;
  const counted = (BY_WORDS[script] ?? []).map((language) => ({ language, count: countOf(language) }));
  const best = counted.toSorted((a, b) => b.count - a.count)[0];
  const english = sample.filter(isEnglishStop).length;
  const enough = Math.max(MIN_MATCHES, MIN_STOP_SHARE * sample.length, CLEARLY * english);
  if (best !== undefined && best.count >= enough) return best.language;
  if (script !== "latin") return "other";
  const ofEnglishAlone = sample.filter((key) => isEnglishStop(key) && !NOT_OF_ENGLISH_ALONE.has(key)).length;
  const isOther = sample.length >= MIN_OTHER_WORDS && ofEnglishAlone < MAX_ENGLISH_IN_OTHER * sample.length;
  return isOther ? "other" : "en";
}

/** The language of words as they are written. */
export function languageOfWords(words: readonly { readonly text: string }[]): SpeechLanguage {
  return languageOfKeys(sampleOf(words).map(({ text }) => wordKey(text)));
}
