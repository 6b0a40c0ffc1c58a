// Analyses of sounds in which nobody speaks.
import type { AudioAnalysis } from "../../../media-node/signal/audio-analysis.ts";

/** One of which only the levels are known, dB of each 20 ms. */
export function levelAudio(loudnessDb: Float32Array, startS = 0): AudioAnalysis {
  const blank = new Uint8Array(loudnessDb.length);
  return {
    startS,
    hopS: 0.02,
    loudnessDb,
    speech: blank,
    novelty: blank,
    pitch: blank,
    voiceSounds: blank,
  };
}

/** One that never changes. */
export function flatAudio(durationS: number, levelDb: number): AudioAnalysis {
  return levelAudio(new Float32Array(durationS * 50).fill(levelDb));
}
