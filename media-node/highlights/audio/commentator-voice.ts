// How excited a commentator sounds, against how he usually does: pitch and pace, the two that rise most towards the
// finish of a race and a goal (Trouvain and Barry 2000, The Prosody of Excitement in Horse Race Commentaries). His usual
// is the median of some minutes, so that a high voice is no excited one and two speakers who take turns are not one who
// is roused.

import { semitonesOf } from "../../senses/audio/pitch-tracker.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { ramp } from "../../signal/clamp.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import { medianOf, runningMedian } from "../../signal/running-median.ts";
import { HOPS_PER_TICK } from "./match-spectrum.ts";

const HOPS_PER_S = 50;
/** Two and a half minutes to each side: excitement of a minute does not become the usual. */
const MEDIAN_WINDOW = { reach: 300, step: 4 } as const;
/**
 * A hop with a pitch is a voice's where at least a fifth of the 1.5 s to each side is like speech (unbroken speech has
 * half): a held cry is not like speech itself, but what goes before and after it is.
 */
const SPEECH_REACH_HOPS = 1.5 * HOPS_PER_S;
const MIN_SPEECH = 64;
const MIN_SPEECH_SHARE = 0.2;
/** The pitch of a tick is that of half a second more to either side, in which a fifth has to have one. */
const PITCH_REACH_HOPS = HOPS_PER_TICK;
const MIN_VOICED_SHARE = 0.2;
/** In semitones over the usual: lively speech strays by two or three, a cry lies most of an octave higher. */
const PITCH = { none: 1.5, full: 10 } as const;

/** The pace of a tick is that of 1.5 s to each side, of which 0.8 s have to be spoken. */
const PACE_REACH_HOPS = 1.5 * HOPS_PER_S;
const MIN_SPOKEN_HOPS = 0.8 * HOPS_PER_S;
/** Consonants between voiced hops are spoken too, 0.16 s to each side. */
const SPOKEN_REACH_HOPS = 8;
/** A syllable's peak stands this far over the dips on both sides (de Jong and Wempe 2009, on speech in noise). */
const MIN_DIP_DB = 2;
/** The pitch of a hop is that of the 60 ms before its end, so that a short syllable's comes after its peak. */
const [HOPS_BEFORE_PEAK, HOPS_AFTER_PEAK] = [2, 4];
/** Times the usual pace: three seconds of even speech stray by 0.15, by their breaths alone (measured, 2026-11-21). */
const PACE = { none: 1.15, full: 1.45 } as const;

export interface VoiceCurves {
  readonly voicePitch: Float32Array<ArrayBuffer>;
  readonly voiceRate: Float32Array<ArrayBuffer>;
}

/** 1 for each hop in which a voice is heard. */
function voicedHops({ pitch, speech }: AudioAnalysis): Uint8Array {
  const speechLike = prefixSum(speech.map((value) => (value >= MIN_SPEECH ? 1 : 0)));
  return pitch.map((value, hop) => {
    const near = sumBetween(speechLike, hop - SPEECH_REACH_HOPS, hop + SPEECH_REACH_HOPS + 1);
    return value > 0 && near >= MIN_SPEECH_SHARE * 2 * SPEECH_REACH_HOPS ? 1 : 0;
  });
}

/** The median pitch around each tick, semitones; NaN where too little is voiced. */
function tickPitches({ pitch }: AudioAnalysis, voiced: Uint8Array, tickCount: number): Float32Array {
  return Float32Array.from({ length: tickCount }, (_, tick) => {
    const from = Math.max(0, tick * HOPS_PER_TICK - PITCH_REACH_HOPS);
    const to = Math.min(voiced.length, (tick + 1) * HOPS_PER_TICK + PITCH_REACH_HOPS);
    const heard: number[] = [];
    for (let hop = from; hop < to; hop += 1) {
      if (voiced[hop] === 1) heard.push(semitonesOf(pitch[hop] ?? 0));
    }
    return heard.length < MIN_VOICED_SHARE * (to - from) ? Number.NaN : medianOf(Float32Array.from(heard));
  });
}

/** The levels, each the mean of three: single hops of noise have peaks of their own. */
function smoothed(levelsDb: Float32Array): Float32Array {
  return levelsDb.map((level, hop) => {
    const [before, after] = [levelsDb[hop - 1] ?? level, levelsDb[hop + 1] ?? level];
    return (before + level + after) / 3;
  });
}

/** 1 for each hop in which a syllable has its peak. */
function syllables(levelsDb: Float32Array, voiced: Uint8Array): Uint8Array {
  const levels = smoothed(levelsDb);
  const peaks = new Uint8Array(levels.length);
  let peak = 0;
  let dipDb = levels[0] ?? 0;
  let isRising = false;
  levels.forEach((level, hop) => {
    if (isRising && level > (levels[peak] as number)) peak = hop;
    if (isRising && level < (levels[peak] as number) - MIN_DIP_DB) {
      const near = voiced.subarray(Math.max(0, peak - HOPS_BEFORE_PEAK), peak + HOPS_AFTER_PEAK + 1);
      if (near.includes(1)) peaks[peak] = 1;
      isRising = false;
      dipDb = level;
    }
    if (!isRising) dipDb = Math.min(dipDb, level);
    if (!isRising && level > dipDb + MIN_DIP_DB) {
      isRising = true;
      peak = hop;
    }
  });
  return peaks;
}

/** Syllables per spoken second around each tick; NaN where too little is spoken. */
function tickPaces(levelsDb: Float32Array, voiced: Uint8Array, tickCount: number): Float32Array {
  const voicedSums = prefixSum(voiced);
  const spoken = prefixSum(
    voiced.map((_, hop) =>
      sumBetween(voicedSums, hop - SPOKEN_REACH_HOPS, hop + SPOKEN_REACH_HOPS + 1) > 0 ? 1 : 0,
    ),
  );
  const peaks = prefixSum(syllables(levelsDb, voiced));
  return Float32Array.from({ length: tickCount }, (_, tick) => {
    const middle = (tick + 0.5) * HOPS_PER_TICK;
    const [from, to] = [Math.floor(middle - PACE_REACH_HOPS), Math.ceil(middle + PACE_REACH_HOPS)];
    const spokenHops = sumBetween(spoken, from, to);
    return spokenHops < MIN_SPOKEN_HOPS
      ? Number.NaN
      : (HOPS_PER_S * sumBetween(peaks, from, to)) / spokenHops;
  });
}

/**
 * @param audio of whole ticks from its start on
 * @param speechBandDb level of the band of speech in each of its hops
 */
export function voiceCurves(
  audio: AudioAnalysis,
  speechBandDb: Float32Array,
  tickCount: number,
): VoiceCurves {
  const voiced = voicedHops(audio);
  const pitches = tickPitches(audio, voiced, tickCount);
  const medianPitches = runningMedian(pitches, MEDIAN_WINDOW);
  const paces = tickPaces(speechBandDb, voiced, tickCount);
  const medianPaces = runningMedian(paces, MEDIAN_WINDOW);
  // What is NaN stays NaN: no ramp of it is a number.
  return {
    voicePitch: Float32Array.from(pitches, (pitch, tick) => ramp(pitch - (medianPitches[tick] ?? 0), PITCH)),
    voiceRate: Float32Array.from(paces, (pace, tick) =>
      ramp(pace / Math.max(0.5, medianPaces[tick] ?? 0), PACE),
    ),
  };
}
