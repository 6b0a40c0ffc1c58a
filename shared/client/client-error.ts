// What the client throws. The API's own failures keep their code; the client's have codes that the API does not have.
import type { ErrorBody, Task } from "./api-types.ts";

export type ErrorCode = ErrorBody["code"];
export type ErrorDetail = NonNullable<ErrorBody["details"]>[number];

/** Failures that no answer of the API told of. */
export type ClientErrorCode =
  /** The service could not be reached, or the connection broke before the answer had come. */
  | "NO_CONNECTION"
  /** The answer, or more of a transfer, did not come in time. */
  | "NO_ANSWER"
  /** An answer that is not the API's: a proxy's page, another service, a redirect. */
  | "UNEXPECTED_ANSWER"
  /** `waitFor` has waited as long as it was to. The task goes on. */
  | "WAIT_TIMED_OUT"
  /** What was passed cannot be sent. */
  | "INVALID_ARGUMENT"
  /** What arrived at a webhook's address is none of its payloads, or the task says otherwise. */
  | "INVALID_WEBHOOK"
  /** The file became another while it was sent, or that behind a link while it was read. */
  | "FILE_CHANGED";

export interface ErrorFacts {
  readonly status?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A failed call. Decide by `code`; `message` is for people. */
export class ClipmillError extends Error {
  /** One of the API's codes or of the client's; a newer control plane may have further ones. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** HTTP status of the answer; undefined where none came. */
  readonly status: number | undefined;
  /** What is wrong with the request, field by field; empty where the answer does not say. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the answer asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ClipmillError["code"], message: string, facts: ErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.name = "ClipmillError";
    this.code = code;
    this.status = facts.status;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** A task that ended `failed`; `code` and `message` are those of its `error`. */
export class TaskFailedError extends ClipmillError {
  readonly task: Task;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(task: Task) {
    super(task.error?.code ?? "INTERNAL", task.error?.message ?? "The task failed.");
    this.name = "TaskFailedError";
    this.task = task;
    this.retryable = task.error?.retryable ?? false;
  }
}
