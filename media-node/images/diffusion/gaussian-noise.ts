// Normally distributed numbers from a seed, the same on every machine: what an image starts from, so that a seed gives
// its image again. Box and Muller 1958, on two streams of one seed. A GPU's own generator was rejected: its numbers
// differ from one kind of device to the next.
import { seededRandom } from "../../signal/seeded-random.ts";

/** Two neighbouring seeds must not give the same numbers shifted by one: they are mixed first (splitmix32). */
function mixed(seed: number): number {
  let z = (seed + 0x9e3779b9) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/**
 * A source of noise: each call gives the next `length` numbers of mean 0 and variance 1. An odd length throws
 * one number away, so that the numbers depend on how they were asked for.
 * @param seed a whole number, up to 2^53
 */
export function gaussianNoise(seed: number): (length: number) => Float32Array {
  const [low, high] = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0];
  const radius = seededRandom(mixed(low) ^ mixed(high + 1));
  const angle = seededRandom(mixed(low + 0x5bd1e995) ^ mixed(high + 2));
  return (length) => {
    const noise = new Float32Array(length);
    for (let index = 0; index < length; index += 2) {
      const size = Math.sqrt(-2 * Math.log(1 - radius()));
      const turn = 2 * Math.PI * angle();
      noise[index] = size * Math.cos(turn);
      if (index + 1 < length) noise[index + 1] = size * Math.sin(turn);
    }
    return noise;
  };
}
