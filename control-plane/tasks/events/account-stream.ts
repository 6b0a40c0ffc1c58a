// One tab's end of an account's stream: of each task the newest state that was not taken yet, in the order of the changes,
// so that a slow reader costs no more than the tasks that changed. One that falls too far behind is told to read anew.
import type { TaskRow } from "../../db/tasks/tasks.ts";

/** A task in its present state, or that more has changed than can be told. */
export type AccountChange = { readonly kind: "task"; readonly task: TaskRow } | { readonly kind: "reload" };

export class AccountStream {
  readonly #changed = new Map<string, TaskRow>();
  readonly #maxWaiting: number;
  readonly #onClose: () => void;
  #mustReload = false;
  #isClosed = false;
  #wake = (): void => undefined;

  /** @param onClose called once, by the first `close` */
  constructor(maxWaiting: number, onClose: () => void) {
    this.#maxWaiting = maxWaiting;
    this.#onClose = onClose;
  }

  deliver(tasks: readonly TaskRow[]): void {
    for (const task of tasks) {
      this.#changed.delete(task.id);
      this.#changed.set(task.id, task);
    }
    if (this.#changed.size > this.#maxWaiting) this.reload();
    this.#wake();
  }

  /** Has the reader read everything anew. */
  reload(): void {
    this.#changed.clear();
    this.#mustReload = true;
    this.#wake();
  }

  /** The next change, once there is one; undefined once the stream is closed. */
  async next(): Promise<AccountChange | undefined> {
    while (!this.#isClosed && !this.#mustReload && this.#changed.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#isClosed) return undefined;
    if (this.#mustReload) {
      this.#mustReload = false;
      return { kind: "reload" };
    }
    const [[id, task] = []] = this.#changed;
    if (id === undefined || task === undefined) return undefined;
    this.#changed.delete(id);
    return { kind: "task", task };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
    this.#wake();
  }
}
