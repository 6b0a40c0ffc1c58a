// The short-time spectrum of a match's audio, and the half octaves that its bins are gathered in. A frame of
// 32 ms a hop of 20 ms: bins of 31 Hz tell a whistle from its neighbourhood, and a clap is not smeared beyond two hops.
import { AUDIO_HOP_S, AUDIO_SAMPLE_RATE_HZ, INT16_SCALE } from "../../signal/audio-analysis.ts";
import { RealFft } from "../../signal/spectrum/fft.ts";
import { hannWindow } from "../../signal/spectrum/mel-spectrogram.ts";
import { MATCH_HOP_S } from "../match-curves.ts";

const SPECTRUM_LENGTH = 512;
export const SPECTRUM_HOP = Math.round(AUDIO_HOP_S * AUDIO_SAMPLE_RATE_HZ);
export const HOPS_PER_TICK = Math.round(MATCH_HOP_S / AUDIO_HOP_S);
const BIN_HZ = AUDIO_SAMPLE_RATE_HZ / SPECTRUM_LENGTH;
/** What each bin shows of white noise of -90 dB, the least that is told from silence: the sum of the window's squares. */
export const FLOOR_POWER = 1e-9 * 0.375 * SPECTRUM_LENGTH;

/** The bin that a frequency falls in. */
export function binOf(hz: number): number {
  return Math.round(hz / BIN_HZ);
}

/** Bins from the first up to but not including the second. */
export type BinBand = readonly [from: number, to: number];

/**
 * Half octaves from 400 Hz, above most wind and engines, to 7 kHz, below the edge that lossy codecs cut off. A crowd
 * fills them all; a voice and most music hardly reach the upper ones.
 */
export const HALF_OCTAVES: readonly BinBand[] = Array.from({ length: 8 }, (_, band) => [
  binOf(400 * (7_000 / 400) ** (band / 8)),
  binOf(400 * (7_000 / 400) ** ((band + 1) / 8)),
]);

/** What lies below them: rumble, wind and engines, and the thump of a hit. */
export const LOW_BAND: BinBand = [binOf(60), binOf(400)];

/**
 * Mean power of a band of at least one bin, as dB of no particular reference, never below the floor of -90 dB
 * white noise.
 * @param power |X|² of `HopSpectra`
 */
export function bandLevelDb(power: Float64Array, [from, to]: BinBand): number {
  let sum = 0;
  for (let bin = from; bin < to; bin += 1) sum += power[bin] as number;
  return 10 * Math.log10(Math.max(FLOOR_POWER, sum / (to - from)));
}

/** Power spectra of 16-bit samples, one for each hop; the array is the same one each time. */
export class HopSpectra {
  readonly #fft = new RealFft(SPECTRUM_LENGTH);
  readonly #window = hannWindow(SPECTRUM_LENGTH, "periodic").map((weight) => weight / INT16_SCALE);
  readonly #samples = new Float64Array(SPECTRUM_LENGTH);
  readonly #frame = new Float64Array(SPECTRUM_LENGTH);
  readonly #power = new Float64Array(SPECTRUM_LENGTH / 2 + 1);

  /** |X|^2 of the last 512 samples, the newest of which are this hop's 320. */
  next(hop: Int16Array): Float64Array {
    const samples = this.#samples;
    samples.copyWithin(0, SPECTRUM_HOP);
    samples.set(hop, SPECTRUM_LENGTH - SPECTRUM_HOP);
    for (let index = 0; index < SPECTRUM_LENGTH; index += 1) {
      this.#frame[index] = (samples[index] as number) * (this.#window[index] as number);
    }
    this.#fft.powerSpectrum(this.#frame, this.#power);
    return this.#power;
  }
}
