// Waits for a condition under a bound, where nothing announces that it holds.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** Asks again every 20 ms until the answer is neither undefined nor false, and returns it. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause(20);
  }
  assert.fail(`waited in vain for ${what}`);
}
