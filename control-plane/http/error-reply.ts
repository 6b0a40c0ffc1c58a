// Failures as clients see them: the one place where error codes become HTTP statuses. What is not an AppError is a
// defect of ours: it is logged whole and answered with nothing but the request's id.
import { classifyDatabaseError } from "../../shared/db/classify-error.ts";
import { AppError, ERRORS, type ErrorDetail } from "../../shared/errors.ts";
import type { Logger } from "../../shared/logger.ts";

export interface ErrorBody {
  readonly error: {
    readonly statusCode: number;
    readonly message: string;
    readonly code: string;
    readonly details?: readonly ErrorDetail[];
    readonly requestId?: string;
  };
}

/** The status and body for whatever a handler threw. Server errors are logged. */
export function errorBody(thrown: unknown, requestId: string, logger: Logger): ErrorBody {
  const error = classifyDatabaseError(thrown);
  const known = error instanceof AppError ? error : new AppError("INTERNAL");
  const { status } = ERRORS[known.code];
  if (status >= 500) logger.error({ requestId, err: thrown }, "request failed");
  const message = status >= 500 ? ERRORS[known.code].message : known.message;
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
