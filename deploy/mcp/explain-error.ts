// Failures as a model is told of them: what went wrong, field by field, and what to do about it.
import { ClipmillError } from "../../shared/client/node.ts";
import { AppError, ERRORS, type ErrorDetail } from "../../shared/errors.ts";

const ADVICE: Readonly<Partial<Record<string, string>>> = {
  UNAUTHENTICATED: "The API key is not valid: whoever runs this server sets it.",
  INSUFFICIENT_MOODS: "get_balance shows what is left; the appliance's operator grants more.",
  SCOPE_MISSING: "The API key may not do this; a key with that scope is needed.",
  ACCOUNT_NOT_APPROVED: "The appliance's operator approves accounts.",
  ACCOUNT_BLOCKED: "The appliance's operator can say why.",
  IP_NOT_ALLOWED: "The API key works from other addresses only.",
  NOT_FOUND: "list_jobs, list_models and list_templates show what there is.",
  IDEMPOTENCY_CONFLICT: "Use another idempotency_key for another request.",
  SOURCE_EXPIRED: "The clip's source is no longer kept: create_clips cuts the video again.",
  INPUT_SCHEMA_VIOLATION: "list_models shows the model's input_schema.",
  INSUFFICIENT_STORAGE:
    "There is no room for the file: remove uploads, or ask the operator for a larger quota.",
  RATE_LIMITED: "Wait a minute before the next call.",
  UNAVAILABLE: "Try again in a minute.",
  NO_CONNECTION: "The control plane cannot be reached: is CLIPMILL_URL right, and does it run?",
  NO_ANSWER: "Try again in a minute.",
  UNEXPECTED_ANSWER: "Is CLIPMILL_URL the address of a Clipmill control plane?",
};

/** What is wrong in general, where each detail has a line of its own and the message would only repeat the first of them. */
function headline(code: string, message: string, details: readonly ErrorDetail[]): string {
  const isTold = details.length > 0 && (code === "INVALID_REQUEST" || code === "INPUT_SCHEMA_VIOLATION");
  return isTold ? ERRORS[code].message : message;
}

function lines(
  code: string,
  message: string,
  details: readonly ErrorDetail[],
  requestId: string | undefined,
): string {
  const fields = details.map(({ path, message: reason }) => `- ${path === "" ? "input" : path} ${reason}`);
  const advice = ADVICE[code];
  return [
    `${code}: ${headline(code, message, details)}`,
    ...fields,
    ...(advice === undefined ? [] : [advice]),
    ...(requestId === undefined ? [] : [`(request ${requestId})`]),
  ].join("\n");
}

/** The text for a failure that was to be expected; undefined for a fault of ours. */
export function explainError(error: unknown): string | undefined {
  if (error instanceof ClipmillError) {
    const { code, message, details, requestId } = error;
    return lines(code, message, details, requestId);
  }
  if (error instanceof AppError) return lines(error.code, error.message, error.details ?? [], undefined);
  return undefined;
}
