// Laughter and applause of an audience, guessed from loud sound in which nobody speaks: rhythmic sound is taken for
// laughter, steady sound for applause. Under music every gap between words is loud, so a gap must stand out from the
// usual gap of the source. An audio-event model knows better, where there is one; this costs nothing and needs none.

import type { AudioEvents } from "../../senses/audio-events/audio-events.ts";
import { percentile } from "../../signal/percentile.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";

export interface AudienceReactions {
  /** Prefix sums over ticks of how much each is like laughter, and like applause. */
  readonly laughter: Float64Array;
  readonly applause: Float64Array;
}

const MIN_GAP_S = 0.6;
const MAX_GAP_S = 15;
/** The first and last tenth of a gap belong to the words beside it. */
const EDGE_TICKS = 1;
/** A reaction lies this far over the usual gap, and not further below speech than this. */
const OVER_GAPS_DB = 8;
const BELOW_SPEECH_DB = 10;
const SATURATING_DB = 8;
const RHYTHMIC_ONSETS_PER_S = 1.5;
const RHYTHMIC_DEVIATION_DB = 3;

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly levelDb: number;
}

function meanLevel(loudnessDb: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let tick = from; tick < to; tick += 1) sum += loudnessDb[tick] ?? 0;
  return sum / Math.max(1, to - from);
}

function gapsBetween(timeline: MomentTimeline, words: readonly SpokenWord[]): Gap[] {
  const gaps: Gap[] = [];
  words.slice(1).forEach((word, index) => {
    const startS = words[index]?.endS ?? 0;
    const lengthS = word.startS - startS;
    if (lengthS < MIN_GAP_S || lengthS > MAX_GAP_S) return;
    const from = tickAt(timeline, startS) + EDGE_TICKS;
    const to = tickAt(timeline, word.startS) - EDGE_TICKS;
    if (to > from) gaps.push({ from, to, levelDb: meanLevel(timeline.loudnessDb, from, to) });
  });
  return gaps;
}

function speechLevel(timeline: MomentTimeline, words: readonly SpokenWord[]): number {
  const levels = words.map(
    ({ startS, endS }) => timeline.loudnessDb[tickAt(timeline, (startS + endS) / 2)] ?? -100,
  );
  return percentile(levels, 0.5, -100);
}

function isRhythmic(timeline: MomentTimeline, { from, to, levelDb }: Gap): boolean {
  const onsetsPerS = sumBetween(timeline.onsets, from, to) / ((to - from) * TICK_S);
  let squares = 0;
  for (let tick = from; tick < to; tick += 1) squares += ((timeline.loudnessDb[tick] ?? 0) - levelDb) ** 2;
  return onsetsPerS >= RHYTHMIC_ONSETS_PER_S || Math.sqrt(squares / (to - from)) >= RHYTHMIC_DEVIATION_DB;
}

/** Finds them in the gaps between words (ascending by start). */
export function findReactions(timeline: MomentTimeline, words: readonly SpokenWord[]): AudienceReactions {
  const gaps = gapsBetween(timeline, words);
  const typicalDb = percentile(
    gaps.map(({ levelDb }) => levelDb),
    0.5,
    -100,
  );
  const minDb = Math.max(typicalDb + OVER_GAPS_DB, speechLevel(timeline, words) - BELOW_SPEECH_DB);
  const laughter = new Float32Array(timeline.tickCount);
  const applause = new Float32Array(timeline.tickCount);
  for (const gap of gaps) {
    const strength = Math.min(1, (gap.levelDb - minDb) / SATURATING_DB);
    if (strength <= 0) continue;
    (isRhythmic(timeline, gap) ? laughter : applause).fill(strength, gap.from, gap.to);
  }
  return { laughter: prefixSum(laughter), applause: prefixSum(applause) };
}

/** What all heard windows over a time agree on; 0 where none was heard. */
function strengthAt(strengths: Float32Array, place: number): number {
  const over = [strengths[place - 1], strengths[place]].filter(
    (value) => value !== undefined && !Number.isNaN(value),
  ) as number[];
  return over.length === 0 ? 0 : Math.min(...over);
}

/** The reactions that an audio-event model heard, on the ticks of a timeline. */
export function reactionsOf(timeline: MomentTimeline, events: AudioEvents): AudienceReactions {
  const perTick = (strengths: Float32Array): Float64Array =>
    prefixSum(
      Float32Array.from({ length: timeline.tickCount }, (_, tick) => {
        const timeS = timeline.range.startS + (tick + 0.5) * TICK_S;
        return strengthAt(strengths, Math.floor((timeS - events.startS) / events.hopS));
      }),
    );
  return { laughter: perTick(events.laughter), applause: perTick(events.applause) };
}
