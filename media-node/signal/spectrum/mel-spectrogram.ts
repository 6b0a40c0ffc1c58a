// Mel energies of all frames of a signal in one pass: window, power spectrum, filter bank. What differs between the
// models (padding before, logarithm and normalization after) stays with their own front ends. A filter's weights are
// kept only where they are not zero, which makes the filter bank 25 times smaller than its matrix.
import { RealFft } from "./fft.ts";

export interface MelSpectrogramOptions {
  readonly fftLength: number;
  readonly hopLength: number;
  /** As many weights as a frame has samples: `fftLength`, or fewer; the rest of the transform is silence then. */
  readonly window: Float64Array;
  /** Changes the samples of each frame, before they are weighed. */
  readonly prepareFrame?: (frame: Float64Array) => void;
  /** [melBins x (fftLength / 2 + 1)], see melFilterBank. */
  readonly filters: Float32Array;
}

interface Band {
  readonly firstBin: number;
  readonly weights: Float64Array;
}

function bandsOf(filters: Float32Array, binCount: number): Band[] {
  return Array.from({ length: filters.length / binCount }, (_, mel) => {
    const row = filters.subarray(mel * binCount, (mel + 1) * binCount);
    const firstBin = Math.max(
      0,
      row.findIndex((weight) => weight > 0),
    );
    const lastBin = row.findLastIndex((weight) => weight > 0);
    return { firstBin, weights: Float64Array.from(row.subarray(firstBin, lastBin + 1)) };
  });
}

/**
 * Hann window of `length` weights, 0 to 1. Periodic ones (for spectra: scipy's `sym=False`, torch's default)
 * end just before their zero, symmetric ones on it.
 */
export function hannWindow(length: number, symmetry: "periodic" | "symmetric"): Float64Array {
  const period = symmetry === "periodic" ? length : length - 1;
  return Float64Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / period));
}

/** A front end's fixed part; keeps its tables and work arrays between calls. */
export class MelSpectrogram {
  readonly melBins: number;
  readonly #fft: RealFft;
  readonly #hopLength: number;
  readonly #window: Float64Array;
  readonly #bands: readonly Band[];
  readonly #prepareFrame: ((frame: Float64Array) => void) | undefined;
  readonly #frame: Float64Array;
  /** The part of the frame that samples fill. */
  readonly #samples: Float64Array;
  readonly #power: Float64Array;

  constructor({ fftLength, hopLength, window, filters, prepareFrame }: MelSpectrogramOptions) {
    this.#fft = new RealFft(fftLength);
    this.#hopLength = hopLength;
    this.#window = window;
    this.#bands = bandsOf(filters, this.#fft.binCount);
    this.melBins = this.#bands.length;
    this.#prepareFrame = prepareFrame;
    this.#frame = new Float64Array(fftLength);
    this.#samples = this.#frame.subarray(0, window.length);
    this.#power = new Float64Array(this.#fft.binCount);
  }

  /**
   * Mel energies [melBins x frameCount], row by row. Frame i begins at sample i * hopLength of `padded`; what lies
   * beyond its end counts as silence.
   */
  compute(padded: Float32Array, frameCount: number): Float32Array {
    const energies = new Float32Array(this.melBins * frameCount);
    for (let frame = 0; frame < frameCount; frame += 1) {
      this.#fillFrame(padded, frame * this.#hopLength);
      this.#fft.powerSpectrum(this.#frame, this.#power);
      for (let mel = 0; mel < this.melBins; mel += 1) {
        energies[mel * frameCount + frame] = this.#energyOf(this.#bands[mel] as Band);
      }
    }
    return energies;
  }

  #fillFrame(padded: Float32Array, start: number): void {
    const samples = this.#samples;
    const present = Math.max(0, Math.min(samples.length, padded.length - start));
    for (let index = 0; index < present; index += 1) samples[index] = padded[start + index] as number;
    samples.fill(0, present);
    this.#prepareFrame?.(samples);
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = (samples[index] as number) * (this.#window[index] as number);
    }
  }

  #energyOf({ firstBin, weights }: Band): number {
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1) {
      sum += (weights[index] as number) * (this.#power[firstBin + index] as number);
    }
    return sum;
  }
}
