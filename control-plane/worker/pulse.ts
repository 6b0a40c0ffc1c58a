// A duty that is looked after in rounds: every so often by itself, at once when somebody of this process knows that there
// is work, and again at once while a round says that more is left. One round at a time. A failed one is logged and the
// next comes in its time, so that a database that is away costs one line each and nothing else.
//
// Rounds come less often while nothing is there that could bring work: an idle appliance asks twice a second where it
// asks ten times while tasks go through.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../../shared/logger.ts";

export interface Pulse {
  /** There is work: the next round begins now, or when the one under way has ended. */
  wake(): void;
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/** When the next round comes: there is more to do now, there may be some soon, or nobody is at work. */
export type NextRound = "at-once" | "soon" | "idle";

/** From the end of a round to the next. */
export interface PulsePauses {
  /** Where there may be work soon, and after a round that failed. */
  readonly pollMs: number;
  readonly idleMs: number;
}

/** Starts with a round. */
export function startPulse(
  name: string,
  { pollMs, idleMs }: PulsePauses,
  logger: Logger,
  round: (signal: AbortSignal) => Promise<NextRound>,
): Pulse {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isWoken = false;
  let endPause = new AbortController();
  const rest = async (next: "soon" | "idle"): Promise<void> => {
    if (isWoken || signal.aborted) return;
    endPause = new AbortController();
    const pauseMs = next === "idle" ? idleMs : pollMs;
    await pause(pauseMs, undefined, { signal: endPause.signal }).catch(() => undefined);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isWoken = false;
      let next: NextRound = "soon";
      try {
        next = await round(signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, `${name} failed; it is tried again`);
        isWoken = false;
      }
      if (next !== "at-once") await rest(next);
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
      endPause.abort();
      await running;
    },
  };
}
