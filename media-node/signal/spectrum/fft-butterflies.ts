// The butterflies of Stockham's autosort algorithm (decimation in frequency): each stage takes one factor out of the
// transform's length and leaves its results in order, so that no bit reversal follows. Radix 4, 5 and 2 are written
// out, since 400 and 512 have no other factors.

/** One factor of the transform's length. */
export interface FftStage {
  readonly radix: number;
  /** Blocks of this stage: the points that are left over divided by the radix. */
  readonly blocks: number;
  /** Distance between neighbours that belong to one sub-transform. */
  readonly stride: number;
  /** exp(-2 pi i p k / n) for block p and output k, as [p * radix + k]. */
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
}

/** Complex numbers, real and imaginary parts apart. */
export interface ComplexArray {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

const RADIX_5_C1 = Math.cos((2 * Math.PI) / 5);
const RADIX_5_C2 = Math.cos((4 * Math.PI) / 5);
const RADIX_5_S1 = Math.sin((2 * Math.PI) / 5);
const RADIX_5_S2 = Math.sin((4 * Math.PI) / 5);

function radix2({ blocks, stride, cosine, sine }: FftStage, from: ComplexArray, to: ComplexArray): void {
  const step = stride * blocks;
  for (let block = 0; block < blocks; block += 1) {
    const wr = cosine[block * 2 + 1] as number;
    const wi = sine[block * 2 + 1] as number;
    for (let q = 0; q < stride; q += 1) {
      const a = q + stride * block;
      const b = q + stride * block * 2;
      const re = (from.re[a] as number) - (from.re[a + step] as number);
      const im = (from.im[a] as number) - (from.im[a + step] as number);
      to.re[b] = (from.re[a] as number) + (from.re[a + step] as number);
      to.im[b] = (from.im[a] as number) + (from.im[a + step] as number);
      to.re[b + stride] = re * wr - im * wi;
      to.im[b + stride] = re * wi + im * wr;
    }
  }
}

function radix4({ blocks, stride, cosine, sine }: FftStage, from: ComplexArray, to: ComplexArray): void {
  const step = stride * blocks;
  const { re: xr, im: xi } = from;
  const { re: yr, im: yi } = to;
  for (let block = 0; block < blocks; block += 1) {
    const w = block * 4;
    const [c1, c2, c3] = [cosine[w + 1] as number, cosine[w + 2] as number, cosine[w + 3] as number];
    const [s1, s2, s3] = [sine[w + 1] as number, sine[w + 2] as number, sine[w + 3] as number];
    for (let q = 0; q < stride; q += 1) {
      const a = q + stride * block;
      const b = q + stride * w;
      const evenSumR = (xr[a] as number) + (xr[a + 2 * step] as number);
      const evenSumI = (xi[a] as number) + (xi[a + 2 * step] as number);
      const evenDifR = (xr[a] as number) - (xr[a + 2 * step] as number);
      const evenDifI = (xi[a] as number) - (xi[a + 2 * step] as number);
      const oddSumR = (xr[a + step] as number) + (xr[a + 3 * step] as number);
      const oddSumI = (xi[a + step] as number) + (xi[a + 3 * step] as number);
      const oddDifR = (xr[a + step] as number) - (xr[a + 3 * step] as number);
      const oddDifI = (xi[a + step] as number) - (xi[a + 3 * step] as number);
      yr[b] = evenSumR + oddSumR;
      yi[b] = evenSumI + oddSumI;
      const r1 = evenDifR + oddDifI;
      const i1 = evenDifI - oddDifR;
      yr[b + stride] = r1 * c1 - i1 * s1;
      yi[b + stride] = r1 * s1 + i1 * c1;
      const r2 = evenSumR - oddSumR;
      const i2 = evenSumI - oddSumI;
      yr[b + 2 * stride] = r2 * c2 - i2 * s2;
      yi[b + 2 * stride] = r2 * s2 + i2 * c2;
      const r3 = evenDifR - oddDifI;
      const i3 = evenDifI + oddDifR;
      yr[b + 3 * stride] = r3 * c3 - i3 * s3;
      yi[b + 3 * stride] = r3 * s3 + i3 * c3;
    }
  }
}

/** One output of a butterfly, turned by its twiddle factor. */
function store(to: ComplexArray, at: number, re: number, im: number, wr: number, wi: number): void {
  to.re[at] = re * wr - im * wi;
  to.im[at] = re * wi + im * wr;
}

function radix5({ blocks, stride, cosine, sine }: FftStage, from: ComplexArray, to: ComplexArray): void {
  const step = stride * blocks;
  const { re: xr, im: xi } = from;
  for (let block = 0; block < blocks; block += 1) {
    const w = block * 5;
    for (let q = 0; q < stride; q += 1) {
      const a = q + stride * block;
      const b = q + stride * w;
      const sum14R = (xr[a + step] as number) + (xr[a + 4 * step] as number);
      const sum14I = (xi[a + step] as number) + (xi[a + 4 * step] as number);
      const dif14R = (xr[a + step] as number) - (xr[a + 4 * step] as number);
      const dif14I = (xi[a + step] as number) - (xi[a + 4 * step] as number);
      const sum23R = (xr[a + 2 * step] as number) + (xr[a + 3 * step] as number);
      const sum23I = (xi[a + 2 * step] as number) + (xi[a + 3 * step] as number);
      const dif23R = (xr[a + 2 * step] as number) - (xr[a + 3 * step] as number);
      const dif23I = (xi[a + 2 * step] as number) - (xi[a + 3 * step] as number);
      const re = xr[a] as number;
      const im = xi[a] as number;
      to.re[b] = re + sum14R + sum23R;
      to.im[b] = im + sum14I + sum23I;
      const evenR1 = re + RADIX_5_C1 * sum14R + RADIX_5_C2 * sum23R;
      const evenI1 = im + RADIX_5_C1 * sum14I + RADIX_5_C2 * sum23I;
      const evenR2 = re + RADIX_5_C2 * sum14R + RADIX_5_C1 * sum23R;
      const evenI2 = im + RADIX_5_C2 * sum14I + RADIX_5_C1 * sum23I;
      const oddR1 = RADIX_5_S1 * dif14I + RADIX_5_S2 * dif23I;
      const oddI1 = -RADIX_5_S1 * dif14R - RADIX_5_S2 * dif23R;
      const oddR2 = RADIX_5_S2 * dif14I - RADIX_5_S1 * dif23I;
      const oddI2 = -RADIX_5_S2 * dif14R + RADIX_5_S1 * dif23R;
      // No function of its own here: one made for each butterfly took half of the front end's time (2026-11-21).
      store(to, b + stride, evenR1 + oddR1, evenI1 + oddI1, cosine[w + 1] as number, sine[w + 1] as number);
      const b2 = b + 2 * stride;
      store(to, b2, evenR2 + oddR2, evenI2 + oddI2, cosine[w + 2] as number, sine[w + 2] as number);
      const b3 = b + 3 * stride;
      store(to, b3, evenR2 - oddR2, evenI2 - oddI2, cosine[w + 3] as number, sine[w + 3] as number);
      const b4 = b + 4 * stride;
      store(to, b4, evenR1 - oddR1, evenI1 - oddI1, cosine[w + 4] as number, sine[w + 4] as number);
    }
  }
}

/** Any radix, by the definition; only lengths with a prime factor of 3, 7 or more come here. */
function radixAny(
  { radix, blocks, stride, cosine, sine }: FftStage,
  from: ComplexArray,
  to: ComplexArray,
): void {
  const step = stride * blocks;
  for (let at = 0; at < step * radix; at += 1) {
    const q = at % stride;
    const k = Math.floor(at / stride) % radix;
    const block = Math.floor(at / (stride * radix));
    let re = 0;
    let im = 0;
    for (let j = 0; j < radix; j += 1) {
      const angle = (-2 * Math.PI * ((j * k) % radix)) / radix;
      const xr = from.re[q + stride * block + step * j] as number;
      const xi = from.im[q + stride * block + step * j] as number;
      re += xr * Math.cos(angle) - xi * Math.sin(angle);
      im += xr * Math.sin(angle) + xi * Math.cos(angle);
    }
    store(to, at, re, im, cosine[block * radix + k] as number, sine[block * radix + k] as number);
  }
}

/**
 * The butterflies of one stage of this radix: they read all of `from` and write all of `to`, which must be
 * another array. Both hold the transform's length (radix * blocks * stride) of complex numbers.
 */
export function butterflyOf(radix: number): typeof radixAny {
  return radix === 4 ? radix4 : radix === 5 ? radix5 : radix === 2 ? radix2 : radixAny;
}
