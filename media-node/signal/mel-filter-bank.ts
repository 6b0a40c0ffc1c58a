// Triangular filters that gather the bins of a power spectrum into mel bins, on Slaney's scale with Slaney's norm (the
// Auditory Toolbox of 1998, as librosa has it): linear up to 1 kHz, logarithmic above, every triangle of area one.
// Whisper and NeMo both use it. The scale of HTK is not here because no model that we run was trained on it.

export interface MelFilterBankOptions {
  readonly sampleRateHz: number;
  readonly fftLength: number;
  readonly melBins: number;
  readonly minHz: number;
  readonly maxHz: number;
  readonly scale: "slaney";
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

/** Weights [melBins x (fftLength / 2 + 1)], row by row. */
export function melFilterBank(options: MelFilterBankOptions): Float32Array {
  const { sampleRateHz, fftLength, melBins, minHz, maxHz } = options;
  const binCount = fftLength / 2 + 1;
  const [minMel, maxMel] = [hzToMel(minHz), hzToMel(maxHz)];
  const edgesHz = Float64Array.from({ length: melBins + 2 }, (_, index) =>
    melToHz(minMel + ((maxMel - minMel) * index) / (melBins + 1)),
  );
  const filters = new Float32Array(melBins * binCount);
  for (let mel = 0; mel < melBins; mel += 1) {
    const [lowHz = 0, peakHz = 0, highHz = 0] = edgesHz.subarray(mel, mel + 3);
    for (let bin = 0; bin < binCount; bin += 1) {
      const hz = (bin * sampleRateHz) / fftLength;
      const rise = (hz - lowHz) / (peakHz - lowHz);
      const fall = (highHz - hz) / (highHz - peakHz);
      filters[mel * binCount + bin] = (Math.max(0, Math.min(rise, fall)) * 2) / (highHz - lowHz);
    }
  }
  return filters;
}
