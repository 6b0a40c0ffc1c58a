// The front end of NeMo's speech models (AudioToMelSpectrogramPreprocessor): pre-emphasis, frames of 25 ms every 10 ms
// in the middle of 512 zero-padded samples, Slaney mel filters, natural logarithm with a guard of 2^-24, and every mel
// bin normalized to mean 0 and deviation 1 over the window. The dither of training is left out, as in NeMo's own
// inference, so that equal audio gives equal features.
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { melFilterBank } from "../../signal/spectrum/mel-filter-bank.ts";
import { hannWindow, MelSpectrogram } from "../../signal/spectrum/mel-spectrogram.ts";

const FFT_LENGTH = 512;
const WINDOW_LENGTH = 400;
const HOP_LENGTH = 160;
const PRE_EMPHASIS = 0.97;
const LOG_GUARD = 2 ** -24;
const DEVIATION_GUARD = 1e-5;

/** Between two frames of features. */
export const NEMO_HOP_S = HOP_LENGTH / AUDIO_SAMPLE_RATE_HZ;

export interface NemoFeatures {
  /** [melBins x frames], row by row. */
  readonly values: Float32Array;
  readonly frames: number;
}

function centredWindow(): Float64Array {
  const window = new Float64Array(FFT_LENGTH);
  window.set(hannWindow(WINDOW_LENGTH, "symmetric"), (FFT_LENGTH - WINDOW_LENGTH) / 2);
  return window;
}

/** Half a frame of silence, then the samples with their low frequencies lowered. */
function emphasise(samples: Float32Array): Float32Array {
  const padded = new Float32Array(samples.length + FFT_LENGTH / 2);
  let previous = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] as number;
    padded[FFT_LENGTH / 2 + index] = sample - PRE_EMPHASIS * previous;
    previous = sample;
  }
  return padded;
}

/** Logarithm, mean 0 and deviation 1 (n - 1 in the denominator) of one mel bin, in place. */
function normalize(energies: Float32Array): void {
  const count = energies.length;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    energies[index] = Math.log((energies[index] as number) + LOG_GUARD);
    sum += energies[index] as number; // As rounded: a constant level must come out as zero.
  }
  const mean = sum / count;
  let squares = 0;
  for (let index = 0; index < count; index += 1) squares += ((energies[index] as number) - mean) ** 2;
  const deviation = Math.sqrt(squares / Math.max(1, count - 1)) + DEVIATION_GUARD;
  for (let index = 0; index < count; index += 1) {
    energies[index] = ((energies[index] as number) - mean) / deviation;
  }
}

/** Features of windows for models with `melBins` inputs; keeps its tables between windows. */
export class NemoFrontEnd {
  readonly melBins: number;
  readonly #spectrogram: MelSpectrogram;

  constructor(melBins: number) {
    this.melBins = melBins;
    this.#spectrogram = new MelSpectrogram({
      fftLength: FFT_LENGTH,
      hopLength: HOP_LENGTH,
      window: centredWindow(),
      filters: melFilterBank({
        sampleRateHz: AUDIO_SAMPLE_RATE_HZ,
        fftLength: FFT_LENGTH,
        melBins,
        minHz: 0,
        maxHz: AUDIO_SAMPLE_RATE_HZ / 2,
        scale: "slaney",
      }),
    });
  }

  /** `samples`: 16 kHz mono, -1..1. One frame for every whole 10 ms; none for less. */
  compute(samples: Float32Array): NemoFeatures {
    const frames = Math.floor(samples.length / HOP_LENGTH);
    const values = this.#spectrogram.compute(emphasise(samples), frames);
    for (let mel = 0; mel < this.melBins && frames > 0; mel += 1) {
      normalize(values.subarray(mel * frames, (mel + 1) * frames));
    }
    return { values, frames };
  }
}
