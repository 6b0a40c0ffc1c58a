// A duty that is looked after in rounds: every so often by itself, at once when somebody of this process knows that there
// is work, and again at once while a round says that more is left. One round at a time. A failed one is logged and the
// next comes in its time, so that a database that is away costs one line each and nothing else.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../../shared/logger.ts";

export interface Pulse {
  /** There is work: the next round begins now, or when the one under way has ended. */
  wake(): void;
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/**
 * Starts with a round.
 * @param round whether more is left that can be done now
 */
export function startPulse(
  name: string,
  intervalMs: number,
  logger: Logger,
  round: (signal: AbortSignal) => Promise<boolean>,
): Pulse {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isWoken = false;
  let endPause = new AbortController();
  const rest = async (): Promise<void> => {
    if (isWoken) return;
    endPause = new AbortController();
    await pause(intervalMs, undefined, { signal: AbortSignal.any([signal, endPause.signal]) }).catch(
      () => undefined,
    );
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isWoken = false;
      let isMore = false;
      try {
        isMore = await round(signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, `${name} failed; it is tried again`);
        isWoken = false;
      }
      if (!isMore) await rest();
    }
  };
  const running = run();
  return {
    wake: () => {
      isWoken = true;
      endPause.abort();
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
