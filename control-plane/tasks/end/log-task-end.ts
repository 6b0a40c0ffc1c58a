// The log line of a task's end, whether by its run, by its owner or because no node took it: with the same field names, so that
// one search finds all of these.
import type { Logger } from "../../../shared/logger.ts";

/** A task that was ended, as the database tells of it. */
export interface LoggedEnd {
  readonly id: string;
  /** Null where none had started. */
  readonly run_id: string | null;
  readonly account_id: string;
  readonly kind: string;
  readonly state: "finished" | "failed";
  /** Null of a finished one. */
  readonly error_code: string | null;
  /** Since it was created. */
  readonly age_s: number;
}

/** @param level "warn" of an end that operators may want to know of */
export function logTaskEnd(
  logger: Logger,
  message: string,
  { id: taskId, run_id: runId, account_id: accountId, kind, state, error_code: code, age_s }: LoggedEnd,
  level: "info" | "warn" = "info",
): void {
  const ageMs = Math.round(age_s * 1_000);
  logger[level]({ taskId, runId, accountId, kind, state, code, ageMs }, message);
}
