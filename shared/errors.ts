// Every failure that a client or an operator may see has a code here, and only here. Domain code throws
// `new AppError(code, detail)`; the HTTP layer maps a code to its status, and a media node's worker to "retry" or
// "end". Statuses never appear below the HTTP layer: the same code may surface on a task instead of a response.

/** How a code looks from outside: its HTTP status, and whether the same call may succeed later. */
export interface ErrorKind {
  readonly status: number;
  readonly retryable: boolean;
  /** The default public message; `detail` replaces it where the thrower knows more. */
  readonly message: string;
}

const REQUEST_ERRORS = {
  INVALID_REQUEST: { status: 400, retryable: false, message: "The request is not valid." },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    message: "A valid API key is required in x-service-api-key.",
  },
  INSUFFICIENT_MOODS: {
    status: 402,
    retryable: false,
    message: "The balance does not cover this operation.",
  },
  ACCOUNT_NOT_APPROVED: { status: 403, retryable: false, message: "The account is not approved yet." },
  ACCOUNT_BLOCKED: { status: 403, retryable: false, message: "The account's owner is blocked." },
  SCOPE_MISSING: { status: 403, retryable: false, message: "The API key lacks the scope of this endpoint." },
  FORBIDDEN: { status: 403, retryable: false, message: "This is not yours to do." },
  IP_NOT_ALLOWED: { status: 403, retryable: false, message: "This address is not on the key's allowlist." },
  NOT_FOUND: { status: 404, retryable: false, message: "Nothing is found here." },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, message: "This path does not answer that method." },
  REQUEST_TIMEOUT: { status: 408, retryable: true, message: "The request body did not arrive in time." },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    retryable: false,
    message: "The idempotency key was used with another body.",
  },
  NOT_TERMINAL: { status: 409, retryable: true, message: "The task has not ended yet." },
  NO_CALLBACK_URL: { status: 409, retryable: false, message: "The task has no callback_url." },
  ALREADY_TERMINAL: { status: 409, retryable: false, message: "The task has already ended." },
  PARTS_MISSING: { status: 409, retryable: true, message: "Parts of the upload have not come yet." },
  SOURCE_EXPIRED: {
    status: 410,
    retryable: false,
    message: "What this clip was cut from is not kept any more.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    message: "This is another version than was asked for.",
  },
  BODY_TOO_LARGE: { status: 413, retryable: false, message: "The request body is too large." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, message: "Send content-type: application/json." },
  RANGE_NOT_SATISFIABLE: { status: 416, retryable: false, message: "The file has no such byte range." },
  INPUT_SCHEMA_VIOLATION: {
    status: 422,
    retryable: false,
    message: "The input does not satisfy the model's schema.",
  },
  RATE_LIMITED: { status: 429, retryable: true, message: "Rate limit exceeded" },
  INSUFFICIENT_STORAGE: { status: 507, retryable: true, message: "There is no room for this file now." },
  UNAVAILABLE: { status: 503, retryable: true, message: "The service is temporarily unavailable." },
} as const satisfies Record<string, ErrorKind>;

const TASK_ERRORS = {
  SOURCE_UNREACHABLE: { status: 502, retryable: true, message: "The source could not be fetched." },
  SOURCE_UNSUPPORTED: {
    status: 422,
    retryable: false,
    message: "The source is not a video that can be read.",
  },
  SOURCE_TOO_LONG: { status: 422, retryable: false, message: "The source is too long." },
  SOURCE_TOO_LARGE: { status: 422, retryable: false, message: "The source is too large." },
  RANGE_OUTSIDE_SOURCE: { status: 422, retryable: false, message: "The range lies outside the source." },
  NO_AUDIO: { status: 422, retryable: false, message: "The source has no audio." },
  NO_MOMENTS_FOUND: { status: 422, retryable: false, message: "No moment of the asked length was found." },
  MODEL_UNAVAILABLE: { status: 503, retryable: true, message: "No media node can run this model now." },
  OUT_OF_MEMORY: { status: 503, retryable: true, message: "The media node ran out of memory." },
  TIMED_OUT: { status: 504, retryable: true, message: "The work took too long and was stopped." },
  CANCELLED: { status: 409, retryable: false, message: "The task was cancelled." },
  INTERNAL: { status: 500, retryable: true, message: "Something went wrong on our side." },
} as const satisfies Record<string, ErrorKind>;

export const ERRORS = { ...REQUEST_ERRORS, ...TASK_ERRORS };

export type ErrorCode = keyof typeof ERRORS;
/** The codes that may stand in a task's `error`. */
export type TaskErrorCode = keyof typeof TASK_ERRORS;

export const TASK_ERROR_CODES = Object.keys(TASK_ERRORS) as readonly TaskErrorCode[];

/** One reason inside an error: `path` is a JSON Pointer into the request body. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorOptions {
  readonly cause?: unknown;
  readonly details?: readonly ErrorDetail[];
  /** Overrides the code's default, e.g. a source that answers 404 will not answer better later. */
  readonly retryable?: boolean;
}

/** An expected failure with a stable code. `message` is safe to show to a client. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, detail?: string, options: AppErrorOptions = {}) {
    super(detail ?? ERRORS[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryable = options.retryable ?? ERRORS[code].retryable;
  }
}

/** Whether a task ends so for its source or its request, and not for any fault of the appliance. */
export function isSourceFault(code: TaskErrorCode): boolean {
  return TASK_ERRORS[code].status === 422;
}

/** Whether what was thrown is an expected failure with this code. */
export function hasErrorCode(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** Whether a task may end with this code; the others are answers to requests alone. */
export function isTaskErrorCode(code: string): code is TaskErrorCode {
  return Object.hasOwn(TASK_ERRORS, code);
}
