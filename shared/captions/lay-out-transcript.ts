// Lays recognized words out as captions that are read at a glance: at most two lines, 1 to 7 s, broken where speech
// itself breaks. All ways to break are weighed against each other (dynamic programming, as Knuth and Plass 1981 break
// paragraphs into lines), because the best place of one break depends on the next. Rejected: filling captions word by
// word, which leaves the last word of a sentence alone. Words keep their times; a caption begins with its first word
// and never ends before its last.

import { runAtOnce } from "../process/time-slices.ts";
import { roundToMs } from "../round-to-ms.ts";
import type { Caption } from "../tasks/transcription-job.ts";
import { abbreviatesBefore, endsSentenceBefore } from "./abbreviations.ts";
import { bindsToBefore, bindsToNext, completesNumber, joinsClauses } from "./bound-words.ts";
import { ENDS_CLAUSE } from "./sentence-marks.ts";
import {
  joinWords,
  SUBTITLE_LINE_WIDTH,
  SUBTITLE_LINES,
  subtitleWidth,
  type WrittenWord,
  wordSeparator,
} from "./subtitle-lines.ts";
import { endsPhrase } from "./written-spaces.ts";

/** A word with its times, in seconds, and how sure a recognizer is of it, 0 to 1. */
export interface ScoredWord extends WrittenWord {
  readonly startS: number;
  readonly endS: number;
  readonly score: number;
}

/** Least and most time on the screen. */
const SHOWN_S = { min: 1, max: 7 } as const;
/** A pause that ends a caption, and one that always does. */
const PAUSE_S = 0.5;
const LONG_PAUSE_S = 2;
/** Pauses shorter than this are none. */
const BREATH_S = 0.2;

/** What a break costs by what lies around it, and what else is better avoided; only the proportions matter. */
const COST = {
  caption: 2,
  clauseBreak: 1,
  breathBreak: 2.5,
  conjunctionBreak: 3,
  otherBreak: 7,
  /** Between words that belong together. */
  bindingBreak: 12,
  sentenceInside: 3,
  pauseInside: 5,
  tooShort: 6,
  loneWord: 8,
  /** Times the square of how full the caption is, so that neighbours come out about even. */
  fullness: 3,
} as const;

/** A single word up to this many letters looks lost on a screen. */
const SHORT_WORD_WIDTH = 6;

function hasEndMark({ text }: ScoredWord, next: ScoredWord | undefined): boolean {
  return endsSentenceBefore(text, next?.text ?? "");
}

function endsSentence(word: ScoredWord, next: ScoredWord): boolean {
  return word.endsSentence === true || hasEndMark(word, next);
}

/** Whether two words are read as one. */
function areBound({ text: before }: ScoredWord, { text: after }: ScoredWord): boolean {
  return (
    bindsToNext(before) ||
    bindsToBefore(before, after) ||
    completesNumber(before, after) ||
    abbreviatesBefore(before, after)
  );
}

/** What it costs to break between two words. */
function breakCost(before: ScoredWord, after: ScoredWord | undefined): number {
  if (after === undefined || endsSentence(before, after)) return 0;
  const pauseS = after.startS - before.endS;
  if (pauseS >= PAUSE_S) return 0;
  if (ENDS_CLAUSE.test(before.text) || endsPhrase(before.text, after)) return COST.clauseBreak;
  if (areBound(before, after)) return COST.bindingBreak;
  const other = joinsClauses(after.text) ? COST.conjunctionBreak : COST.otherBreak;
  return pauseS >= BREATH_S ? Math.min(COST.breathBreak, other) : other;
}

/** What it costs not to break there. */
function insideCost(before: ScoredWord, after: ScoredWord): number {
  const pauseS = after.startS - before.endS;
  if (pauseS >= LONG_PAUSE_S) return Number.POSITIVE_INFINITY;
  return (endsSentence(before, after) ? COST.sentenceInside : 0) + (pauseS >= PAUSE_S ? COST.pauseInside : 0);
}

/** When a caption goes: not before its last word, and where the next one leaves room, not before it can be read. */
function endOfCaption(words: readonly ScoredWord[], first: number, next: number, endS: number): number {
  const startS = (words[first] as ScoredWord).startS;
  const spokenS = (words[next - 1] as ScoredWord).endS;
  const freeS = words[next]?.startS ?? endS;
  return Math.max(spokenS, Math.min(startS + SHOWN_S.min, freeS));
}

/**
 * What is asked of a word each time that a caption could have it: looked up once, since each word stands in as many
 * possible captions as fit around it, of one-letter words in dozens.
 */
interface Measures {
  /** Of the word, in narrow characters. */
  readonly widths: Float64Array;
  /** Of what parts it from the word before it: 0 or 1. */
  readonly gaps: Uint8Array;
  /** What it costs to break behind it, and not to. */
  readonly breaking: Float64Array;
  readonly going: Float64Array;
  /** 1 where it looks lost as a caption of its own. */
  readonly lost: Uint8Array;
}

/** The measures of all words, a step for each. */
function* measureWords(words: readonly ScoredWord[]): Generator<void, Measures> {
  const { length } = words;
  const measures: Measures = {
    widths: new Float64Array(length),
    gaps: new Uint8Array(length),
    breaking: new Float64Array(length),
    going: new Float64Array(length),
    lost: new Uint8Array(length),
  };
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const width = subtitleWidth(word.text);
    measures.widths[index] = width;
    measures.breaking[index] = breakCost(word, next);
    measures.lost[index] = Number(width <= SHORT_WORD_WIDTH && !hasEndMark(word, next));
    if (next !== undefined) {
      measures.gaps[index + 1] = wordSeparator(word, next).length;
      measures.going[index] = insideCost(word, next);
    }
    yield;
  }
  return measures;
}

/** What is wrong with the words from `first` up to but not including `next` as one caption, breaks aside. */
function shapeCost(
  words: readonly ScoredWord[],
  { lost }: Measures,
  [first, next]: readonly [number, number],
  endS: number,
): number {
  const shownS = endOfCaption(words, first, next, endS) - (words[first] as ScoredWord).startS;
  const isLone = next - first === 1 && lost[first] === 1;
  return COST.caption + (shownS < SHOWN_S.min - 1e-9 ? COST.tooShort : 0) + (isLone ? COST.loneWord : 0);
}

/** Follows how words fill lines, as far as they fit. */
class Lines {
  #count = 1;
  #width = 0;
  #total = 0;

  /** @param width of the first word */
  constructor(width: number) {
    this.#width = width;
    this.#total = width;
  }

  /** What the caption's width costs. */
  get fullnessCost(): number {
    return COST.fullness * (this.#total / (SUBTITLE_LINES * SUBTITLE_LINE_WIDTH)) ** 2;
  }

  /** Whether the caption still fits with another word. A word wider than a line has one of its own. */
  add(gap: number, width: number): boolean {
    const together = this.#width + gap + width;
    if (together > SUBTITLE_LINE_WIDTH) {
      this.#count += 1;
      this.#width = width;
    } else this.#width = together;
    this.#total += gap + width;
    return this.#count <= SUBTITLE_LINES;
  }
}

/** The captions that may begin with a word: where each ends, and what it costs to keep its words together. */
function* captionsFrom(
  words: readonly ScoredWord[],
  { widths, gaps, going }: Measures,
  first: number,
): Generator<{ next: number; cost: number }> {
  const lines = new Lines(widths[first] as number);
  const { startS } = words[first] as ScoredWord;
  yield { next: first + 1, cost: lines.fullnessCost };
  let cost = 0;
  for (let last = first + 1; last < words.length; last += 1) {
    cost += going[last - 1] as number;
    const fits = lines.add(gaps[last] as number, widths[last] as number);
    const isShort = (words[last] as ScoredWord).endS - startS <= SHOWN_S.max;
    if (!fits || !isShort || cost === Number.POSITIVE_INFINITY) return;
    yield { next: last + 1, cost: cost + lines.fullnessCost };
  }
}

/** Where the best captions begin, as indices of words, ascending; two steps for each word. */
function* bestBreaks(words: readonly ScoredWord[], endS: number): Generator<void, number[]> {
  const measures = yield* measureWords(words);
  // costs[i]: of the best captions of the words before i; from[i]: where the last of them begins.
  const costs = new Float64Array(words.length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(words.length + 1);
  costs[0] = 0;
  for (let first = 0; first < words.length; first += 1) {
    for (const { next, cost } of captionsFrom(words, measures, first)) {
      const shape = shapeCost(words, measures, [first, next], endS);
      const sum = (costs[first] as number) + cost + shape + (measures.breaking[next - 1] as number);
      if (sum >= (costs[next] as number)) continue;
      costs[next] = sum;
      from[next] = first;
    }
    yield;
  }
  const breaks: number[] = [];
  for (let next = words.length; next > 0; next = from[next] as number) breaks.push(from[next] as number);
  return breaks.reverse();
}

/** The caption of the words from `first` up to but not including `next`. */
function captionOf(words: readonly ScoredWord[], first: number, next: number, endS: number): Caption {
  const spoken = words.slice(first, next);
  return {
    text: joinWords(spoken),
    start: roundToMs((words[first] as ScoredWord).startS),
    end: roundToMs(endOfCaption(words, first, next, endS)),
    words: spoken.map((word) => ({
      word: word.text,
      start: roundToMs(word.startS),
      end: roundToMs(word.endS),
      score: roundToMs(word.score),
    })),
  };
}

/**
 * As `layOutTranscript`, in short steps, two for each word and one for each caption: whoever has others wait may let them
 * have their turn in between.
 */
export function* layOutInSteps(words: readonly ScoredWord[], endS: number): Generator<void, Caption[]> {
  const breaks = yield* bestBreaks(words, endS);
  const captions: Caption[] = [];
  for (const [index, first] of breaks.entries()) {
    captions.push(captionOf(words, first, breaks[index + 1] ?? words.length, endS));
    yield;
  }
  return captions;
}

/**
 * Captions of words that ascend in time, all in seconds on one clock; `endS` is where the audio ends. Scores are
 * rounded to thousandths. No words give no captions.
 */
export function layOutTranscript(words: readonly ScoredWord[], endS: number): Caption[] {
  return runAtOnce(layOutInSteps(words, endS));
}
