// Rates a stretch between two cut points in constant time. What depends on one cut alone (the first three seconds, the
// pause before) is rated once per cut point; what depends on both ends comes from prefix sums. Each signal mixes an
// absolute level with the stretch's rank within its own source: ranks alone would find greatness in every source, and
// levels alone would give a quiet lecture no best moment.
import type { CueFacts } from "./cue-facts.ts";
import type { Span } from "./cues.ts";
import type { CutPoint } from "./cut-points.ts";
import type { SignalValues } from "./moment-signals.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";
import { rankAmong } from "./percentile.ts";
import { meanBetween, sumBetween } from "./prefix-sum.ts";

const OPENING_TICKS = 30;
/** Onsets a second of lively speech. */
const FULL_PACE_PER_S = 4;
/** Share of speech-like sound in unbroken speech (measured: 0.44 to 0.67 in read and synthetic speech). */
const FULL_SPEECH = 0.6;
/** Shot changes a second that keep the eye busy. */
const FULL_SHOTS_PER_S = 0.2;
/** Standard deviation of the level (0 to 1) in speech with pauses. */
const FULL_DYNAMICS = 0.38;
const FULL_PEAKS = 0.22;
/** A pause this long closes a thought. */
const FULL_PAUSE_S = 0.8;

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

type OpeningSignals = Pick<
  SignalValues,
  "rise" | "openingEnergy" | "openingPace" | "promptSpeech" | "openingMotion" | "openingWords" | "cleanStart"
>;
type Rank = (value: number) => number;

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function mix(absolute: number, rank: number): number {
  return 0.5 * clamp(absolute) + 0.5 * rank;
}

/** How well a place serves as the end of a thought, 0 to 1, from the sound alone. */
function breakQuality(point: CutPoint): number {
  if (point.kind === "edge") return 0.8;
  if (point.kind === "shot") return 0.6;
  if (point.kind === "gap") return 0.45;
  if (point.kind === "minimum") return 0.1;
  const length = clamp((point.endS - point.startS) / FULL_PAUSE_S);
  return 0.25 + 0.55 * length + 0.2 * clamp(point.depthDb / 35);
}

interface RawOpening {
  readonly rise: number;
  readonly energy: number;
  readonly pace: number;
  readonly speech: number;
  readonly motion: number;
}

function rawOpening(timeline: MomentTimeline, point: CutPoint): RawOpening {
  const from = tickAt(timeline, point.opening.bestS);
  const onset = tickAt(timeline, point.endS);
  const to = from + OPENING_TICKS;
  const shots = sumBetween(timeline.shots, from - 2, to);
  return {
    rise: meanBetween(timeline.level, onset, onset + 10) - meanBetween(timeline.level, onset - 8, onset),
    energy: meanBetween(timeline.level, from, to),
    pace: sumBetween(timeline.onsets, from, to) / (OPENING_TICKS * TICK_S) / FULL_PACE_PER_S,
    speech: meanBetween(timeline.speech, from, from + OPENING_TICKS / 2) / FULL_SPEECH,
    motion: 0.7 * meanBetween(timeline.motion, from, to) + 0.3 * clamp(shots),
  };
}

function rateOpenings(
  timeline: MomentTimeline,
  points: readonly CutPoint[],
  facts: CueFacts,
): OpeningSignals[] {
  const raws = points.map((point) => rawOpening(timeline, point));
  const riseRank = rankAmong(raws.map((raw) => raw.rise));
  const energyRank = rankAmong(raws.map((raw) => raw.energy));
  const paceRank = rankAmong(raws.map((raw) => raw.pace));
  const motionRank = rankAmong(raws.map((raw) => raw.motion));
  return raws.map((raw, index) => {
    const point = points[index];
    const cut = facts.cuts[index];
    const quality = point === undefined ? 0 : breakQuality(point);
    const sentence = cut?.opensSentence ?? 0;
    return {
      rise: mix(raw.rise / 0.7, riseRank(raw.rise)),
      openingEnergy: mix(raw.energy, energyRank(raw.energy)),
      openingPace: mix(raw.pace, paceRank(raw.pace)),
      promptSpeech: clamp(raw.speech),
      openingMotion: mix(raw.motion, motionRank(raw.motion)),
      openingWords: clamp((cut?.catchiness ?? 0) + 0.3 * sentence),
      cleanStart: facts.hasCues ? 0.35 * quality + 0.65 * sentence : quality,
    };
  });
}

/** Ranks of some measure among stretches of the usual length all over the range, one a second. */
function ranker(
  timeline: MomentTimeline,
  bounds: LengthBounds,
  measure: (from: number, to: number) => number,
): Rank {
  const ticks = Math.round(Math.sqrt(bounds.min * bounds.max) / TICK_S);
  const sample: number[] = [];
  for (let from = 0; from === 0 || from + ticks <= timeline.tickCount; from += 10) {
    sample.push(measure(from, Math.min(from + ticks, timeline.tickCount)));
  }
  return rankAmong(sample);
}

/** Standard deviation of the level over ticks. */
function deviation(timeline: MomentTimeline, from: number, to: number): number {
  const mean = meanBetween(timeline.level, from, to);
  return Math.sqrt(Math.max(0, meanBetween(timeline.levelSquares, from, to) - mean * mean));
}

function lengthFit(lengthS: number, { min, max }: LengthBounds): number {
  const idealFromS = min + 0.15 * (max - min);
  const idealToS = Math.min(min + 0.65 * (max - min), Math.max(45, idealFromS));
  const offS = Math.max(0, idealFromS - lengthS, lengthS - idealToS);
  return clamp(1 - offS / (0.6 * (max - min)));
}

/** Prepares the rating of every stretch between `points`. */
export function createMomentRater(
  timeline: MomentTimeline,
  points: readonly CutPoint[],
  facts: CueFacts,
  bounds: LengthBounds,
): MomentRater {
  const openings = rateOpenings(timeline, points, facts);
  const closings = points.map((point, index) => {
    const ends = facts.cuts[index]?.endsSentence ?? 0;
    return facts.hasCues ? 0.35 * breakQuality(point) + 0.65 * ends : breakQuality(point);
  });
  const dynamicsRank = ranker(timeline, bounds, (from, to) => deviation(timeline, from, to));
  const paceRank = ranker(timeline, bounds, (from, to) => meanBetween(timeline.onsets, from, to));
  const motionRank = ranker(timeline, bounds, (from, to) => meanBetween(timeline.motion, from, to));
  const speechRank = ranker(timeline, bounds, (from, to) => meanBetween(timeline.speech, from, to));
  const rate = (stretch: Stretch, opening: OpeningSignals): SignalValues => {
    const from = tickAt(timeline, stretch.startS);
    const to = tickAt(timeline, stretch.endS);
    const lengthS = stretch.endS - stretch.startS;
    const onsets = meanBetween(timeline.onsets, from, to);
    const motion = meanBetween(timeline.motion, from, to);
    const speech = meanBetween(timeline.speech, from, to);
    const dynamics = deviation(timeline, from, to);
    const opensAt = facts.cuts[stretch.opensAt];
    const closesAt = facts.cuts[stretch.closesAt];
    return {
      ...opening,
      dynamics: mix(dynamics / FULL_DYNAMICS, dynamicsRank(dynamics)),
      pace: mix(onsets / TICK_S / FULL_PACE_PER_S, paceRank(onsets)),
      motion: mix(motion, motionRank(motion)),
      shots: clamp(Math.sqrt(sumBetween(timeline.shots, from, to) / lengthS / FULL_SHOTS_PER_S)),
      speechDensity: clamp(speech / FULL_SPEECH),
      speechRank: speechRank(speech),
      fullness: clamp(1 - 2 * meanBetween(timeline.dead, from, to)),
      information: opensAt && closesAt ? facts.information(opensAt, closesAt, lengthS) : 0,
      cleanEnd: closings[stretch.closesAt] ?? 0,
      lengthFit: lengthFit(lengthS, bounds),
      peaks: clamp(meanBetween(timeline.peaks, from, to) / FULL_PEAKS),
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
