// What the built-in detector knows of each frame of 32 ms: its level, how flat its spectrum is, how much the spectrum
// has changed, and how periodic the sound is at the pitches of voices, and at which. Twenty bytes a frame, 2 MB an
// hour; samples are not kept.

import { powerToDb } from "../../senses/audio/audio-digest.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { Biquad } from "../../signal/biquad.ts";
import { RealFft } from "../../signal/spectrum/fft.ts";
import { SPEECH_FRAME_SAMPLES } from "./speech-frame.ts";

/** The band that telephones keep, so that what is judged is the same on every line. */
const BAND_HZ = { low: 300, high: 3_400 } as const;
const BIN_HZ = AUDIO_SAMPLE_RATE_HZ / SPEECH_FRAME_SAMPLES;
const FIRST_BIN = Math.round(BAND_HZ.low / BIN_HZ);
const LAST_BIN = Math.round(BAND_HZ.high / BIN_HZ);
/** Bins that are taken together for the change of the spectrum; single ones jump in any noise. */
const BINS_PER_BAND = 7;
const BAND_COUNT = Math.floor((LAST_BIN - FIRST_BIN) / BINS_PER_BAND);
/** Bands are compared with those of this many frames before (64 ms: a sound of speech is over by then). */
const CHANGE_FRAMES = 2;
/** Bands are not followed below this, so that silence does not change. */
const BAND_FLOOR_DB = -85;
/** Pitch is looked for at a quarter of the rate, in the last 64 ms. */
const DECIMATION = 4;
const PITCH_RATE_HZ = AUDIO_SAMPLE_RATE_HZ / DECIMATION;
const PITCH_SAMPLES_PER_FRAME = SPEECH_FRAME_SAMPLES / DECIMATION;
const PITCH_SAMPLES = 2 * PITCH_SAMPLES_PER_FRAME;
const MIN_LAG = Math.round(PITCH_RATE_HZ / 400);
const MAX_LAG = Math.round(PITCH_RATE_HZ / 70);
/** Least share of the power that lies in the band where a sound may have a pitch: a kick drum has less. */
const MIN_BAND_SHARE = 0.01;

/** One entry per frame in each array. */
export interface SpeechFrames {
  /** Level of 100 Hz and above, dB of full scale. */
  readonly levelsDb: Float32Array<ArrayBuffer>;
  /** Spectral flatness between 300 and 3,400 Hz, dB: 0 for white noise, -30 and less for a tone. */
  readonly flatnessDb: Float32Array<ArrayBuffer>;
  /** Mean change of the band's spectrum within 64 ms, dB. */
  readonly changeDb: Float32Array<ArrayBuffer>;
  /** Height of the normalized autocorrelation at the pitch, 0 to 1. */
  readonly periodicity: Float32Array<ArrayBuffer>;
  /** The pitch, where the audio is periodic at all. */
  readonly pitchHz: Float32Array<ArrayBuffer>;
}

/** Collects the features of frames as they come. */
export class SpeechFrameFeatures {
  readonly #frames: SpeechFrames;
  readonly #rumbleCut = new Biquad("highpass", 100, AUDIO_SAMPLE_RATE_HZ);
  readonly #pitchCut = new Biquad("lowpass", 900, AUDIO_SAMPLE_RATE_HZ);
  readonly #fft = new RealFft(SPEECH_FRAME_SAMPLES);
  readonly #window = Float64Array.from(
    { length: SPEECH_FRAME_SAMPLES },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / SPEECH_FRAME_SAMPLES),
  );
  readonly #windowed = new Float64Array(SPEECH_FRAME_SAMPLES);
  readonly #power = new Float64Array(SPEECH_FRAME_SAMPLES / 2 + 1);
  readonly #pitchSamples = new Float64Array(PITCH_SAMPLES);
  readonly #bandsDb = Array.from({ length: CHANGE_FRAMES + 1 }, () =>
    new Float64Array(BAND_COUNT).fill(BAND_FLOOR_DB),
  );
  readonly #correlations = new Float64Array(MAX_LAG + 2);
  #frameCount = 0;

  /** `frameCount` is how many frames will be pushed at most. */
  constructor(frameCount: number) {
    this.#frames = {
      levelsDb: new Float32Array(frameCount),
      flatnessDb: new Float32Array(frameCount),
      changeDb: new Float32Array(frameCount),
      periodicity: new Float32Array(frameCount),
      pitchHz: new Float32Array(frameCount),
    };
  }

  /** The next 512 samples, -1 to 1. */
  push(samples: Float32Array): void {
    const frame = this.#frameCount;
    this.#frames.levelsDb[frame] = this.#filter(samples);
    this.#fft.powerSpectrum(this.#windowed, this.#power);
    const isInBand = this.#bandShare() >= MIN_BAND_SHARE;
    this.#frames.flatnessDb[frame] = this.#flatness();
    this.#frames.changeDb[frame] = this.#change();
    if (isInBand) this.#findPitch(frame);
    this.#frameCount += 1;
  }

  /** The features of the frames that were pushed. */
  finish(): SpeechFrames {
    const pushed = (values: Float32Array<ArrayBuffer>) => values.slice(0, this.#frameCount);
    const { levelsDb, flatnessDb, changeDb, periodicity, pitchHz } = this.#frames;
    return {
      levelsDb: pushed(levelsDb),
      flatnessDb: pushed(flatnessDb),
      changeDb: pushed(changeDb),
      periodicity: pushed(periodicity),
      pitchHz: pushed(pitchHz),
    };
  }

  /** Runs the filters, fills the work arrays, answers the level. */
  #filter(samples: Float32Array): number {
    this.#pitchSamples.copyWithin(0, PITCH_SAMPLES_PER_FRAME);
    let power = 0;
    for (let index = 0; index < SPEECH_FRAME_SAMPLES; index += 1) {
      const sample = this.#rumbleCut.step(samples[index] as number);
      const low = this.#pitchCut.step(sample);
      power += sample * sample;
      this.#windowed[index] = sample * (this.#window[index] as number);
      if (index % DECIMATION === 0) this.#pitchSamples[PITCH_SAMPLES_PER_FRAME + index / DECIMATION] = low;
    }
    return powerToDb(power / SPEECH_FRAME_SAMPLES);
  }

  #bandShare(): number {
    let band = 0;
    let all = 1e-12;
    for (let bin = 0; bin < this.#power.length; bin += 1) {
      const power = this.#power[bin] as number;
      all += power;
      if (bin >= FIRST_BIN && bin < LAST_BIN) band += power;
    }
    return band / all;
  }

  #flatness(): number {
    let sum = 0;
    let logSum = 0;
    for (let bin = FIRST_BIN; bin < LAST_BIN; bin += 1) {
      const power = (this.#power[bin] as number) + 1e-12;
      sum += power;
      logSum += Math.log10(power);
    }
    const count = LAST_BIN - FIRST_BIN;
    return 10 * (logSum / count - Math.log10(sum / count));
  }

  #change(): number {
    const now = this.#bandsDb[this.#frameCount % (CHANGE_FRAMES + 1)] as Float64Array;
    const before = this.#bandsDb[(this.#frameCount + 1) % (CHANGE_FRAMES + 1)] as Float64Array;
    let change = 0;
    for (let band = 0; band < BAND_COUNT; band += 1) {
      let power = 0;
      const first = FIRST_BIN + band * BINS_PER_BAND;
      for (let bin = first; bin < first + BINS_PER_BAND; bin += 1) power += this.#power[bin] as number;
      // A full-scale sine has a peak of (length / 4)^2 under this window.
      const db = 10 * Math.log10(power / (SPEECH_FRAME_SAMPLES / 4) ** 2 + 1e-12);
      now[band] = Math.max(BAND_FLOOR_DB, db);
      change += Math.abs((now[band] as number) - (before[band] as number));
    }
    return change / BAND_COUNT;
  }

  /** The normalized cross-correlation function of Talkin (1995), over the latter and the earlier part of 64 ms. */
  #findPitch(frame: number): void {
    const x = this.#pitchSamples;
    const length = PITCH_SAMPLES - MAX_LAG - 1;
    const energy = (from: number): number => {
      let sum = 0;
      for (let index = from; index < from + length; index += 1) sum += (x[index] as number) ** 2;
      return sum;
    };
    const last = PITCH_SAMPLES - length;
    const lastEnergy = energy(last);
    let best = 0;
    for (let lag = MIN_LAG - 1; lag <= MAX_LAG + 1; lag += 1) {
      let product = 0;
      for (let index = last; index < PITCH_SAMPLES; index += 1) {
        product += (x[index] as number) * (x[index - lag] as number);
      }
      this.#correlations[lag] = product / Math.sqrt(lastEnergy * energy(last - lag) + 1e-12);
    }
    for (let lag = MIN_LAG; lag <= MAX_LAG; lag += 1) {
      const value = this.#correlations[lag] as number;
      const isPeak =
        value > (this.#correlations[lag - 1] as number) && value >= (this.#correlations[lag + 1] as number);
      // A multiple of the period is as periodic; the shortest lag that is nearly as good is the pitch.
      if (isPeak && value > (best === 0 ? 0 : (this.#correlations[best] as number) / 0.9)) best = lag;
    }
    if (best === 0) return;
    this.#frames.periodicity[frame] = Math.min(1, this.#correlations[best] as number);
    this.#frames.pitchHz[frame] = PITCH_RATE_HZ / this.#refine(best);
  }

  /** The top of the parabola through three neighbours. */
  #refine(lag: number): number {
    const before = this.#correlations[lag - 1] as number;
    const at = this.#correlations[lag] as number;
    const after = this.#correlations[lag + 1] as number;
    const bend = before - 2 * at + after;
    return bend === 0 ? lag : lag + (0.5 * (before - after)) / bend;
  }
}
