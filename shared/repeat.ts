// Repeats a piece of work at a steady pace, never two at once. A failure is logged and the next turn comes all the
// same: loops like lease renewal must outlive a database that is away for a minute.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "./logger.ts";

export interface Repetition {
  /** Ends the loop and waits for the turn under way. */
  stop(): Promise<void>;
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
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => logger.error({ err: error }, `${name} failed`));
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
