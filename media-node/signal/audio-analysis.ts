// What hearing a source leaves behind: five numbers per hop of 20 ms, eight bytes in all, so that three hours take
// 4 MB. Samples are never kept. Plain typed arrays, because they cross from a thread by transfer.

/** Of whatever is listened to: speech models and models of sounds ask for it. */
export const AUDIO_SAMPLE_RATE_HZ = 16_000;
export const AUDIO_HOP_S = 0.02;
/** Samples of ffmpeg's s16 are between minus this and one less: divided by it they are within -1 and 1. */
export const INT16_SCALE = 32_768;
/** The level that stands for silence; nothing is reported below it. */
export const SILENCE_DB = -100;

export interface AudioAnalysis {
  /** Where the first hop begins on the source's clock; it may lie before the analysed range, for context. */
  readonly startS: number;
  readonly hopS: number;
  /** Level of each hop above 60 Hz, dB relative to full scale, -100 to 0. */
  readonly loudnessDb: Float32Array;
  /** How much each hop is like speech, 0 to 255 for 0 to 1. */
  readonly speech: Uint8Array;
  /** How suddenly each hop rises over those before it, 0 to 255 for 0 to 20 dB in the band of speech. */
  readonly novelty: Uint8Array;
  /** 1 + 7 for each semitone of the voice's pitch above 60 Hz; 0 where no pitch is heard. */
  readonly pitch: Uint8Array;
  /** Which of the sounds that this source's voices make (voice-sounds) every other hop has, from 1; 0 where none is heard. */
  readonly voiceSounds: Uint8Array;
}

/** The end of the last hop on the source's clock, seconds. */
export function audioEndS(audio: AudioAnalysis): number {
  return audio.startS + audio.loudnessDb.length * audio.hopS;
}
