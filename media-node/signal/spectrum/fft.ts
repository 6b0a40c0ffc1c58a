// The discrete Fourier transform of real frames whose length need not be a power of two: Whisper's frames have 400
// samples, NeMo's 512. N real samples are one complex transform of N / 2 points and an unpacking step; the complex one
// is Stockham's autosort algorithm with butterflies of radix 4, 5 and 2 and a general one for other primes. Tables and
// work arrays belong to the instance, so that a frame allocates nothing. Packages were rejected: the fast ones take
// powers of two only, and padding 400 samples to 512 gives other frequencies than the models were trained on.
import assert from "node:assert/strict";
import { butterflyOf, type ComplexArray, type FftStage } from "./fft-butterflies.ts";

function radices(length: number): number[] {
  const found: number[] = [];
  let rest = length;
  for (const radix of [4, 2, 5]) {
    for (; rest % radix === 0; rest /= radix) found.push(radix);
  }
  for (let prime = 3; rest > 1; prime += 2) {
    for (; rest % prime === 0; rest /= prime) found.push(prime);
  }
  return found;
}

function stagesOf(length: number): FftStage[] {
  const stages: FftStage[] = [];
  let points = length;
  let stride = 1;
  for (const radix of radices(length)) {
    const blocks = points / radix;
    const cosine = new Float64Array(points);
    const sine = new Float64Array(points);
    for (let block = 0; block < blocks; block += 1) {
      for (let k = 0; k < radix; k += 1) {
        const angle = (-2 * Math.PI * block * k) / points;
        cosine[block * radix + k] = Math.cos(angle);
        sine[block * radix + k] = Math.sin(angle);
      }
    }
    stages.push({ radix, blocks, stride, cosine, sine });
    points = blocks;
    stride *= radix;
  }
  return stages;
}

/** A plan for real frames of one even length. */
export class RealFft {
  readonly length: number;
  /** `length / 2 + 1`: from 0 to half the sample rate, both included. */
  readonly binCount: number;
  readonly #stages: readonly FftStage[];
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  #work: ComplexArray;
  #spare: ComplexArray;

  constructor(length: number) {
    assert.ok(length >= 2 && length % 2 === 0, "a real transform needs an even length");
    this.length = length;
    this.binCount = length / 2 + 1;
    this.#stages = stagesOf(length / 2);
    this.#cosine = Float64Array.from({ length: this.binCount }, (_, k) =>
      Math.cos((2 * Math.PI * k) / length),
    );
    this.#sine = Float64Array.from(
      { length: this.binCount },
      (_, k) => -Math.sin((2 * Math.PI * k) / length),
    );
    this.#work = { re: new Float64Array(length / 2), im: new Float64Array(length / 2) };
    this.#spare = { re: new Float64Array(length / 2), im: new Float64Array(length / 2) };
  }

  #transformPairs(frame: Float64Array): void {
    for (let index = 0; index < this.length / 2; index += 1) {
      this.#work.re[index] = frame[2 * index] as number;
      this.#work.im[index] = frame[2 * index + 1] as number;
    }
    for (const stage of this.#stages) {
      butterflyOf(stage.radix)(stage, this.#work, this.#spare);
      [this.#work, this.#spare] = [this.#spare, this.#work];
    }
  }

  /** |X|^2 of a frame of `length` samples, `binCount` values written to `power`; not divided by the length. */
  powerSpectrum(frame: Float64Array, power: Float64Array): void {
    this.#transformPairs(frame);
    const half = this.length / 2;
    const { re, im } = this.#work;
    for (let k = 0; k <= half; k += 1) {
      const a = k === half ? 0 : k;
      const b = k === 0 ? 0 : half - k;
      const evenR = ((re[a] as number) + (re[b] as number)) / 2;
      const evenI = ((im[a] as number) - (im[b] as number)) / 2;
      const oddR = ((im[a] as number) + (im[b] as number)) / 2;
      const oddI = ((re[b] as number) - (re[a] as number)) / 2;
      const wr = this.#cosine[k] as number;
      const wi = this.#sine[k] as number;
      const real = evenR + oddR * wr - oddI * wi;
      const imaginary = evenI + oddR * wi + oddI * wr;
      power[k] = real * real + imaginary * imaginary;
    }
  }
}
