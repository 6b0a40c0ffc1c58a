// Waits for a condition under a bound, where nothing announces that it holds.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** What is soon true is soon seen; what takes seconds is not paid for with as much work as it waits for. */
const PAUSE_MS = { min: 20, max: 100, shareOfWaited: 0.05 } as const;

function pauseAfter(waitedMs: number): number {
  return Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, waitedMs * PAUSE_MS.shareOfWaited));
}

/**
 * Asks again, at first every 20 ms, until the answer is neither undefined nor false, and returns it. The last time is
 * after the bound, and after what has come meanwhile: a machine may have stood still from before what is waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 30_000,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const waitedMs = performance.now() - startedAt;
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (waitedMs >= timeoutMs) assert.fail(`waited in vain for ${what}`);
    await pause(pauseAfter(waitedMs));
    await new Promise(setImmediate);
  }
}
