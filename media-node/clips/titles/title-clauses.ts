// The whole clauses of what is said, each a possible title: what remains of a sentence when what leads up to it ("I
// think that", "the thing is"), names that are called, tags and trailing clauses are taken off. Words are never changed
// and never left out inside, except filler. A clause is not taken without its condition: that would be untrue.

import { leadingCount, MIN_CLAUSE_WORDS, withoutTrailing } from "./clauses/clause-edges.ts";
import { hangsOn, loss } from "./clauses/clause-losses.ts";
import { isSubjectStart } from "./clauses/clause-verb.ts";
import {
  CONJUNCTIONS,
  isPronoun,
  isVerbForm,
  LIMITS,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  SUBJECT_PRONOUNS,
  SUBORDINATORS,
} from "./clauses/clause-words.ts";
import { beginsKnown } from "./clauses/known-clauses.ts";
import { type ClauseEdges, type ClauseForm, clauseForm } from "./clauses/whole-clause.ts";
import { partsAside } from "./title-asides.ts";
import { balanceQuotes, isDenied, outgrowsQuote } from "./title-quotes.ts";
import { keysOf, renderTokens, type TitleToken, type Utterance } from "./title-tokens.ts";

export interface Clause {
  readonly tokens: readonly TitleToken[];
  readonly form: ClauseForm;
  /** What of its sentence was left out, 0 (nothing but what leads up to it) to 1. */
  readonly leftOut: number;
  readonly isQuoted: boolean;
  readonly utterance: Utterance;
}

/** Longer clauses are no titles. */
const MAX_WORDS = 14;
/** No more words lead up to a clause and trail after it. */
const MAX_LEADING_WORDS = 28;
/** Words between "between" and its "and". */
const BETWEEN_REACH = 12;
/** What a sentence that trails off leaves unsaid, as a share of it. */
const UNFINISHED = 0.25;
/** With what a conjunction joins another clause inside. */
const JOINED = /^(?:how|why|what|where|because|that)$/;
/** Says what something is that the clause does not name. */
const NAMING =
  /^(?:it's|that's|this is|it is|that is|it was|that was|this was)(?: (?:just|really|actually|always|still|basically|honestly|definitely|probably))* (?=(?:the|a|an|one of) )/;
function isVerb({ key }: TitleToken): boolean {
  return isVerbForm(key) || PRONOUN_WITH_VERB.test(key);
}

/** "The leap between what it tells us and what we think is too big": the conjunction joins what is compared. */
function closesBetween(tokens: readonly TitleToken[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - BETWEEN_REACH); before -= 1) {
    const { key = "", mark = "" } = tokens[before] ?? {};
    if (mark !== "" || key === "and") return false;
    if (key === "between") return true;
  }
  return false;
}

/** Whether a clause is joined with the word at an index; `hasVerb`: whether one stands before it since the last mark. */
function joinsClause(tokens: readonly TitleToken[], at: number, hasVerb: boolean): boolean {
  if (!CONJUNCTIONS.has(tokens[at]?.key ?? "") || closesBetween(tokens, at)) return false;
  const next = tokens[at + 1]?.key ?? "";
  // "It depends on how you see it and how you keep it"
  if (JOINED.test(next) && SUBJECT_PRONOUNS.has(tokens[at + 2]?.key ?? "")) return hasVerb;
  // "With seven hives and his years": a clause is joined to a clause, which has a verb.
  return isSubjectStart(next) && (isPronoun(next) || hasVerb);
}

/** Whether a clause inside another begins with the word at an index. */
function subordinates(tokens: readonly TitleToken[], at: number): boolean {
  const { key = "" } = tokens[at] ?? {};
  return (
    (SUBORDINATORS.has(key) || key === "how" || key === "why") &&
    key !== "as" &&
    key !== "that" &&
    key !== "like" &&
    // "Especially when", "only if": the two are one.
    !LIMITS.test(tokens[at - 1]?.key ?? "") &&
    isSubjectStart(tokens[at + 1]?.key ?? "")
  );
}

/** Where a clause may begin or end: after marks, and before words with which a new one begins. */
function boundariesOf(tokens: readonly TitleToken[]): number[] {
  const found = [0];
  let hasVerb = false;
  for (let at = 1; at < tokens.length; at += 1) {
    const before = tokens[at - 1] as TitleToken;
    const isMarked = before.mark !== "";
    const opensQuote = /^["“]/.test(tokens[at]?.text ?? "") || /["”]$/.test(before.text);
    hasVerb = !isMarked && (hasVerb || isVerb(before));
    const isInner = joinsClause(tokens, at, hasVerb) || subordinates(tokens, at) || beginsKnown(tokens, at);
    if (isMarked || opensQuote || isInner) found.push(at);
  }
  return [...found, tokens.length];
}

interface Source {
  readonly utterance: Utterance;
  /** Whether its sentence really asks. */
  readonly asks: boolean;
}

/** Whether an order may begin here: where a sentence or a quotation does. */
function mayOrder(tokens: readonly TitleToken[], start: number): boolean {
  return start === 0 || tokens[start - 1]?.mark === ":" || /^["“]/.test(tokens[start]?.text ?? "");
}

function isCutOff({ tokens, hasStart, hasEnd, trailsOff }: Utterance, start: number, end: number): boolean {
  if ((start === 0 && !hasStart) || (end === tokens.length && !hasEnd && !trailsOff)) return true;
  return tokens.slice(start, end - 1).some(({ mark }) => mark === "break");
}

/** What the words between two boundaries may be; `isTrimmed`: whether something that trailed was taken off them. */
function edgesOf(
  { utterance, asks }: Source,
  start: number,
  end: number,
  isTrimmed: boolean,
): ClauseEdges & { isAsked: boolean } {
  const { tokens } = utterance;
  const mark = tokens[end - 1]?.mark ?? "";
  const isUnmarkedEnd = end === tokens.length && mark === "";
  const isAsked = !isTrimmed && (mark === "?" || (asks && isUnmarkedEnd));
  return {
    isEnd: !isTrimmed && /[.?!]/.test(mark),
    asks: isAsked && asks,
    isAsked,
    mayOrder: mayOrder(tokens, start),
  };
}

/** The clause between two boundaries of an utterance, if there is one. */
function readClause(source: Source, start: number, end: number, maxWords: number): Clause | null {
  const { utterance } = source;
  const { tokens } = utterance;
  if (isCutOff(utterance, start, end) || outgrowsQuote(tokens, start, end)) return null;
  if (partsAside(tokens, start, end)) return null;
  const from = start + leadingCount(tokens.slice(start, end));
  const kept = withoutTrailing(tokens.slice(from, end));
  const balanced = kept.length < MIN_CLAUSE_WORDS || kept.length > maxWords ? null : balanceQuotes(kept);
  const leftOut = loss(tokens, start, from, from + kept.length);
  if (balanced === null || leftOut === null || isDenied(tokens, from)) return null;
  const edges = edgesOf(source, start, end, from + kept.length < end);
  const form = clauseForm(balanced.tokens, edges);
  // What a question mark ends is no statement.
  if (form === null || (edges.isAsked && form !== "question")) return null;
  if (hangsOn(form, tokens, from, from + kept.length)) return null;
  const isUnfinished = end === tokens.length && utterance.trailsOff;
  return {
    ...balanced,
    form,
    leftOut: isUnfinished ? Math.min(1, leftOut + UNFINISHED) : leftOut,
    utterance,
  };
}

/** "It's a hard problem to solve": what it is called, where the clause only says what something is. */
function nameIn(clause: Clause): Clause | null {
  const said = keysOf(clause.tokens);
  const count = NAMING.exec(said)?.[0].trim().split(" ").length;
  const isOneThing = !clause.tokens
    .slice(0, -1)
    .some(({ mark }, at) => mark === ":" || (mark === "," && isPronoun(clause.tokens[at + 1]?.key ?? "")));
  const isName =
    count !== undefined &&
    clause.form === "statement" &&
    isOneThing &&
    clause.tokens.length - count >= MIN_CLAUSE_WORDS;
  return isName ? { ...clause, tokens: clause.tokens.slice(count), form: "name" } : null;
}

/** A clause as a line of its own; a question has its mark. */
export function renderClause({ tokens, form }: Pick<Clause, "tokens" | "form">): string {
  return renderTokens(tokens, form === "question");
}

/**
 * All whole clauses of an utterance, and what they name, of at most so many words: as many as a title has unless given.
 * @param asks whether its sentence is a real question
 */
export function findClauses(utterance: Utterance, asks: boolean, maxWords = MAX_WORDS): Clause[] {
  const boundaries = boundariesOf(utterance.tokens);
  const found: Clause[] = [];
  for (const [index, start] of boundaries.entries()) {
    for (const end of boundaries.slice(index + 1)) {
      if (end - start > maxWords + MAX_LEADING_WORDS) break;
      const clause = readClause({ utterance, asks }, start, end, maxWords);
      const name = clause === null ? null : nameIn(clause);
      found.push(...[clause, name].filter((each) => each !== null));
    }
  }
  return found;
}

/** "The lesson is like, if bees sleep": what is so under the condition is not said any more. */
export function endsInCondition(tokens: readonly TitleToken[]): boolean {
  const from = tokens.slice(0, -1).findLastIndex(({ mark }) => mark !== "") + 1;
  return from > 0 && /^(?:if|unless|when|whenever|even|although)$/.test(tokens[from]?.key ?? "");
}

/** "Especially in the United States": what stands before the clause. */
function isPreposed(tokens: readonly TitleToken[]): boolean {
  const [first, second] = tokens.map(({ key }) => key);
  const leads = LIMITS.test(first ?? "") ? second : first;
  return PREPOSITIONS.has(leads ?? "") && !tokens.slice(0, -1).some(({ mark }) => mark !== "");
}

/**
 * The longest whole clause in at most so many characters with which an utterance begins, or with which it begins anew
 * after it broke off where nothing was whole by then; null where none is.
 */
export function openingClause(utterance: Utterance, asks: boolean, maxLength: number): Clause | null {
  const { tokens } = utterance;
  const inner = tokens.slice(0, -1);
  const [broken, anew] = [
    inner.findIndex(({ mark }) => mark === "break"),
    inner.findLastIndex(({ mark }) => mark === "break") + 1,
  ];
  const boundaries = boundariesOf(tokens);
  const opens = (clause: Clause | null): boolean =>
    clause !== null &&
    clause.form !== "topic" &&
    !isPreposed(clause.tokens) &&
    !endsInCondition(clause.tokens) &&
    renderClause(clause).length <= maxLength;
  const longest = (start: number, to: number): Clause | null =>
    boundaries
      .filter((end) => end > start && end <= to)
      .map((end) => readClause({ utterance, asks }, start, end, tokens.length))
      .findLast(opens) ?? null;
  const begun = broken < 0 ? null : longest(0, broken);
  return begun ?? longest(anew, tokens.length);
}
