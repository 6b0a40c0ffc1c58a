// Cuts off what an editor cuts off a clip's first words, where the times of words are known: "I mean, we deploy
// ten times a day", "Yeah. Wow. But, also, she had set it up". Only what a mark parts from what follows, or, of what never
// means anything, a pause: in "Now is the time" and "Absolutely nothing" there may be one too. A "no" is never filler. In
// other languages only hesitations, "and" and what a comma can take out are: their verbs may need the rest before them
// ("Deshalb haben wir", "Così non si può").
import { COMMAS, EXCLAMATION_MARKS, FULL_STOPS } from "../../../shared/captions/sentence-marks.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { WORD } from "../../senses/meaning/text-lexicon.ts";
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
const PARTS = new RegExp(`[${COMMAS}${FULL_STOPS}${EXCLAMATION_MARKS};…—–-]["”’)]*$`, "u");
/** More words than the longest lead-in has. */
const LEAD_IN_WORDS = 3;
/** A pause this long parts two words for the ear. */
const PAUSE_S = 0.15;
/** What follows must be a thing worth hearing by itself. */
const MIN_WORDS_LEFT = 8;

/** What may be filler, by where it ends, and whether only a mark says that it is. */
interface Filler {
  readonly next: number;
  readonly needsMark: boolean;
}

function englishFiller({ signs }: SpokenText, from: number): Filler | null {
  const sign = signs[from] ?? "";
  if (FILLING_PAIRS.has(`${sign} ${signs[from + 1]}`)) return { next: from + 2, needsMark: true };
  return FILLERS.has(sign) ? { next: from + 1, needsMark: !MEANINGLESS.has(sign) } : null;
}

function foreignFiller({ words, signs, flags }: SpokenText, from: number, leadIns: RegExp): Filler | null {
  const isSound = ((flags[from] ?? 0) & WORD.hesitation) !== 0;
  if (isSound || signs[from] === "and") return { next: from + 1, needsMark: false };
  for (let next = from + 1; next <= from + LEAD_IN_WORDS; next += 1) {
    const said = joinWords(words.slice(from, next)).replace(PARTS, "");
    const after = words[next]?.text ?? "";
    const isLeadIn = [...COMMAS].some((comma) => leadIns.exec(`${said}${comma} ${after}`)?.[0] === said);
    if (isLeadIn) return { next, needsMark: true };
  }
  return null;
}

/** The word behind the filler that begins at word `from`, or `from` where none does. */
function behindFiller(text: SpokenText, from: number): number {
  const table = wordsOfLanguage(text.language)?.table;
  const filler = table === undefined ? englishFiller(text, from) : foreignFiller(text, from, table.leadIns);
  if (filler === null) return from;
  const { next, needsMark } = filler;
  const { text: written = "", endS = 0 } = text.words[next - 1] ?? {};
  const pauseS = (text.words[next]?.startS ?? endS) - endS;
  const isParted = PARTS.test(written) ? pauseS >= 0 : !needsMark && pauseS >= PAUSE_S;
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
