// Splits work that is too long for one turn of the event loop, so that other work runs in between.
import { setImmediate as nextTurn } from "node:timers/promises";
import { PROCESS_LIMITS } from "../limits/processes.ts";

/**
 * Between two parts of work that each take long: leases are renewed, requests answered and aborts heard before the next one.
 * @throws the signal's reason once it is aborted
 */
export async function letOthersTurn(signal?: AbortSignal): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

/** What steps come to, gone through in one turn: for few, or where nobody waits. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What steps come to, each of which is short. @throws the signal's reason once it is aborted */
export async function inTurns<T>(steps: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
  let turnEndsMs = performance.now() + PROCESS_LIMITS.turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < turnEndsMs) continue;
    await letOthersTurn(signal);
    turnEndsMs = performance.now() + PROCESS_LIMITS.turnMs;
  }
}
