// The analysis of a sound that never changes and in which nobody speaks.
import type { AudioAnalysis } from "../../../media-node/signal/audio-analysis.ts";

export function flatAudio(durationS: number, levelDb: number): AudioAnalysis {
  const hops = durationS * 50;
  const blank = new Uint8Array(hops);
  return {
    startS: 0,
    hopS: 0.02,
    loudnessDb: new Float32Array(hops).fill(levelDb),
    speech: blank,
    novelty: blank,
    pitch: blank,
    voiceSounds: blank,
  };
}
