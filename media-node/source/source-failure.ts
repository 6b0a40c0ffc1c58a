// What went wrong on the way to a source, in a task's terms: a sentence for the client, and whether it is worth
// another try. Messages name neither addresses nor errors of this machine; those stay in `cause`, for the log.
import { errorCode } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { MIB } from "../../shared/limits/units.ts";
import { asNodeLack } from "../../shared/node-lack.ts";
import { isFileTooLarge } from "../../shared/storage/free-space.ts";
import type { DownloadFailures } from "../downloads/request-file.ts";
import { fileTooLarge } from "../ffmpeg/child-failure.ts";

/** Statuses below 500 that say "later", not "no" (RFC 9110, RFC 8470, RFC 6585). */
const LATER_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** The calls that look a name up, at the system and at name servers, whatever goes wrong there. */
const NAME_CALLS = /^(getaddrinfo|query)/;
const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

/** Whether what was answered so is worth another try. */
export function isLaterStatus(status: number): boolean {
  return status >= 500 || LATER_STATUSES.has(status);
}

/** A source that cannot be fetched now, or ever where it is not retryable. @param options.cause for the log alone */
export function unreachable(
  message: string,
  options: { readonly retryable: boolean; readonly cause?: unknown },
): AppError {
  return new AppError("SOURCE_UNREACHABLE", message, options);
}

/** Turns what undici, a socket, a disk or the network guard threw into a task's error; those that are one already pass. */
function asSourceFailure(error: unknown): AppError {
  const lack = asNodeLack(error);
  if (lack !== undefined) return lack;
  if (error instanceof AppError) {
    return error.code === "INVALID_REQUEST"
      ? unreachable(error.message, { retryable: false, cause: error })
      : error;
  }
  const code = errorCode(error) ?? "";
  if (error instanceof Error && "syscall" in error && NAME_CALLS.test(String(error.syscall)))
    return unreachable("The source's host name cannot be resolved.", { retryable: true, cause: error });
  if (TIMEOUT_CODES.has(code))
    return unreachable("The source did not answer in time.", { retryable: true, cause: error });
  if (code === "ECONNREFUSED")
    return unreachable("The source refused the connection.", { retryable: true, cause: error });
  if (/CERT|ERR_TLS|UNABLE_TO_VERIFY/.test(code)) {
    return unreachable("The source's TLS certificate is not valid.", { retryable: false, cause: error });
  }
  return unreachable("The connection to the source broke off.", { retryable: true, cause: error });
}

export const SOURCE_FAILURES: DownloadFailures = {
  connection: (_url, error) => asSourceFailure(error),
  status: (_url, status) =>
    unreachable(`The source answered ${status}.`, { retryable: isLaterStatus(status) }),
  redirects: () => unreachable("The source redirects too often.", { retryable: false }),
  otherPart: () =>
    unreachable("The source answered with another part than the one asked for.", { retryable: true }),
  changed: () => unreachable("The source has changed.", { retryable: true }),
  tooLarge: (_url, maxBytes) =>
    new AppError("SOURCE_TOO_LARGE", `The source is larger than ${Math.floor(maxBytes / MIB)} MiB.`),
  cutShort: () => unreachable("The source sent less than it announced.", { retryable: true }),
  write: (_path, cause) => {
    if (isFileTooLarge(cause)) return fileTooLarge(cause);
    return asNodeLack(cause) ?? new AppError("INTERNAL", undefined, { cause });
  },
};
