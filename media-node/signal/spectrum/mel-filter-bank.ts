// Triangular filters that gather the bins of a power spectrum into mel bins. Whisper and NeMo use Slaney's scale with
// Slaney's norm (the Auditory Toolbox of 1998, as librosa has it): linear up to 1 kHz, logarithmic above, every triangle
// of area one. Models of audio events use Kaldi's (feat/mel-computations.cc): logarithmic throughout, triangles whose
// sides are straight over mels and not over Hz, with a peak of one. HTK's is not here: no model that we run needs it.

export interface MelFilterBankOptions {
  readonly sampleRateHz: number;
  readonly fftLength: number;
  readonly melBins: number;
  readonly minHz: number;
  readonly maxHz: number;
  readonly scale: "slaney" | "kaldi";
}

const LINEAR_HZ_PER_MEL = 200 / 3;
const LOG_FROM_HZ = 1_000;
const LOG_FROM_MEL = LOG_FROM_HZ / LINEAR_HZ_PER_MEL;
const LOG_STEP = Math.log(6.4) / 27;

function hzToMel(hz: number): number {
  return hz < LOG_FROM_HZ ? hz / LINEAR_HZ_PER_MEL : LOG_FROM_MEL + Math.log(hz / LOG_FROM_HZ) / LOG_STEP;
}

function melToHz(mel: number): number {
  return mel < LOG_FROM_MEL
    ? mel * LINEAR_HZ_PER_MEL
    : LOG_FROM_HZ * Math.exp(LOG_STEP * (mel - LOG_FROM_MEL));
}

function hzToKaldiMel(hz: number): number {
  return 1_127 * Math.log(1 + hz / 700);
}

/** Where triangles begin, peak and end, and where bins lie, in the unit over which their sides are straight. */
interface TriangleAxis {
  readonly edges: Float64Array;
  readonly positionOf: (hz: number) => number;
  /** What a triangle of this width is multiplied with. */
  readonly norm: (width: number) => number;
}

function evenly(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

function axisOf({ scale, melBins, minHz, maxHz }: MelFilterBankOptions): TriangleAxis {
  if (scale === "slaney") {
    const edges = evenly(hzToMel(minHz), hzToMel(maxHz), melBins + 2).map(melToHz);
    return { edges, positionOf: (hz) => hz, norm: (width) => 2 / width };
  }
  const edges = evenly(hzToKaldiMel(minHz), hzToKaldiMel(maxHz), melBins + 2);
  return { edges, positionOf: hzToKaldiMel, norm: () => 1 };
}

/**
 * Weights [melBins x (fftLength / 2 + 1)], row by row; multiplied with a power spectrum they give mel
 * energies. `scale` says whose: librosa's with Slaney's norm, or Kaldi's. A triangle between two bins has no
 * weight at all: it is not widened.
 */
export function melFilterBank(options: MelFilterBankOptions): Float32Array {
  const { sampleRateHz, fftLength, melBins } = options;
  const binCount = fftLength / 2 + 1;
  const { edges, positionOf, norm } = axisOf(options);
  const positions = Float64Array.from({ length: binCount }, (_, bin) =>
    positionOf((bin * sampleRateHz) / fftLength),
  );
  const filters = new Float32Array(melBins * binCount);
  for (let mel = 0; mel < melBins; mel += 1) {
    const [low = 0, peak = 0, high = 0] = edges.subarray(mel, mel + 3);
    for (let bin = 0; bin < binCount; bin += 1) {
      const position = positions[bin] ?? 0;
      const rise = (position - low) / (peak - low);
      const fall = (high - position) / (high - peak);
      filters[mel * binCount + bin] = Math.max(0, Math.min(rise, fall)) * norm(high - low);
    }
  }
  return filters;
}
