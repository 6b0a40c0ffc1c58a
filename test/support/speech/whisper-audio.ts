// Sounds that differ enough for a network with random weights to say different things about them.
import { seededNoise } from "../media/seeded-noise.ts";

const SAMPLE_RATE_HZ = 16_000;

/** Noise and a slowly swelling tone; another one for each seed. */
export function whisperAudio(seed: number, durationS = 30): Float32Array {
  return seededNoise(seed, durationS * SAMPLE_RATE_HZ).map(
    (noise, index) =>
      0.2 * noise + 0.5 * Math.sin(0.01 * index * (seed + 1)) * Math.sin(0.0001 * index * seed),
  );
}
