// How a clause serves as the title by what a network says of the clip's words: how gladly an editor would have the title
// begin with a word, end with it, have it inside, and be of its sentence. It read the clip, so that it can tell what is the
// point, what somebody else is quoted with, and what nobody understands alone.
import { TITLE_COLUMNS } from "../sentences/sentence-judgements.ts";
import { SENTENCE_TOKENS } from "../sentences/sentence-tokens.ts";
import type { Clause } from "./title-clauses.ts";
import type { WordPlace } from "./title-rows.ts";

export interface TitleRatings {
  /** Of each word of the clip. */
  readonly places: readonly WordPlace[];
  /** [rows, 1 + SENTENCE_TOKENS, TITLE_COLUMNS]: what stands before the first token of a row, and its tokens. */
  readonly values: Float32Array;
}

const [ROW, OPENS, CLOSES, INSIDE] = [0, 1, 2, 3] as const;

/** How much what the rules say counts beside it: the logarithm of their strength, as it was learned with the ratings. */
const RULES = 0.6;
/** Clauses of more words are titles only where nothing else is one: the rules alone pass them over by far more. */
const MAX_WORDS = 12;
const TOO_LONG = 0.01;

/** The logarithm of how gladly words, from one to another, would be taken, up to a constant. */
function rateWords({ places, values }: TitleRatings, firstWord: number, lastWord: number): number {
  const said = (row: number, token: number, column: number): number =>
    values[(row * (1 + SENTENCE_TOKENS) + token) * TITLE_COLUMNS + column] ?? 0;
  const tokens = places
    .slice(firstWord, lastWord + 1)
    .flatMap(({ row, from, to }) =>
      Array.from({ length: to - from }, (_, index) => [row, 1 + from + index] as const),
    );
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const inside = tokens.reduce((sum, token) => sum + said(...token, INSIDE), 0) / tokens.length;
  return said(first[0], 0, ROW) + said(...first, OPENS) + said(...last, CLOSES) + inside;
}

/**
 * How well a clause serves as the title, among clauses of one clip: by rules alone (see title-strength) where no model
 * rates words; 0 for what the rules say is no title at all.
 */
export function ratedStrength(clause: Clause, byRules: number, ratings: TitleRatings | null): number {
  if (ratings === null) return byRules;
  const [first, last] = [clause.tokens[0], clause.tokens.at(-1)];
  const length = clause.tokens.length > MAX_WORDS ? TOO_LONG : 1;
  return length * byRules ** RULES * Math.exp(rateWords(ratings, first?.word ?? 0, last?.word ?? 0));
}
