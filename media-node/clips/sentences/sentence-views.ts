// What is known of each sentence among its neighbours, read once for a whole text: how it begins, whether it points at
// something that was named before, how much its speaker says before and after it, whether its words come back.

import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { wordSet } from "../language/word-set.ts";
import { type Pointing, pointingOf } from "./back-references.ts";
import { isRealQuestion } from "./questions.ts";
import { type Sentence, type SpokenText, stemsBetween } from "./sentences.ts";
import { topicBreaks } from "./topic-breaks.ts";

export interface SentenceView {
  readonly sentence: Sentence;
  /** Its first words, as signs. */
  readonly first: string;
  readonly opening: string;
  /** Its last words, as signs. */
  readonly ending: string;
  readonly lastText: string;
  readonly wordCount: number;
  /** 1 where a speaker begins with it, 0 where not, 0.5 where that is not known. */
  readonly turn: number;
  readonly asks: boolean;
  /** Whether it begins as replies do: "yeah", "right", "exactly". */
  readonly isReply: boolean;
  readonly pointsAt: Pointing;
  readonly isLowerCase: boolean;
  readonly hasName: boolean;
  readonly hasNumber: boolean;
  /** Words that its speaker says from its beginning on, and up to its end, as far as turns are known. */
  readonly wordsAhead: number;
  readonly wordsBehind: number;
  /** How many of its words were not said just before and come back soon. */
  readonly introduces: number;
  /** How much a new subject begins with it, 0 to 1. */
  readonly newness: number;
}

const REPLIES = wordSet(
  "yeah yes yep yup yea no nope nah right exactly sure okay ok totally absolutely definitely true correct agreed indeed mm-hm mm-hmm mhm uh-huh mmm hmm gotcha cool nice great awesome interesting wow oh ah alright perfect certainly precisely fair",
);
const OPENING_WORDS = 12;
const ENDING_WORDS = 4;
const NAME = /^\p{Lu}\p{L}/u;
const NAME_REACH = 10;
/** Sentences before and after one in which its words may be said. */
const RECURRENCE = 6;

/** Whether somebody or something with a name is named soon; the first word is a capital anyway, and so are nouns in German. */
function namesSoon({ words, language }: SpokenText, { firstWord, endWord }: Sentence): boolean {
  if (language === "de") return false;
  const to = Math.min(endWord, firstWord + NAME_REACH);
  for (let index = firstWord + 1; index < to; index += 1) {
    if (NAME.test(words[index]?.text ?? "")) return true;
  }
  return false;
}

/** Per sentence the words that its speaker says from it on, in steps of -1, or up to it, in steps of 1. */
function wordsOfTurns({ sentences }: SpokenText, step: 1 | -1): number[] {
  const counts = new Array<number>(sentences.length).fill(0);
  for (let at = step === 1 ? 0 : sentences.length - 1; sentences[at] !== undefined; at += step) {
    const { firstWord, endWord } = sentences[at] as Sentence;
    const later = step === 1 ? sentences[at] : sentences[at + 1];
    const goesOn = later !== undefined && later.startsTurn < 1;
    counts[at] = endWord - firstWord + (goesOn ? (counts[at - step] ?? 0) : 0);
  }
  return counts;
}

/** Per sentence how many of its words nobody said just before, and somebody says soon. */
function introducedWords(text: SpokenText): number[] {
  const stems = text.sentences.map(
    ({ firstWord, endWord }) => new Set(stemsBetween(text, firstWord, endWord)),
  );
  const nextOf = new Map<string, number>();
  const comesBack = stems.map((): string[] => []);
  for (let at = stems.length - 1; at >= 0; at -= 1) {
    for (const stem of stems[at] ?? []) {
      if ((nextOf.get(stem) ?? Number.POSITIVE_INFINITY) <= at + RECURRENCE) comesBack[at]?.push(stem);
      nextOf.set(stem, at);
    }
  }
  const lastOf = new Map<string, number>();
  return stems.map((own, at) => {
    const isNew = (stem: string): boolean => (lastOf.get(stem) ?? Number.NEGATIVE_INFINITY) < at - RECURRENCE;
    const count = comesBack[at]?.filter(isNew).length ?? 0;
    for (const stem of own) lastOf.set(stem, at);
    return count;
  });
}

/** Views of all sentences of a text, in order. */
export function viewSentences(text: SpokenText): SentenceView[] {
  const { words, signs, flags, sentences } = text;
  const newness = topicBreaks(text);
  const ahead = wordsOfTurns(text, -1);
  const behind = wordsOfTurns(text, 1);
  const introduced = introducedWords(text);
  return sentences.map((sentence, index) => {
    const { firstWord, endWord } = sentence;
    const opening = signs.slice(firstWord, Math.min(endWord, firstWord + OPENING_WORDS)).join(" ");
    return {
      sentence,
      first: signs[firstWord] ?? "",
      opening,
      ending: signs.slice(Math.max(firstWord, endWord - ENDING_WORDS), endWord).join(" "),
      lastText: words[endWord - 1]?.text ?? "",
      wordCount: endWord - firstWord,
      turn: sentence.startsTurn,
      asks: isRealQuestion(text, index),
      isReply: REPLIES.has(signs[firstWord] ?? ""),
      pointsAt: pointingOf(text, sentence),
      isLowerCase: text.isPunctuated && /^["'“]*\p{Ll}/u.test(words[firstWord]?.text ?? ""),
      hasName: namesSoon(text, sentence),
      hasNumber: flags.subarray(firstWord, endWord).some((each) => (each & WORD.number) !== 0),
      wordsAhead: ahead[index] ?? 0,
      wordsBehind: behind[index] ?? 0,
      introduces: introduced[index] ?? 0,
      newness: newness[index] ?? 1,
    };
  });
}
