// How likely an editor is to choose a clause for a title, fitted to what editors chose: of 853 marked stretches of real
// conversations they were shown nine clauses each (no words of them are kept), named the best, others nearly as good, and
// those that nobody would post. The weights are those of a conditional logit (McFadden 1974), held towards none. On
// conversations left out the best clause by rules alone was good in 47 of 100 and unusable in 40; with these it is 54 and
// 33. What is a whole thought, and what needs nothing before it, stays with the rules (title-strength).
import { WORD, type WordKind } from "../../senses/meaning/text-lexicon.ts";
import { stemOf } from "../../senses/meaning/text-similarity.ts";
import type { ClauseForm } from "./clauses/whole-clause.ts";
import { type Clause, renderClause } from "./title-clauses.ts";

/** Of what its sentence says besides: a half of a sentence is half a thought. */
const LEFT_OUT = -0.96;
/** Of a title as long as may be: short ones say too little. */
const AT_MAX_LENGTH = 0.64;
const MAX_LENGTH = 70;
const BY_WORDS: Readonly<Record<number, number>> = { 3: -0.47, 4: -0.56, 5: -0.33 };
const BY_CONTENT_WORDS = [-0.24, -0.32, 0, 0, 0.23, 0.19] as const;
const BY_FORM: Partial<Record<ClauseForm, number>> = {
  name: -0.64,
  topic: -0.3,
  question: 0.33,
  order: 0.17,
};
const SEVERAL_CLAUSES = -0.5;
const DENIES = 0.56;
const QUOTES = 0.4;
const ENDS_REFERRING = -0.3;
/** For each of at most two words. */
const BY_WORD_KIND: readonly (readonly [WordKind, number])[] = [
  ["emotion", 0.3],
  ["superlative", 0.29],
  ["number", 0.33],
  ["address", 0.22],
  ["contrast", 0.08],
];
const MAX_COUNTED = 2;
/** For each doubling of how often the clip says a word of the title. */
const SUBJECT = 0.17;
const MAX_SUBJECTS = 6;

const OPENINGS: readonly (readonly [RegExp, number])[] = [
  [/^(?:if|when)$/, 0.47],
  [/^(?:a|an)$/, -0.32],
  [/^(?:i|i'm|i've|i'd)$/, -0.27],
  [/^(?:what|why|how|who)$/, 0.19],
  [/^(?:we|we're|we've|we'd)$/, -0.09],
  [/^(?:people|everyone|everybody|nobody)$/, 0.17],
];
/** For a regular expression. */
export const NEGATION_WORDS =
  "not|no|never|nobody|nothing|none|don't|doesn't|didn't|can't|cannot|couldn't|won't|isn't|aren't|wasn't|without";
const NEGATION = new RegExp(`^(?:${NEGATION_WORDS})$`);
/** Refer to something that the title does not name. */
export const REFERRING =
  /^(?:it|this|that|these|those|he|she|they|him|her|them|his|their|its|it's|that's|this's|he's|she's|they're|they've|they'd|they'll|he'd|she'd|he'll|she'll|it'll|it'd|that'll|that'd|ones?|there|here|other|another|same|such|so|both|things?|stuff)$/;

/** Whether a mark parts the words in their middle. */
export function hasSeveralClauses(tokens: Clause["tokens"]): boolean {
  return tokens.slice(0, -1).some(({ mark }) => mark === "," || mark === ":");
}

/**
 * Logarithm of how likely the clause is to be chosen, up to a constant.
 * @param subjects how often the clip says each word of content, by its stem
 */
export function titleAppeal(
  { tokens, form, leftOut, isQuoted }: Clause,
  subjects: ReadonlyMap<string, number>,
): number {
  const first = tokens[0]?.key ?? "";
  const contentWords = tokens.filter(({ flags }) => (flags & WORD.stop) === 0).length;
  const named = [...new Set(tokens.map(({ key }) => key))].reduce(
    (sum, key) => sum + Math.log2(Math.max(1, subjects.get(stemOf(key)) ?? 1)),
    0,
  );
  let appeal = LEFT_OUT * leftOut + SUBJECT * Math.min(MAX_SUBJECTS, named);
  appeal += (AT_MAX_LENGTH * renderClause({ tokens, form }).length) / MAX_LENGTH;
  appeal += (BY_WORDS[tokens.length] ?? 0) + (BY_FORM[form] ?? 0);
  appeal += BY_CONTENT_WORDS[Math.min(contentWords, BY_CONTENT_WORDS.length - 1)] ?? 0;
  if (hasSeveralClauses(tokens)) appeal += SEVERAL_CLAUSES;
  if (tokens.some(({ key }) => NEGATION.test(key))) appeal += DENIES;
  if (isQuoted) appeal += QUOTES;
  if (REFERRING.test(tokens.at(-1)?.key ?? "")) appeal += ENDS_REFERRING;
  for (const [kind, weight] of BY_WORD_KIND) {
    const count = tokens.filter(({ flags }) => (flags & WORD[kind]) !== 0).length;
    appeal += weight * Math.min(MAX_COUNTED, count);
  }
  for (const [opening, weight] of OPENINGS) if (opening.test(first)) appeal += weight;
  return appeal;
}
