// What titles, subjects and hashtags ask of a word alike: whether the speech is English, and whether a word of English may
// name a thing. There is no tagger: what is known for a verb, an adverb or a word that says nothing is left out.
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { SHARED_WITH_NEIGHBOURS } from "../language/speech-language.ts";
import { wordSet } from "../language/word-set.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { ADVERBS, DETERMINERS, isVerbForm, PREPOSITIONS } from "./clauses/clause-words.ts";
import { COMMON } from "./title-strength.ts";

/** Among so many words of English so many at least are little ones: of other languages only names are known. */
const MIN_STOP_SHARE = 0.15;
const MIN_LETTERS = 3;
/** Adverbs and pronouns that no other list has. */
const NO_NOUNS =
  wordSet(`ago again ahead alone apart away else elsewhere enough everywhere anywhere somewhere everybody everyone nobody
  somebody someone anybody anyone everything nothing something anything forever instead overnight quite rather somehow
  together today tomorrow tonight yesterday anymore anyway anyways least later meanwhile nevertheless nonetheless nonstop
  otherwise soon therefore thus whatever whenever wherever whichever theirs ours yours hers`);
/** Verbs that no other list has, and what only describes a thing. */
const NAMES_NOTHING =
  wordSet(`achieve apologize appreciate behave deprecate govern identify implement iterate migrate negotiate
  occur optimize outsource predict recreate reschedule rid tackle unroll unscrew
  abstract actual afraid annual architectural available aware based bigger bitter brave broken busy cheap cheaper clever
  complete complex crazy deep delicate dramatic easy entire excited familiar fine gone
  deeper different difficult easier emotional faster fancy fragile happy harder healthy humid hungry important intelligent
  larger lazy limited local lonely longer lucky massive messy mixed multiple native negative nervous normal numb painful
  parenthetical particular personal
  positive professional proud random ready real reasonable responsible rude safe safer scared scary secure separate serial
  shorter shy sick silly similar simple slower smart smarter sneaky snotty social solid specific strange strict strong
  stronger stupid successful sweet tall terrible tiny tough unconscious unpopular uphill useful vast weak weird unfair wonderful worse worst wrong
  young younger`);
const DESCRIBES = /(?:ible|ous|ful|ical)$/;

/** Whether words, each with its flags, are English speech: neither another language's nor names alone. */
export function hasEnglishStopWords({
  language,
  words,
  flags,
}: Pick<SpokenText, "language" | "words" | "flags">): boolean {
  if (language !== "en") return false;
  const stops = flags.reduce((sum, each) => sum + Number((each & WORD.stop) !== 0), 0);
  return stops >= MIN_STOP_SHARE * words.length;
}

/**
 * Whether speech is English and not another language with as many words that look like little ones of English; of a
 * sentence or two that may say little.
 */
export function isEnglishSpeech({ language, words, keys, flags }: SpokenText): boolean {
  const own = flags.map((each, index) => (SHARED_WITH_NEIGHBOURS.has(keys[index] ?? "") ? 0 : each));
  return hasEnglishStopWords({ language, words, flags: Uint16Array.from(own) });
}

/** @param key and @param flags as the spoken text has them */
export function isNounLike(key: string, flags: number): boolean {
  if ((flags & (WORD.stop | WORD.hesitation | WORD.housekeeping)) !== 0 || COMMON.has(key)) return false;
  if (!/^\p{L}+$/u.test(key) || [...key].length < MIN_LETTERS) return false;
  if (DETERMINERS.has(key) || PREPOSITIONS.has(key) || NO_NOUNS.has(key)) return false;
  return !isVerbForm(key) && !ADVERBS.has(key) && !/(?:ly|ing|self|selves)$/.test(key);
}

/** Whether a word that is noun-like names a thing by itself: "complex" does not, and may belong to a name. */
export function namesThing(key: string): boolean {
  return !NAMES_NOTHING.has(key) && !DESCRIBES.test(key);
}

/** Whether a word is known in small letters, so that capitals are no name. */
export function isKnown(key: string, flags: number): boolean {
  return flags !== 0 || COMMON.has(key) || NO_NOUNS.has(key) || ADVERBS.has(key) || isVerbForm(key);
}
