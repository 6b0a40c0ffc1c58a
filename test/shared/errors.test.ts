import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError, ERRORS, isTaskErrorCode } from "../../shared/errors.ts";

/** The contract's table of request errors. */
const STATUSES: Readonly<Record<string, number>> = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_MOODS: 402,
  ACCOUNT_NOT_APPROVED: 403,
  ACCOUNT_BLOCKED: 403,
  SCOPE_MISSING: 403,
  FORBIDDEN: 403,
  IP_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  NOT_TERMINAL: 409,
  NO_CALLBACK_URL: 409,
  ALREADY_TERMINAL: 409,
  PARTS_MISSING: 409,
  SOURCE_EXPIRED: 410,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PRECONDITION_FAILED: 412,
  RANGE_NOT_SATISFIABLE: 416,
  INPUT_SCHEMA_VIOLATION: 422,
  RATE_LIMITED: 429,
  INSUFFICIENT_STORAGE: 507,
  UNAVAILABLE: 503,
};

const TASK_CODES = [
  "SOURCE_UNREACHABLE",
  "SOURCE_UNSUPPORTED",
  "SOURCE_TOO_LONG",
  "SOURCE_TOO_LARGE",
  "RANGE_OUTSIDE_SOURCE",
  "NO_AUDIO",
  "NO_MOMENTS_FOUND",
  "MODEL_UNAVAILABLE",
  "OUT_OF_MEMORY",
  "TIMED_OUT",
  "CANCELLED",
  "INTERNAL",
];

test("every code of the contract is there with its status, and no other", () => {
  assert.deepEqual(Object.keys(ERRORS).sort(), [...Object.keys(STATUSES), ...TASK_CODES].sort());
  for (const [code, status] of Object.entries(STATUSES)) {
    assert.equal(ERRORS[code as keyof typeof ERRORS].status, status, code);
  }
});

test("exactly the codes of a task's error are task codes", () => {
  assert.deepEqual(Object.keys(ERRORS).filter(isTaskErrorCode).sort(), [...TASK_CODES].sort());
  assert.equal(isTaskErrorCode("toString"), false);
});

test("a rate limit says what the specification says, to the letter", () => {
  assert.equal(ERRORS.RATE_LIMITED.message, "Rate limit exceeded");
});

test("an error says its code's message unless its thrower knows more", () => {
  assert.equal(new AppError("NOT_FOUND").message, ERRORS.NOT_FOUND.message);
  const error = new AppError("SOURCE_UNREACHABLE", "It answers 404.", { retryable: false, cause: 1 });
  assert.deepEqual([error.message, error.retryable, error.cause], ["It answers 404.", false, 1]);
});
