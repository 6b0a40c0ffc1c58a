// Runs long work in time slices, so that the event loop does other work in between.
import { setImmediate as nextTurn } from "node:timers/promises";
import { PROCESS_LIMITS } from "../limits/processes.ts";

/**
 * Yields between two parts of work that each take long, so that leases are renewed, requests answered and aborts noticed.
 * @throws the signal's reason once it is aborted
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

/** The result of all steps, run in one go: for few steps, or where nothing else waits. */
export function runAtOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What `map` makes of each item, in a step of its own. */
export function* mapInSteps<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Generator<void, R[]> {
  const mapped: R[] = [];
  for (const [index, item] of items.entries()) {
    yield;
    mapped.push(map(item, index));
  }
  return mapped;
}

/** The result of steps that are each short; it yields after each time slice. @throws the signal's reason once it is aborted */
export async function runInTimeSlices<T>(steps: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
  let turnEndsMs = performance.now() + PROCESS_LIMITS.turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < turnEndsMs) continue;
    await yieldToEventLoop(signal);
    turnEndsMs = performance.now() + PROCESS_LIMITS.turnMs;
  }
}
