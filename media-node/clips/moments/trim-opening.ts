// Cuts off what an editor cuts off a clip's first words, where the times of words are known: "I mean, we deploy
// ten times a day", "Yeah. Wow. But, also, she had set it up". Only what a mark parts from what follows, or, of what never
// means anything, a pause: in "Now is the time" and "Absolutely nothing" there may be one too. A "no" is never filler.
import { cutPoint } from "../../signal/cut-point.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { wordsOfLanguage } from "../language/speech-language.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { hasEnglishStopWords } from "../titles/english-words.ts";

const FILLERS = new Set(
  "and but so well okay ok like yeah yes yep yup right sure exactly totally absolutely definitely um uh er erm hm hmm oh ah wow actually basically anyway anyways now also again".split(
    " ",
  ),
);
const MEANINGLESS = new Set("and but so um uh er erm hm hmm".split(" "));
const FILLING_PAIRS = new Set(["i mean", "you know"]);
const PARTS = /[,.!;…—–-]["”’)]*$/u;
/** A pause this long parts two words for the ear. */
const PAUSE_S = 0.15;
/** What follows must be a thing worth hearing by itself. */
const MIN_WORDS_LEFT = 8;

/** The word behind the filler that begins at word `from`, or `from` where none does. */
function behindFiller({ words, signs }: SpokenText, from: number): number {
  const isPair = FILLING_PAIRS.has(`${signs[from]} ${signs[from + 1]}`);
  if (!isPair && !FILLERS.has(signs[from] ?? "")) return from;
  const next = from + (isPair ? 2 : 1);
  const { text = "", endS = 0 } = words[next - 1] ?? {};
  const pauseS = (words[next]?.startS ?? endS) - endS;
  const isParted = PARTS.test(text) ? pauseS >= 0 : MEANINGLESS.has(signs[from] ?? "") && pauseS >= PAUSE_S;
  return isParted ? next : from;
}

/** Whether the signs of its words say what they mean: "er" and "um" are words of several languages. */
function hasSigns(text: SpokenText): boolean {
  return wordsOfLanguage(text.language) !== null || hasEnglishStopWords(text);
}

function cutBefore(words: readonly SpokenWord[], next: number): number {
  const { startS: endS = 0 } = words[next] ?? {};
  return cutPoint({ startS: words[next - 1]?.endS ?? endS, endS }, "gap", 0).opening.bestS;
}

/**
 * Where a clip begins without the filler of its first words, seconds; no clip becomes shorter than `minS`. In languages of
 * which no words are known it begins where it did.
 */
export function trimOpening(text: SpokenText, { startS, endS }: Span, minS: number): number {
  const first = text.words.findIndex((word) => word.startS >= startS);
  const end = text.words.findLastIndex((word) => word.endS <= endS) + 1;
  if (first < 0 || !hasSigns(text)) return startS;
  let trimmedS = startS;
  for (let from = first, next = behindFiller(text, from); next > from; next = behindFiller(text, from)) {
    const cutS = cutBefore(text.words, next);
    if (end - next < MIN_WORDS_LEFT || endS - cutS < minS) break;
    [from, trimmedS] = [next, cutS];
  }
  return trimmedS;
}
