// Whisper's log-mel front end (Radford et al. 2022; whisper/audio.py): 16 kHz, frames of 400 samples every 160, a
// periodic Hann window, frames centred by reflection, Slaney mel filters, and a logarithm limited to 80 dB below the
// window's own loudest value. Every window is 30 s long to the model; what is missing is silence, whose frames are
// known without a transform and are not computed. Equal to transformers.js's WhisperFeatureExtractor within 1e-4.
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { melFilterBank } from "../../signal/spectrum/mel-filter-bank.ts";
import { hannWindow, MelSpectrogram } from "../../signal/spectrum/mel-spectrogram.ts";

const FFT_LENGTH = 400;
const HOP_LENGTH = 160;
const CENTER = FFT_LENGTH / 2;
/** Samples of a window, and the frames that they give. */
const WHISPER_WINDOW_SAMPLES = 30 * AUDIO_SAMPLE_RATE_HZ;
export const WHISPER_FRAMES = WHISPER_WINDOW_SAMPLES / HOP_LENGTH;
const MIN_ENERGY = 1e-10;
const DYNAMIC_RANGE_LOG10 = 8;

/** Frames whose samples are not all silence, for a window with this many samples before its padding. */
function contentFrames(sampleCount: number): number {
  return Math.min(WHISPER_FRAMES, Math.ceil((sampleCount + CENTER) / HOP_LENGTH));
}

/** The samples with `CENTER` more on each side, mirrored without repeating the edge; silence after a short window. */
function centred(samples: Float32Array): Float32Array {
  const padded = new Float32Array(WHISPER_WINDOW_SAMPLES + FFT_LENGTH);
  padded.set(samples, CENTER);
  const last = CENTER + WHISPER_WINDOW_SAMPLES - 1;
  for (let distance = 1; distance <= CENTER; distance += 1) {
    padded[CENTER - distance] = padded[CENTER + distance] as number;
    padded[last + distance] = padded[last - distance] as number;
  }
  return padded;
}

/** The front end of one model; keeps its tables between windows. */
export class WhisperFrontEnd {
  readonly melBins: number;
  readonly #spectrogram: MelSpectrogram;

  /** @param melBins 80, or 128 for large-v3 and what was distilled from it */
  constructor(melBins: number) {
    this.melBins = melBins;
    this.#spectrogram = new MelSpectrogram({
      fftLength: FFT_LENGTH,
      hopLength: HOP_LENGTH,
      window: hannWindow(FFT_LENGTH, "periodic"),
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

  /** Features [melBins x 3000], row by row, of at most 30 s of 16 kHz samples; what is beyond that is left out. */
  compute(samples: Float32Array): Float32Array {
    const window = samples.subarray(0, WHISPER_WINDOW_SAMPLES);
    const frames = contentFrames(window.length);
    const energies = this.#spectrogram.compute(centred(window), frames);
    let highest = Math.log10(MIN_ENERGY);
    for (let index = 0; index < energies.length; index += 1) {
      const level = Math.log10(Math.max(MIN_ENERGY, energies[index] as number));
      energies[index] = level;
      highest = Math.max(highest, level);
    }
    const floor = highest - DYNAMIC_RANGE_LOG10;
    const scaled = (level: number): number => (Math.max(level, floor) + 4) / 4;
    const features = new Float32Array(this.melBins * WHISPER_FRAMES);
    features.fill(scaled(Math.log10(MIN_ENERGY)));
    for (let mel = 0; mel < this.melBins; mel += 1) {
      for (let frame = 0; frame < frames; frame += 1) {
        features[mel * WHISPER_FRAMES + frame] = scaled(energies[mel * frames + frame] as number);
      }
    }
    return features;
  }
}
