// What is said in some other languages, word by word in English, so that a network that learned from English conversations
// can judge it. What a sentence is about, how it begins and whether it is a point hardly depend on the order of its words: of
// English whose words were moved by up to three places, and of which 15 to 45 % were others, the choice still met 39 to 46
// of 100 marks, where it met 16 without a judge (and 58 of what was really said; 2026-12). A network that translates was
// rejected: it would be several times as large as the judge, one for each language.
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import { cognateOf } from "./cognates.ts";
import { DUTCH } from "./dutch-gloss.ts";
import { FRENCH } from "./french-gloss.ts";
import { GERMAN } from "./german-gloss.ts";
import { GERMAN_SUBJECTS } from "./german-subjects.ts";
import { GERMAN_THINGS } from "./german-things.ts";
import { ofKnownEnd, ofKnownParts } from "./germanic-compounds.ts";
import { ITALIAN } from "./italian-gloss.ts";
import { PORTUGUESE } from "./portuguese-gloss.ts";
import { englishOf, type Gloss, MAX_PHRASE_WORDS, readGloss } from "./read-gloss.ts";
import { SPANISH } from "./spanish-gloss.ts";
import {
  dutchStem,
  frenchStem,
  germanStem,
  inPlainLetters,
  italianStem,
  portugueseStem,
  spanishStem,
} from "./stems.ts";

const READERS = {
  de: () => readGloss(`${GERMAN} ${GERMAN_THINGS} ${GERMAN_SUBJECTS}`, germanStem),
  es: () => readGloss(SPANISH, spanishStem),
  fr: () => readGloss(FRENCH, frenchStem),
  it: () => readGloss(ITALIAN, italianStem),
  nl: () => readGloss(DUTCH, dutchStem),
  pt: () => readGloss(PORTUGUESE, portugueseStem),
} as const satisfies Partial<Record<SpeechLanguage, () => Gloss>>;

export type GlossedLanguage = keyof typeof READERS;

const glosses = new Map<GlossedLanguage, Gloss>();

/** Read where it is first needed: a node may never hear the language. */
function glossOf(language: GlossedLanguage): Gloss {
  const gloss = glosses.get(language) ?? READERS[language]();
  glosses.set(language, gloss);
  return gloss;
}

export function isGlossed(language: SpeechLanguage): language is GlossedLanguage {
  return language in READERS;
}

/** "L'entreprise", "dell'azienda". */
const ELIDED = /^(\p{L}{1,6}')(\p{L}.*)$/u;
const COMPOUNDING: ReadonlySet<GlossedLanguage> = new Set(["de", "nl"]);

/** The English of a word; itself in plain letters where nothing of it is known, as names and English words are. */
function translate(gloss: Gloss, language: GlossedLanguage, key: string): string {
  const known = englishOf(gloss, key);
  if (known !== undefined || key === "") return known ?? "";
  if (key.includes("-"))
    return key
      .split("-")
      .map((part) => translate(gloss, language, part))
      .join(" ");
  const [, article, word = ""] = ELIDED.exec(key) ?? [];
  if (article !== undefined)
    return `${englishOf(gloss, article) ?? ""} ${translate(gloss, language, word)}`.trimStart();
  const plain = inPlainLetters(key);
  if (!COMPOUNDING.has(language)) return cognateOf(plain, language) ?? plain;
  const english = (part: string): string | undefined => englishOf(gloss, part);
  return ofKnownParts(key, english) ?? cognateOf(plain, language) ?? ofKnownEnd(key, english) ?? plain;
}

/** Marks that English does not write. */
const FOREIGN_MARKS = /[¿¡«»„]/gu;
const AROUND_WORD = /^([^\p{L}\p{N}]*).*?([^\p{L}\p{N}]*)$/su;

function marksAround(text: string): readonly [before: string, behind: string] {
  const [, before = "", behind = ""] = AROUND_WORD.exec(text) ?? [];
  return [before.replaceAll(FOREIGN_MARKS, ""), behind.replaceAll(FOREIGN_MARKS, "")];
}

/** How many of the words from one on the gloss knows together; 1 where it knows at most that one. */
function phraseLength({ byForm }: Gloss, keys: readonly string[], at: number): number {
  for (let length = Math.min(MAX_PHRASE_WORDS, keys.length - at); length > 1; length -= 1) {
    if (byForm.has(keys.slice(at, at + length).join(" "))) return length;
  }
  return 1;
}

/**
 * The English of each word, with the marks around it. Of words that are known together ("zum Beispiel") the first has the
 * English of all, and the others are empty.
 */
export function glossWords(texts: readonly string[], language: GlossedLanguage): string[] {
  const gloss = glossOf(language);
  const keys = texts.map(wordKey);
  const glossed: string[] = [];
  while (glossed.length < texts.length) {
    const at = glossed.length;
    const length = phraseLength(gloss, keys, at);
    const [before] = marksAround(texts[at] ?? "");
    const [, behind] = marksAround(texts[at + length - 1] ?? "");
    const english = translate(gloss, language, keys.slice(at, at + length).join(" "));
    glossed.push(`${before}${english}${behind}`, ...Array.from({ length: length - 1 }, () => ""));
  }
  return glossed;
}
