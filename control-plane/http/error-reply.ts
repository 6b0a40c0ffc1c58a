// Failures as clients see them: the one place where error codes become HTTP statuses. What is not an AppError is a
// defect of ours: it is logged whole and answered with nothing but the request's id.
import { classifyDatabaseError } from "../../shared/db/classify-error.ts";
import { AppError, ERRORS, type ErrorCode, type ErrorDetail, hasErrorCode } from "../../shared/errors.ts";
import type { Logger } from "../../shared/logger.ts";
import { classifyStorageError } from "../../shared/storage/classify-error.ts";

export interface ErrorBody {
  readonly error: {
    readonly statusCode: number;
    readonly message: string;
    readonly code: ErrorCode;
    readonly details?: readonly ErrorDetail[];
    readonly requestId?: string;
  };
}

/** Whether we refused a request for its own size: a 507 says why, and is no error of ours. */
function isRefusal(thrown: unknown): boolean {
  return hasErrorCode(thrown, "INSUFFICIENT_STORAGE");
}

/** The status and body for whatever a handler threw. Server errors are logged. */
export function errorBody(thrown: unknown, requestId: string, logger: Logger): ErrorBody {
  const error = classifyStorageError(classifyDatabaseError(thrown));
  const known = error instanceof AppError ? error : new AppError("INTERNAL");
  const { status } = ERRORS[known.code];
  const isOurs = status >= 500 && !isRefusal(thrown);
  if (isOurs) logger.error({ requestId, err: thrown }, "request failed");
  const message = isOurs ? ERRORS[known.code].message : known.message;
  return {
    error: {
      statusCode: status,
      message,
      code: known.code,
      ...(known.details === undefined ? {} : { details: known.details }),
      ...(status >= 500 ? { requestId } : {}),
    },
  };
}
