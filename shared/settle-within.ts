// A bound on a step of an orderly stop: what hangs there must not keep the steps behind it from their turn.
import type { Logger } from "./logger.ts";

/** Resolves when the step has ended, or its time is over; a failure and an overrun are logged. */
export function settleWithin(
  timeoutMs: number,
  name: string,
  logger: Logger,
  step: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      logger.error({ timeoutMs }, `${name} did not end in time and is left`);
      resolve();
    }, timeoutMs);
    step()
      .catch((error: unknown) => logger.error({ err: error }, `${name} failed to end in order`))
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
