// PostgreSQL's errors are understood once, here: which mean that the database cannot be reached, and which that two
// transactions met. Callers ask these questions and never compare SQLSTATE codes of their own.
import { AppError } from "../errors.ts";

const UNREACHABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "57014", // query_canceled: the statement timeout
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
  "08006", // connection_failure
]);

interface DatabaseError {
  readonly code: string;
  readonly constraint_name?: string;
}

function asDatabaseError(error: unknown): DatabaseError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return error as Error & DatabaseError;
}

/** Whether the error means that the database did not answer, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = asDatabaseError(error)?.code;
  return code !== undefined && UNREACHABLE_CODES.has(code);
}

/** Whether a row with the same unique value is there already, by the name of the violated constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const databaseError = asDatabaseError(error);
  return databaseError?.code === "23505" && databaseError.constraint_name === constraint;
}

/** Turns "the database did not answer" into UNAVAILABLE and leaves every other error as it is. */
export function classifyDatabaseError(error: unknown): unknown {
  return isUnavailable(error) ? new AppError("UNAVAILABLE", undefined, { cause: error }) : error;
}

/** Whether two transactions waited for each other and this one was given up: the same statement may be repeated. */
export function isDeadlock(error: unknown): boolean {
  return asDatabaseError(error)?.code === "40P01";
}
