// How well a sentence serves as the first or the last one of a clip: whether it leans on something that was said before
// ("and so he", "because of that"), whether something begins with it, whether something must follow it. A sum of signs
// that a person can read, weighed by what editors chose, in log-odds; read once for a whole text and remembered with it.
import { CLOSING_SIGNS } from "./closing-signs.ts";
import { BEGINNING_SIGNS, LEANING_SIGNS, type OpeningSign } from "./opening-signs.ts";
import { isRealQuestion } from "./questions.ts";
import { type SentenceView, viewSentences } from "./sentence-views.ts";
import type { SpokenText } from "./sentences.ts";
import { understoodFirst } from "./stumbling-signs.ts";

/** All in the order of the sentences, 0 to 1. */
export interface SentenceBounds {
  readonly opens: Float32Array;
  readonly closes: Float32Array;
  /** How much each needs nothing before it, whatever it is worth as a beginning. */
  readonly standsAlone: Float32Array;
  /** How well each is understood by somebody who has heard nothing else (stumbling-signs). */
  readonly understoodFirst: Float32Array;
  /** How much a new subject begins with each. */
  readonly newness: Float32Array;
}

/** After this much silence something new begins, whatever its first word. */
const NEW_TOPIC_GAP_S = 2;
/** What leans counts so much less after such a silence. */
const FRESH = 0.6;
/** Log-odds at which a quality is 0.5, about that of the usual sentence, and how steep it is there. */
const HALF = { opens: 0.85, closes: 0.45 } as const;
const STEEPNESS = 1.5;
const UNKNOWN = 0.4;

function isFresh({ sentence }: SentenceView): boolean {
  return sentence.gapBeforeS >= NEW_TOPIC_GAP_S;
}

function sumOf(
  signs: Readonly<Record<string, OpeningSign>>,
): (view: SentenceView, before: SentenceView | undefined) => number {
  const list = Object.values(signs);
  return (view, before) => list.reduce((sum, { weight, of }) => sum + weight * Number(of(view, before)), 0);
}

const leaningOf = sumOf(LEANING_SIGNS);
const beginningOf = sumOf(BEGINNING_SIGNS);
const closingSigns = Object.values(CLOSING_SIGNS);

function quality(logOdds: number, half: number): number {
  return 1 / (1 + Math.exp(STEEPNESS * (half - logOdds)));
}

function findBounds(text: SpokenText): SentenceBounds {
  const views = viewSentences(text);
  const leaning = views.map((view, index) => leaningOf(view, views[index - 1]) * (isFresh(view) ? FRESH : 1));
  return {
    opens: Float32Array.from(views, (view, index) =>
      quality((leaning[index] ?? 0) + beginningOf(view, views[index - 1]), HALF.opens),
    ),
    closes: Float32Array.from(views, (view, index) => {
      const next = views[index + 1];
      const sum = closingSigns.reduce(
        (total, { weight, of }) => total + weight * Number(of(view, next, views[index - 1])),
        0,
      );
      return quality(sum, HALF.closes);
    }),
    standsAlone: Float32Array.from(leaning, (sum) => Math.exp(Math.min(0, sum))),
    understoodFirst: understoodFirst(views, text),
    newness: Float32Array.from(views, ({ newness }) => newness),
  };
}

const known = new WeakMap<SpokenText, SentenceBounds>();

/** The bounds of all sentences of a text. */
export function sentenceBounds(text: SpokenText): SentenceBounds {
  const bounds = known.get(text) ?? findBounds(text);
  known.set(text, bounds);
  return bounds;
}

/** How well a clip can begin with this sentence, 0 to 1. */
export function openingQuality(text: SpokenText, index: number): number {
  return sentenceBounds(text).opens[index] ?? UNKNOWN;
}

/** How well a clip can end with this sentence, 0 to 1. */
export function closingQuality(text: SpokenText, index: number): number {
  return sentenceBounds(text).closes[index] ?? UNKNOWN;
}

/** How much a sentence needs nothing before it, 0 to 1. */
export function standsAlone(text: SpokenText, index: number): number {
  return sentenceBounds(text).standsAlone[index] ?? UNKNOWN;
}

/** Whether nothing in a sentence makes somebody stumble who has heard nothing else. */
export function isUnderstoodFirst(text: SpokenText, index: number): boolean {
  return sentenceBounds(text).understoodFirst[index] === 1;
}

/** Whether the answer to this question follows at once: then the two belong into one clip. */
export function isAnsweredNext(text: SpokenText, index: number): boolean {
  const next = text.sentences[index + 1];
  return next !== undefined && next.gapBeforeS < NEW_TOPIC_GAP_S && isRealQuestion(text, index);
}
