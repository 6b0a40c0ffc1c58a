// Second-order filters of R. Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients", run sample
// by sample in direct form II transposed, which stays accurate in double precision at low cut-off frequencies.

export type BiquadShape = "lowpass" | "highpass" | "bandpass";

/** Q of a second-order Butterworth filter. */
const BUTTERWORTH_Q = Math.SQRT1_2;

function numerator(shape: BiquadShape, cosine: number, alpha: number): [number, number, number] {
  if (shape === "lowpass") return [(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2];
  if (shape === "highpass") return [(1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2];
  return [alpha, 0, -alpha];
}

/** One filter and its memory; the bandpass has a peak gain of 1. */
export class Biquad {
  readonly #b0: number;
  readonly #b1: number;
  readonly #b2: number;
  readonly #a1: number;
  readonly #a2: number;
  #z1 = 0;
  #z2 = 0;

  constructor(shape: BiquadShape, frequencyHz: number, sampleRateHz: number, q = BUTTERWORTH_Q) {
    const omega = (2 * Math.PI * frequencyHz) / sampleRateHz;
    const alpha = Math.sin(omega) / (2 * q);
    const a0 = 1 + alpha;
    const [b0, b1, b2] = numerator(shape, Math.cos(omega), alpha);
    this.#b0 = b0 / a0;
    this.#b1 = b1 / a0;
    this.#b2 = b2 / a0;
    this.#a1 = (-2 * Math.cos(omega)) / a0;
    this.#a2 = (1 - alpha) / a0;
  }

  /** The next sample out for the next sample in. */
  step(input: number): number {
    const output = this.#b0 * input + this.#z1;
    this.#z1 = this.#b1 * input - this.#a1 * output + this.#z2;
    this.#z2 = this.#b2 * input - this.#a2 * output;
    return output;
  }
}
