// Why a model could not be fetched or stored, in words for an operator. Only a retryable failure is tried again.

import { errorCode, errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { MIB } from "../../shared/limits/units.ts";
import { isFileTooLarge, isOutOfSpace } from "../../shared/storage/free-space.ts";
import type { DownloadFailures } from "../downloads/request-file.ts";

/** A failure of the network, the server or the disk. @param options.cause for the log alone */
export function modelFailure(
  message: string,
  options: { readonly retryable: boolean; readonly cause?: unknown },
): AppError {
  return new AppError("UNAVAILABLE", message, options);
}

/** What a failed write of `path` means. */
export function writeFailure(path: string, error: unknown): AppError {
  if (isOutOfSpace(error)) {
    return modelFailure(`The disk is full: ${path} cannot grow. Make room and run the same again.`, {
      retryable: false,
      cause: error,
    });
  }
  if (isFileTooLarge(error)) {
    return modelFailure(`${path} cannot grow: its disk takes no file of that size.`, {
      retryable: false,
      cause: error,
    });
  }
  return modelFailure(`${path} cannot be written (${errorCode(error) ?? String(error)}).`, {
    retryable: false,
    cause: error,
  });
}

const UNREACHABLE = new Set(["ENOTFOUND", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);

function reasonOf(error: unknown): string {
  return errorCode(error) ?? errorMessage(error);
}

/** What it means that there is no way to a host; errors that have words already stay as they are. */
export function unreachableFailure(url: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error) ?? "";
  const authority = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
    ? "name your own certificate authority with NODE_EXTRA_CA_CERTS, "
    : "";
  const ways =
    "name a mirror with CLIPMILL_MODEL_MIRROR or a proxy with HTTPS_PROXY, or fetch the files on another machine, as " +
    "`pull NAME --dry-run` lists them, and install them with `add`";
  const message = `${new URL(url).host} cannot be reached (${reasonOf(error)}): ${authority}${ways}.`;
  return modelFailure(message, { retryable: false, cause: error });
}

/** What a connection that failed means. */
function connectionFailure(url: string, error: unknown): AppError {
  if (error instanceof AppError || UNREACHABLE.has(errorCode(error) ?? ""))
    return unreachableFailure(url, error);
  return modelFailure(`The connection to ${new URL(url).host} failed (${reasonOf(error)}).`, {
    retryable: true,
    cause: error,
  });
}

const RETRYABLE_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** What an answer without the file means. */
function statusFailure(url: string, status: number): AppError {
  if (RETRYABLE_STATUSES.has(status)) return modelFailure(`${url} answered ${status}.`, { retryable: true });
  const hint =
    status === 401 || status === 403
      ? " Where the model's licence must be accepted first, fetch the files with a browser and use `add`."
      : "";
  return modelFailure(`${url} answered ${status}.${hint}`, { retryable: false });
}

export const MODEL_FAILURES: DownloadFailures = {
  connection: connectionFailure,
  status: statusFailure,
  redirects: (url) => modelFailure(`${url} redirects too often.`, { retryable: false }),
  otherPart: (url) =>
    modelFailure(`${url} sent another part than the one that was asked for.`, { retryable: false }),
  changed: (url) => modelFailure(`${url} has changed; it is fetched again.`, { retryable: true }),
  tooLarge: (url, maxBytes) =>
    modelFailure(`${url} is larger than ${Math.floor(maxBytes / MIB)} MiB.`, { retryable: false }),
  cutShort: (url, receivedBytes, totalBytes) =>
    modelFailure(`${url} broke off after ${receivedBytes} of ${totalBytes} bytes.`, { retryable: true }),
  write: writeFailure,
};
