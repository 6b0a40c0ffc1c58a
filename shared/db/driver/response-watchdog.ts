// A watchdog for one connection, which fires when a response is overdue. PostgreSQL gives a slow statement up by itself;
// this is for a server, or a network, that says nothing at all while the connection stays open.

/** One for each connection; `clear` it when that is closed. */
export class ResponseWatchdog {
  readonly #timeoutMs: number;
  readonly #onOverdue: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param onOverdue called once, with what to tell those who wait */
  constructor(timeoutMs: number, onOverdue: (error: Error) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onOverdue = onOverdue;
  }

  /** Something was sent that will be answered. */
  expect(): void {
    if (this.#timer !== undefined) return;
    // A process that was itself stopped hears the answer that waits for it before it judges: timers come first.
    this.#timer = setTimeout(() => setImmediate(() => this.#judge()), this.#timeoutMs);
  }

  /** All that was sent has been answered, or nobody waits any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #judge(): void {
    if (this.#timer === undefined) return;
    this.clear();
    const error = new Error(`The database did not answer within ${this.#timeoutMs} ms.`);
    this.#onOverdue(Object.assign(error, { code: "ETIMEDOUT" }));
  }
}
