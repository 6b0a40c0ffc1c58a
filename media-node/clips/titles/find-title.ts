// Finds a clip's title in its words: the best of all whole clauses, first of those that say enough and stand alone, else
// the best that is at least whole. Speech that is not English is not taken apart: there only a short sentence is a title, or,
// where nothing is written between words, a clause that marks part off.

import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { stemOf } from "../../senses/meaning/text-similarity.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import { isRealQuestion } from "../sentences/questions.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { isConfident } from "./confident-words.ts";
import { hasEnglishStopWords } from "./english-words.ts";
import { findShortSentence } from "./languages/short-sentence.ts";
import { MAX_TITLE_LENGTH } from "./readable-text.ts";
import { type Clause, findClauses, renderClause } from "./title-clauses.ts";
import { findDenied } from "./title-quotes.ts";
import { ratedStrength, type TitleRatings } from "./title-ratings.ts";
import { clauseStandsAlone, titleStrength } from "./title-strength.ts";
import { keysOf, readUtterances, type Utterance } from "./title-tokens.ts";
import { findUnspacedTitle, isMostlyUnspaced } from "./unspaced-title.ts";

export interface TitleHints {
  /** What the clip is posted for; null where that is not known. */
  readonly kind: MomentKind | null;
  /** A time on the clip's clock within the sentence that is its point; null where that is not known. */
  readonly pointS: number | null;
  /** What a model says of the text's words; null where none does. */
  readonly ratings: TitleRatings | null;
}

/** Factors by the distance in sentences from the point. */
const NEAR_POINT = [2.3, 1.35, 1.1] as const;
const OPENING = 1.15;
const ENDING = 1.15;
/** A clip that opens with a question answers it. */
const OPENING_QUESTION = 1.7;
/** A clause that stands less alone begins with "it" or "they", and nobody who reads the title knows who. */
const MIN_ALONE = 0.1;
/** By how much, as a logarithm of strength, a clause that points at nothing may be weaker. */
const UNDERSTOOD_LEAD = 0.5;

/** How often each word of content is said, by its stem. */
function subjectsOf({ keys, flags }: SpokenText): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  keys.forEach((key, index) => {
    if (((flags[index] ?? 0) & (WORD.stop | WORD.hesitation)) !== 0) return;
    counts.set(stemOf(key), (counts.get(stemOf(key)) ?? 0) + 1);
  });
  return counts;
}

function pointOf(text: SpokenText, utterances: readonly Utterance[], pointS: number | null): number | null {
  if (pointS === null) return null;
  const sentence = text.sentences.findLastIndex(({ startS }) => startS <= pointS);
  const found = utterances.findIndex(({ endSentence }) => endSentence > sentence);
  return found < 0 ? null : found;
}

function nearness(clause: Clause, at: number, count: number, point: number | null): number {
  const opening = at === 0 && clause.form === "question" ? OPENING_QUESTION : 1;
  if (point !== null) return Math.max(opening, NEAR_POINT[Math.abs(at - point)] ?? 1);
  return Math.max(opening, at === 0 ? OPENING : at === count - 1 ? ENDING : 1);
}

interface RatedClause {
  readonly clause: Clause;
  readonly strength: number;
}

function strongestOf(clauses: readonly RatedClause[]): RatedClause | null {
  return clauses.reduce<RatedClause | null>(
    (best, each) => (each.strength > (best?.strength ?? Number.NEGATIVE_INFINITY) ? each : best),
    null,
  );
}

function aloneness({ clause }: RatedClause): number {
  return clauseStandsAlone(clause, keysOf(clause.tokens));
}

/** The strongest; where it points at what it does not say, one that points at nothing and is hardly weaker. */
function bestOf(clauses: readonly RatedClause[]): Clause | null {
  const best = strongestOf(clauses);
  if (best === null || aloneness(best) >= MIN_ALONE) return best?.clause ?? null;
  const near = clauses.filter(({ strength }) => strength >= best.strength - UNDERSTOOD_LEAD);
  return (strongestOf(near.filter((each) => aloneness(each) === 1)) ?? best).clause;
}

/**
 * The best of all whole clauses of an English text as a title, rather of well heard words; null where none is short enough.
 * @param mayBe whether a clause may be taken at all
 */
export function findTitleClause(
  text: SpokenText,
  { kind, pointS, ratings }: TitleHints,
  mayBe: (clause: Clause) => boolean = () => true,
): Clause | null {
  const utterances = readUtterances(text);
  const subjects = subjectsOf(text);
  const point = pointOf(text, utterances, pointS);
  const denied = findDenied(utterances);
  const rated: RatedClause[] = [];
  for (const [at, utterance] of utterances.entries()) {
    if (denied[at]) continue;
    const asks = isRealQuestion(text, utterance.endSentence - 1);
    for (const clause of findClauses(utterance, asks)) {
      if (renderClause(clause).length > MAX_TITLE_LENGTH || !mayBe(clause)) continue;
      const near = nearness(clause, at, utterances.length, point);
      const byRules = titleStrength(clause, { kind, subjects, nearness: near });
      rated.push({ clause, strength: ratedStrength(clause, byRules, ratings) });
    }
  }
  return bestOf(rated.filter(({ clause }) => isConfident(text, clause))) ?? bestOf(rated);
}

/** The title in the clip's own words, at most 70 characters; undefined where nothing whole is short enough. */
export function findTitle(text: SpokenText, hints: TitleHints): string | undefined {
  if (!hasEnglishStopWords(text))
    return isMostlyUnspaced(text) ? findUnspacedTitle(text) : findShortSentence(text, hints.ratings);
  const clause = findTitleClause(text, hints);
  return clause === null ? undefined : renderClause(clause);
}
