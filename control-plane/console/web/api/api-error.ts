// A call that did not succeed, in words for a reader: what happened, and what to do about it.

import type { ErrorDetail } from "../../../../shared/errors.ts";

export interface ApiErrorOptions {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
}

/** What a reader can do, by the error's code. */
const ADVICE: Readonly<Record<string, string>> = {
  NETWORK: "Check your connection and that the control plane is running, then try again.",
  UNAVAILABLE: "Its database may be busy or restarting. Try again in a moment.",
  INTERNAL: "Try again. If it stays, give your operator the request id; the log has the reason.",
  RATE_LIMITED: "Wait a minute, or ask your operator for a higher limit.",
  INSUFFICIENT_MOODS: "Ask your operator to grant moods to this account.",
  ACCOUNT_NOT_APPROVED: "An operator must approve this account first.",
  ACCOUNT_BLOCKED: "Ask your operator why this account is blocked.",
  FORBIDDEN: "Ask an owner of the account, or your operator, to do this.",
  NOT_FOUND: "It may have been removed, or the address is wrong.",
  INSUFFICIENT_STORAGE: "Ask your operator to make room, or send a smaller file.",
  NO_MEDIA: "Choose a file, or give an address.",
  BODY_TOO_LARGE: "Send less, or ask your operator whether more may be sent.",
};

/** What the API says to programs, as sentences go: the schema's signs are left out. */
export function inWords({ message }: ErrorDetail): string {
  return message
    .replace(/^must be >= (\S+)/, "must be $1 or more")
    .replace(/^must be <= (\S+)/, "must be $1 or less")
    .replace(/^must be an integer$/, "must be a whole number")
    .replace(/^must match pattern .*/, "is not written as it has to be")
    .replace("must NOT", "must not");
}

/** Whether a JSON Pointer is another one, or leads on from it. */
export function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}/`);
}

/** What a call throws that was answered with an error, or with nothing. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = [], requestId }: ApiErrorOptions) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }

  /** One sentence on what to do; undefined where the message says it all. */
  get advice(): string | undefined {
    return ADVICE[this.code];
  }

  /** Whether the same read may succeed by itself: the control plane, of which a proxy may tell, or its database is away. */
  get isPassing(): boolean {
    return [502, 503, 504].includes(this.status) || this.code === "NETWORK";
  }

  /** Whether it is about what was entered, field by field. */
  get isAboutInput(): boolean {
    return this.details.length > 0 && (this.status === 400 || this.status === 422);
  }

  /** What is wrong with one field of the form that was sent, or with a part of it. */
  fieldMessage(path: string): string | undefined {
    const detail = this.details.find((each) => isWithin(each.path, path));
    if (detail === undefined) return undefined;
    const message = inWords(detail);
    return message.slice(0, 1).toUpperCase() + message.slice(1);
  }
}

/** Whether it is a refusal of the API, as the page's calls throw it, or the client that the page uploads with. */
export function hasDetails(
  error: unknown,
): error is Pick<ApiError, "details"> & { status: number | undefined } {
  return error instanceof Error && "status" in error && "details" in error;
}

/** Any failure as an ApiError. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError({ status: 0, code: "PAGE", message: `The page failed: ${message}` });
}
