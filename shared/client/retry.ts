// When a call is tried again, and after how long. Pauses have full jitter (a random part of a bound that doubles), so that
// clients that failed together do not come back together. What an answer asks for by Retry-After is waited at least.
import { CLIENT_LIMITS } from "../limits/client.ts";
import { ClipmillError } from "./client-error.ts";
import { pause } from "./pause.ts";

export interface RetryPolicy {
  /** Tries of one call in all; 1 never repeats. */
  readonly tries: number;
  /** Bound of the first pause, which doubles up to the second. */
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  /** No try begins later than this after the first; of a part of an upload, no more is paused in all. */
  readonly totalMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = CLIENT_LIMITS.retry;

/** Refused before anything was done: repeating is safe, whatever the call does. */
const REFUSED: ReadonlySet<number> = new Set([429, 503]);
/** May have been carried out. */
const IN_DOUBT: ReadonlySet<number> = new Set([408, 500, 502, 504]);

/** Whether a failure is one that passes by itself. @param call.repeat whether it may be carried out twice */
export function isPassing(error: unknown, { repeat }: { readonly repeat: boolean }): error is ClipmillError {
  if (!(error instanceof ClipmillError)) return false;
  const { status, code } = error;
  if (status === undefined) return repeat && (code === "NO_CONNECTION" || code === "NO_ANSWER");
  return REFUSED.has(status) || (repeat && IN_DOUBT.has(status));
}

/**
 * The pause before the next try.
 * @param failures tries that have failed, from 1
 * @param random from 0 to 1
 */
export function retryDelayMs(
  { minDelayMs, maxDelayMs }: RetryPolicy,
  failures: number,
  random: number,
  askedMs = 0,
): number {
  const boundMs = Math.min(maxDelayMs, minDelayMs * 2 ** (failures - 1));
  return askedMs + Math.round(random * (askedMs > 0 ? minDelayMs : boundMs));
}

export interface Retries {
  readonly policy: RetryPolicy;
  /** Whether the call may be carried out twice. */
  readonly repeat: boolean;
  /** Whether one try may take longer than the policy's whole time, which is then that of the pauses alone. */
  readonly isTransfer?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with each failure that is followed by another try, before its pause. */
  readonly onRetry?: ((error: ClipmillError) => void) | undefined;
}

/** Calls until it succeeds, fails for good, or the policy is spent; then the last failure is thrown. */
export async function withRetries<T>(call: () => Promise<T>, retries: Retries): Promise<T> {
  const { policy, repeat, isTransfer = false, signal, onRetry } = retries;
  const startedAt = performance.now();
  let pausedMs = 0;
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (failures >= policy.tries || !isPassing(error, { repeat })) throw error;
      const delayMs = retryDelayMs(policy, failures, Math.random(), error.retryAfterMs);
      const spentMs = isTransfer ? pausedMs : performance.now() - startedAt;
      if (spentMs + delayMs > policy.totalMs) throw error;
      pausedMs += delayMs;
      onRetry?.(error);
      await pause(delayMs, signal);
    }
  }
}
