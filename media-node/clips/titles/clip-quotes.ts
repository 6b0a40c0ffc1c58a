// What is quoted of a clip: its hook, the sentence with which it opens, and sentences that a reason names. A quotation is
// complete: a sentence that is too long is quoted by a whole clause of it, or not at all.

import type { MomentKind } from "../sentences/moment-kinds.ts";
import { isRealQuestion } from "../sentences/questions.ts";
import { sentenceBounds } from "../sentences/sentence-openings.ts";
import { type SpokenText, splitSentences } from "../sentences/sentences.ts";
import { CONDITION_LOST } from "./clause-losses.ts";
import { isVerbForm, NEVER_LAST, PRONOUN_WITH_VERB, SELDOM_LAST } from "./clause-words.ts";
import { hasEnglishStopWords } from "./english-words.ts";
import { findTitleClause } from "./find-title.ts";
import { isHeard } from "./heard-words.ts";
import { cutAtWord, readableWords } from "./readable-text.ts";
import { type Clause, endsInCondition, findClauses, openingClause, renderClause } from "./title-clauses.ts";
import { findDenied } from "./title-quotes.ts";
import { clauseStandsAlone } from "./title-strength.ts";
import { keysOf, readUtterances, type TitleToken, type Utterance, utteranceFrom } from "./title-tokens.ts";
import type { ClauseForm } from "./whole-clause.ts";

/** Fewer words are an interjection: the clip opens with what comes after them. */
const MIN_HOOK_WORDS = 4;
/** Among so many sentences at its beginning the hook is looked for: what comes later no longer opens the clip. */
const HOOK_SENTENCES = 3;
/** A sentence that is understood less by who has heard nothing else opens the clip only where no other does. */
const MIN_UNDERSTOOD = 0.8;
/** Longer sentences are no opening words that anybody reads; a clause of them is taken. */
const MAX_HOOK_LENGTH = 140;
/** With a verb a sentence of so many words says something. */
const MIN_TELLING_WORDS = 5;
/** A sentence of so many words that trails off has said what it says. */
const MIN_TRAILING_WORDS = 7;
/** More words are no clause that is quoted, however short they are. */
const MAX_QUOTED_WORDS = 32;
/** What says something by itself; a topic ("how bees dance") only names it. */
const SENTENCE_FORMS: ReadonlySet<ClauseForm> = new Set(["statement", "order"]);
/** A quoted point that stands less on its own is not understood. */
const MIN_ALONE = 0.6;
/** Asks for more than a listener of one sentence knows, or reports how somebody thought. */
export const HANGS =
  /^(?:however|otherwise|instead|meanwhile|then|later|so|because|which|not|(?:i|he|she|they|we|you)(?: \w+)? (?:like|goes)|(?:i'm|he's|she's|they're|we're|you're) like)\b/;

function readUtterance(text: SpokenText, { firstSentence, endSentence }: Utterance): string {
  const first = text.sentences[firstSentence];
  const last = text.sentences[endSentence - 1];
  return readableWords(text, first?.firstWord ?? 0, last?.endWord ?? 0, last?.isQuestion);
}

/** Whether there is a verb among the words; without one they are a fragment. */
export function hasVerb(tokens: readonly TitleToken[]): boolean {
  return tokens.some(({ key }) => isVerbForm(key) || PRONOUN_WITH_VERB.test(key));
}

function tellsSomething({ tokens }: Utterance): boolean {
  return tokens.length >= MIN_TELLING_WORDS && hasVerb(tokens);
}

/** Whether a sentence is complete, or trails off after it has said enough. */
function isComplete(text: SpokenText, utterance: Utterance): boolean {
  const { tokens, hasStart, hasEnd, endSentence } = utterance;
  const endWord = text.sentences[endSentence - 1]?.endWord ?? 0;
  const trailsOff = /(?:\.\.\.|…)$/.test(text.words[endWord - 1]?.text ?? "");
  const breaksOff = tokens.slice(0, -1).some(({ mark }) => mark === "break");
  const isLong = tokens.length >= MIN_TRAILING_WORDS;
  const last = tokens.at(-1)?.key ?? "";
  return (
    hasStart &&
    !breaksOff &&
    (hasEnd || (trailsOff && isLong && !SELDOM_LAST.has(last) && !NEVER_LAST.has(last)))
  );
}

/** An utterance without filler, and only its opening clause where it is long; null where nothing short enough is whole. */
function hookOf(text: SpokenText, utterance: Utterance): string | null {
  const said = readUtterance(text, utterance);
  const whole = said.length <= MAX_HOOK_LENGTH ? said : null;
  const last = utterance.tokens.at(-1);
  const asks = isRealQuestion(text, utterance.endSentence - 1);
  const clause = openingClause(utterance, asks, MAX_HOOK_LENGTH - 1);
  if (clause === null) return whole;
  const isToItsEnd = clause.tokens.at(-1)?.key === last?.key && clause.tokens.at(-1)?.mark === last?.mark;
  if (!isToItsEnd) return whole ?? renderClause(clause);
  const stop = /^[.!]$/.test(last?.mark ?? "") ? last?.mark : "";
  return renderClause(clause).replace(/["”]?$/u, (closing) => `${stop}${closing}`);
}

/** Whether two lines say the same words. */
function saysTheSame(a: string, b: string): boolean {
  const plain = (line: string): string => line.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, "");
  return plain(a) === plain(b);
}

/**
 * A sentence at the beginning of a clip as a quotation, complete where one is, and rather not the title again; empty where
 * nothing is said.
 */
export function findHook(text: SpokenText, title: string): string {
  const opening = readUtterances(text).slice(0, HOOK_SENTENCES);
  const hooks = opening.map((utterance) => ({ utterance, hook: hookOf(text, utterance) ?? "" }));
  const short = hooks.filter(({ hook }) => hook !== "");
  const complete = short.filter(({ utterance }) => isComplete(text, utterance) && tellsSomething(utterance));
  const { understoodFirst } = sentenceBounds(text);
  const understood = complete.filter(
    ({ utterance }) => (understoodFirst[utterance.firstSentence] ?? 0) >= MIN_UNDERSTOOD,
  );
  const found =
    understood.find(({ hook }) => !saysTheSame(hook, title)) ??
    understood[0] ??
    complete[0] ??
    short.find(({ utterance }) => utterance.tokens.length >= MIN_HOOK_WORDS) ??
    short[0];
  if (found !== undefined) return found.hook;
  const [first] = opening;
  return first === undefined ? "" : cutAtWord(readUtterance(text, first), MAX_HOOK_LENGTH);
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
 */
export function quotationsOf(text: SpokenText, utterance: Utterance, maxLength: number): Quotation[] {
  const { tokens, hasStart, hasEnd, endSentence } = utterance;
  const whole = readUtterance(text, utterance);
  if (whole.length <= maxLength && hasStart && hasEnd) return [{ text: whole, tokens, leftOut: 0 }];
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

/** "You can do your best, but": what the sentence says comes after it. */
function isConceded({ tokens, utterance }: Clause): boolean {
  const last = tokens.at(-1)?.word ?? 0;
  const after = utterance.tokens.find(({ word }) => word > last)?.key ?? "";
  return /^(?:but|though|although|however|except)$/.test(after);
}

/** Whether a clause is a statement or an order that is understood alone, and that its sentence makes. */
function isQuotable(clause: Clause): boolean {
  const said = keysOf(clause.tokens);
  const tells = clause.form === "statement" || clause.form === "order";
  const isUnderstood = !HANGS.test(said) && clauseStandsAlone(clause, said) >= MIN_ALONE;
  return tells && isUnderstood && clause.leftOut < CONDITION_LOST && !isConceded(clause);
}

/** What would be the title of the words from one index to another by rules alone, where it may be quoted; else null. */
export function quoteBest(
  text: SpokenText,
  from: number,
  to: number,
  { kind, maxLength, minWords }: Omit<QuoteBounds, "isWanted"> & { readonly kind: MomentKind | null },
): string | null {
  const words = splitSentences(text.words.slice(from, to));
  const clause = hasEnglishStopWords(words)
    ? findTitleClause(words, { kind, pointS: null, ratings: null })
    : null;
  if (clause === null || clause.tokens.length < minWords || !isQuotable(clause)) return null;
  const quote = renderClause(clause);
  return quote.length <= maxLength ? quote : null;
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
  if (deniedSentences(text).has(sentence)) return null;
  const utterance = utteranceFrom(text, sentence);
  const quotes = findClauses(utterance, isRealQuestion(text, utterance.endSentence - 1))
    .filter(
      (clause) =>
        clause.tokens.length >= minWords && isWanted(clause) && isQuotable(clause) && isHeard(text, clause),
    )
    .map(renderClause)
    .filter((quote) => quote.length <= maxLength);
  return quotes.reduce<string | null>(
    (best, quote) => (quote.length > (best?.length ?? 0) ? quote : best),
    null,
  );
}
