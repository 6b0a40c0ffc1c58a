// How high a voice is, hop by hop, while samples stream in. Normalized cross-correlation of the audio with itself
// (Talkin 1995, A Robust Algorithm for Pitch Tracking), without its dynamic programming: what is wanted is how much the
// pitch of a stretch moves, and single octave errors are left out there. The audio is thinned to 4 kHz, where the first
// harmonics of every voice lie and a lag costs a sixteenth; hops that are too quiet to be a voice are not looked at.
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { Biquad } from "../../signal/biquad.ts";

const THINNING = 4;
const RATE_HZ = AUDIO_SAMPLE_RATE_HZ / THINNING;
const BAND_HZ = 900;
export const MIN_PITCH_HZ = 60;
const MAX_PITCH_HZ = 420;
const MIN_LAG = Math.floor(RATE_HZ / MAX_PITCH_HZ);
const MAX_LAG = Math.ceil(RATE_HZ / MIN_PITCH_HZ);
/** 40 ms: two periods of the lowest voices. */
const WINDOW = 0.04 * RATE_HZ;
const KEPT = WINDOW + MAX_LAG;
const MIN_CORRELATION = 0.6;
/** The shortest lag that correlates nearly as well as the best is the period; the best may be a multiple of it. */
const NEARLY = 0.9;
/** Mean square below which nobody speaks: -60 dB. */
const MIN_POWER = 1e-6;
/** The steps of a semitone in which pitch is kept. */
export const PITCH_STEPS = 7;

/** Semitones above 60 Hz of a kept value; only for values above 0. */
export function semitonesOf(kept: number): number {
  return (kept - 1) / PITCH_STEPS;
}

/** Follows the pitch of 16 kHz samples; `push` each, then ask for the pitch where a hop ends. */
export class PitchTracker {
  /** Steep enough that a whistle does not fold into the band when the audio is thinned. */
  readonly #filters = [1, 2, 3].map(() => new Biquad("lowpass", BAND_HZ, AUDIO_SAMPLE_RATE_HZ));
  /** The last thinned samples twice over, so that a window is always one piece. */
  readonly #samples = new Float32Array(2 * KEPT);
  readonly #correlations = new Float32Array(MAX_LAG + 2);
  #at = 0;
  #phase = 0;

  push(sample: number): void {
    let filtered = sample;
    for (const filter of this.#filters) filtered = filter.step(filtered);
    this.#phase = (this.#phase + 1) % THINNING;
    if (this.#phase !== 0) return;
    this.#samples[this.#at] = filtered;
    this.#samples[this.#at + KEPT] = filtered;
    this.#at = (this.#at + 1) % KEPT;
  }

  /** The pitch of the last 60 ms: 1 + 7 for each semitone above 60 Hz, or 0 where there is no voice. */
  current(): number {
    const samples = this.#samples.subarray(this.#at, this.#at + KEPT);
    const best = this.#correlate(samples);
    if (best < MIN_CORRELATION) return 0;
    const values = this.#correlations;
    for (let lag = MIN_LAG + 1; lag < MAX_LAG; lag += 1) {
      const [before = 0, value = 0, after = 0] = [values[lag - 1], values[lag], values[lag + 1]];
      if (value < NEARLY * best || value < before || value < after) continue;
      const bend = before - 2 * value + after;
      const period = lag + (bend === 0 ? 0 : (before - after) / (2 * bend));
      const semitones = 12 * Math.log2(RATE_HZ / period / MIN_PITCH_HZ);
      return Math.min(255, Math.max(1, Math.round(1 + PITCH_STEPS * semitones)));
    }
    return 0;
  }

  /** Correlates the first window with the later ones, one for each lag; returns the highest. */
  #correlate(samples: Float32Array): number {
    let power = 0;
    for (let index = 0; index < WINDOW; index += 1) power += (samples[index] ?? 0) ** 2;
    if (power < MIN_POWER * WINDOW) return 0;
    let laggedPower = power;
    let best = 0;
    for (let lag = 1; lag <= MAX_LAG; lag += 1) {
      laggedPower += (samples[lag + WINDOW - 1] ?? 0) ** 2 - (samples[lag - 1] ?? 0) ** 2;
      if (lag < MIN_LAG) continue;
      let sum = 0;
      for (let index = 0; index < WINDOW; index += 1)
        sum += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
      const correlation = sum / Math.sqrt(power * Math.max(laggedPower, 1e-12));
      this.#correlations[lag] = correlation;
      best = Math.max(best, correlation);
    }
    return best;
  }
}
