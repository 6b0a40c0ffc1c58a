// What is quoted of a clip: sentences that a reason or a description names. A quotation is complete: a sentence that is too
// long is quoted by a whole clause of it, or not at all.

import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { pointingOf } from "../sentences/back-references.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import { isRealQuestion } from "../sentences/questions.ts";
import { type SpokenText, splitSentences } from "../sentences/sentences.ts";
import { CONDITION_LOST } from "./clauses/clause-losses.ts";
import { ADVERBS, AUXILIARIES, isVerbForm, PREPOSITIONS, PRONOUN_WITH_VERB } from "./clauses/clause-words.ts";
import type { ClauseForm } from "./clauses/whole-clause.ts";
import { isConfident } from "./confident-words.ts";
import { hasEnglishStopWords } from "./english-words.ts";
import { findTitleClause } from "./find-title.ts";
import { readableWords } from "./readable-text.ts";
import { type Clause, endsInCondition, findClauses, renderClause } from "./title-clauses.ts";
import { findDenied } from "./title-quotes.ts";
import type { TitleRatings } from "./title-ratings.ts";
import { clauseStandsAlone } from "./title-strength.ts";
import { keysOf, readUtterances, type TitleToken, type Utterance, utteranceFrom } from "./title-tokens.ts";

/** More words are no clause that is quoted, however short they are. */
const MAX_QUOTED_WORDS = 32;
/** What says something by itself; a topic ("how bees dance") only names it. */
const SENTENCE_FORMS: ReadonlySet<ClauseForm> = new Set(["statement", "order"]);
/** A quoted point that stands less on its own is not understood. */
const MIN_ALONE = 0.6;
const DEMONSTRATIVE = /^(?:this|these|those|that)$/;
/** "This winter", "that day": known without more. */
const TIME =
  /^(?:day|year|month|week|weekend|morning|evening|night|spring|summer|autumn|fall|winter|time|way|moment)$/;
/** "The language of your own", "a little bit": no verb follows. */
const BEFORE_NOUN = /^(?:the|a|an|my|your|his|her|its|our|their|no|every|any|little)$/;
const DENIAL = /^(?:not|all|\p{L}+n't)$/u;
/** "We did something", "nobody knows about this": it only says that there is something to be said. */
const ENDS_EMPTY = /\b(?:something|anything|stuff|things?|this|that|these|those)$/;
/** Asks for more than a listener of one sentence knows, or reports how somebody thought. */
export const HANGS =
  /^(?:however|otherwise|instead|meanwhile|then|later|so|because|which|not|i should say|(?:i|he|she|they|we|you)(?: \w+)? (?:like|goes)|(?:i'm|he's|she's|they're|we're|you're) like)\b/;

/** An utterance as people read it. */
export function readUtterance(text: SpokenText, { firstSentence, endSentence }: Utterance): string {
  const first = text.sentences[firstSentence];
  const last = text.sentences[endSentence - 1];
  return readableWords(text, first?.firstWord ?? 0, last?.endWord ?? 0, last?.isQuestion);
}

/** Whether there is a verb among the words; without one they are a fragment. */
export function hasVerb(tokens: readonly TitleToken[]): boolean {
  return tokens.some(({ key }, at) => {
    const before = tokens[at - 1]?.key ?? "";
    const isNoun = BEFORE_NOUN.test(before) || PREPOSITIONS.has(before);
    const isVerb = AUXILIARIES.has(key) || (isVerbForm(key) && !isNoun);
    return isVerb || PRONOUN_WITH_VERB.test(key);
  });
}

/** What is quoted of an utterance. */
export interface Quotation {
  readonly text: string;
  readonly tokens: readonly TitleToken[];
  /** What of the utterance was left out, 0 to 1. */
  readonly leftOut: number;
}

/**
 * The ways to quote an utterance in at most so many characters: as it is, or, where it is too long or not whole, each of
 * its whole clauses that neither is said on a condition only nor ends in one; none where nothing whole is short enough.
 * Only English is taken apart.
 */
export function quotationsOf(text: SpokenText, utterance: Utterance, maxLength: number): Quotation[] {
  const { tokens, hasStart, hasEnd, endSentence } = utterance;
  const whole = readUtterance(text, utterance);
  if (whole.length <= maxLength && hasStart && hasEnd) return [{ text: whole, tokens, leftOut: 0 }];
  if (text.language !== "en") return [];
  const asks = isRealQuestion(text, endSentence - 1);
  return findClauses(utterance, asks, MAX_QUOTED_WORDS)
    .filter(({ form, leftOut }) =>
      asks ? form === "question" : SENTENCE_FORMS.has(form) && leftOut < CONDITION_LOST,
    )
    .filter(({ tokens: quoted }) => quoted.at(-1)?.word === tokens.at(-1)?.word || !endsInCondition(quoted))
    .map((clause) => ({ text: renderClause(clause), tokens: clause.tokens, leftOut: clause.leftOut }))
    .filter((quotation) => quotation.text.length <= maxLength);
}

/** What begins with a sentence, as much of it as is whole in at most so many characters; null where nothing is. */
export function quoteSentence(text: SpokenText, sentence: number, maxLength: number): string | null {
  const quotations = quotationsOf(text, utteranceFrom(text, sentence), maxLength);
  return quotations.reduce<string | null>(
    (best, quotation) => (quotation.text.length > (best?.length ?? 0) ? quotation.text : best),
    null,
  );
}

/**
 * What begins with a sentence where that is complete by the word `to`, surely heard, tells something and is understood
 * alone; null elsewhere.
 */
export function quoteWhole(
  text: SpokenText,
  sentence: number,
  { maxLength, to }: { readonly maxLength: number; readonly to: number },
): string | null {
  const utterance = utteranceFrom(text, sentence);
  const { tokens, hasStart, hasEnd, firstSentence, endSentence } = utterance;
  const { isQuestion = false, endWord = 0 } = text.sentences[endSentence - 1] ?? {};
  if (!(hasStart && hasEnd && hasVerb(tokens) && isConfident(text, utterance))) return null;
  if (isQuestion || endWord > to) return null;
  const isTold = !HANGS.test(keysOf(tokens)) && !deniedSentences(text).has(firstSentence);
  const quote = readUtterance(text, utterance);
  return isTold && !asksForMore(text, tokens) && quote.length <= maxLength ? quote : null;
}

export interface QuoteBounds {
  readonly maxLength: number;
  readonly minWords: number;
  /** Whether a clause says what is looked for. */
  readonly isWanted?: ((clause: Clause) => boolean) | undefined;
}

const known = new WeakMap<SpokenText, ReadonlySet<number>>();

/** The sentences with which a text goes on quoting what it denies. */
function deniedSentences(text: SpokenText): ReadonlySet<number> {
  const found = known.get(text) ?? findDeniedSentences(text);
  known.set(text, found);
  return found;
}

function findDeniedSentences(text: SpokenText): Set<number> {
  const utterances = readUtterances(text);
  const denied = findDenied(utterances);
  return new Set(utterances.filter((_, at) => denied[at]).map(({ firstSentence }) => firstSentence));
}

/** "You can do your best, but yeah": nothing comes after it. */
const WINDS_UP = /^but (?:yeah|anyways?|okay)$/;

/** "You can do your best, but": what the sentence says comes after it. */
function isConceded({ tokens, utterance }: Clause): boolean {
  const last = tokens.at(-1)?.word ?? 0;
  const after = keysOf(utterance.tokens.filter(({ word }) => word > last));
  return /^(?:but|though|although|however|except)\b/.test(after) && !WINDS_UP.test(after);
}

/** "This mistake", "those hives", "that talk": who reads it alone asks which; "this old wooden hive" says it. */
function pointsAtNoun(tokens: readonly TitleToken[], at: number): boolean {
  const [before, word, noun, after] = [at - 1, at, at + 1, at + 2].map((index) => tokens[index]);
  if (noun === undefined || !DEMONSTRATIVE.test(word?.key ?? "")) return false;
  const isBare =
    noun.mark !== "" || after === undefined || (after.flags & WORD.stop) !== 0 || ADVERBS.has(after.key);
  if (!isBare || TIME.test(noun.key) || (noun.flags & WORD.stop) !== 0 || isVerbForm(noun.key)) return false;
  // "I know that bees dance": a clause follows, which has a verb. "Not that hard": it says how much.
  return (
    at === 0 || word?.key !== "that" || !(DENIAL.test(before?.key ?? "") || hasVerb(tokens.slice(at + 1)))
  );
}

/** Whether somebody who reads only these words of a text asks who or what is meant, or what more there was. */
export function asksForMore(text: SpokenText, tokens: readonly TitleToken[]): boolean {
  const said = keysOf(tokens);
  const [first, second] = tokens;
  // "That helped us"
  if (DEMONSTRATIVE.test(first?.key ?? "") && isVerbForm(second?.key ?? "")) return true;
  if (ENDS_EMPTY.test(said) || tokens.some((_, at) => pointsAtNoun(tokens, at))) return true;
  const words = { firstWord: tokens[0]?.word ?? 0, endWord: (tokens.at(-1)?.word ?? 0) + 1 };
  return pointingOf(text, words) !== "nothing";
}

/** Whether a clause is a statement or an order that its sentence makes, and that mostly stands alone. */
function isMeant(clause: Clause): boolean {
  const said = keysOf(clause.tokens);
  const tells = clause.form === "statement" || clause.form === "order";
  const stands = !HANGS.test(said) && clauseStandsAlone(clause, said) >= MIN_ALONE;
  return tells && stands && clause.leftOut < CONDITION_LOST && !isConceded(clause);
}

function isQuotable(text: SpokenText, clause: Clause): boolean {
  return isMeant(clause) && !asksForMore(text, clause.tokens);
}

export interface BestBounds extends Omit<QuoteBounds, "isWanted"> {
  readonly kind: MomentKind | null;
  /** Whether a quotation says what is not said elsewhere. */
  readonly isNew?: (quote: string) => boolean;
  /** What a model says of these words; of rules alone without. */
  readonly ratings?: TitleRatings | null;
}

/** What of the words from one index to another, by rules alone, would be the best title that may be quoted; else null. */
export function quoteBest(
  text: SpokenText,
  from: number,
  to: number,
  { kind, maxLength, minWords, ratings = null, isNew = () => true }: BestBounds,
): string | null {
  const words = splitSentences(text.words.slice(from, to), undefined, text.language);
  if (!hasEnglishStopWords(words)) return null;
  const mayBe = (clause: Clause): boolean => {
    const quote = renderClause(clause);
    const isInBounds = clause.tokens.length >= minWords && quote.length <= maxLength;
    return isInBounds && isNew(quote) && isQuotable(words, clause);
  };
  const clause = findTitleClause(words, { kind, pointS: null, ratings }, mayBe);
  return clause === null ? null : renderClause(clause);
}

/** What a sentence says by itself, as statements and orders of so many words at least. */
function clausesMeant(text: SpokenText, sentence: number, minWords: number): Clause[] {
  if (text.language !== "en" || deniedSentences(text).has(sentence)) return [];
  const utterance = utteranceFrom(text, sentence);
  return findClauses(utterance, isRealQuestion(text, utterance.endSentence - 1)).filter(
    (clause) => clause.tokens.length >= minWords && isMeant(clause) && isConfident(text, clause),
  );
}

/** Whether a sentence says something of a kind, in so many words at least, whether or not it is understood alone. */
export function saysAny(
  text: SpokenText,
  sentence: number,
  { minWords, isWanted }: { readonly minWords: number; readonly isWanted: (clause: Clause) => boolean },
): boolean {
  return clausesMeant(text, sentence, minWords).some(isWanted);
}

/**
 * The longest statement or order of a sentence that is understood alone and says what the sentence says, within `bounds`;
 * null where none is.
 */
export function quotePoint(
  text: SpokenText,
  sentence: number,
  { maxLength, minWords, isWanted = () => true }: QuoteBounds,
): string | null {
  const quotes = clausesMeant(text, sentence, minWords)
    .filter((clause) => isWanted(clause) && !asksForMore(text, clause.tokens))
    .map(renderClause)
    .filter((quote) => quote.length <= maxLength);
  return quotes.reduce<string | null>(
    (best, quote) => (quote.length > (best?.length ?? 0) ? quote : best),
    null,
  );
}
