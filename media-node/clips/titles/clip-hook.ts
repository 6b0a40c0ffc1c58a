// A clip's hook: the sentence with which it opens, as a quotation. Somebody who has heard nothing else reads it, so that
// of the clip's first sentences the first one is taken that is understood by itself.
import { isRealQuestion } from "../sentences/questions.ts";
import { sentenceBounds } from "../sentences/sentence-openings.ts";
import { type SpokenText, splitSentences } from "../sentences/sentences.ts";
import { NEVER_LAST, SELDOM_LAST } from "./clause-words.ts";
import { hasVerb, readUtterance } from "./clip-quotes.ts";
import { cutAtWord } from "./readable-text.ts";
import { openingClause, renderClause } from "./title-clauses.ts";
import { readUtterances, type Utterance } from "./title-tokens.ts";

/** Fewer words are an interjection: the clip opens with what comes after them. */
const MIN_HOOK_WORDS = 4;
/** Among so many sentences at its beginning the hook is looked for, interjections not counted. */
const HOOK_SENTENCES = 3;
/**
 * Where none of them is understood by who has heard nothing else, among so many, in the clip's first half: what comes later
 * no longer opens it. Read without knowing which was which, of 96 hooks of twelve conversations 27 leaned on what came
 * before the clip when the first three sentences alone were looked at, and 20 do so now (2026-11).
 */
const MAX_HOOK_SENTENCES = 7;
/** A sentence that is understood less opens the clip only where no other does. */
const MIN_UNDERSTOOD = 0.8;
/** Longer sentences are no opening words that anybody reads; a clause of them is taken. */
const MAX_HOOK_LENGTH = 140;
/** With a verb a sentence of so many words says something. */
const MIN_TELLING_WORDS = 5;
/** A sentence of so many words that trails off has said what it says. */
const MIN_TRAILING_WORDS = 7;

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

interface Hook {
  readonly utterance: Utterance;
  readonly hook: string;
  /** How well it is understood by who has heard nothing else, 0 to 1. */
  readonly understood: number;
}

/** How well a line is understood by itself: of a sentence it may leave out what leans ("And", "I think that"). */
function understoodAlone(line: string): number {
  const words = line.split(" ").map((text, index) => ({ text, startS: index, endS: index + 1 }));
  return sentenceBounds(splitSentences(words)).understoodFirst[0] ?? 0;
}

function readHook(text: SpokenText, utterance: Utterance): Hook {
  const hook = hookOf(text, utterance) ?? "";
  const isQuoted = text.sentences[utterance.firstSentence]?.beginsInQuotation === true;
  return { utterance, hook, understood: isQuoted ? 0 : understoodAlone(hook) };
}

/** The first utterances, up to so many that are more than interjections. */
function firstSayings(utterances: readonly Utterance[], count: number): Utterance[] {
  let said = 0;
  return utterances.filter(({ tokens }) => {
    const isWithin = said < count;
    said += Number(tokens.length >= MIN_HOOK_WORDS);
    return isWithin;
  });
}

/**
 * A sentence at the beginning of a clip as a quotation, complete where one is, and rather not the title again; empty where
 * nothing is said.
 */
export function findHook(text: SpokenText, title: string): string {
  const utterances = readUtterances(text);
  const first = firstSayings(utterances, HOOK_SENTENCES);
  const read = (from: readonly Utterance[]): Hook[] =>
    from.map((utterance) => readHook(text, utterance)).filter(({ hook }) => hook !== "");
  const isTelling = ({ utterance }: Hook): boolean =>
    isComplete(text, utterance) && tellsSomething(utterance);
  const isUnderstood = ({ understood }: Hook): boolean => understood >= MIN_UNDERSTOOD;
  const isNew = ({ hook }: Hook): boolean => !saysTheSame(hook, title);
  const short = read(first);
  const complete = short.filter(isTelling);
  const understood = complete.filter(isUnderstood);
  const half = text.words.length / 2;
  const soon = (): Hook[] =>
    read(firstSayings(utterances, MAX_HOOK_SENTENCES).slice(first.length))
      .filter((each) => isTelling(each) && isUnderstood(each))
      .filter(({ utterance }) => (utterance.tokens[0]?.word ?? 0) < half);
  const open = understood.length > 0 ? understood : soon();
  const found =
    open.find(isNew) ??
    open[0] ??
    complete.toSorted((a, b) => b.understood - a.understood)[0] ??
    short.find(({ utterance }) => utterance.tokens.length >= MIN_HOOK_WORDS) ??
    short[0];
  if (found !== undefined) return found.hook;
  const [opening] = first;
  return opening === undefined ? "" : cutAtWord(readUtterance(text, opening), MAX_HOOK_LENGTH);
}
