// The front end of audio-event models (Audio Spectrogram Transformer, Gong et al. 2021, which takes Kaldi's filter banks
// as torchaudio.compliance.kaldi.fbank gives them): 16 kHz, frames of 25 ms every 10 ms without padding at the edges,
// each freed of its mean and pre-emphasised by itself, a symmetric Hann window, Kaldi's mel filters from 20 Hz on, the
// natural logarithm, and one mean and deviation for everything. The dither of training is left out. Equal to
// transformers.js's ASTFeatureExtractor within 1e-3.
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { melFilterBank } from "../../signal/spectrum/mel-filter-bank.ts";
import { hannWindow, MelSpectrogram } from "../../signal/spectrum/mel-spectrogram.ts";

const FRAME_LENGTH = 400;
const HOP_LENGTH = 160;
const FFT_LENGTH = 512;
const PRE_EMPHASIS = 0.97;
const MIN_HZ = 20;
/** The smallest step of single precision above 1, below which Kaldi takes no logarithm. */
const MIN_ENERGY = 2 ** -23;

export interface KaldiFeatureOptions {
  readonly melBins: number;
  /** Of a window; a shorter one is filled up. */
  readonly frames: number;
  /** Of the training set's features; null where they are left as they are. */
  readonly normalization: { readonly mean: number; readonly deviation: number } | null;
}

function prepareFrame(frame: Float64Array): void {
  let sum = 0;
  for (const sample of frame) sum += sample;
  const mean = sum / frame.length;
  for (let index = 0; index < frame.length; index += 1) frame[index] = (frame[index] as number) - mean;
  for (let index = frame.length - 1; index >= 1; index -= 1) {
    frame[index] = (frame[index] as number) - PRE_EMPHASIS * (frame[index - 1] as number);
  }
  frame[0] = (frame[0] as number) * (1 - PRE_EMPHASIS);
}

/** The front end of one model; keeps its tables between windows. */
export class KaldiFeatures {
  /** Samples that fill a window's frames. */
  readonly windowSamples: number;
  readonly #options: KaldiFeatureOptions;
  readonly #spectrogram: MelSpectrogram;

  constructor(options: KaldiFeatureOptions) {
    this.#options = options;
    this.windowSamples = (options.frames - 1) * HOP_LENGTH + FRAME_LENGTH;
    this.#spectrogram = new MelSpectrogram({
      fftLength: FFT_LENGTH,
      hopLength: HOP_LENGTH,
      prepareFrame,
      window: hannWindow(FRAME_LENGTH, "symmetric"),
      filters: melFilterBank({
        sampleRateHz: AUDIO_SAMPLE_RATE_HZ,
        fftLength: FFT_LENGTH,
        melBins: options.melBins,
        minHz: MIN_HZ,
        maxHz: AUDIO_SAMPLE_RATE_HZ / 2,
        scale: "kaldi",
      }),
    });
  }

  /** Features [frames x melBins], row by row, of 16 kHz samples; what is beyond the window is left out. */
  compute(samples: Float32Array): Float32Array {
    const { melBins, frames, normalization } = this.#options;
    const present = Math.min(
      frames,
      Math.max(0, 1 + Math.floor((samples.length - FRAME_LENGTH) / HOP_LENGTH)),
    );
    const energies = this.#spectrogram.compute(samples, present);
    const { mean, deviation } = normalization ?? { mean: 0, deviation: 0.5 };
    const normalized = (value: number): number => (value - mean) / (2 * deviation);
    // Frames that are filled up are zero before they are normalized, as in training.
    const features = new Float32Array(frames * melBins).fill(normalized(0));
    for (let mel = 0; mel < melBins; mel += 1) {
      for (let frame = 0; frame < present; frame += 1) {
        const energy = Math.max(MIN_ENERGY, energies[mel * present + frame] as number);
        features[frame * melBins + mel] = normalized(Math.log(energy));
      }
    }
    return features;
  }
}
