// Where sentences of words without marks end: at pauses, together with the words that usually begin a new thought ("and",
// "so", "what"). A pause is long or short for its speaker: the thresholds follow the gaps of this very transcript.
import { endsPhrase } from "../../../shared/captions/written-spaces.ts";
import { percentile } from "../../signal/percentile.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";

/** Words that begin a thought after a short pause. */
const STARTERS = new Set(
  "and but so because now then well okay what why how who when where do does did is are can if imagine let's the i you we they he she it this that there".split(
    " ",
  ),
);
/** Those of them with which no main clause goes on after its first half. */
const OPENERS = new Set(
  "and but so because now well okay what why how who when where imagine let's".split(" "),
);
/** Words whose clause needs a second one, and how long such a clause may be. */
const SUBORDINATES = new Set(
  "when if after before while although though because once until unless whenever".split(" "),
);
const MAX_CLAUSE_WORDS = 12;
/** Words that mostly go on with what was said, whatever the pause before them. */
const CONTINUING = new Set("of for with to from than which who until till".split(" "));
/** Words after which no sentence ends. */
const UNFINISHED = new Set(
  "and or but because the a an of to in on at by for with from as if than that which who my your his her our their its very is are was were i'm you're we're they're not so".split(
    " ",
  ),
);

/** Whether nothing can end after this word, by its key. */
export function isUnfinished(key: string): boolean {
  return UNFINISHED.has(key);
}

/**
 * Silence after a word, seconds; infinite after the last one, negative where the next begins before its end.
 */
export function gapAfter(words: readonly SpokenWord[], index: number): number {
  return (words[index + 1]?.startS ?? Number.POSITIVE_INFINITY) - (words[index]?.endS ?? 0);
}

/** Whether the words themselves say that no sentence ends after one of them. */
function goesOn(keys: readonly string[], index: number): boolean {
  return isUnfinished(keys[index] ?? "") || CONTINUING.has(keys[index + 1] ?? "");
}

/** Whether a sentence of `length` words up to one is only its first half: "when they meet at one place". */
function isHalf(keys: readonly string[], index: number, length: number): boolean {
  const isSubordinate = SUBORDINATES.has(keys[index + 1 - length] ?? "");
  return isSubordinate && length < MAX_CLAUSE_WORDS && !OPENERS.has(keys[index + 1] ?? "");
}

/** The pause of these words from which on one ends a sentence, and the one that does before a word that begins a thought. */
export function sentencePauses(words: readonly SpokenWord[]): {
  readonly clearS: number;
  readonly slightS: number;
} {
  const gaps = words.slice(1).map((word, index) => word.startS - (words[index]?.endS ?? 0));
  // One gap in fourteen is between sentences, and tells how long this speaker pauses there.
  const longGapS = percentile(gaps, 0.93);
  const clearS = Math.min(0.9, Math.max(0.25, 0.72 * longGapS));
  return { clearS, slightS: Math.min(clearS, Math.max(0.18, 0.5 * longGapS)) };
}

/** For words without marks: whether the gap after a word ends a sentence. */
export function pauseRule(
  words: readonly SpokenWord[],
  keys: readonly string[],
): (index: number, length: number) => boolean {
  const { clearS, slightS } = sentencePauses(words);
  return (index, length) => {
    const gapS = gapAfter(words, index);
    if (gapS >= 2 * clearS) return true;
    if (goesOn(keys, index)) return false;
    if (gapS < 1.3 * clearS && isHalf(keys, index, length)) return false;
    if (gapS >= clearS) return length >= 3;
    if (length < 6) return false;
    const isSlight = gapS >= slightS && STARTERS.has(keys[index + 1] ?? "");
    return isSlight || endsPhrase(words[index]?.text ?? "", words[index + 1]);
  };
}
