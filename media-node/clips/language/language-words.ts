// What is known of the words of languages other than English, for those that are spoken most: a table each, all here.
// Lists are short on purpose: a word is in one when it says the same in nearly every sentence. A language that has no
// table is read by its marks and pauses alone.
import { ARABIC, CHINESE, HINDI, JAPANESE, KOREAN, TURKISH } from "./eastern-words.ts";
import { GREEK } from "./greek-words.ts";
import { HEBREW, PERSIAN } from "./near-eastern-words.ts";
import { DANISH, NORWEGIAN, SWEDISH } from "./northern-words.ts";
import { ROMANIAN } from "./romanian-words.ts";
import { CZECH, POLISH, RUSSIAN, UKRAINIAN } from "./slavic-words.ts";
import { BENGALI, TAMIL } from "./south-asian-words.ts";
import { INDONESIAN, THAI, VIETNAMESE } from "./southeast-asian-words.ts";
import { FINNISH, HUNGARIAN } from "./uralic-words.ts";
import { DUTCH, FRENCH, GERMAN, ITALIAN, PORTUGUESE, SPANISH } from "./western-words.ts";
import type { WordTable } from "./word-table.ts";

export const WORD_TABLES = {
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
  ro: ROMANIAN,
  sv: SWEDISH,
  da: DANISH,
  no: NORWEGIAN,
  pl: POLISH,
  ru: RUSSIAN,
  uk: UKRAINIAN,
  cs: CZECH,
  tr: TURKISH,
  ja: JAPANESE,
  zh: CHINESE,
  ko: KOREAN,
  hi: HINDI,
  ar: ARABIC,
  id: INDONESIAN,
  vi: VIETNAMESE,
  fi: FINNISH,
  hu: HUNGARIAN,
  el: GREEK,
  th: THAI,
  he: HEBREW,
  fa: PERSIAN,
  bn: BENGALI,
  ta: TAMIL,
} as const satisfies Readonly<Record<string, WordTable>>;

export type TabledLanguage = keyof typeof WORD_TABLES;
