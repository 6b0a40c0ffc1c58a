// Numbers that look random and are the same on every machine: mulberry32.

/** A generator of numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `length` numbers between -1 and 1. */
export function seededNoise(seed: number, length: number): Float32Array {
  const next = seededRandom(seed);
  return Float32Array.from({ length }, () => 2 * next() - 1);
}
