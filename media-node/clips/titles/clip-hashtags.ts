// A clip's hashtags: names, phrases and nouns that it says again and again, the most telling first. They are its own words,
// then those of the video's title; where both are few, what the clip is posted for.
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { stemOf } from "../../senses/meaning/text-similarity.ts";
import { stemsOfLanguage } from "../language/language-stems.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import { type SpokenText, splitSentences } from "../sentences/sentences.ts";
import { DETERMINERS, PREPOSITIONS } from "./clauses/clause-words.ts";
import { isConfidentAt } from "./confident-words.ts";
import { hasEnglishStopWords, isKnown, isNounLike, namesThing } from "./english-words.ts";
import { foreignThings, type SaidThing } from "./languages/foreign-things.ts";
import { withCapital } from "./readable-text.ts";
import { DEEDS, EMPTY_WORDS, VAGUE_WORDS } from "./untelling-words.ts";

const MIN_HASHTAGS = 3;
const MAX_HASHTAGS = 8;
const MAX_LENGTH = 40;
const CONCRETE_LETTERS = 6;
/** A longer word is hardly one. */
const MAX_LONE_LENGTH = 16;
/** Said once, a word is a tag only where it is a name, or a thing that the clip's title has. */
const MIN_COUNT = 2;
/** Factors of how telling a word is. */
const NAME = 2;
const IN_TITLE = 1.6;
const CONCRETE = 1.2;
const PHRASE = 1.5;

const OF_KIND: Readonly<Record<MomentKind, string>> = {
  claim: "Opinion",
  story: "Storytime",
  joke: "Funny",
  advice: "Advice",
  surprise: "Surprising",
  conflict: "Debate",
  confession: "Honest",
  number: "Facts",
  definition: "Explained",
  reaction: "Reaction",
};
/** Longer rows of capitals are a heading. */
const MAX_NAME_WORDS = 4;
const OF_ANY = ["Shorts", "Clips", "Video"];

interface Term {
  /** As it is written, one word or two. */
  readonly words: readonly string[];
  readonly isName: boolean;
  /** How often it is said. */
  readonly count: number;
  readonly weight: number;
}

/** Without marks around it; with its letters composed, so that a title's words are those that are said. */
function bare(text: string): string {
  return text.normalize("NFC").replaceAll(/^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{M}\p{N}]*$/gu, "");
}

/** What somebody is quoted with begins with a capital too. */
const QUOTED = /^[("“„«‘']/;

/** "100k-150k", "3X", "10pm": so many, of nothing that is named; "3D" and "4K" are things. */
const BARE_NUMBER = /^\p{N}+(?:[.,:-]\p{N}+)*(?:k|m|x|am|pm|st|nd|rd|th|ish)?(?:-\p{N}+(?:k|m|x|am|pm)?)?$/iu;
const NAMED_NUMBER = /^\p{N}+[KM]$/u;

/** Written with a capital or a digit among its letters where no sentence begins. */
function isNameAt({ words, keys, flags }: SpokenText, index: number, beginsSentence: boolean): boolean {
  const written = words[index]?.text ?? "";
  const text = bare(written);
  const begins = beginsSentence || QUOTED.test(written);
  if (BARE_NUMBER.test(text) && !NAMED_NUMBER.test(text)) return false;
  const isStress = /^\p{Lu}+$/u.test(text) && isKnown(keys[index] ?? "", flags[index] ?? 0);
  const isMixed = /\p{L}/u.test(text) && /\p{N}|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(text);
  return (isMixed && !isStress) || (!begins && /^\p{Lu}\p{Ll}/u.test(text));
}

/** Of one word, what else only describes a thing, though some of these are things. */
const ADJECTIVE = /(?:able|less|ial|ive|ish|est)$/;

function isTelling(key: string, flags: number): boolean {
  const isNoThing = EMPTY_WORDS.has(key) || DEEDS.has(key);
  const isLeftOut = (flags & WORD.number) !== 0 || isNoThing || ADJECTIVE.test(key);
  return !isLeftOut && isNounLike(key, flags) && namesThing(key);
}

/** Words that a thing follows, or what describes it. */
function leadsToThing(key: string): boolean {
  return DETERMINERS.has(key) || (PREPOSITIONS.has(key) && !/^(?:to|like|than|as)$/.test(key));
}

/** "The swarm", "of old swarms": not "the entire" of a swarm. */
function isThingAt(text: SpokenText, index: number): boolean {
  const { words, keys, flags } = text;
  const isMarked = (at: number): boolean => /[^\p{L}\p{N}]$/u.test(words[at]?.text ?? "");
  const mayDescribe = (at: number): boolean =>
    !isMarked(at) && ((flags[at] ?? 0) & WORD.stop) === 0 && !PREPOSITIONS.has(keys[at] ?? "");
  const from = mayDescribe(index - 1) ? index - 2 : index - 1;
  const after = keys[index + 1] ?? "";
  const goesOn = !isMarked(index) && after !== "" && isNounLike(after, flags[index + 1] ?? 0);
  return leadsToThing(keys[from] ?? "") && !isMarked(from) && !goesOn;
}

/** The words that may be tags, in their order; undefined stands for those that may not. */
function tellingWords(text: SpokenText): (SaidThing | undefined)[] {
  if (text.language !== "en") return foreignThings(text);
  const inEnglish = hasEnglishStopWords(text);
  const begins = new Set(text.sentences.map(({ firstWord }) => firstWord));
  return text.words.map(({ text: written }, index) => {
    const key = text.keys[index] ?? "";
    const flags = text.flags[index] ?? 0;
    const isName =
      isNameAt(text, index, begins.has(index)) && (flags & WORD.stop) === 0 && !EMPTY_WORDS.has(key);
    if (!isConfidentAt(text, index) || (!isName && !(inEnglish && isTelling(key, flags)))) return undefined;
    const goesOn = !/[^\p{L}\p{N}]$/u.test(written);
    return {
      text: bare(written),
      stem: stemOf(key),
      isName,
      goesOn,
      isThing: isThingAt(text, index),
      isSyllable: false,
    };
  });
}

/** Telling words that stand side by side in a clause: names by themselves, and others with what is between them. */
function runsOf(words: readonly (SaidThing | undefined)[]): SaidThing[][] {
  const runs: SaidThing[][] = [];
  const run: SaidThing[] = [];
  for (const word of words) {
    const last = run.at(-1);
    const continues =
      word !== undefined && last?.goesOn === true && last.isName === word.isName && last.stem !== word.stem;
    if (!continues && run.length > 0) runs.push(run.splice(0));
    if (word !== undefined) run.push(word);
  }
  return run.length === 0 ? runs : [...runs, run];
}

/** Whether words name no subject: one that only describes or measures, or is a part of a word. */
function namesNothing([first, second]: readonly SaidThing[]): boolean {
  if (first === undefined || second !== undefined) return false;
  return first.isSyllable || (!first.isName && VAGUE_WORDS.has(first.text.toLowerCase()));
}

function termsOf(text: SpokenText, titleStems: ReadonlySet<string>): Term[] {
  const words = tellingWords(text);
  const byStems = new Map<string, { said: SaidThing[]; count: number; isThing: boolean }>();
  const add = (said: SaidThing[]): void => {
    const key = said.map(({ stem }) => stem).join(" ");
    const isThing = said.at(-1)?.isThing === true;
    const known = byStems.get(key);
    if (known === undefined) byStems.set(key, { said, count: 1, isThing });
    else {
      known.count += 1;
      known.isThing ||= isThing;
    }
  };
  for (const run of runsOf(words)) {
    const isName = run.every((word) => word.isName);
    if (isName && run.length > MAX_NAME_WORDS) continue;
    if (isName) add(run);
    else for (const word of run) add([word]);
    if (!isName) for (let at = 1; at < run.length; at += 1) add(run.slice(at - 1, at + 1));
  }
  return [...byStems.values()].flatMap(({ said, count, isThing }) => {
    const isName = said.every((word) => word.isName);
    const inTitle = said.some(({ stem }) => titleStems.has(stem));
    const isPhrase = said.length > 1;
    if (namesNothing(said) || (count < MIN_COUNT && !isName && (isPhrase || !inTitle || !isThing))) return [];
    const isConcrete = said.every((word) => word.text.length >= CONCRETE_LETTERS);
    const weight =
      Math.sqrt(count) *
      (isName ? NAME : 1) *
      (inTitle ? IN_TITLE : 1) *
      (isConcrete ? CONCRETE : 1) *
      (isPhrase ? PHRASE : 1);
    return [{ words: said.map((word) => word.text), isName, count, weight }];
  });
}

function hashtag(words: readonly string[], language: SpeechLanguage): string {
  const joined = words.map((word) => word.replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, ""));
  const asName = (word: string): string => (word === word.toLowerCase() ? withCapital(word, language) : word);
  return `#${joined.map(asName).join("")}`;
}

function stemsOf(words: readonly string[], language: SpeechLanguage): string[] {
  const stem = stemsOfLanguage(language);
  return words.map((word) => stem(word.toLowerCase()));
}

/** What another language's clip says only once, the longest first: English is known better. */
function loneThings(text: SpokenText): string[] {
  if (text.language === "en") return [];
  const things = foreignThings(text).flatMap((word) => (word?.isThing === true ? [word.text] : []));
  return things.filter((word) => word.length <= MAX_LONE_LENGTH).toSorted((a, b) => b.length - a.length);
}

function spoken(title: string, language: SpeechLanguage) {
  const words = title.split(/\s+/).map((text, at) => ({ text, startS: at, endS: at + 1, score: 1 }));
  return splitSentences(words, undefined, language);
}

export interface TaggedClip {
  readonly text: SpokenText;
  readonly title: string;
  readonly videoTitle: string | null;
  readonly kind: MomentKind | null;
}

/**
 * What an English clip speaks of most, as it is written, with a capital; null where it names nothing twice, and no name. Of
 * other languages too little is known for a title.
 */
export function mostTelling(text: SpokenText): string | null {
  if (text.language !== "en") return null;
  const [best] = termsOf(text, new Set()).toSorted((a, b) => b.weight - a.weight);
  return best === undefined ? null : withCapital(best.words.join(" "));
}

/**
 * What an English clip says again and again, and names of several words, the most telling first; a single name that is said
 * once may only be spoken to.
 */
export function repeatedThings(text: SpokenText): string[] {
  if (text.language !== "en") return [];
  const terms = termsOf(text, new Set()).filter(
    ({ words, count, isName }) => count >= MIN_COUNT || (isName && words.length > 1),
  );
  const told = new Set<string>();
  return terms
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ words }) => {
      const stems = stemsOf(words, "en");
      const isNew = !stems.some((stem) => told.has(stem));
      for (const stem of stems) told.add(stem);
      return isNew;
    })
    .map(({ words, isName }) => (isName ? words.join(" ") : words.join(" ").toLowerCase()));
}

/** Three to eight, each beginning with "#", the most telling first. */
export function findHashtags({ text, title, videoTitle, kind }: TaggedClip): string[] {
  const titleStems = new Set(stemsOf(title.split(/\s+/).map(bare), text.language));
  const terms = termsOf(text, titleStems).toSorted((a, b) => b.weight - a.weight);
  const tags: string[] = [];
  const told = new Set<string>();
  const add = (words: readonly string[]): void => {
    const stems = stemsOf(words, text.language);
    const tag = hashtag(words, text.language);
    const isTold = (stem: string): boolean => told.has(stem);
    // Pairs of syllables that share one are of one word of three.
    const isNew = text.language === "vi" ? !stems.some(isTold) : !stems.every(isTold);
    if (!isNew || tag.length > MAX_LENGTH || !/\p{L}/u.test(tag)) return;
    for (const stem of stems) told.add(stem);
    tags.push(tag);
  };
  for (const { words } of terms) if (tags.length < MAX_HASHTAGS) add(words);
  const fromTitle = tellingWords(spoken(videoTitle ?? "", text.language)).flatMap((word) =>
    word === undefined ? [] : [word.text],
  );
  const others = [...fromTitle, ...loneThings(text), ...(kind === null ? [] : [OF_KIND[kind]]), ...OF_ANY];
  for (const word of others) if (tags.length < MIN_HASHTAGS) add([word]);
  return tags;
}
