// Rates a stretch between two cut points in constant time: what depends on one cut alone was rated once per cut point
// (cut-signals), and the rest comes from prefix sums. Ranks compare with stretches of the usual length all over the
// source.
import { clamp } from "../../signal/clamp.ts";
import type { CutPoint } from "../../signal/cut-point.ts";
import { rankAmong } from "../../signal/percentile.ts";
import { meanBetween, sumBetween } from "../../signal/prefix-sum.ts";
import type { Span } from "../../signal/span.ts";
import type { CutFacts, MomentText } from "../sentences/moment-text.ts";
import {
  breakQuality,
  mix,
  type OpeningSignals,
  rateOpenings,
  SATURATING_PACE_PER_S,
  SATURATING_SPEECH,
  wordlessQuality,
} from "./cut-signals.ts";
import type { SignalValues } from "./moment-signals.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";

/** Shot changes a second that keep the eye busy. */
const SATURATING_SHOTS_PER_S = 0.2;
/** Standard deviation of the level (0 to 1) in speech with pauses. */
const SATURATING_DYNAMICS = 0.38;
const SATURATING_PEAKS = 0.22;
/** Video alone does not tell whether anything is said, so value is not known to be full. */
const FULLNESS_WITHOUT_AUDIO = 0.6;
const MAX_RANKED = 1_000;
/** Beyond this a clip is long for a feed, whatever the longest allowed one is. */
const MAX_WATCHED_S = 60;

export interface LengthBounds {
  readonly min: number;
  readonly max: number;
}

/** A possible clip: two cut points and the exact times chosen in their rooms. */
export interface Stretch extends Span {
  readonly opensAt: number;
  readonly closesAt: number;
}

export interface MomentRater {
  signals(stretch: Stretch): SignalValues;
}

type Rank = (value: number) => number;

/** Ranks of some measure among stretches of the usual length all over the range, one a second but not too many. */
function ranker(
  timeline: MomentTimeline,
  bounds: LengthBounds,
  measure: (from: number, to: number) => number,
): Rank {
  const ticks = Math.round(Math.sqrt(bounds.min * bounds.max) / TICK_S);
  const sample: number[] = [];
  const step = Math.max(1 / TICK_S, Math.ceil(timeline.tickCount / MAX_RANKED));
  for (let from = 0; from === 0 || from + ticks <= timeline.tickCount; from += step) {
    sample.push(measure(from, Math.min(from + ticks, timeline.tickCount)));
  }
  return rankAmong(sample);
}

/** Standard deviation of the level over ticks. */
function deviation(timeline: MomentTimeline, from: number, to: number): number {
  const mean = meanBetween(timeline.level, from, to);
  return Math.sqrt(Math.max(0, meanBetween(timeline.levelSquares, from, to) - mean * mean));
}

/**
 * 1 in the upper middle of what was asked for, 0.5 at the shortest, 0 at the longest. Asked for 20 to 60 s, editors took 37
 * to 52 s in half of 1,500 cases.
 */
function lengthFit(lengthS: number, { min, max }: LengthBounds): number {
  const idealFromS = Math.max(min, Math.min(min + 0.45 * (max - min), 0.75 * MAX_WATCHED_S));
  const idealToS = Math.max(idealFromS, Math.min(min + 0.85 * (max - min), MAX_WATCHED_S));
  const tooShort = (idealFromS - lengthS) / (2 * Math.max(1, idealFromS - min));
  const tooLong = (lengthS - idealToS) / Math.max(1, max - idealToS);
  return clamp(1 - Math.max(0, tooShort, tooLong));
}

/**
 * Prepares the rating of every stretch between `points`; `words` where the source has some. What is rated is
 * ranked among a sample of the source's own stretches within `bounds`, so that each source has its best.
 */
export function createMomentRater(
  timeline: MomentTimeline,
  points: readonly CutPoint[],
  words: { readonly text: MomentText; readonly cuts: readonly CutFacts[] } | null,
  bounds: LengthBounds,
): MomentRater {
  const facts = words?.cuts ?? null;
  const openings = rateOpenings(timeline, points, facts);
  const closings = points.map((point, index) => {
    if (facts === null) return wordlessQuality(point);
    return 0.15 * breakQuality(point) + 0.85 * (facts[index]?.closes ?? 0);
  });
  const dynamicsRank = ranker(timeline, bounds, (from, to) => deviation(timeline, from, to));
  const paceRank = ranker(timeline, bounds, (from, to) => meanBetween(timeline.onsets, from, to));
  const motionRank = ranker(timeline, bounds, (from, to) => meanBetween(timeline.motion, from, to));
  const speechRank = ranker(timeline, bounds, (from, to) => meanBetween(timeline.speech, from, to));
  const maxFullness = timeline.hasAudio ? 1 : FULLNESS_WITHOUT_AUDIO;
  const rate = (stretch: Stretch, opening: OpeningSignals): SignalValues => {
    const from = tickAt(timeline, stretch.startS);
    const to = tickAt(timeline, stretch.endS);
    const lengthS = stretch.endS - stretch.startS;
    const onsets = meanBetween(timeline.onsets, from, to);
    const motion = meanBetween(timeline.motion, from, to);
    const speech = meanBetween(timeline.speech, from, to);
    const dynamics = deviation(timeline, from, to);
    const fromWord = facts?.[stretch.opensAt]?.nextWord ?? 0;
    const toWord = facts?.[stretch.closesAt]?.nextWord ?? 0;
    return {
      ...opening,
      dynamics: mix(dynamics / SATURATING_DYNAMICS, dynamicsRank(dynamics)),
      pace: mix(onsets / TICK_S / SATURATING_PACE_PER_S, paceRank(onsets)),
      motion: mix(motion, motionRank(motion)),
      shots: clamp(Math.sqrt(sumBetween(timeline.shots, from, to) / lengthS / SATURATING_SHOTS_PER_S)),
      speechDensity: clamp(speech / SATURATING_SPEECH),
      speechRank: speechRank(speech),
      fullness: maxFullness * clamp(1 - 4 * meanBetween(timeline.deadPauses, from, to)),
      information: words?.text.information(fromWord, toWord, lengthS) ?? 0,
      cleanEnd: closings[stretch.closesAt] ?? 0,
      lengthFit: lengthFit(lengthS, bounds),
      peaks: clamp(meanBetween(timeline.peaks, from, to) / SATURATING_PEAKS),
    };
  };
  return {
    signals: (stretch) => {
      const opening = openings[stretch.opensAt];
      if (opening === undefined) throw new RangeError(`No cut point ${stretch.opensAt}.`);
      return rate(stretch, opening);
    },
  };
}
