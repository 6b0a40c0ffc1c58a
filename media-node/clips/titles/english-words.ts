// What titles, subjects and hashtags ask of a word alike: whether the speech is English, and whether a word of English may
// name a thing. There is no tagger: what is known for a verb, an adverb or a word that says nothing is left out.
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { ADVERBS, DETERMINERS, isVerbForm, PREPOSITIONS } from "./clause-words.ts";
import { COMMON } from "./title-strength.ts";

/** Among so many words of English so many at least are little ones: of other languages only names are known. */
const MIN_STOP_SHARE = 0.15;
const MIN_LETTERS = 3;

export function isEnglish({ words, flags }: SpokenText): boolean {
  const stops = flags.reduce((sum, each) => sum + Number((each & WORD.stop) !== 0), 0);
  return stops >= MIN_STOP_SHARE * words.length;
}

/** @param key and @param flags as the spoken text has them */
export function isNounLike(key: string, flags: number): boolean {
  if ((flags & (WORD.stop | WORD.hesitation | WORD.housekeeping)) !== 0 || COMMON.has(key)) return false;
  if (!/^\p{L}+$/u.test(key) || [...key].length < MIN_LETTERS) return false;
  if (DETERMINERS.has(key) || PREPOSITIONS.has(key)) return false;
  return !isVerbForm(key) && !ADVERBS.has(key) && !/(?:ly|ing|self|selves)$/.test(key);
}
