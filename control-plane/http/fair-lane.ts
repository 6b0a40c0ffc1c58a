// A fair semaphore: it lets in as many requests as there are places, never all of one account, and those that wait take
// turns by account. Where places are a pool's connections, no request waits inside the driver, where it could not be
// cancelled. A first-in-first-out queue was rejected: sixty requests of one account would delay everybody else's next.
import { AppError } from "../../shared/errors.ts";

export interface LaneBounds {
  /** Requests inside at once. */
  readonly places: number;
  readonly placesPerHolder: number;
  /** Requests that may wait; more are refused. */
  readonly waiting: number;
  readonly waitingPerHolder: number;
}

interface Holder {
  inside: number;
  readonly waiting: (() => void)[];
}

/** A holder is known by a name: mostly the id of an account. */
export class FairLane {
  readonly #bounds: LaneBounds;
  readonly #holders = new Map<string, Holder>();
  /** Names of those who wait, in the order of their turns. */
  readonly #turns = new Set<string>();
  #free: number;
  #waiting = 0;

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds;
    this.#free = bounds.places;
  }

  /** Requests that wait now. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs work in a place of this holder's.
   * @throws AppError UNAVAILABLE when too many wait already; what the work throws
   */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const holder = this.#holders.get(name) ?? { inside: 0, waiting: [] };
    this.#holders.set(name, holder);
    if (this.#free > 0 && this.#mayEnter(holder) && holder.waiting.length === 0) this.#enter(holder);
    else await this.#wait(name, holder);
    try {
      return await work();
    } finally {
      this.#leave(name, holder);
    }
  }

  #mayEnter(holder: Holder): boolean {
    return holder.inside < this.#bounds.placesPerHolder;
  }

  #enter(holder: Holder): void {
    holder.inside += 1;
    this.#free -= 1;
  }

  #wait(name: string, holder: Holder): Promise<void> {
    const { waiting, waitingPerHolder } = this.#bounds;
    if (this.#waiting >= waiting || holder.waiting.length >= waitingPerHolder) {
      if (holder.inside === 0 && holder.waiting.length === 0) this.#holders.delete(name);
      throw new AppError("UNAVAILABLE");
    }
    this.#waiting += 1;
    this.#turns.add(name);
    return new Promise((resolve) => holder.waiting.push(resolve));
  }

  #leave(name: string, holder: Holder): void {
    holder.inside -= 1;
    this.#free += 1;
    if (holder.inside === 0 && holder.waiting.length === 0) this.#holders.delete(name);
    this.#letIn();
  }

  /** Skips holders that have all the places that they may; there are no more of these than holders inside. */
  #letIn(): void {
    for (const name of this.#turns) {
      if (this.#free === 0) return;
      const holder = this.#holders.get(name);
      if (holder === undefined || !this.#mayEnter(holder)) continue;
      const enter = holder.waiting.shift();
      this.#turns.delete(name);
      if (holder.waiting.length > 0) this.#turns.add(name);
      if (enter === undefined) continue;
      this.#waiting -= 1;
      this.#enter(holder);
      enter();
    }
  }
}
