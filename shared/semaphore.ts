// A semaphore with a bounded queue: only so much work is under way at once, and the rest waits in order of arrival.
import { AppError } from "./errors.ts";

export interface SemaphoreBounds {
  readonly atOnce: number;
  /** How many calls wait at most; one more is refused. */
  readonly waiting: number;
}

export class Semaphore {
  readonly #bounds: SemaphoreBounds;
  readonly #line: (() => void)[] = [];
  #busy = 0;

  constructor(bounds: SemaphoreBounds) {
    this.#bounds = bounds;
  }

  /** Does the work once it holds a permit. @throws AppError UNAVAILABLE when too many wait; what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }

  async #enter(): Promise<void> {
    const { atOnce, waiting } = this.#bounds;
    if (this.#busy < atOnce) {
      this.#busy += 1;
      return;
    }
    if (this.#line.length >= waiting) throw new AppError("UNAVAILABLE");
    await new Promise<void>((resolve) => this.#line.push(resolve));
  }
}
