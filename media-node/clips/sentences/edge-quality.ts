// How clean the edges of a stretch of sentences are, by rules that editors name, and how well it is understood by somebody
// who has heard nothing before it, whatever a place is worth.
import { clamp } from "../../signal/clamp.ts";
import { BOUNDARY, type CutFacts, type MomentText } from "./moment-text.ts";
import { sentenceBounds } from "./sentence-openings.ts";
import { isOnlyReply } from "./stumbling-signs.ts";

/** First words that refer to something before them, which the listener has not heard. */
const DANGLING = new Set(
  "and but so because or which then it it's that that's he he's she she's they they're this these those yeah yes no right exactly".split(
    " ",
  ),
);
/** Said to the point when it has been made, and no part of it. */
const BARE_REPLIES = new Set(
  "yeah yes yep yup right exactly sure okay ok correct totally absolutely definitely true agreed mm-hm mhm indeed".split(
    " ",
  ),
);
const MAX_REPLY_WORDS = 3;
/**
 * What a clip keeps that begins so, inside a sentence or inside a quotation, and that ends there, trailing off,
 * interrupted or asking, or with a reply alone.
 */
const DANGLING_SHARE = 0.5;
const UNFINISHED_SHARE = 0.5;
const BARE_REPLY_SHARE = 0.8;
/** The same of a reply before the first thing that is said. */
const OPENING_REPLY_SHARE = 0.8;
/** With so many words a clip begins, and ends. */
const EDGE_WORDS = 10;
/** Words of some 15 s of speech, and of half a minute. */
const SHORT_WORDS = 40;
const ROOMY_WORDS = 80;
/**
 * How much it counts in the choice of a set whether the first sentence is understood, as a power. By the signs as they were,
 * 32 of 100 clips of the 88 conversations that may be looked at began with what is not; with 0.1 it is 22, and as many meet
 * a mark (of eight 57 of 100 in the 16 with three markings, 56 before, and 48 in the 72 others either way; of the first
 * three 63 as before, and 65, 66 before). With 0.15 fewer of the first three do (61 in the 16).
 */
const UNDERSTOOD_WEIGHT = 0.1;
/** What is understood less is as bad. */
const MIN_UNDERSTOOD = 0.1;
/** How much it counts for a listener how well a thought opens, as odds, and how surely the judge calls it a beginning. */
const OPENS = 0.45;
const BEGINS = 1.3;
/** Better ones than these are as good as each other. */
const ENOUGH = { opens: 0.95, begins: 0.8 } as const;
const MIN_OPENS = 0.02;

/** Whether the word joins what follows to something before it. */
export function isDangling({ text }: MomentText, word: number): boolean {
  return DANGLING.has(text.signs[word] ?? "");
}

function isUnfinished({ text }: MomentText, { boundary, nextSentence }: CutFacts): boolean {
  if (boundary !== BOUNDARY.sentence) return true;
  const last = text.sentences[nextSentence - 1];
  return last !== undefined && (last.isQuestion || !last.isWhole || last.endsInQuotation);
}

/** "Yeah.", "Right, exactly." */
function endsOnReply({ text }: MomentText, { nextSentence }: CutFacts): boolean {
  const { firstWord = 0, endWord = 0 } = text.sentences[nextSentence - 1] ?? {};
  const said = text.signs.slice(firstWord, endWord);
  return said.length <= MAX_REPLY_WORDS && said.every((key) => BARE_REPLIES.has(key));
}

/** The sentence with which something begins to be said: replies say nothing yet. */
function firstSaying({ text }: MomentText, from: number, to: number): number {
  const isReply = (sentence: number): boolean => {
    const { firstWord = 0, endWord = 0 } = text.sentences[sentence] ?? {};
    return isOnlyReply(text.signs.slice(firstWord, endWord));
  };
  let first = from;
  while (first < to - 1 && isReply(first)) first += 1;
  return first;
}

function beginningQuality(moment: MomentText, opens: CutFacts, closes: CutFacts): number {
  const { boundary, nextWord, nextSentence } = opens;
  const first = firstSaying(moment, nextSentence, closes.nextSentence);
  const { beginsInQuotation = false, isQuestion = false, firstWord = 0 } = moment.text.sentences[first] ?? {};
  const isReplied = first > nextSentence;
  // "Okay. So how do you keep bees?": who asks begins something.
  const asks = isReplied && isQuestion;
  const isJoined = !asks && isDangling(moment, isReplied ? firstWord : nextWord);
  const isInMidThought = boundary !== BOUNDARY.sentence || beginsInQuotation || isJoined;
  return (isInMidThought ? DANGLING_SHARE : 1) * (isReplied && !asks ? OPENING_REPLY_SHARE : 1);
}

function endingQuality(moment: MomentText, closes: CutFacts): number {
  if (isUnfinished(moment, closes)) return UNFINISHED_SHARE;
  return endsOnReply(moment, closes) ? BARE_REPLY_SHARE : 1;
}

/** What a clip between two cuts keeps of its worth for its edges, 0 to 1; all of it where nothing is said. */
export function edgeQuality(moment: MomentText, opens: CutFacts, closes: CutFacts): number {
  if (closes.nextWord <= opens.nextWord) return 1;
  return beginningQuality(moment, opens, closes) * endingQuality(moment, closes);
}

function odds(quality: number): number {
  const kept = clamp(quality, MIN_OPENS, ENOUGH.opens);
  return kept / (1 - kept);
}

/** As much as signs of English say that the first sentence after a cut is understood; nothing of one that is cut. */
function understoodAfter({ text }: MomentText, { boundary, nextSentence }: CutFacts): number {
  return boundary === BOUNDARY.sentence ? (sentenceBounds(text).understoodFirst[nextSentence] ?? 1) : 0;
}

/** What the edges of a clip of few words leave to somebody who has heard nothing before it, 0 to 1. */
function edgesOfFewWords(moment: MomentText, opens: CutFacts, closes: CutFacts): number {
  const words = closes.nextWord - opens.nextWord;
  const isShort = clamp((ROOMY_WORDS - words) / (ROOMY_WORDS - SHORT_WORDS));
  if (isShort === 0) return 1;
  const lost = 1 - understoodAfter(moment, opens) + (1 - endingQuality(moment, closes));
  return 1 - isShort * Math.min(0.5, EDGE_WORDS / words) * lost;
}

/**
 * How much of a clip between two cuts is left to somebody who has heard nothing before it, 0 to 1, by signs of English: of
 * its first words a little of what is not understood of their sentence, so that of places that are as good one is taken
 * that needs nothing before it; of few words, which have no room to take in what explains them, as much as is not
 * understood, and of the last ones as much as their end loses. Taken off wholly at any length, it cost marks that clips
 * met (2026-11).
 */
export function understoodShare(moment: MomentText, opens: CutFacts, closes: CutFacts): number {
  if (closes.nextWord <= opens.nextWord) return 1;
  const understood = Math.max(MIN_UNDERSTOOD, understoodAfter(moment, opens));
  return understood ** UNDERSTOOD_WEIGHT * edgesOfFewWords(moment, opens, closes);
}

/**
 * What a clip between two cuts is worth to somebody who has heard nothing before it, 0 to 1: whether its first sentence is
 * understood, and whether a thought begins with it.
 * @param begins how surely the judge says that a clip begins there, 0 to 1; null where nothing was judged
 */
export function understoodQuality(
  moment: MomentText,
  opens: CutFacts,
  closes: CutFacts,
  begins: number | null,
): number {
  if (closes.nextWord <= opens.nextWord) return 1;
  const ending = isUnfinished(moment, closes) ? UNFINISHED_SHARE : 1;
  const understood = understoodAfter(moment, opens);
  const lacks = begins === null ? 0 : ENOUGH.begins - Math.min(ENOUGH.begins, begins);
  return understood * (odds(opens.opens) / odds(ENOUGH.opens)) ** OPENS * Math.exp(-BEGINS * lacks) * ending;
}
