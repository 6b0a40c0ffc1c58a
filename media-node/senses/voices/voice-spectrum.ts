// The colour of a voice at one place of the sound: mel-frequency cepstral coefficients (Davis and Mermelstein 1980), which
// tell vocal tracts and microphones apart, whatever the loudness.
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { melFilterBank } from "../../signal/spectrum/mel-filter-bank.ts";
import { hannWindow, MelSpectrogram } from "../../signal/spectrum/mel-spectrogram.ts";

/** Without the first one, which is loudness. */
export const CEPSTRA = 16;
/** 25 ms. */
const WINDOW = 0.025 * AUDIO_SAMPLE_RATE_HZ;
const FFT_LENGTH = 512;
const MEL_BINS = 24;
const BAND_HZ = { min: 100, max: 7_000 } as const;
/** Voices fall by some 6 dB an octave; a sample is lessened by this much of the one before. */
const PRE_EMPHASIS = 0.97;
/** Energy below which a band is silent. */
const MIN_ENERGY = 1e-8;

/** A cosine transform of type II, orthonormal, without its first row: [CEPSTRA x MEL_BINS]. */
const COSINES = Float64Array.from({ length: CEPSTRA * MEL_BINS }, (_, at) => {
  const order = 1 + Math.floor(at / MEL_BINS);
  const mel = at % MEL_BINS;
  return Math.sqrt(2 / MEL_BINS) * Math.cos((Math.PI * order * (mel + 0.5)) / MEL_BINS);
});

/** Follows 16 kHz samples of -1 to 1; `push` each, then ask for the colour of the last 25 ms. */
export class VoiceSpectrum {
  readonly #mels = new MelSpectrogram({
    fftLength: FFT_LENGTH,
    hopLength: WINDOW,
    window: hannWindow(WINDOW, "periodic"),
    filters: melFilterBank({
      sampleRateHz: AUDIO_SAMPLE_RATE_HZ,
      fftLength: FFT_LENGTH,
      melBins: MEL_BINS,
      minHz: BAND_HZ.min,
      maxHz: BAND_HZ.max,
      scale: "kaldi",
    }),
  });
  /** The last samples twice over, so that a window is always one piece. */
  readonly #samples = new Float32Array(2 * WINDOW);
  readonly #cepstra = new Float64Array(CEPSTRA);
  #at = 0;
  #before = 0;

  push(sample: number): void {
    const emphasized = sample - PRE_EMPHASIS * this.#before;
    this.#before = sample;
    this.#samples[this.#at] = emphasized;
    this.#samples[this.#at + WINDOW] = emphasized;
    this.#at = (this.#at + 1) % WINDOW;
  }

  /** [CEPSTRA], without a unit; the same array each time. */
  current(): Float64Array {
    const energies = this.#mels.compute(this.#samples.subarray(this.#at, this.#at + WINDOW), 1);
    this.#cepstra.fill(0);
    for (let mel = 0; mel < MEL_BINS; mel += 1) {
      const level = Math.log((energies[mel] as number) + MIN_ENERGY);
      for (let index = 0; index < CEPSTRA; index += 1)
        this.#cepstra[index] =
          (this.#cepstra[index] as number) + level * (COSINES[index * MEL_BINS + mel] as number);
    }
    return this.#cepstra;
  }
}
