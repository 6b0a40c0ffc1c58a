// What is said in some other languages, word by word in English, so that a network that learned from English conversations
// can judge it. What a sentence is about, how it begins and whether it is a point hardly depend on the order of its words: of
// English whose words were moved by up to three places, and of which 15 to 45 % were others, the choice still met 39 to 46
// of 100 marks, where it met 16 without a judge (and 58 of what was really said; 2026-12). A network that translates was
// rejected: it would be several times as large as the judge, one for each language.
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import { type CognateLanguage, cognateOf } from "./cognates.ts";
import { DANISH_AND_NORWEGIAN } from "./danish-norwegian-gloss.ts";
import { DUTCH } from "./dutch-gloss.ts";
import { FRENCH } from "./french-gloss.ts";
import { GERMAN } from "./german-gloss.ts";
import { GERMAN_SUBJECTS } from "./german-subjects.ts";
import { GERMAN_THINGS } from "./german-things.ts";
import { ofKnownCompound, ofKnownEnd, ofKnownParts } from "./germanic-compounds.ts";
import { ITALIAN } from "./italian-gloss.ts";
import { POLISH } from "./polish-gloss.ts";
import { PORTUGUESE } from "./portuguese-gloss.ts";
import { englishOf, type Gloss, MAX_PHRASE_WORDS, readGloss } from "./read-gloss.ts";
import { SPANISH } from "./spanish-gloss.ts";
import {
  dutchStem,
  frenchStem,
  germanStem,
  inPlainLetters,
  italianStem,
  nordicStem,
  polishStem,
  portugueseStem,
  spanishStem,
} from "./stems.ts";
import { SWEDISH } from "./swedish-gloss.ts";

/** By its table, and by what stands for a word that the table lacks. */
interface GlossSource {
  readonly read: () => Gloss;
  /** Whose endings that English shares its words have. */
  readonly cognates: CognateLanguage;
  /** How its words are taken apart; undefined where that tells nothing. */
  readonly ofParts?: (key: string, english: (part: string) => string | undefined) => string | undefined;
  /** The same of what has a start that nobody knows, where nothing else is known of it. */
  readonly ofEnd?: GlossSource["ofParts"];
}

const nordic: GlossSource = {
  read: () => readGloss(DANISH_AND_NORWEGIAN, nordicStem),
  cognates: "no",
  ofParts: ofKnownCompound,
};

const SOURCES = {
  da: nordic,
  de: {
    read: () => readGloss(`${GERMAN} ${GERMAN_THINGS} ${GERMAN_SUBJECTS}`, germanStem),
    cognates: "de",
    ofParts: ofKnownParts,
    ofEnd: ofKnownEnd,
  },
  es: { read: () => readGloss(SPANISH, spanishStem), cognates: "es" },
  fr: { read: () => readGloss(FRENCH, frenchStem), cognates: "fr" },
  it: { read: () => readGloss(ITALIAN, italianStem), cognates: "it" },
  nl: {
    read: () => readGloss(DUTCH, dutchStem),
    cognates: "nl",
    ofParts: ofKnownParts,
    ofEnd: ofKnownEnd,
  },
  no: nordic,
  pl: { read: () => readGloss(POLISH, polishStem), cognates: "pl" },
  pt: { read: () => readGloss(PORTUGUESE, portugueseStem), cognates: "pt" },
  sv: { read: () => readGloss(SWEDISH, nordicStem), cognates: "sv", ofParts: ofKnownCompound },
} as const satisfies Partial<Record<SpeechLanguage, GlossSource>>;

export type GlossedLanguage = keyof typeof SOURCES;

const glosses = new Map<GlossedLanguage, Gloss>();

/** Read where it is first needed: a node may never hear the language. */
function glossOf(language: GlossedLanguage): Gloss {
  const gloss = glosses.get(language) ?? SOURCES[language].read();
  glosses.set(language, gloss);
  return gloss;
}

export function isGlossed(language: SpeechLanguage): language is GlossedLanguage {
  return language in SOURCES;
}

/** "L'entreprise", "dell'azienda". */
const ELIDED = /^(\p{L}{1,6}')(\p{L}.*)$/u;
/** "Wenn's", "haben's": behind a word "es" is one letter. */
const SHORT_IT = /^(\p{L}{2,})'s$/u;

/** The English of a word; itself in plain letters where nothing of it is known, as names and English words are. */
function translate(gloss: Gloss, source: GlossSource, key: string): string {
  const known = englishOf(gloss, key);
  if (known !== undefined || key === "") return known ?? "";
  if (key.includes("-"))
    return key
      .split("-")
      .map((part) => translate(gloss, source, part))
      .join(" ");
  const [, before] = SHORT_IT.exec(key) ?? [];
  if (before !== undefined) return `${translate(gloss, source, before)} it`;
  const [, article, word = ""] = ELIDED.exec(key) ?? [];
  if (article !== undefined)
    return `${englishOf(gloss, article) ?? ""} ${translate(gloss, source, word)}`.trimStart();
  const plain = inPlainLetters(key);
  const english = (part: string): string | undefined => englishOf(gloss, part);
  return (
    source.ofParts?.(key, english) ??
    cognateOf(plain, source.cognates) ??
    source.ofEnd?.(key, english) ??
    plain
  );
}

/** Marks before a question or a call, which English does not write. */
const LEADING_MARKS = /[¿¡]/gu;
const FOREIGN_QUOTES = /[«»„‹›]/gu;
const AROUND_WORD = /^([^\p{L}\p{N}]*).*?([^\p{L}\p{N}]*)$/su;

/** A word as it is looked up, and the marks around it. */
interface MarkedWord {
  readonly key: string;
  readonly before: string;
  readonly behind: string;
}

function inEnglishMarks(marks: string): string {
  return marks.replaceAll(LEADING_MARKS, "").replaceAll(FOREIGN_QUOTES, '"');
}

function readWord(text: string): MarkedWord {
  const [, before = "", behind = ""] = AROUND_WORD.exec(text) ?? [];
  return { key: wordKey(text), before: inEnglishMarks(before), behind: inEnglishMarks(behind) };
}

/** How many of these words the gloss knows together, none but the last with a mark behind it; 1 where it knows no such. */
function phraseLength({ byForm }: Gloss, words: readonly MarkedWord[]): number {
  const marked = words.findIndex(({ behind }) => behind !== "");
  for (let length = marked === -1 ? words.length : marked + 1; length > 1; length -= 1) {
    if (byForm.has(phraseOf(words.slice(0, length)))) return length;
  }
  return 1;
}

function phraseOf(words: readonly MarkedWord[]): string {
  return words.map(({ key }) => key).join(" ");
}

/**
 * The English of each word, with the marks around it. Of words that are known together ("zum Beispiel") the first has the
 * English of all, and the others are empty.
 */
export function glossWords(texts: readonly string[], language: GlossedLanguage): string[] {
  const gloss = glossOf(language);
  const words = texts.map(readWord);
  const glossed: string[] = [];
  while (glossed.length < words.length) {
    const next = words.slice(glossed.length, glossed.length + MAX_PHRASE_WORDS);
    const length = phraseLength(gloss, next);
    const english = translate(gloss, SOURCES[language], phraseOf(next.slice(0, length)));
    const text = `${next[0]?.before ?? ""}${english}${next[length - 1]?.behind ?? ""}`;
    glossed.push(text, ...Array.from({ length: length - 1 }, () => ""));
  }
  return glossed;
}
