// What the first words of a sentence point at that was said before it: a pronoun whose noun is not in the sentence ("I love
// how she puts this"). Words are read from left to right. Once something is named, "he" and "it" are taken for that; "this"
// and "that" of the first clause are what was said before, whatever is named there ("I told that to my sister").

import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { wordSet } from "../language/word-set.ts";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isPastVerb,
  isVerbForm,
  PREPOSITIONS,
  SUBORDINATORS,
} from "../titles/clauses/clause-words.ts";
import type { Sentence, SpokenText } from "./sentences.ts";

/** What the first pronoun stands for that is not named in the sentence before it. */
export type Pointing = "nothing" | "it" | "this" | "person";

/** A pronoun later in a sentence no longer makes a listener ask who or what is meant. */
const REACH = 12;
const PERSONS = wordSet(
  "he she they them him her his their he's she's they're they've they'd they'll he'd she'd he'll she'll",
);
const IT = wordSet("it it's it'll it'd its");
/** "It's important to", "it turns out": "it" that stands for what comes, not for what came. */
const EXPLETIVE =
  /\b(?:it turns out|it seems|it takes|it feels like|it's like (?:when|if|you|i|we|they|people|oh|okay|why|how|what|there's)|it doesn't matter|it depends|(?:find|finds|found|make|makes|made) it \S+ (?:that|to|how|when|if)|(?:it's|it is|it was|it'd be|it would be)(?: (?!(?<!kind |sort )of |with |about |from |going |starting |trying |getting |supposed |meant |used )\S+){1,4} (?:that|when|if|how|who|than|to (?!(?:the|others?|me|you|us|them|him|her|people|an?|my|your|our|that|this|it|some)\b)))(?:\b|$)/;
/** Name nobody in particular, but "they" and "that" after them are theirs. */
const INDEFINITES = wordSet(
  "something anything everything nothing someone anyone everyone somebody anybody everybody nobody one ones thing things way stuff people folks all those person part",
);
/** After these "that" is what they are done to, unless a clause follows: "I did that twice". */
const TAKE_OBJECTS = wordSet(
  "do did does doing done say said saying remember love like hear heard call called understand understood use want build built get got see saw know believe explain explained mention mentioned read have had make made try tried change changed",
);
const OBJECTS = /^(?:it|them|him|her|this|that|these|those)$/;
/** Begin a clause that belongs to the noun before it. */
const RELATIVES = wordSet("that who whom which where");
/** A clause follows "that" after these: "I think that in the dark bees dance". */
const TAKE_CLAUSES = wordSet(
  "think thought say said tell told know knew believe guess hope feel felt mean find found understand realize realized see saw hear heard show showed shows learn learned suppose imagine bet agree notice noticed is was are were be",
);
const PARTICIPLES = wordSet(
  "done gone been seen taken given known written shown grown thrown drawn eaten fallen forgotten broken chosen spoken driven hidden gotten",
);
/** After these a sentence hardly goes on: "I didn't have that though". */
const WINDS_UP = wordSet("though either too anyway yet");
const VERB_OF_THAT = wordSet("means makes being");

interface OpeningWord {
  readonly key: string;
  readonly isStop: boolean;
  readonly isCapital: boolean;
  readonly endsPart: boolean;
}

function openingWords(
  { words, signs, flags }: SpokenText,
  { firstWord, endWord }: Pick<Sentence, "firstWord" | "endWord">,
): OpeningWord[] {
  const to = Math.min(endWord, firstWord + REACH + 1);
  return signs.slice(firstWord, to).map((key, at) => {
    const { text = "" } = words[firstWord + at] ?? {};
    return {
      key,
      isStop: ((flags[firstWord + at] ?? 0) & WORD.stop) !== 0,
      isCapital: /^\p{Lu}/u.test(text),
      endsPart: /[,;:.?!…–—-]["”’)]*$/u.test(text),
    };
  });
}

function isAdverb(key: string): boolean {
  return ADVERBS.has(key) || key.endsWith("ly") || /^any(?:ways?|how)$/.test(key);
}

/** Whether a word can name something: no joining word or number, no verb and no quality where these are to be expected. */
function isNoun(words: readonly OpeningWord[], at: number): boolean {
  const { key = "", isStop = true, isCapital = false } = words[at] ?? {};
  if (INDEFINITES.has(key)) return true;
  if (key === "" || isStop || isAdverb(key) || PARTICIPLES.has(key) || /\d/.test(key)) return false;
  // "Fitting it in": what is done to something.
  if (key.endsWith("ing") && OBJECTS.test(words[at + 1]?.key ?? "")) return false;
  const before = words[at - 1]?.key ?? "";
  if (DETERMINERS.has(before) || (PREPOSITIONS.has(before) && before !== "to")) return true;
  if (isVerbForm(key)) return false;
  const isQuality =
    AUXILIARIES.has(before) || /'(?:m|s|re)$/.test(before) || /^(?:so|very|too)$/.test(before);
  return isCapital || !(isQuality || isAdverb(before));
}

/** Whether a clause can begin here, and none that belongs to a noun. */
function beginsClause(words: readonly OpeningWord[], at: number): boolean {
  return at === 0 || words[at - 1]?.endsPart === true || !isNoun(words, at - 1);
}

/** Whether nothing but a place, a time or the like is said before what begins here: "For old bees, that's cold." */
function beginsAfterAside(words: readonly OpeningWord[], at: number): boolean {
  const isVerb = (word: number): boolean =>
    isVerbForm(words[word]?.key ?? "") && !PREPOSITIONS.has(words[word - 1]?.key ?? "");
  return words[at - 1]?.endsPart === true && !words.slice(0, at).some((_, word) => isVerb(word));
}

/** Whether something is done to a "that": "I love that about bees", "publish that in the dark". */
function isDoneTo(before: string, next: string): boolean {
  const goesOn = [ADVERBS, PREPOSITIONS, CONJUNCTIONS, SUBORDINATORS, WINDS_UP].some((set) => set.has(next));
  if (TAKE_OBJECTS.has(before) || PREPOSITIONS.has(before)) return goesOn || isAdverb(next);
  return isVerbForm(before) && !TAKE_CLAUSES.has(before) && PREPOSITIONS.has(next);
}

/** Whether "that" is what something is done to, or does something, and neither a noun's nor a clause's. */
function isPronounThat(words: readonly OpeningWord[], at: number): boolean {
  const before = words[at - 1]?.key ?? "";
  const { key: next = "", isStop = false } = words[at + 1] ?? {};
  if (!isStop && !WINDS_UP.has(next) && !isAdverb(next) && !isVerbForm(next)) return false;
  if (AUXILIARIES.has(next) || VERB_OF_THAT.has(next)) return beginsClause(words, at);
  // "Is that because"
  if (at === 1 && AUXILIARIES.has(before)) return true;
  // "Anyway, that became": it begins the clause.
  if (isPastVerb(next) && (at === 0 || words[at - 1]?.endsPart === true)) return true;
  return isDoneTo(before, next);
}

/** Whether a word is "this" or "that" without a noun. */
function isDemonstrative(words: readonly OpeningWord[], at: number): boolean {
  const { key = "", endsPart = false } = words[at] ?? {};
  if (/^(?:that's|this'll|that'll|that'd)$/.test(key)) return beginsClause(words, at);
  if (!/^(?:this|that|these|those)$/.test(key)) return false;
  const { key: next = "", isStop = false } = words[at + 1] ?? {};
  if (endsPart || next === "") return true;
  if (key === "that") return isPronounThat(words, at);
  return key === "those" ? AUXILIARIES.has(next) : isStop || isAdverb(next);
}

function joins(key: string): boolean {
  return CONJUNCTIONS.has(key) || (SUBORDINATORS.has(key) && !RELATIVES.has(key));
}

/** Where the clause ends in which something is named first. */
function endOfFirstClause(words: readonly OpeningWord[], namedAt: number): number {
  const end = words.findIndex((_, at) => {
    const { key = "", endsPart = false } = words[at - 1] ?? {};
    return at > namedAt && (endsPart || (at - 1 > namedAt && joins(key)));
  });
  return end < 0 ? words.length : end;
}

/** What the first words of a sentence point at. */
export function pointingOf(text: SpokenText, sentence: Pick<Sentence, "firstWord" | "endWord">): Pointing {
  const words = openingWords(text, sentence);
  const standsForMore = EXPLETIVE.test(words.map(({ key }) => key).join(" "));
  const noun = words.findIndex((_, at) => isNoun(words, at));
  const namedAt = noun < 0 ? words.length : noun;
  const clauseEnd = endOfFirstClause(words, namedAt);
  for (const [at, { key }] of words.slice(0, REACH).entries()) {
    if (at <= namedAt && PERSONS.has(key)) return "person";
    if ((at < clauseEnd || beginsAfterAside(words, at)) && isDemonstrative(words, at)) return "this";
    if (at <= namedAt && !standsForMore && IT.has(key)) return "it";
  }
  return "nothing";
}
