// When a range that broke off is asked for again.
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../../shared/errors.ts";
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { asNodeLack } from "../../../shared/node-lack.ts";
import { NotReadableInRanges } from "./iso-boxes.ts";

function isFinal(error: unknown): boolean {
  if (error instanceof NotReadableInRanges || asNodeLack(error) !== undefined) return true;
  return error instanceof AppError && !error.retryable;
}

/** Counts the repeats of one copy: a source that drops each connection must not keep a node busy. */
export class Repeats {
  #count = 0;
  readonly #firstPauseMs: number;

  constructor(firstPauseMs: number = RANGED_READ_LIMITS.firstRepeatPauseMs) {
    this.#firstPauseMs = firstPauseMs;
  }

  /** Waits before the next try. @throws the failure itself where there is none; `signal.reason` on abort */
  async afterFailure(error: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (isFinal(error) || this.#count === RANGED_READ_LIMITS.repeats) throw error;
    this.#count += 1;
    const pauseMs = Math.min(this.#firstPauseMs * 2 ** (this.#count - 1), 16 * this.#firstPauseMs);
    await pause(pauseMs, undefined, { signal });
  }
}
