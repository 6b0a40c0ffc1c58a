// A few whole numbers for each of several things (devices, cards), in memory that all threads read and change without
// asking each other.

/** Things and their numbers are counted from 0. Numbers are 32-bit integers; each change of one is atomic. */
export class SharedNumbers {
  readonly #numbers: Int32Array;
  readonly #each: number;

  /** @param memory made by `memoryFor`, with as many numbers each */
  constructor(memory: SharedArrayBuffer, each: number) {
    this.#numbers = new Int32Array(memory);
    this.#each = each;
  }

  /** Room for `things` with `each` numbers, all 0. */
  static memoryFor(things: number, each: number): SharedArrayBuffer {
    return new SharedArrayBuffer(things * each * Int32Array.BYTES_PER_ELEMENT);
  }

  load(thing: number, number: number): number {
    return Atomics.load(this.#numbers, thing * this.#each + number);
  }

  store(thing: number, number: number, value: number): void {
    Atomics.store(this.#numbers, thing * this.#each + number, value);
  }

  add(thing: number, number: number, change: number): void {
    Atomics.add(this.#numbers, thing * this.#each + number, change);
  }

  /** Stores `value` unless another thread has changed the number from `expected` meanwhile; returns whether it did. */
  replace(thing: number, number: number, expected: number, value: number): boolean {
    return Atomics.compareExchange(this.#numbers, thing * this.#each + number, expected, value) === expected;
  }
}
