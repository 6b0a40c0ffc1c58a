// Writes a run's progress to the database at most once a second, the latest state always in the end, never two writes
// at once. Progress is news, not truth: a write that fails is logged and forgotten.
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { ProgressStage } from "../../../shared/tasks/task-states.ts";

export interface Progress {
  readonly stage: ProgressStage;
  readonly percent: number;
  readonly message: string;
}

export interface ProgressReporter {
  /** `fraction` of the whole run, 0 to 1; it never goes back. */
  report(stage: ProgressStage, fraction: number, message: string): void;
  /** Waits for a write under way; nothing is written afterwards. */
  close(): Promise<void>;
}

/**
 * The reporter of one run; `report` never throws and never waits.
 * @param write is never called twice at once; what it throws is logged
 */
export function createProgressReporter(
  write: (progress: Progress) => Promise<void>,
  logger: Logger,
): ProgressReporter {
  let latest: Progress | undefined;
  let highest = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  let lastWriteEndedAt = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    timer = undefined;
    const progress = latest;
    latest = undefined;
    if (progress === undefined || closed) return;
    isWriting = true;
    writing = write(progress)
      .catch((error: unknown) => logger.warn({ err: error }, "progress was not written"))
      .then(() => {
        isWriting = false;
        lastWriteEndedAt = performance.now();
        schedule();
      });
  };
  const schedule = (): void => {
    if (timer !== undefined || isWriting || latest === undefined || closed) return;
    // Counted from the end of a write: a database that was slow over one must not see the next at once.
    const waitMs = Math.max(0, lastWriteEndedAt + QUEUE_LIMITS.progressIntervalMs - performance.now());
    timer = setTimeout(flush, waitMs);
  };
  return {
    report(stage, fraction, message) {
      highest = Math.max(highest, Math.min(1, fraction));
      latest = { stage, percent: highest * 100, message };
      schedule();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      return writing;
    },
  };
}
