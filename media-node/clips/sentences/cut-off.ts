// Whether a sentence is cut off where the words that are known begin or end: a range lies inside its source, or somebody
// recorded no more. Words end there without end, so that nothing else tells whether what was said does. Where nothing says
// that it goes on, it is taken to begin or end.
import type { Span } from "../../signal/span.ts";
import { isUnfinished, sentencePauses } from "./sentence-pauses.ts";
import type { SpokenText } from "./sentences.ts";

/** Where words are known, and whether the source goes on before and after it. */
export interface KnownRange extends Span {
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

export interface CutOff {
  readonly first: boolean;
  readonly last: boolean;
}

const LOWER = /^["'“‘(]*\p{Ll}/u;

/** Fewer words without marks are hardly a sentence: only a pause twice as long ends them, as after "the". */
const MIN_WORDS = 3;

/** Whether the first and the last sentence of a range are only parts of one: marks say so, else a pause that is too short. */
export function findCutOff({ words, signs, sentences, isPunctuated }: SpokenText, range: KnownRange): CutOff {
  const [first, last, ending] = [words[0], words.at(-1), sentences.at(-1)];
  if (first === undefined || last === undefined || ending === undefined) return { first: false, last: false };
  const { clearS } = sentencePauses(words);
  const needsMore = isUnfinished(signs.at(-1) ?? "");
  const isPart = !isPunctuated && (needsMore || ending.endWord - ending.firstWord < MIN_WORDS);
  const goesOn = isPunctuated ? ending.endsAs === "pause" : range.hasAfter || needsMore;
  const beginsAtOnce = first.startS - range.startS < clearS;
  const endsAtOnce = range.endS - last.endS < (isPart ? 2 : 1) * clearS;
  return {
    first: beginsAtOnce && range.hasBefore && (!isPunctuated || LOWER.test(first.text)),
    last: endsAtOnce && goesOn,
  };
}
