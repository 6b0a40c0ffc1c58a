// What may be a hashtag in speech of other languages than English: names, and words that surely name a thing. There is no
// dictionary: in German a noun has a capital, where there are articles one stands before it, in Arabic it is a part of it,
// in Chinese and Japanese words of content are written in characters, and in Korean and Hindi particles stand behind it.
// What is known to join others or to name no subject ("day", "half") is left out; where nothing of that tells, names alone
// are taken, in Slavic languages as they are called, whatever their ending.

import { WORD } from "../../../senses/meaning/text-lexicon.ts";
import { withoutParticles } from "../../../senses/meaning/text-similarity.ts";
import { stemsOfLanguage } from "../../language/language-stems.ts";
import { type SpeechLanguage, wordsOfLanguage } from "../../language/speech-language.ts";
import { wordSet } from "../../language/word-set.ts";
import type { SpokenText } from "../../sentences/sentences.ts";
import { isConfidentAt } from "../confident-words.ts";
import { derivedNoun } from "./derived-nouns.ts";

export interface SaidThing {
  /** Without marks around it. */
  readonly text: string;
  readonly stem: string;
  readonly isName: boolean;
  /** Whether the next word belongs to the same clause. */
  readonly goesOn: boolean;
  /** Whether it surely stands as a thing: at the end of what an article or a preposition begins. */
  readonly isThing: boolean;
  /** Whether it is only a part of a word: Vietnamese has a space behind each. */
  readonly isSyllable: boolean;
}

const MIN_LETTERS = 4;
/** "L'argent", "dell'anno": an article that is written onto its noun. */
const ELIDED = /^(?:l|d|un|dell|all|nell|sull|dall|quell|c|j|m|t|s|n|qu)['’]/iu;
const ELIDED_ARTICLE = /^(?:l|un|dell|all|nell|sull|dall|quell)['’]/iu;
/** "Tu l'utilises", "non l'ho visto": behind who does it, it is what something is done to. */
const BEFORE_PRONOUN =
  /(?:^|['’])(?:je|tu|il|elle|on|nous|vous|ils|elles|ne|io|lui|lei|noi|voi|loro|non|me|te|ce|ve)$/u;
const ELIDED_PRONOUN = /^l['’]/iu;
/** "Ankara'ya": endings are written behind it. */
const NAME_ENDING = /['’]\p{L}*$/u;
const QUOTED = /^[("“„«「『‘'¿¡]/u;
const CHARACTERS = {
  ja: /^[\p{Script=Han}\p{Script=Katakana}ー]{2,}$/u,
  zh: /^\p{Script=Han}{2,}$/u,
} as const;
/** A figure, or a word that joins others, makes of characters no name of a thing: 一天, 我在. */
const JOINING_CHARACTER =
  /[一二三四五六七八九十百千万萬两兩几幾何我你他她它的了是在有没沒不这這那很都也就个個说說去来來]/u;
const KATAKANA = /^[\p{Script=Katakana}ー]{3,}$/u;
/** What Korean writes onto nouns alone; "은" and "는" stand behind verbs, too. */
const PARTICLE = /(?<=\p{Script=Hangul}{2}|\p{Script=Latin})(?:에서|에게|를)$/u;
/** What makes a noun of a clause in Korean: "성공하기를", "무엇인지를". */
const CLAUSE_NOUN = /(?:하기|되기|않기|있기|없기|(?<=\p{L})(?:는지|은지|인지|한지|던지))$/u;
const LATIN_BEFORE_PARTICLE = /\p{Script=Latin}\p{Script=Hangul}+$/u;
/** What stands behind a noun in Hindi, and behind what is done, too: "करने में". */
const POSTPOSITIONS = wordSet("ने को में का के की");
const DONE = /(?:ने|ना|ते|ता|ती|कर)$/u;
/** Names have endings there, by what is said of them. */
const INFLECTED = new Set<SpeechLanguage>(["ru", "uk", "pl", "cs"]);
const HAS_CASES = new Set<SpeechLanguage>([...INFLECTED, "fi", "hu", "el"]);
const CASE_ENDING =
  /(?<=\p{L}{3})(?:[aáąeéěęiíoóuůúyýаеєиіїйоуыэюяьъ]*(?:owi|ovi|ego|emu|em|ові|еві|єві|ого|ому|ом|ем|єм)|[aáąeéěęiíoóuůúyýаеєиіїйоуыэюяьъ]+)$/u;
const HEBREW_ARTICLE = /^ה(?=\p{L}{3})/u;
const ARABIC_ARTICLE = /^ال\p{L}{3,}$/u;

function hasElisions(language: SpeechLanguage): boolean {
  return language === "fr" || language === "it";
}

/** Without marks around it, and with its letters composed, as the tables have them. */
function withoutMarks(written: string): string {
  return written.normalize("NFC").replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
}

function bare(written: string, language: SpeechLanguage): string {
  const plain = withoutMarks(written);
  if (hasElisions(language)) return plain.replace(ELIDED, "");
  if (language === "ko")
    return LATIN_BEFORE_PARTICLE.test(plain) ? withoutParticles(plain) : plain.replace(PARTICLE, "");
  return language === "tr" ? plain.replace(NAME_ENDING, "") : plain;
}

function withoutCaseEnding(plain: string, language: SpeechLanguage): string {
  const key = plain.toLowerCase();
  return INFLECTED.has(language) ? key.replace(CASE_ENDING, "") : stemsOfLanguage(language)(key);
}

/** "GmbH", "B2B"; a figure with its ending is no name: "2015-ben". */
function isMixed(plain: string): boolean {
  const isYear = /^\p{N}+[-:.'’]?\p{Ll}+$/u.test(plain);
  return !isYear && /\p{L}/u.test(plain) && /\p{N}|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(plain);
}

/** Whether a word stands where nothing but a name has a capital. */
function isInside({ words }: SpokenText, index: number, begins: ReadonlySet<number>): boolean {
  const before = words[index - 1]?.text ?? "";
  return !begins.has(index) && !QUOTED.test(words[index]?.text ?? "") && !/[:.!?…»“”"„«]$/u.test(before);
}

type Thingness = "surely" | "maybe" | "not";

/** "De nieuwe kast": in Dutch what describes a thing stands before it, with such an ending. */
function describesNext({ language, keys, flags, words }: SpokenText, index: number): boolean {
  const isContent = (at: number): boolean => (keys[at] ?? "") !== "" && ((flags[at] ?? 0) & WORD.stop) === 0;
  if (language !== "nl" || !/e$/.test(words[index]?.text ?? "")) return false;
  return isContent(index) && isContent(index + 1) && !/tje$/.test(keys[index] ?? "");
}

/** What the word before one says of it: "la casa" may be a verb, "una casa" is none. */
function thingByArticle(text: SpokenText, index: number): Thingness {
  const { language, keys, words } = text;
  const known = wordsOfLanguage(language);
  if (known === null || describesNext(text, index)) return "not";
  const at = describesNext(text, index - 1) ? index - 2 : index - 1;
  const { text: before = "" } = words[at] ?? {};
  const article = /[^\p{L}]$/u.test(before) ? "" : (keys[at] ?? "");
  const written = (words[index]?.text ?? "").replace(/^[^\p{L}]+/u, "");
  const isDoneTo = ELIDED_PRONOUN.test(written) && BEFORE_PRONOUN.test(keys[index - 1] ?? "");
  if (hasElisions(language) && ELIDED_ARTICLE.test(written)) return isDoneTo ? "not" : "surely";
  if (!known.determiners.has(article)) return "not";
  return known.pronounArticles.has(article) ? "maybe" : "surely";
}

function thingByCharacters(characters: RegExp, plain: string): Thingness {
  if (!characters.test(plain) || JOINING_CHARACTER.test(plain)) return "not";
  return KATAKANA.test(plain) ? "surely" : "maybe";
}

type TellThing = (text: SpokenText, index: number, plain: string) => Thingness;

function surely(isThing: boolean): Thingness {
  return isThing ? "surely" : "not";
}

/** By a word of four letters or more. */
function ofLetters(tell: TellThing): TellThing {
  return (text, index, plain) =>
    [...plain].length < MIN_LETTERS || /\p{N}/u.test(plain) ? "not" : tell(text, index, plain);
}

/** Of languages whose things an article does not tell. */
const BY_WRITING: Readonly<Partial<Record<SpeechLanguage, TellThing>>> = {
  ja: (_, _index, plain) => thingByCharacters(CHARACTERS.ja, plain),
  zh: (_, _index, plain) => thingByCharacters(CHARACTERS.zh, plain),
  ko: ({ words }, index, plain) =>
    surely(PARTICLE.test(withoutMarks(words[index]?.text ?? "")) && !CLAUSE_NOUN.test(plain)),
  hi: ofLetters(({ keys }, index, plain) =>
    surely(POSTPOSITIONS.has(keys[index + 1] ?? "") && !DONE.test(plain)),
  ),
  // What is done something to: "את הדבורים".
  he: ofLetters(({ keys }, index, plain) => surely(keys[index - 1] === "את" && HEBREW_ARTICLE.test(plain))),
  fa: ofLetters(({ keys }, index) => surely(keys[index + 1] === "را")),
  ar: ofLetters((_, _index, plain) => surely(ARABIC_ARTICLE.test(plain))),
  // A thing has two syllables as a rule, and what is said again and again side by side belongs together.
  vi: ({ flags }, index, plain) =>
    ((flags[index] ?? 0) & WORD.stop) === 0 && /^\p{L}+$/u.test(plain) ? "maybe" : "not",
  th: (_, _index, plain) =>
    /^\p{Script=Thai}{4,}$/u.test(plain.replaceAll(/\p{M}/gu, "")) ? "maybe" : "not",
  de: ofLetters((_, _index, plain) => surely(/^\p{Lu}\p{Ll}/u.test(plain))),
};
const BY_ARTICLE = ofLetters(thingByArticle);

/** How surely a word names a thing, by its writing and the words beside it. */
function thingness(text: SpokenText, index: number, plain: string): Thingness {
  return (BY_WRITING[text.language] ?? BY_ARTICLE)(text, index, plain);
}

/** Whether a word that may be a name stands as one is written, by its capital; behind a preposition Slavic languages bend it. */
function isNameAt({ language, signs, flags }: SpokenText, index: number, plain: string): boolean {
  if (INFLECTED.has(language) && signs[index - 1] === "in") return false;
  // "Ty", "Ви": you, politely.
  if (INFLECTED.has(language) && ((flags[index] ?? 0) & WORD.stop) !== 0 && !isMixed(plain)) return false;
  return isMixed(plain) || (language !== "de" && /^\p{Lu}\p{Ll}/u.test(plain));
}

/** Of words with a capital, wherever they stand, the shortest form by how all of them begin: "Andrzej" is who is called. */
function shortestForms({ words, flags, language }: SpokenText): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const [index, { text: written }] of words.entries()) {
    const plain = bare(written, language);
    const begins = withoutCaseEnding(plain, language);
    const known = forms.get(begins) ?? plain;
    const isStop = ((flags[index] ?? 0) & WORD.stop) !== 0;
    if (!isStop && /^\p{Lu}\p{Ll}/u.test(plain))
      forms.set(begins, plain.length < known.length ? plain : known);
  }
  return forms;
}

/** Names with their endings are one: "Reks", "Reksa". */
function withoutEndings(things: readonly (SaidThing | undefined)[], text: SpokenText) {
  const forms = shortestForms(text);
  return things.map((thing) => {
    const form = thing?.isName === true ? forms.get(withoutCaseEnding(thing.text, text.language)) : undefined;
    if (thing === undefined || form === undefined) return thing;
    return { ...thing, text: form, stem: stemsOfLanguage(text.language)(form.toLowerCase()) };
  });
}

/** The words that may be tags, in their order; undefined stands for those that may not. */
export function foreignThings(text: SpokenText): (SaidThing | undefined)[] {
  const things = thingsIn(text);
  return HAS_CASES.has(text.language) ? withoutEndings(things, text) : things;
}

/** What a word that is no name says that it names, as it is called, and how surely; null where it names nothing. */
function thingAt(
  text: SpokenText,
  index: number,
  { plain, key, inside }: { plain: string; key: string; inside: boolean },
): { named: string; isSure: boolean } | null {
  const { language } = text;
  // The first word of a German sentence has a capital, whatever it is.
  if (wordsOfLanguage(language)?.stop.has(key) === true || (language === "de" && !inside)) return null;
  const noun = derivedNoun(language, plain);
  if (noun !== null) return { named: noun, isSure: true };
  const told = thingness(text, index, plain);
  const named = language === "he" ? plain.replace(HEBREW_ARTICLE, "") : plain;
  return told === "not" ? null : { named, isSure: told === "surely" };
}

function thingsIn(text: SpokenText): (SaidThing | undefined)[] {
  const { language, words } = text;
  const known = wordsOfLanguage(language);
  const stem = stemsOfLanguage(language);
  const begins = new Set(text.sentences.map(({ firstWord }) => firstWord));
  return words.map(({ text: written }, index) => {
    const plain = bare(written, language);
    const key = plain.toLocaleLowerCase(language === "tr" ? "tr" : "en");
    if (key === "" || known?.general.has(key) === true || !isConfidentAt(text, index)) return undefined;
    const inside = isInside(text, index, begins);
    const isName = inside && isNameAt(text, index, plain);
    const thing = thingAt(text, index, { plain, key, inside });
    if (!isName && thing === null) return undefined;
    const goesOn = !/[^\p{L}\p{M}\p{N}]$/u.test(written);
    const called = isName ? plain : (thing?.named ?? plain);
    const isSyllable = !isName && language === "vi";
    const isThing = thing?.isSure === true;
    return { text: called, stem: stem(called.toLowerCase()), isName, goesOn, isThing, isSyllable };
  });
}
