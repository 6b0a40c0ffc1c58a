// Noise that is the same on every machine.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

/** `length` numbers between -1 and 1. */
export function seededNoise(seed: number, length: number): Float32Array {
  const next = seededRandom(seed);
  return new Float32Array(length).map(() => 2 * next() - 1);
}
