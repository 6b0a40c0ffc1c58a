// What is said in some other languages, word by word in English, so that a network that learned from English conversations
// can judge it. What a sentence is about, how it begins and whether it is a point hardly depend on the order of its words: of
// English whose words were moved by up to three places, and of which 15 to 45 % were others, the choice still met 39 to 46
// of 100 marks, where it met 16 without a judge (and 58 of what was really said; 2026-12). A network that translates was
// rejected: it would be several times as large as the judge, one for each language.
import { unspacedWords } from "../../../shared/captions/unspaced-words.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { cognateOf } from "./cognates.ts";
import { type GlossedLanguage, type GlossSource, glossOf, glossSourceOf } from "./gloss-sources.ts";
import { englishOf, type Gloss, longestKnown, MAX_PHRASE_WORDS } from "./read-gloss.ts";
import { inPlainLetters } from "./stems.ts";

/** "L'entreprise", "dell'azienda". */
const ELIDED = /^(\p{L}{1,6}')(\p{L}.*)$/u;

function ofBeginning(gloss: Gloss, { minBeginning }: GlossSource, key: string): string | undefined {
  return minBeginning === undefined ? undefined : longestKnown(gloss, key, 0, minBeginning)?.english;
}

const HAS_LATIN = /[a-z0-9]/u;
/** What stands for a word in other letters of which nothing is known: without it a sentence would seem to say less than it does. */
const UNKNOWN = "thing";

function asItIs(key: string): string {
  const plain = inPlainLetters(key);
  return HAS_LATIN.test(plain) ? plain : UNKNOWN;
}

/** Of longer words, which are addresses or none at all, nothing is known: their parts would take a while. */
const MAX_LETTERS = 64;

/** The English of a word; itself in plain letters where nothing of it is known, as names and English words are. */
function translate(gloss: Gloss, source: GlossSource, key: string): string {
  if (key.length > MAX_LETTERS) return asItIs(key);
  const known = englishOf(gloss, key);
  if (known !== undefined || key === "") return known ?? "";
  if (key.includes("-"))
    return key
      .split("-")
      .map((part) => translate(gloss, source, part))
      .join(" ");
  const english = (part: string): string | undefined => englishOf(gloss, part);
  const ofParts = source.ofParts?.(key, english);
  if (ofParts !== undefined) return ofParts;
  const [, written = "", word = ""] = ELIDED.exec(key) ?? [];
  const article = gloss.byForm.get(written);
  if (article !== undefined) return `${article} ${translate(gloss, source, word)}`.trimStart();
  return (
    cognateOf(inPlainLetters(key), source.cognates) ??
    source.ofEnd?.(key, english) ??
    ofBeginning(gloss, source, key) ??
    asItIs(key)
  );
}

/** Characters that words of content are written in; others join them. */
const TELLS = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** The English of characters of which the gloss may know no word that all of them are: by the longest ones, in their order. */
function translateUnspaced(gloss: Gloss, key: string): string {
  if (HAS_LATIN.test(key)) return inPlainLetters(key);
  const words: string[] = [];
  for (let at = 0; at < key.length; ) {
    const known = longestKnown(gloss, key, at);
    const english = known?.english ?? (TELLS.test(key.charAt(at)) ? UNKNOWN : "");
    const goesOn = known === undefined && words.at(-1) === UNKNOWN;
    if (english !== "" && !goesOn) words.push(english);
    at += known?.length ?? 1;
  }
  return words.join(" ");
}

/** Marks before a question or a call, which English does not write. */
const LEADING_MARKS = /[¿¡]/gu;
const FOREIGN_QUOTES = /[«»„‹›「」『』]/gu;
const OTHER_MARKS: Readonly<Record<string, string>> = {
  "。": ".",
  "।": ".",
  "、": ",",
  "，": ",",
  "？": "?",
  "！": "!",
  "：": ":",
  "；": ";",
};
const OTHER_MARK = /[。।、，？！：；]/gu;
const STANDS_IN_WORD = /[\p{L}\p{N}\p{M}\p{Cs}]/u;

/** A word as it is looked up, and the marks around it. */
interface MarkedWord {
  readonly key: string;
  readonly before: string;
  readonly behind: string;
}

function inEnglishMarks(marks: string): string {
  return marks
    .replaceAll(LEADING_MARKS, "")
    .replaceAll(FOREIGN_QUOTES, '"')
    .replaceAll(OTHER_MARK, (mark) => OTHER_MARKS[mark] ?? mark);
}

function readWord(text: string): MarkedWord {
  let [from, to] = [0, text.length];
  while (from < to && !STANDS_IN_WORD.test(text.charAt(from))) from += 1;
  while (to > from && !STANDS_IN_WORD.test(text.charAt(to - 1))) to -= 1;
  return {
    key: wordKey(text),
    before: inEnglishMarks(text.slice(0, from)),
    behind: inEnglishMarks(text.slice(to)),
  };
}

/** How many of these words the gloss knows together, none but the last with a mark behind it; 1 where it knows no such. */
function phraseLength({ byForm }: Gloss, words: readonly MarkedWord[], space: string): number {
  const marked = words.findIndex(({ behind }) => behind !== "");
  for (let length = marked === -1 ? words.length : marked + 1; length > 1; length -= 1) {
    if (byForm.has(phraseOf(words.slice(0, length), space))) return length;
  }
  return 1;
}

function phraseOf(words: readonly MarkedWord[], space: string): string {
  return words.map(({ key }) => key).join(space);
}

/**
 * The English of each word, with the marks around it. Of words that are known together ("zum Beispiel") the first has the
 * English of all, and the others are empty.
 */
export function glossWords(texts: readonly string[], language: GlossedLanguage): string[] {
  const gloss = glossOf(language);
  const source = glossSourceOf(language);
  const space = source.isUnspaced ? "" : " ";
  const words = texts.map(readWord);
  const glossed: string[] = [];
  while (glossed.length < words.length) {
    const next = words.slice(glossed.length, glossed.length + MAX_PHRASE_WORDS);
    const length = phraseLength(gloss, next, space);
    const phrase = phraseOf(next.slice(0, length), space);
    const english = source.isUnspaced ? translateUnspaced(gloss, phrase) : translate(gloss, source, phrase);
    const text = `${next[0]?.before ?? ""}${english}${next[length - 1]?.behind ?? ""}`;
    glossed.push(text, ...Array.from({ length: length - 1 }, () => ""));
  }
  return glossed;
}

/** The English of what is written, words that it says nothing of left out. */
export function glossText(text: string, language: GlossedLanguage): string {
  const words = text.split(/\s+/);
  const parted = glossSourceOf(language).isUnspaced ? words.flatMap(unspacedWords) : words;
  return glossWords(parted, language)
    .filter((word) => word !== "")
    .join(" ");
}
