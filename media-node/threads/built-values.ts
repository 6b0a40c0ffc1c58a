// The main thread's account of what threads build for each other: the values that are there, and for each that is being
// built, by whose call and who waits for it. A call that ends without its value leaves the building to the next one that
// waits. The values that were asked for longest ago are let go; threads that use them keep them.

import { THREAD_LIMITS } from "../../shared/limits/nodes.ts";

/** A call in a thread. */
export interface Builder {
  /** Tells it to build the value. */
  build(key: string): void;
  /** Gives it the value. */
  take(key: string, value: unknown): void;
}

interface Building {
  builder: Builder;
  readonly waiting: Builder[];
}

/** One for all threads of a process. */
export class BuiltValues {
  /** In the order in which they were asked for last. */
  readonly #values = new Map<string, unknown>();
  readonly #underWay = new Map<string, Building>();

  /** Answers with the value, or with the order to build it; at once, or when who builds it has ended. */
  ask(asker: Builder, key: string): void {
    if (this.#values.has(key)) {
      const value = this.#values.get(key);
      this.#keep(key, value);
      asker.take(key, value);
      return;
    }
    const building = this.#underWay.get(key);
    if (building !== undefined) {
      building.waiting.push(asker);
      return;
    }
    this.#underWay.set(key, { builder: asker, waiting: [] });
    asker.build(key);
  }

  /** What `builder` was told to build. */
  give(builder: Builder, key: string, value: unknown): void {
    const building = this.#underWay.get(key);
    if (building?.builder !== builder) return;
    this.#underWay.delete(key);
    this.#keep(key, value);
    for (const waiting of building.waiting) waiting.take(key, value);
  }

  /** The call is over, or could not build. */
  leave(caller: Builder): void {
    for (const [key, building] of this.#underWay) {
      const at = building.waiting.indexOf(caller);
      if (at >= 0) building.waiting.splice(at, 1);
      if (building.builder !== caller) continue;
      const next = building.waiting.shift();
      if (next === undefined) {
        this.#underWay.delete(key);
        continue;
      }
      building.builder = next;
      next.build(key);
    }
  }

  #keep(key: string, value: unknown): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > THREAD_LIMITS.builtValues && oldest !== undefined) this.#values.delete(oldest);
  }
}
