// The languages that have a gloss, each with its table and with what its words are made of.

import { stemsOfLanguage } from "../language/language-stems.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import type { CognateLanguage } from "./cognates.ts";
import { ofGermanParts, ofKnownCompound, ofKnownEnd, ofKnownParts } from "./germanic-compounds.ts";
import { type Gloss, readGloss } from "./read-gloss.ts";
import {
  czechStem,
  dutchStem,
  frenchStem,
  germanStem,
  hindiStem,
  indonesianStem,
  italianStem,
  koreanStem,
  nordicStem,
  polishStem,
  portugueseStem,
  romanianStem,
  russianStem,
  spanishStem,
  ukrainianStem,
} from "./stems.ts";
import { CHINESE } from "./tables/chinese-gloss.ts";
import { CZECH } from "./tables/czech-gloss.ts";
import { DANISH_AND_NORWEGIAN } from "./tables/danish-norwegian-gloss.ts";
import { DUTCH } from "./tables/dutch-gloss.ts";
import { FINNISH } from "./tables/finnish-gloss.ts";
import { FRENCH } from "./tables/french-gloss.ts";
import { GERMAN } from "./tables/german-gloss.ts";
import { GERMAN_SUBJECTS } from "./tables/german-subjects.ts";
import { GERMAN_THINGS } from "./tables/german-things.ts";
import { GREEK } from "./tables/greek-gloss.ts";
import { HINDI } from "./tables/hindi-gloss.ts";
import { HUNGARIAN } from "./tables/hungarian-gloss.ts";
import { INDONESIAN } from "./tables/indonesian-gloss.ts";
import { ITALIAN } from "./tables/italian-gloss.ts";
import { JAPANESE } from "./tables/japanese-gloss.ts";
import { KOREAN } from "./tables/korean-gloss.ts";
import { POLISH } from "./tables/polish-gloss.ts";
import { PORTUGUESE } from "./tables/portuguese-gloss.ts";
import { ROMANIAN } from "./tables/romanian-gloss.ts";
import { RUSSIAN } from "./tables/russian-gloss.ts";
import { SPANISH } from "./tables/spanish-gloss.ts";
import { SWEDISH } from "./tables/swedish-gloss.ts";
import { TURKISH } from "./tables/turkish-gloss.ts";
import { UKRAINIAN } from "./tables/ukrainian-gloss.ts";

/** Its table, and what stands for a word that the table lacks; undefined what tells nothing of this language. */
export interface GlossSource {
  readonly read: () => Gloss;
  /** Whose endings that English shares its words have. */
  readonly cognates?: CognateLanguage;
  /** How its words are taken apart. */
  readonly ofParts?: (key: string, english: (part: string) => string | undefined) => string | undefined;
  /** The same of what has a start that nobody knows, where nothing else is known of it. */
  readonly ofEnd?: GlossSource["ofParts"];
  /** What a word is by so many first letters at least: what is written onto it changes little. */
  readonly minBeginning?: number;
  /** Nothing is written between its words: one that is in parts is known by what they are together. */
  readonly isUnspaced?: boolean;
}

const nordic: GlossSource = {
  read: () => readGloss(DANISH_AND_NORWEGIAN, nordicStem),
  cognates: "no",
  ofParts: ofKnownCompound,
};

const SOURCES = {
  cs: { read: () => readGloss(CZECH, czechStem), cognates: "cs" },
  da: nordic,
  de: {
    read: () => readGloss(`${GERMAN} ${GERMAN_THINGS} ${GERMAN_SUBJECTS}`, germanStem),
    cognates: "de",
    ofParts: ofGermanParts,
    ofEnd: ofKnownEnd,
  },
  el: { read: () => readGloss(GREEK, stemsOfLanguage("el")) },
  es: { read: () => readGloss(SPANISH, spanishStem), cognates: "es" },
  fi: { read: () => readGloss(FINNISH, stemsOfLanguage("fi")), minBeginning: 4 },
  fr: { read: () => readGloss(FRENCH, frenchStem), cognates: "fr" },
  hi: { read: () => readGloss(HINDI, hindiStem, 3) },
  hu: { read: () => readGloss(HUNGARIAN, stemsOfLanguage("hu")), minBeginning: 3 },
  id: { read: () => readGloss(INDONESIAN, indonesianStem) },
  it: { read: () => readGloss(ITALIAN, italianStem), cognates: "it" },
  ja: { read: () => readGloss(JAPANESE, (key) => key), isUnspaced: true },
  ko: { read: () => readGloss(KOREAN, koreanStem, 1), minBeginning: 2 },
  nl: {
    read: () => readGloss(DUTCH, dutchStem),
    cognates: "nl",
    ofParts: ofKnownParts,
    ofEnd: ofKnownEnd,
  },
  no: nordic,
  pl: { read: () => readGloss(POLISH, polishStem), cognates: "pl" },
  pt: { read: () => readGloss(PORTUGUESE, portugueseStem), cognates: "pt" },
  ro: { read: () => readGloss(ROMANIAN, romanianStem), cognates: "ro" },
  ru: { read: () => readGloss(RUSSIAN, russianStem) },
  sv: { read: () => readGloss(SWEDISH, nordicStem), cognates: "sv", ofParts: ofKnownCompound },
  tr: { read: () => readGloss(TURKISH, (key) => key), minBeginning: 3 },
  uk: { read: () => readGloss(UKRAINIAN, ukrainianStem) },
  zh: { read: () => readGloss(CHINESE, (key) => key), isUnspaced: true },
} as const satisfies Partial<Record<SpeechLanguage, GlossSource>>;

export type GlossedLanguage = keyof typeof SOURCES;

export function isGlossed(language: SpeechLanguage): language is GlossedLanguage {
  return language in SOURCES;
}

export function glossSourceOf(language: GlossedLanguage): GlossSource {
  return SOURCES[language];
}

const glosses = new Map<GlossedLanguage, Gloss>();

/** Read where it is first needed: a node may never hear the language. */
export function glossOf(language: GlossedLanguage): Gloss {
  const gloss = glosses.get(language) ?? SOURCES[language].read();
  glosses.set(language, gloss);
  return gloss;
}
