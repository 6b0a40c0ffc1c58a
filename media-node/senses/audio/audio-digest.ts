// Turns 16 kHz mono samples into the numbers of an AudioAnalysis as they stream in. It keeps some twenty bytes per hop and
// the state of a few filters, whatever the length; arrays are sized once from the longest range it may be given.
import {
  AUDIO_HOP_S,
  AUDIO_SAMPLE_RATE_HZ,
  type AudioAnalysis,
  INT16_SCALE,
  SILENCE_DB,
} from "../../signal/audio-analysis.ts";
import { Biquad } from "../../signal/biquad.ts";
import { VoiceSounds } from "../voices/voice-sounds.ts";
import { VoiceSpectrum } from "../voices/voice-spectrum.ts";
import { PitchTracker, semitonesOf } from "./pitch-tracker.ts";
import { speechLikeness } from "./speech-likeness.ts";

const SAMPLES_PER_HOP = AUDIO_SAMPLE_RATE_HZ * AUDIO_HOP_S;
/** A rise of this much in the band of speech is full novelty. */
const SATURATING_RISE_DB = 20;
/** A hop is compared with this many before it, so that a rise slower than 60 ms still counts. */
const RISE_HOPS = 3;
/** Of so many hops one is asked for the colour of its voice: those between say the same. */
const VOICE_HOPS = 2;

/** Power (0 to 1, of full scale) as dB, not below SILENCE_DB. */
export function powerToDb(power: number): number {
  return power > 1e-10 ? Math.min(0, 10 * Math.log10(power)) : SILENCE_DB;
}

/** Collects one stretch of audio; `push` the samples as they come, then `finish` once. */
export class AudioDigest {
  readonly #rumbleCut = new Biquad("highpass", 60, AUDIO_SAMPLE_RATE_HZ);
  readonly #bandLow = new Biquad("highpass", 300, AUDIO_SAMPLE_RATE_HZ);
  readonly #bandHigh = new Biquad("lowpass", 3_400, AUDIO_SAMPLE_RATE_HZ);
  readonly #loudnessDb: Float32Array<ArrayBuffer>;
  readonly #bandShare: Uint8Array;
  readonly #crossings: Uint8Array;
  readonly #novelty: Uint8Array<ArrayBuffer>;
  readonly #pitch: Uint8Array<ArrayBuffer>;
  readonly #pitchTracker = new PitchTracker();
  readonly #voices: { readonly spectrum: VoiceSpectrum; readonly sounds: VoiceSounds } | null;
  readonly #recentBandDb = new Float64Array(RISE_HOPS).fill(SILENCE_DB);
  #hopCount = 0;
  #samplesInHop = 0;
  #power = 0;
  #bandPower = 0;
  #hopCrossings = 0;
  #previous = 0;

  /**
   * @param maxDurationS bounds what is kept; samples beyond it are ignored
   * @param hearsVoices whether it is of use who speaks
   */
  constructor(maxDurationS: number, { hearsVoices = true }: { readonly hearsVoices?: boolean } = {}) {
    const hops = Math.ceil(maxDurationS / AUDIO_HOP_S);
    this.#loudnessDb = new Float32Array(hops);
    this.#bandShare = new Uint8Array(hops);
    this.#crossings = new Uint8Array(hops);
    this.#novelty = new Uint8Array(hops);
    this.#pitch = new Uint8Array(hops);
    const maxHeard = Math.ceil(hops / VOICE_HOPS);
    this.#voices = hearsVoices ? { spectrum: new VoiceSpectrum(), sounds: new VoiceSounds(maxHeard) } : null;
  }

  /** A chunk of any length. */
  push(samples: Int16Array): void {
    for (const sample of samples) this.#sample(sample / INT16_SCALE);
  }

  #sample(heard: number): void {
    const sample = this.#rumbleCut.step(heard);
    this.#pitchTracker.push(sample);
    this.#voices?.spectrum.push(sample);
    const inBand = this.#bandHigh.step(this.#bandLow.step(sample));
    this.#power += sample * sample;
    this.#bandPower += inBand * inBand;
    if (sample < 0 !== this.#previous < 0) this.#hopCrossings += 1;
    this.#previous = sample;
    this.#samplesInHop += 1;
    if (this.#samplesInHop === SAMPLES_PER_HOP) this.#closeHop();
  }

  #closeHop(): void {
    const hop = this.#hopCount;
    if (hop < this.#loudnessDb.length) {
      this.#loudnessDb[hop] = powerToDb(this.#power / SAMPLES_PER_HOP);
      this.#bandShare[hop] = this.#power > 0 ? Math.min(255, (255 * this.#bandPower) / this.#power) : 0;
      this.#crossings[hop] = Math.min(255, this.#hopCrossings);
      this.#novelty[hop] = this.#rise(powerToDb(this.#bandPower / SAMPLES_PER_HOP));
      const pitch = this.#pitchTracker.current();
      this.#pitch[hop] = pitch;
      if (this.#voices !== null && pitch > 0 && hop % VOICE_HOPS === 0)
        this.#voices.sounds.add(hop, this.#voices.spectrum.current(), semitonesOf(pitch));
      this.#hopCount += 1;
    }
    this.#samplesInHop = 0;
    this.#power = 0;
    this.#bandPower = 0;
    this.#hopCrossings = 0;
  }

  /** How far the band lies over the loudest of the hops before it; what stays below -60 dB is no event. */
  #rise(bandDb: number): number {
    const before = Math.max(-60, ...this.#recentBandDb);
    this.#recentBandDb[this.#hopCount % RISE_HOPS] = bandDb;
    return Math.min(255, Math.max(0, (255 * (bandDb - before)) / SATURATING_RISE_DB));
  }

  /** The analysis of everything pushed; `startS` is where the first sample lies on the source's clock. */
  finish(startS: number): AudioAnalysis {
    const hops = this.#hopCount;
    const loudnessDb = this.#loudnessDb.slice(0, hops);
    const speech = speechLikeness({
      loudnessDb,
      bandShare: this.#bandShare.subarray(0, hops),
      crossings: this.#crossings.subarray(0, hops),
    });
    const [novelty, pitch] = [this.#novelty.slice(0, hops), this.#pitch.slice(0, hops)];
    const voiceSounds = this.#voices?.sounds.finish(hops) ?? new Uint8Array(hops);
    return { startS, hopS: AUDIO_HOP_S, loudnessDb, speech, novelty, pitch, voiceSounds };
  }
}
