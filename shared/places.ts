// Places for work of which only so much may be under way at once; what finds none waits in its order, so much at most.
import { AppError } from "./errors.ts";

export interface PlaceBounds {
  readonly atOnce: number;
  /** One more is refused. */
  readonly waiting: number;
}

export class Places {
  readonly #bounds: PlaceBounds;
  readonly #line: (() => void)[] = [];
  #busy = 0;

  constructor(bounds: PlaceBounds) {
    this.#bounds = bounds;
  }

  /** Does the work once it has a place. @throws AppError UNAVAILABLE when too many wait; what the work throws */
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
