// Polls for work in rounds, one at a time: regularly, at once when this process knows of work, and again at once while a
// round says that more is left. After a failed round the next one comes in its time.
//
// Rounds are rarer while nothing could bring work: twice a second in an idle appliance, ten times while tasks go through.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../../shared/logger.ts";
import { FailuresInARow } from "../../shared/repeat.ts";

export interface PollingLoop {
  /** There is work: the next round begins now, or when the one under way has ended. */
  wake(): void;
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/** What a round found, which decides when the next one comes: more work now, perhaps some soon, or none. */
export type NextRound = "at-once" | "soon" | "idle";

/** From the end of a round to the next. */
export interface PollingPauses {
  /** Where there may be work soon, and after a round that failed. */
  readonly pollMs: number;
  readonly idleMs: number;
}

/** Starts with a round. */
export function startPollingLoop(
  name: string,
  { pollMs, idleMs }: PollingPauses,
  logger: Logger,
  round: (signal: AbortSignal) => Promise<NextRound>,
): PollingLoop {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isWoken = false;
  let endPause = new AbortController();
  const failures = new FailuresInARow(
    name,
    (told) => logger.warn(told, `${name} failed; it is tried again`),
    logger,
  );
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
        failures.end();
      } catch (error) {
        if (signal.aborted) return;
        failures.add(error);
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
