// Full stops that end no sentence because they abbreviate, so that neither captions nor lines are parted there as behind
// sentences. The next word tells where the same text may be either: "No. 5" is a number, "No." a reply.
import { bindsToNext, joinsClauses } from "./bound-words.ts";
import { ENDS_SENTENCE } from "./sentence-marks.ts";

const OPENERS = `^["'“‘(¿¡]*`;
/** What is never said without the name or the amount behind it. */
const BEFORE_NAME = new RegExp(`${OPENERS}(?:mr|mrs|ms|dr|prof|st|vs|approx|sra|dra|mme|ca|bzw)\\.$`, "iu");
/** In small letters these are words: "gen", and "sen", which ends many sentences of Swedish. */
const TITLE = new RegExp(`${OPENERS}(?:Gen|Sen|Gov|GEN|SEN|GOV)\\.$`, "u");
const BEFORE_NUMBER = new RegExp(`${OPENERS}(?:no|nr|vol|fig|pp?)\\.$`, "iu");
/** "I" is a word, and so are small letters: "vitamin d". */
const INITIAL = new RegExp(`${OPENERS}(?!I)\\p{Lu}\\.$`, "u");
const MAY_END = new RegExp(`${OPENERS}(?:[ap]\\.m|etc)\\.$`, "iu");
const IN_LETTERS = new RegExp(`${OPENERS}(?:(?:\\p{L}\\.){2,}|(?:[js]r|inc|ltd)\\.)$`, "iu");

/** "J. S. Bach", but not "plan B. Then we left". */
function isInitialOf(text: string, next: string): boolean {
  return INITIAL.test(text) && /^\p{Lu}/u.test(next) && !bindsToNext(next) && !joinsClauses(next);
}

/** Whether a word stands for the beginning of what the next one goes on with, as "Dr." of "Dr. Smith". */
export function abbreviatesBefore(text: string, next: string): boolean {
  if (!text.endsWith(".")) return false;
  return (
    BEFORE_NAME.test(text) ||
    TITLE.test(text) ||
    (BEFORE_NUMBER.test(text) && /^\p{Nd}/u.test(next)) ||
    isInitialOf(text, next)
  );
}

/** Whether a sentence ends with a word, by its mark and the word behind it, which is empty behind the last one. */
export function endsSentenceBefore(text: string, next: string): boolean {
  if (!ENDS_SENTENCE.test(text) || abbreviatesBefore(text, next)) return false;
  if (MAY_END.test(text)) return !/^\p{Ll}/u.test(next);
  return next === "" || !IN_LETTERS.test(text);
}
