// PostgreSQL's errors are understood once, here: which mean that the database cannot be reached, which that it cannot store
// a value, and which that two transactions met. Callers ask these questions and never compare SQLSTATE codes of their own.
import { AppError } from "../errors.ts";

/** Of an error that says why a connection could not be made secure. */
export const TLS_FAILED = "TLS_FAILED";
/** read_only_sql_transaction */
const READ_ONLY = "25006";
/** Of the driver and the system, and single ones of PostgreSQL. */
const UNREACHABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "57014", // query_canceled: the statement timeout
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "25P03", // idle_in_transaction_session_timeout
  READ_ONLY,
  TLS_FAILED,
]);
/**
 * Whole classes of PostgreSQL's: connection exceptions; a lack of disk, memory or connections; a system call that
 * failed. Class XX, internal errors and broken data, is none of them: waiting mends nothing there.
 */
const UNREACHABLE_CLASSES: readonly string[] = ["08", "53", "58"];

interface DatabaseError {
  readonly code: string;
  readonly constraint_name?: string;
}

function asDatabaseError(error: unknown): DatabaseError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return error as Error & DatabaseError;
}

/** What a database, or the way to it, says of a failure; of a name with several addresses, of which none answers, the code alone. */
export function reasonOf(error: Error): string {
  return error.message === "" ? (asDatabaseError(error)?.code ?? error.name) : error.message;
}

/** Whether the database did not answer, or could not do its part, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = asDatabaseError(error)?.code;
  if (code === undefined) return false;
  return UNREACHABLE_CODES.has(code) || UNREACHABLE_CLASSES.some((prefix) => code.startsWith(prefix));
}

/**
 * Whether a SQLSTATE says that the server has become another one's standby, as after a failover: it keeps its connections
 * and refuses each write, and only a new connection finds the server that takes them.
 */
export function isFromStandby(code: string): boolean {
  return code === READ_ONLY;
}

/** Whether the server does not let this login in (class 28), or has no such database (class 3D): waiting mends neither. */
export function isLoginRefused(error: unknown): boolean {
  return /^(?:28|3D)/.test(asDatabaseError(error)?.code ?? "");
}

/** Whether the server does not speak TLS as the address asks, or has no certificate that is trusted: waiting mends neither. */
export function isTlsFailure(error: unknown): boolean {
  return asDatabaseError(error)?.code === TLS_FAILED;
}

/** Whether a row would have broken this check. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const databaseError = asDatabaseError(error);
  return databaseError?.code === "23514" && databaseError.constraint_name === constraint;
}

/** Whether a value of the statement cannot be stored (class 22, data exceptions): the same one never can. */
export function isValueRefusal(error: unknown): boolean {
  return asDatabaseError(error)?.code.startsWith("22") === true;
}

/** Whether the role lacks a privilege (insufficient_privilege). */
export function isDenied(error: unknown): boolean {
  return asDatabaseError(error)?.code === "42501";
}

/** Whether a table is missing (undefined_table), as all are of a database that is none of ours. */
export function isTableMissing(error: unknown): boolean {
  return asDatabaseError(error)?.code === "42P01";
}

/** Turns "the database cannot now" into UNAVAILABLE and leaves every other error as it is. */
export function classifyDatabaseError(error: unknown): unknown {
  return isUnavailable(error) ? new AppError("UNAVAILABLE", undefined, { cause: error }) : error;
}

/** Whether two transactions waited for each other and this one was given up: the same statement may be repeated. */
export function isDeadlock(error: unknown): boolean {
  return asDatabaseError(error)?.code === "40P01";
}
