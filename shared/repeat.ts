// Repeats a piece of work at a steady pace, never two at once. A failure is logged and the next turn comes all the
// same: loops like lease renewal must outlive a database that is away for a minute. Of failures in a row the first is
// logged, and then one a minute: the database may be away for hours, perhaps because its disk, and that of the log, is full.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "./logger.ts";

export interface Repetition {
  /** Ends the loop and waits for the turn under way. */
  stop(): Promise<void>;
}

const TOLD_EVERY_MS = 60_000;

/** Tells of turns that fail in a row, and that they no longer do. */
export class FailuresInARow {
  readonly #name: string;
  readonly #tell: (told: { readonly err: unknown; readonly failures: number }) => void;
  readonly #logger: Logger;
  #count = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** @param tell writes the line of a failure; `failures` is how many there were, that one counted */
  constructor(
    name: string,
    tell: (told: { readonly err: unknown; readonly failures: number }) => void,
    logger: Logger,
  ) {
    this.#name = name;
    this.#tell = tell;
    this.#logger = logger;
  }

  add(err: unknown): void {
    this.#count += 1;
    const now = performance.now();
    if (now - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = now;
    this.#tell({ err, failures: this.#count });
  }

  end(): void {
    if (this.#count > 0) this.#logger.info({ failures: this.#count }, `${this.#name} succeeds again`);
    this.#count = 0;
    this.#toldAt = Number.NEGATIVE_INFINITY;
  }
}

/** Runs `work` now and then `intervalMs` after each turn has ended. */
export function repeatEvery(
  intervalMs: number,
  name: string,
  logger: Logger,
  work: () => Promise<void>,
): Repetition {
  const stopped = new AbortController();
  const { signal } = stopped;
  const failures = new FailuresInARow(name, (told) => logger.error(told, `${name} failed`), logger);
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await work().then(
        () => failures.end(),
        (error: unknown) => failures.add(error),
      );
      await pause(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
