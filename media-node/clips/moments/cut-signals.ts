// Rates what depends on one cut point alone: the first three seconds after it, and how well it ends a thought. Done
// once per cut point, not once per pair. Each signal mixes an absolute level with its rank within the source: ranks
// alone would find greatness in every source, and levels alone would give a quiet lecture no best moment.

import { clamp } from "../../signal/clamp.ts";
import type { CutPoint } from "../../signal/cut-point.ts";
import { rankAmong } from "../../signal/percentile.ts";
import { meanBetween, sumBetween } from "../../signal/prefix-sum.ts";
import type { CutFacts } from "../sentences/moment-text.ts";
import type { SignalValues } from "./moment-signals.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";

const OPENING_TICKS = 30;
/** Onsets a second of lively speech. */
export const SATURATING_PACE_PER_S = 4;
/** Share of speech-like sound in unbroken speech (measured: 0.44 to 0.67 in read and synthetic speech). */
export const SATURATING_SPEECH = 0.6;
/** A pause this long closes a thought. */
const SATURATING_PAUSE_S = 0.8;

export type OpeningSignals = Pick<
  SignalValues,
  "rise" | "openingEnergy" | "openingPace" | "promptSpeech" | "openingMotion" | "openingWords" | "cleanStart"
>;

/**
 * A signal of 0 to 1: half of it what was measured, cut to that range, half its rank among the source's own,
 * so that a quiet source has its best places, too.
 */
export function mix(absolute: number, rank: number): number {
  return 0.5 * clamp(absolute) + 0.5 * rank;
}

/** How well a place serves as the end of a thought, 0 to 1, from the audio alone. */
export function breakQuality(point: CutPoint): number {
  if (point.kind === "edge") return 0.8;
  if (point.kind === "shot") return 0.6;
  if (point.kind === "gap") return 0.45;
  if (point.kind === "minimum") return 0.1;
  const length = clamp((point.endS - point.startS) / SATURATING_PAUSE_S);
  return 0.25 + 0.55 * length + 0.2 * clamp(point.depthDb / 35);
}

/** The same for sources without words, of which no cut is known to be bad. */
export function wordlessQuality(point: CutPoint | undefined): number {
  return point === undefined ? 0 : 0.4 + 0.6 * breakQuality(point);
}

interface RawOpening {
  readonly rise: number;
  readonly energy: number;
  readonly pace: number;
  readonly speech: number;
  readonly motion: number;
}

/** How much louder it is after a tick than before it. Where the range begins, what was before is not known to be silence. */
function riseAt(level: Float64Array, tick: number): number {
  if (tick === 0) return 0;
  return meanBetween(level, tick, tick + 10) - meanBetween(level, tick - 8, tick);
}

function rawOpening(timeline: MomentTimeline, point: CutPoint): RawOpening {
  const from = tickAt(timeline, point.opening.bestS);
  const onset = tickAt(timeline, point.endS);
  const to = from + OPENING_TICKS;
  const shots = sumBetween(timeline.shots, from - 2, to);
  return {
    rise: riseAt(timeline.level, onset),
    energy: meanBetween(timeline.level, from, to),
    pace: sumBetween(timeline.onsets, from, to) / (OPENING_TICKS * TICK_S) / SATURATING_PACE_PER_S,
    speech: meanBetween(timeline.speech, from, from + OPENING_TICKS / 2) / SATURATING_SPEECH,
    motion: 0.7 * meanBetween(timeline.motion, from, to) + 0.3 * clamp(shots),
  };
}

/** How catchy the first words are, 0 to 1. */
function catchiness(facts: CutFacts | undefined): number {
  const opening = facts?.opening;
  if (opening === null || opening === undefined) return 0;
  const { question, number, contrast, address, superlative, emotion, curiosity, story } = opening;
  return clamp(
    0.5 * question + 0.3 * (number + contrast + superlative + emotion + curiosity + story) + 0.2 * address,
  );
}

/** The signals of a clip that opens at each cut point; `facts` are those of the cut points, null without words. */
export function rateOpenings(
  timeline: MomentTimeline,
  points: readonly CutPoint[],
  facts: readonly CutFacts[] | null,
): OpeningSignals[] {
  const raws = points.map((point) => rawOpening(timeline, point));
  const riseRank = rankAmong(raws.map((raw) => raw.rise));
  const energyRank = rankAmong(raws.map((raw) => raw.energy));
  const paceRank = rankAmong(raws.map((raw) => raw.pace));
  const motionRank = rankAmong(raws.map((raw) => raw.motion));
  return raws.map((raw, index) => {
    const point = points[index];
    const quality = point === undefined ? 0 : breakQuality(point);
    const opens = facts?.[index]?.opens ?? quality;
    return {
      rise: mix(raw.rise / 0.7, riseRank(raw.rise)),
      openingEnergy: mix(raw.energy, energyRank(raw.energy)),
      openingPace: mix(raw.pace, paceRank(raw.pace)),
      promptSpeech: clamp(raw.speech),
      openingMotion: mix(raw.motion, motionRank(raw.motion)),
      openingWords: catchiness(facts?.[index]),
      cleanStart: facts === null ? wordlessQuality(point) : 0.15 * quality + 0.85 * opens,
    };
  });
}
