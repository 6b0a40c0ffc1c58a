// The calls that wait for a device, and which of them run next, together. Shares (runs of tasks) take turns by the time
// that they have had of the device (start-time fair queueing: Goyal, Vin and Cheng 1996), so that a run with a hundred
// calls does not hold up one with a single call. Calls that fit into one run of a model go along with the one whose turn
// it is, whoever they are of.

export interface QueuedCall {
  readonly share: string;
  /** Calls with the same one may run together; null: this one runs alone. */
  readonly signature: string | null;
  /** Of its inputs. */
  readonly rows: number;
  readonly maxRows: number;
  /** When it came, on the clock of `next`. */
  readonly atMs: number;
}

export type NextCalls<C> =
  | { readonly calls: readonly C[] }
  /** Nothing is to run before so many milliseconds, unless another call comes. */
  | { readonly waitMs: number }
  | null;

export class CallQueue<C extends QueuedCall> {
  readonly #batchDelayMs: number;
  #waiting: C[] = [];
  /** Device time by share, of those that wait or have lately had some. */
  readonly #used = new Map<string, number>();
  /** What the share that was served last had used: a share that joins begins there, without credit. */
  #clock = 0;

  /** @param batchDelayMs how long a call waits for others at a device that has nothing else to do */
  constructor(batchDelayMs: number) {
    this.#batchDelayMs = batchDelayMs;
  }

  get length(): number {
    return this.#waiting.length;
  }

  count(isCounted: (call: C) => boolean): number {
    return this.#waiting.filter(isCounted).length;
  }

  add(call: C): void {
    this.#used.set(call.share, Math.max(this.#clock, this.#used.get(call.share) ?? 0));
    this.#waiting.push(call);
  }

  /** Takes out what nobody waits for any more, and says how many that were. */
  remove(isUnwanted: (call: C) => boolean): number {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((call) => !isUnwanted(call));
    return before - this.#waiting.length;
  }

  /** What runs next, taken out of the queue; null where nothing waits. */
  next(nowMs: number): NextCalls<C> {
    const inTurn = this.#inTurn();
    const [first] = inTurn;
    if (first === undefined) return null;
    const batch = first.signature === null ? [first] : this.#batchOf(first, inTurn);
    const rows = batch.reduce((sum, call) => sum + call.rows, 0);
    const waitMs = first.atMs + this.#batchDelayMs - nowMs;
    const mayGrow = first.signature !== null && rows < first.maxRows;
    if (mayGrow && waitMs > 0) return { waitMs };
    const taken = new Set(batch);
    this.#waiting = this.#waiting.filter((call) => !taken.has(call));
    this.#clock = this.#used.get(first.share) ?? this.#clock;
    return { calls: batch };
  }

  /** Charges what a run took to the calls that it was for, by their rows. */
  charge(calls: readonly C[], busyMs: number): void {
    const rows = calls.reduce((sum, call) => sum + call.rows, 0);
    for (const call of calls) {
      this.#used.set(call.share, (this.#used.get(call.share) ?? this.#clock) + (busyMs * call.rows) / rows);
    }
    // A share that comes to an idle device joins as a new one.
    if (this.#waiting.length === 0) this.#clock = Math.max(this.#clock, ...this.#used.values());
    const present = new Set(this.#waiting.map(({ share }) => share));
    for (const [share, used] of this.#used) {
      if (!present.has(share) && used <= this.#clock) this.#used.delete(share);
    }
  }

  /** All that waits; shares that have had least come first, with one call each before any has two. */
  #inTurn(): C[] {
    const places = new Map<string, number>();
    const keyed = this.#waiting.map((call) => {
      const place = places.get(call.share) ?? 0;
      places.set(call.share, place + 1);
      return { call, place, used: this.#used.get(call.share) ?? 0 };
    });
    keyed.sort((a, b) => a.place - b.place || a.used - b.used || a.call.atMs - b.call.atMs);
    return keyed.map(({ call }) => call);
  }

  #batchOf(first: C, inTurn: readonly C[]): C[] {
    const batch: C[] = [];
    let rows = 0;
    for (const call of inTurn) {
      if (call.signature !== first.signature || rows + call.rows > first.maxRows) continue;
      batch.push(call);
      rows += call.rows;
    }
    return batch.includes(first) ? batch : [first];
  }
}
