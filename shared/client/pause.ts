// Waiting, with timers that Node and browsers both have.

const MAX_TIMER_MS = 2 ** 31 - 1;

/** A time as timers can wait it, 24 days at most: a longer one would end at once. */
export function timerMs(delayMs: number): number {
  return Math.min(delayMs, MAX_TIMER_MS);
}

/** Resolves after some milliseconds; rejects with the signal's reason as soon as it fires. */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, timerMs(delayMs));
    signal?.addEventListener("abort", stop, { once: true });
  });
}
