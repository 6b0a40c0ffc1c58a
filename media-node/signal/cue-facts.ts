// What cues tell about the cut points and stretches of a range, prepared once so that a pair of cut points is judged
// in constant time: which sentence begins or ends at a cut, what its first words do, how much is said in between.
import { type Cue, endsSentence, firstCueFrom, opensWithCapital, plainText, sortCues } from "./cues.ts";
import type { CutPoint } from "./cut-point.ts";
import { prefixSum, sumBetween } from "./prefix-sum.ts";

/** After this much silence the next cue begins something new, whatever the punctuation. */
const NEW_THOUGHT_GAP_S = 2;
/** A cut point and a cue belong together within this. */
const NEAR_S = 1.5;
/** Words a second of brisk speech that is dense with content. */
const FULL_INFORMATION_PER_S = 1.6;

export interface CutFacts {
  /** 1 where the next cue begins a sentence, 0.4 where that is not known, 0 inside a sentence. */
  readonly opensSentence: number;
  /** 1 where the cue before ends a sentence. */
  readonly endsSentence: number;
  /** 0 to 1: the next cue asks, names a number, exclaims or speaks to the viewer. */
  readonly catchiness: number;
  readonly asksQuestion: boolean;
  readonly namesNumber: boolean;
  readonly nextCue: number;
}

export interface CueFacts {
  readonly hasCues: boolean;
  readonly cuts: readonly CutFacts[];
  /** Information from one cut to another over `lengthS`, 0 to 1. */
  information(from: CutFacts, to: CutFacts, lengthS: number): number;
}

const NUMBER_WORDS =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|billion|percent|first)\b/i;
const TO_THE_VIEWER = /\b(?:you|your|imagine|secret|never|always|why|how|what|listen|look)\b/i;

/** Long words and numbers carry content; short ones mostly join. */
function informationOf(text: string): number {
  let sum = 0;
  for (const word of plainText(text).split(" ")) {
    if (/\d/.test(word) || word.length >= 6) sum += 1;
    else if (word.length >= 4) sum += 0.5;
  }
  return sum;
}

function catchinessOf(text: string): number {
  const asks = text.includes("?") ? 0.5 : 0;
  const counts = NUMBER_WORDS.test(text) ? 0.3 : 0;
  const exclaims = text.includes("!") ? 0.2 : 0;
  const speaks = TO_THE_VIEWER.test(text) ? 0.2 : 0;
  return Math.min(1, asks + counts + exclaims + speaks);
}

function opensSentenceAt(cue: Cue, before: Cue | undefined, isPunctuated: boolean): number {
  if (before === undefined || cue.startS - before.endS >= NEW_THOUGHT_GAP_S) return 1;
  if (!isPunctuated) return 0.4;
  return endsSentence(before.text) ? (opensWithCapital(cue.text) ? 1 : 0.7) : 0;
}

function factsAt(point: CutPoint, cues: readonly Cue[], isPunctuated: boolean): CutFacts {
  const nextCue = firstCueFrom(cues, point.startS);
  const next = cues[nextCue];
  const before = cues[nextCue - 1];
  const isNear = next !== undefined && next.startS - point.endS <= NEAR_S;
  const text = isNear ? next.text : "";
  return {
    opensSentence: isNear ? opensSentenceAt(next, before, isPunctuated) : 0.4,
    endsSentence:
      before !== undefined && point.startS - before.endS <= NEAR_S && endsSentence(before.text) ? 1 : 0,
    catchiness: catchinessOf(text),
    asksQuestion: text.includes("?"),
    namesNumber: NUMBER_WORDS.test(text),
    nextCue,
  };
}

/** Reads the cues once for all cut points; without cues everything is neutral. */
export function gatherCueFacts(cues: readonly Cue[], cutPoints: readonly CutPoint[]): CueFacts {
  const sorted = sortCues(cues);
  const sums = prefixSum(sorted.map((cue) => informationOf(cue.text)));
  const punctuated = sorted.filter((cue) => endsSentence(cue.text)).length;
  const isPunctuated = punctuated >= sorted.length / 20;
  return {
    hasCues: sorted.length > 0,
    cuts: cutPoints.map((point) => factsAt(point, sorted, isPunctuated)),
    information: (from, to, lengthS) =>
      Math.min(1, sumBetween(sums, from.nextCue, to.nextCue) / Math.max(1, lengthS) / FULL_INFORMATION_PER_S),
  };
}
