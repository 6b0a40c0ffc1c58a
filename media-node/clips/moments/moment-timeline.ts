// Everything known about a range on one grid of tenths of a second, as prefix sums, so that any stretch is described
// in a few reads. Levels are scaled by the source's own percentiles; "dead" is absolute: neither sound nor motion.

import type { VideoAnalysis } from "../../framing/shots/video-analysis.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { percentile } from "../../signal/percentile.ts";
import { prefixSum } from "../../signal/prefix-sum.ts";
import type { Span } from "../../signal/span.ts";
import { type PitchMovement, pitchMovement } from "./pitch-movement.ts";

export const TICK_S = 0.1;

/** Audio below this level is silence, unless the whole source is that quiet. */
const SILENT_DB = -55;
const SILENT_BELOW_LOUD_DB = 30;
/** Change of brightness below this is encoder noise on still video. */
const STILL_MOTION = 0.003;
/** Brightness change that counts as full motion; percentiles alone would praise the stillest source. */
const MIN_FULL_MOTION = 0.02;
/** A dead run at least this long is a dead stretch. */
const DEAD_RUN_TICKS = 40;
/** Shorter ones are the pauses of ordinary speech. */
const DEAD_PAUSE_TICKS = 10;
const SYLLABLE_NOVELTY = 64;

export interface MomentTimeline {
  readonly range: Span;
  readonly tickCount: number;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  /** Loudness per tick, dB. */
  readonly loudnessDb: Float32Array;
  /** Prefix sums over ticks; `level` is loudness from 0 (the source's quiet) to 1 (its loud parts). */
  readonly level: Float64Array;
  readonly levelSquares: Float64Array;
  readonly speech: Float64Array;
  /** Rises of the audio that look like syllables or beats, a count. */
  readonly onsets: Float64Array;
  readonly pitch: PitchMovement;
  readonly motion: Float64Array;
  readonly shots: Float64Array;
  /** Ticks that are among the liveliest tenth of the source. */
  readonly peaks: Float64Array;
  readonly dead: Float64Array;
  /** Ticks that belong to a dead run of 1 s or more, and of 4 s or more. */
  readonly deadPauses: Float64Array;
  readonly deadRuns: Float64Array;
}

interface AudioTicks {
  readonly loudnessDb: Float32Array;
  readonly speech: Float32Array;
  readonly onsets: Float32Array;
}

function isOnset(novelty: Uint8Array, hop: number): boolean {
  const value = novelty[hop] ?? 0;
  return value >= SYLLABLE_NOVELTY && value > (novelty[hop - 1] ?? 0) && value >= (novelty[hop + 1] ?? 0);
}

/** Ticks are means of power over their hops; ticks outside the audio are silent. */
function audioTicks(audio: AudioAnalysis | null, range: Span, tickCount: number): AudioTicks {
  const power = new Float64Array(tickCount);
  const speech = new Float32Array(tickCount);
  const onsets = new Float32Array(tickCount);
  const counts = new Uint16Array(tickCount);
  for (let hop = 0; audio !== null && hop < audio.loudnessDb.length; hop += 1) {
    const tick = Math.floor((audio.startS + (hop + 0.5) * audio.hopS - range.startS) / TICK_S);
    if (tick < 0 || tick >= tickCount) continue;
    power[tick] = (power[tick] ?? 0) + 10 ** ((audio.loudnessDb[hop] ?? 0) / 10);
    speech[tick] = (speech[tick] ?? 0) + (audio.speech[hop] ?? 0) / 255;
    if (isOnset(audio.novelty, hop)) onsets[tick] = (onsets[tick] ?? 0) + 1;
    counts[tick] = (counts[tick] ?? 0) + 1;
  }
  const loudnessDb = Float32Array.from(power, (sum, tick) =>
    Math.max(-100, 10 * Math.log10(sum / Math.max(1, counts[tick] ?? 0) + 1e-10)),
  );
  speech.forEach((sum, tick) => {
    speech[tick] = sum / Math.max(1, counts[tick] ?? 0);
  });
  return { loudnessDb, speech, onsets };
}

/** Motion per tick; unknown stays negative. */
function motionTicks(video: VideoAnalysis | null, range: Span, tickCount: number): Float32Array {
  const motion = new Float32Array(tickCount).fill(-1);
  if (video === null) return motion;
  for (let tick = 0; tick < tickCount; tick += 1) {
    const hop = Math.floor((range.startS + (tick + 0.5) * TICK_S - video.startS) / video.hopS);
    motion[tick] = video.motion[hop] ?? -1;
  }
  return motion;
}

function shotTicks(video: VideoAnalysis | null, range: Span, tickCount: number): Uint8Array {
  const shots = new Uint8Array(tickCount);
  for (const timeS of video?.shotChangesS ?? []) {
    const tick = Math.floor((timeS - range.startS) / TICK_S);
    if (tick >= 0 && tick < tickCount) shots[tick] = 1;
  }
  return shots;
}

/** Maps the source's 10th to 95th percentile to 0 to 1; a range under 6 dB is not stretched to look lively. */
function levelTicks(loudnessDb: Float32Array): Float32Array {
  const low = percentile(loudnessDb, 0.1);
  const high = percentile(loudnessDb, 0.95);
  const floor = Math.max(low, high - 40);
  const span = Math.max(6, high - floor);
  return loudnessDb.map((level) => Math.min(1.2, Math.max(0, (level - floor) / span)));
}

function deadTicks(loudnessDb: Float32Array, motion: Float32Array, hasVideo: boolean): Uint8Array {
  const silentDb = Math.min(SILENT_DB, Math.max(-85, percentile(loudnessDb, 0.95) - SILENT_BELOW_LOUD_DB));
  return Uint8Array.from(loudnessDb, (level, tick) => {
    const moves = hasVideo && ((motion[tick] ?? 0) < 0 || (motion[tick] ?? 0) >= STILL_MOTION);
    return level < silentDb && !moves ? 1 : 0;
  });
}

/** Marks the runs of at least `least` ticks. */
function longRuns(flags: Uint8Array, min: number): Uint8Array {
  const runs = new Uint8Array(flags.length);
  let from = 0;
  for (let tick = 0; tick <= flags.length; tick += 1) {
    if (flags[tick] === 1) continue;
    if (tick - from >= min) runs.fill(1, from, tick);
    from = tick + 1;
  }
  return runs;
}

/** Lays audio and video (either may be missing) over the ticks of `range`. */
export function buildTimeline(
  audio: AudioAnalysis | null,
  video: VideoAnalysis | null,
  range: Span,
): MomentTimeline {
  const tickCount = Math.max(1, Math.round((range.endS - range.startS) / TICK_S));
  const ticks = audioTicks(audio, range, tickCount);
  const rawMotion = motionTicks(video, range, tickCount);
  const known = rawMotion.filter((value) => value >= 0);
  const fullMotion = Math.max(MIN_FULL_MOTION, percentile(known, 0.95));
  const medianMotion = percentile(known, 0.5);
  const motion = rawMotion.map((value) => Math.min(1, (value < 0 ? medianMotion : value) / fullMotion));
  const level = levelTicks(ticks.loudnessDb);
  const levelPeak = percentile(level, 0.9);
  const motionPeak = percentile(motion, 0.9);
  const dead = deadTicks(ticks.loudnessDb, rawMotion, video !== null);
  return {
    range,
    tickCount,
    hasAudio: audio !== null,
    hasVideo: known.length > 0,
    loudnessDb: ticks.loudnessDb,
    level: prefixSum(level),
    levelSquares: prefixSum(level.map((value) => value * value)),
    speech: prefixSum(ticks.speech),
    onsets: prefixSum(ticks.onsets),
    pitch: pitchMovement(audio, { range, tickCount, tickS: TICK_S }),
    motion: prefixSum(motion),
    shots: prefixSum(shotTicks(video, range, tickCount)),
    peaks: prefixSum(
      level.map((value, tick) => Number(value > levelPeak || (motion[tick] ?? 0) > motionPeak)),
    ),
    dead: prefixSum(dead),
    deadPauses: prefixSum(longRuns(dead, DEAD_PAUSE_TICKS)),
    deadRuns: prefixSum(longRuns(dead, DEAD_RUN_TICKS)),
  };
}

/**
 * The tick that `timeS` (on the source's clock) is nearest to the beginning of, 0 to `tickCount`: an index
 * into prefix sums.
 */
export function tickAt(timeline: MomentTimeline, timeS: number): number {
  return Math.min(timeline.tickCount, Math.max(0, Math.round((timeS - timeline.range.startS) / TICK_S)));
}
