// What was seen of faces in a clip, and heard beside them: the raw numbers from which tracks and speakers are made.
import type { DetectedFace } from "../../senses/faces/face-boxes.ts";
import { INT16_SCALE, SILENCE_DB } from "../../signal/audio-analysis.ts";

export interface SampledFace extends DetectedFace {
  /** How much more the mouth changed than the rest of the face since the frame before, 0 to 1. */
  readonly mouthMotion: number;
}

export interface FaceSample {
  /** Number of the frame at the clip's rate. */
  readonly frame: number;
  readonly faces: readonly SampledFace[];
}

export interface FaceAnalysis {
  /** In order of time. */
  readonly samples: readonly FaceSample[];
  /** How many frames later the frames are with which mouths were compared. */
  readonly mouthLagFrames: number;
  /** Loudness of each `LEVEL_HOP_S`; empty without audio. */
  readonly audioLevelsDb: Float32Array;
}

/** Rate at which the audio beside the faces is read; speech has nearly all its power below 4 kHz. */
export const LEVEL_RATE_HZ = 8_000;
/**
 * Both of stereo, because what is on them in anti-phase would not be heard in their mean. Mono comes 3 dB lower so: levels
 * are compared with each other alone.
 */
export const LEVEL_CHANNELS = 2;
export const LEVEL_HOP_S = 0.05;

/** Turns interleaved signed 16-bit samples of `LEVEL_RATE_HZ` into loudness per hop, of both channels together. */
export class AudioLevels {
  static readonly HOP_SAMPLES = LEVEL_CHANNELS * LEVEL_RATE_HZ * LEVEL_HOP_S;
  readonly #levels: number[] = [];

  /** One hop of `HOP_SAMPLES`; the last one may be shorter. */
  push(hop: Int16Array): void {
    let power = 0;
    for (const sample of hop) power += sample * sample;
    const meanPower = power / Math.max(1, hop.length) / (INT16_SCALE * INT16_SCALE);
    this.#levels.push(meanPower > 1e-10 ? 10 * Math.log10(meanPower) : SILENCE_DB);
  }

  /** dB of full scale for each hop; `SILENCE_DB` where there is next to nothing. */
  result(): Float32Array {
    return Float32Array.from(this.#levels);
  }
}
