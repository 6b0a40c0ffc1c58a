// A clip's hook: the sentence with which it opens, as a quotation. Somebody who has heard nothing else reads it, so that
// of the clip's first sentences the first one is taken that is understood by itself.
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { isRealQuestion } from "../sentences/questions.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { mainVerb } from "./clauses/clause-verb.ts";
import { DETERMINERS, NEVER_LAST, SELDOM_LAST } from "./clauses/clause-words.ts";
import { hasVerb, quotePoint, readUtterance } from "./clip-quotes.ts";
import { isAside } from "./languages/short-sentence.ts";
import { understoodAlone } from "./languages/understood-alone.ts";
import { plainWords } from "./plain-words.ts";
import { balanceMarks, cutAtWord } from "./readable-text.ts";
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
/** One that is understood so well goes before a part of another. */
const MIN_NEARLY_UNDERSTOOD = 0.7;
/** Longer sentences are no opening words that anybody reads; a clause of them is taken. */
const MAX_HOOK_LENGTH = 140;
/** A cut leaves room for marks that close what it leaves open. */
const MAX_CUT_LENGTH = MAX_HOOK_LENGTH - 2;
/** Less of a long sentence says too little. */
const MIN_CUT_LENGTH = 50;
/** With a verb a sentence of so many words says something. */
const MIN_TELLING_WORDS = 5;
/** Of a quotation that goes on so few words say nothing yet. */
const MAX_QUOTED_BEGINNING = 2;
/** A sentence of so many words has said what it says where it trails off, and says enough to stand beside the title. */
const MIN_LONG_WORDS = 7;

function isLong({ tokens }: Utterance): boolean {
  return tokens.length >= MIN_LONG_WORDS;
}

/** Whether what trails off has said something by then; "my opinion that I told everybody..." waits for its verb. */
function saysEnough({ language }: SpokenText, utterance: Utterance): boolean {
  const keys = utterance.tokens.map(({ key }) => key);
  const waits = language === "en" && DETERMINERS.has(keys[0] ?? "") && mainVerb(keys) < 0;
  return isLong(utterance) && !waits;
}

/** Verbs are known in English. */
function tellsSomething({ language }: SpokenText, { tokens }: Utterance): boolean {
  return tokens.length >= MIN_TELLING_WORDS && (language !== "en" || hasVerb(tokens));
}

/** Whether a sentence ends with the first word or two of a quotation that goes on: "it begins with, "Well…". */
function cutsQuotation(text: SpokenText, { tokens, endSentence }: Utterance): boolean {
  const opensLate = tokens.slice(-MAX_QUOTED_BEGINNING).some((token) => /^["“]/.test(token.text));
  return opensLate && text.sentences[endSentence - 1]?.endsInQuotation === true;
}

/** Whether a sentence is complete, or trails off after it has said enough. */
function isComplete(text: SpokenText, utterance: Utterance): boolean {
  const { tokens, hasStart, hasEnd, endSentence } = utterance;
  const endWord = text.sentences[endSentence - 1]?.endWord ?? 0;
  const trailsOff = /(?:\.\.\.|…)$/.test(text.words[endWord - 1]?.text ?? "");
  const breaksOff = tokens.slice(0, -1).some(({ mark }) => mark === "break");
  const last = tokens.at(-1)?.key ?? "";
  return (
    hasStart &&
    !breaksOff &&
    !cutsQuotation(text, utterance) &&
    (hasEnd || (trailsOff && saysEnough(text, utterance) && !SELDOM_LAST.has(last) && !NEVER_LAST.has(last)))
  );
}

/** An utterance without filler, and only its opening clause where it is long; null where nothing short enough is whole. */
function hookOf(text: SpokenText, utterance: Utterance): string | null {
  const said = readUtterance(text, utterance);
  const whole = said.length <= MAX_HOOK_LENGTH ? said : null;
  if (text.language !== "en") return whole;
  const last = utterance.tokens.at(-1);
  const asks = isRealQuestion(text, utterance.endSentence - 1);
  const clause = openingClause(utterance, asks, MAX_HOOK_LENGTH - 1);
  if (clause === null) return whole;
  const isToItsEnd = clause.tokens.at(-1)?.key === last?.key && clause.tokens.at(-1)?.mark === last?.mark;
  if (!isToItsEnd) return whole ?? renderClause(clause);
  const stop = /^[.!]$/.test(last?.mark ?? "") ? last?.mark : "";
  return renderClause(clause).replace(/["”]?$/u, (closing) => `${stop}${closing}`);
}

interface Hook {
  readonly utterance: Utterance;
  readonly hook: string;
  /** How well it is understood by who has heard nothing else, 0 to 1. */
  readonly understood: number;
}

function readHook(text: SpokenText, utterance: Utterance): Hook {
  const hook = hookOf(text, utterance) ?? "";
  const { firstWord = 0, beginsInQuotation = false } = text.sentences[utterance.firstSentence] ?? {};
  const { endWord = 0 } = text.sentences[utterance.endSentence - 1] ?? {};
  const opensNothing = beginsInQuotation || isAside(text, firstWord, endWord);
  return { utterance, hook, understood: opensNothing ? 0 : understoodAlone(hook, text.language) };
}

/** What the first sentence says that says something which is understood by itself. */
function understoodPart(text: SpokenText, utterances: readonly Utterance[]): string | undefined {
  const bounds = { maxLength: MAX_HOOK_LENGTH, minWords: MIN_TELLING_WORDS };
  return (
    utterances
      .map(({ firstSentence }) => quotePoint(text, firstSentence, bounds))
      .find((part) => part !== null && understoodAlone(part, text.language) >= MIN_UNDERSTOOD) ?? undefined
  );
}

/** What is said up to its last comma that fits, if that is enough; in "250,000" there is none. */
function cutAtComma(said: string): string | null {
  const commas = [...said.slice(0, MAX_CUT_LENGTH + 1).matchAll(/,["”]?(?=\s)/gu)];
  const last = commas.at(-1)?.index ?? 0;
  return last < MIN_CUT_LENGTH ? null : balanceMarks(`${said.slice(0, last)}…`);
}

/** The first long sentence that is understood, up to a comma; what follows that is left to be heard. */
function cutOpening(text: SpokenText, utterances: readonly Utterance[]): string | undefined {
  for (const utterance of utterances) {
    const said = readUtterance(text, utterance);
    const cut = said.length > MAX_HOOK_LENGTH ? cutAtComma(said) : null;
    if (cut !== null && understoodAlone(said, text.language) >= MIN_UNDERSTOOD) return cut;
  }
  return undefined;
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

/** What may open a clip of its sentences: complete ones, those among them that are understood by themselves, and all. */
interface Hooks {
  readonly all: readonly Hook[];
  readonly complete: readonly Hook[];
  readonly understood: readonly Hook[];
}

function readHooks(text: SpokenText, utterances: readonly Utterance[]): Hooks {
  const all = utterances.map((utterance) => readHook(text, utterance)).filter(({ hook }) => hook !== "");
  const complete = all.filter(
    ({ utterance }) => isComplete(text, utterance) && tellsSomething(text, utterance),
  );
  return { all, complete, understood: complete.filter(({ understood }) => understood >= MIN_UNDERSTOOD) };
}

/** Whether what is quoted of a sentence that is not complete says something whole all the same. */
function isWholePart(text: SpokenText, { utterance, hook }: Hook): boolean {
  const words = hook.split(" ");
  const last = wordKey(words.at(-1) ?? "");
  return (
    words.length >= MIN_TELLING_WORDS &&
    !cutsQuotation(text, utterance) &&
    !(NEVER_LAST.has(last) || SELDOM_LAST.has(last) || /--|…|\.\.\./.test(hook))
  );
}

/**
 * Where no whole sentence is understood by itself: the one that leans a little only, a part that is understood, the
 * beginning of one that is too long, or whatever is said.
 */
function nextBest(text: SpokenText, first: Hooks, opening: readonly Utterance[]): string | undefined {
  const { all, complete } = first;
  const [best] = complete.toSorted((a, b) => b.understood - a.understood);
  if (best !== undefined && best.understood >= MIN_NEARLY_UNDERSTOOD) return best.hook;
  const begun = all.find((each) => each.understood >= MIN_UNDERSTOOD && isWholePart(text, each));
  const said = all.find(({ utterance }) => utterance.tokens.length >= MIN_HOOK_WORDS);
  return begun?.hook ?? understoodPart(text, opening) ?? cutOpening(text, opening) ?? (best ?? said)?.hook;
}

/** Where nothing whole is said: the first words of what is more than an interjection, else that. */
function beginningOf(text: SpokenText, first: readonly Utterance[]): string {
  const saying = first.find(({ tokens }) => tokens.length >= MIN_HOOK_WORDS) ?? first[0];
  return saying === undefined ? "" : balanceMarks(cutAtWord(readUtterance(text, saying), MAX_CUT_LENGTH));
}

/**
 * What a clip begins with, as a quotation: a sentence near its beginning, complete where one is, and rather not the title
 * again; empty where nothing is said.
 */
export function findHook(text: SpokenText, title: string): string {
  const utterances = readUtterances(text);
  const first = firstSayings(utterances, HOOK_SENTENCES);
  const half = text.words.length / 2;
  const isSoon = ({ tokens }: Utterance): boolean => (tokens[0]?.word ?? 0) < half;
  const soon = firstSayings(utterances, MAX_HOOK_SENTENCES).slice(first.length).filter(isSoon);
  const hooks = readHooks(text, first);
  const open = hooks.understood.length > 0 ? hooks.understood : readHooks(text, soon).understood;
  const isNew = ({ hook, utterance }: Hook): boolean =>
    plainWords(hook) !== plainWords(title) && (utterance === open[0]?.utterance || isLong(utterance));
  const found = open.find(isNew) ?? open[0];
  return found?.hook ?? nextBest(text, hooks, [...first, ...soon]) ?? beginningOf(text, first);
}
