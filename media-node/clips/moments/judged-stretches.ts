// What a sentence judge says of stretches: of its single sentences it becomes, for any stretch between two of them, how
// well it begins and ends, how much it is worth, how strong its point is, how much of it is idle, and of which kinds it
// is. Everything is summed up once, so that a stretch costs the length of its sentences at most.

import { clamp } from "../../signal/clamp.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import { MOMENT_KINDS, type MomentKind } from "../sentences/moment-kinds.ts";
import type { SentenceJudgements } from "../sentences/sentence-judgements.ts";
import type { Sentence } from "../sentences/sentences.ts";

/** Each 0 to 1. */
export interface StretchJudgement {
  /** How well a clip begins with its first sentence, and ends with its last. */
  readonly begins: number;
  readonly ends: number;
  /** How likely an editor is to choose what it says, and how good its surroundings are, on average over its time. */
  readonly worth: number;
  readonly interest: number;
  /** How much is in it for which a clip is taken: many good sentences are more than one, but not as many times more. */
  readonly point: number;
  /** Share of its time that is introductions, small talk, sponsors and the like. */
  readonly idle: number;
  /** Share of its time by kind, in the order of MOMENT_KINDS. */
  readonly kinds: readonly number[];
}

export interface JudgedStretches {
  /** Of the sentences from one index up to but not including another. */
  read(from: number, to: number): StretchJudgement;
  /** The sentence that is the stretch's point. */
  pointOf(from: number, to: number): number;
  /** The kind for which it would most likely be posted. */
  kindOf(from: number, to: number): MomentKind;
  /** The kind that may be said of it; null where none is likely enough. */
  toldKindOf(from: number, to: number): MomentKind | null;
}

/**
 * How often editors took each kind, in 4,000 marks. A kind is told by how much more of it there is than usual, in part: the
 * rare ones were never told otherwise (right for 45 of 100 marks either way by the first judge, 53 by this one, where two
 * editors agree on 80).
 */
const TYPICAL_SHARES: Readonly<Record<MomentKind, number>> = {
  claim: 0.284,
  story: 0.173,
  joke: 0.181,
  advice: 0.084,
  surprise: 0.091,
  conflict: 0.036,
  confession: 0.084,
  number: 0.035,
  definition: 0.027,
  reaction: 0.02,
};
const TYPICAL_EXPONENT = 0.7;
/**
 * From how much on a stretch is said to be of a kind: from there on it was right for half or more of 2,243 marks of 88
 * conversations. That much surprise, conflict or reaction, of which it never was, they hardly ever have.
 */
const TOLD_SHARES: Readonly<Record<MomentKind, number>> = {
  claim: 0.45,
  story: 0.36,
  joke: 0.4,
  advice: 0.33,
  surprise: 0.5,
  conflict: 0.5,
  confession: 0.35,
  number: 0.28,
  definition: 0.24,
  reaction: 0.5,
};

/** A stronger point is none the more worth; sums of powers stay exact. */
const MAX_POINT = 10;
/** Logarithm of what the richest of stretches of a minute have; the poorest have 0. */
export const SATURATING_POINTS = 3.48;

/** Reads the mean of a value over the time of any run of sentences. */
function timedMean(
  sentences: readonly Sentence[],
  values: ArrayLike<number>,
): (from: number, to: number) => number {
  const lengths = sentences.map(({ startS, endS }) => Math.max(0.1, endS - startS));
  const sums = prefixSum(lengths.map((lengthS, index) => lengthS * (values[index] ?? 0)));
  const total = prefixSum(lengths);
  return (from, to) => (to <= from ? 0 : sumBetween(sums, from, to) / sumBetween(total, from, to));
}

function columnOf({ kinds }: SentenceJudgements, kind: number): Float32Array {
  const count = kinds.length / MOMENT_KINDS.length;
  return Float32Array.from({ length: count }, (_, row) => kinds[row * MOMENT_KINDS.length + kind] ?? 0);
}

/** The kind of which there is most, as times what there is `usually`. */
function most(
  shares: readonly number[],
  usually: (kind: MomentKind) => number,
): { kind: MomentKind; times: number } {
  return MOMENT_KINDS.map((kind, index) => ({ kind, times: (shares[index] ?? 0) / usually(kind) })).reduce(
    (best, each) => (each.times > best.times ? each : best),
  );
}

/** Reads judgements of all `sentences`, in their order. */
export function judgeStretches(
  sentences: readonly Sentence[],
  judgements: SentenceJudgements,
): JudgedStretches {
  const interest = timedMean(sentences, judgements.interest);
  const points = prefixSum(Array.from(judgements.point, (each) => Math.exp(Math.min(MAX_POINT, each))));
  const worth = timedMean(sentences, judgements.worth);
  const idle = timedMean(sentences, judgements.skip);
  const kindMeans = MOMENT_KINDS.map((_, kind) => timedMean(sentences, columnOf(judgements, kind)));
  const pointOf = (from: number, to: number): number => {
    let best = from;
    for (let index = from + 1; index < to; index += 1) {
      if ((judgements.point[index] ?? 0) > (judgements.point[best] ?? 0)) best = index;
    }
    return best;
  };
  const kindsOf = (from: number, to: number): number[] => kindMeans.map((mean) => clamp(mean(from, to)));
  return {
    read: (from, to) => ({
      begins: clamp(judgements.begins[from] ?? 0),
      ends: clamp(judgements.ends[to - 1] ?? 0),
      worth: clamp(worth(from, to)),
      interest: clamp(interest(from, to)),
      point: clamp(Math.log(Math.max(1, sumBetween(points, from, to))) / SATURATING_POINTS),
      idle: clamp(idle(from, to)),
      kinds: kindsOf(from, to),
    }),
    pointOf,
    kindOf: (from, to) => most(kindsOf(from, to), (kind) => TYPICAL_SHARES[kind] ** TYPICAL_EXPONENT).kind,
    toldKindOf: (from, to) => {
      const { kind, times } = most(kindsOf(from, to), (kind) => TOLD_SHARES[kind]);
      return times >= 1 ? kind : null;
    },
  };
}
