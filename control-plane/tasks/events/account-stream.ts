// One tab's end of an account's stream: which tasks have changed since the tab was last told of them, in the order of the
// changes. A slow reader thus costs no more than the changed tasks; one that falls too far behind is told to read everything
// again.

/** That all changes are told from here on, a task that has changed, or that more has changed than can be told. */
export type AccountChange =
  | { readonly kind: "ready" | "reload" }
  | { readonly kind: "task"; readonly taskId: string };

export class AccountStream {
  readonly #changed = new Set<string>();
  readonly #maxWaiting: number;
  readonly #onClose: () => void;
  #isReady = false;
  #mustReload = false;
  #isClosed = false;
  #wake = (): void => undefined;

  /** @param onClose called once, by the first `close` */
  constructor(maxWaiting: number, onClose: () => void) {
    this.#maxWaiting = maxWaiting;
    this.#onClose = onClose;
  }

  /** Has the reader read for the first time: whatever changes later is told. */
  ready(): void {
    this.#isReady = true;
    this.#wake();
  }

  /** Notes that these have changed: one that waits to be told of goes to the end. */
  deliver(taskIds: readonly string[]): void {
    for (const id of taskIds) {
      this.#changed.delete(id);
      this.#changed.add(id);
    }
    if (this.#changed.size > this.#maxWaiting) this.reload();
    this.#wake();
  }

  /** Has the reader read everything again. */
  reload(): void {
    this.#changed.clear();
    this.#mustReload = true;
    this.#wake();
  }

  /** The next change, once there is one; undefined once the stream is closed. */
  async next(): Promise<AccountChange | undefined> {
    while (!this.#isClosed && !this.#isReady && !this.#mustReload && this.#changed.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#isClosed) return undefined;
    if (this.#isReady) {
      this.#isReady = false;
      return { kind: "ready" };
    }
    if (this.#mustReload) {
      this.#mustReload = false;
      return { kind: "reload" };
    }
    const [taskId] = this.#changed;
    if (taskId === undefined) return undefined;
    this.#changed.delete(taskId);
    return { kind: "task", taskId };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
    this.#wake();
  }
}
