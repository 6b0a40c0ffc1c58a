// Work that somebody waits for no longer than a signal lets them. The work itself goes on, where nothing can end it.

/**
 * Settles like `work`; rejects with the signal's reason as soon as it fires. What comes too late goes to `discard`, and a
 * late failure is dropped.
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  discard?: (late: T) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const stop = (): void => {
      isLate = true;
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work
      .finally(() => signal.removeEventListener("abort", stop))
      .then((value) => {
        if (isLate) discard?.(value);
        else resolve(value);
      }, reject);
  });
}
