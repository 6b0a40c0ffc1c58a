// A clock that goes on only when a test says so.
import type { Clock } from "../../media-node/threads/work-clock.ts";

interface Due {
  readonly atMs: number;
  readonly callBack: () => void;
}

export class FakeClock implements Clock {
  #nowMs = 0;
  readonly #due = new Set<Due>();

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callBack: () => void): () => void {
    const due = { atMs: this.#nowMs + delayMs, callBack };
    this.#due.add(due);
    return () => this.#due.delete(due);
  }

  /** Resolves when so much time has passed. */
  pass(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(delayMs, resolve);
    });
  }

  #next(): Due | undefined {
    let next: Due | undefined;
    for (const due of this.#due) if (next === undefined || due.atMs < next.atMs) next = due;
    return next;
  }

  /** How much is due at some time. */
  get dueCount(): number {
    return this.#due.size;
  }

  /** Lets time pass: what is due happens in order, each with all that follows from it at once. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      await new Promise(setImmediate);
      const next = this.#next();
      if (next === undefined || next.atMs > untilMs) break;
      this.#due.delete(next);
      this.#nowMs = next.atMs;
      next.callBack();
    }
    this.#nowMs = untilMs;
  }
}
