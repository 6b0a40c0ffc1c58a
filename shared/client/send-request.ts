// One request and its answer, whole or as a failure that says what it was. No redirect is followed: it would carry the
// key to another address.
import { joinSignals } from "../join-signals.ts";
import { ClipmillError, type ErrorDetail } from "./client-error.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A file that has other content, or cannot be read any more, while it is sent: what was sent of it is of no
 * use.
 */
export function fileChanged(cause?: unknown): ClipmillError {
  return new ClipmillError("FILE_CHANGED", "The file changed while it was sent. Send it again.", { cause });
}

/** Browsers say of a file that cannot be read any more no more than that there was no connection. */
async function isReadable(body: OutgoingRequest["body"]): Promise<boolean> {
  if (!(body instanceof Blob)) return true;
  return body
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/**
 * Whether a time was up: ours, or that of Node's own fetch, which waits 300 s for an answer from the body's first byte on.
 */
function isTimeout(error: unknown, cause: unknown): boolean {
  if (error instanceof DOMException && error.name === "TimeoutError") return true;
  return cause instanceof Error && "code" in cause && cause.code === "UND_ERR_HEADERS_TIMEOUT";
}

/** Throws what ended a request: the caller's own reason as it is, everything else as a ClipmillError. */
export function asClientError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true || error instanceof ClipmillError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (isTimeout(error, cause)) {
    return new ClipmillError("NO_ANSWER", "The answer did not come in time.", { cause: error });
  }
  if (cause instanceof DOMException && cause.name === "NotReadableError") return fileChanged(error);
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new ClipmillError("NO_CONNECTION", `The service cannot be reached${reason}`, { cause: error });
}

function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : undefined;
}

interface ApiFailure {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string;
}

function failureIn(text: string): ApiFailure | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<ApiFailure> };
    const isApis = typeof error?.code === "string" && typeof error.message === "string";
    return isApis ? (error as ApiFailure) : undefined;
  } catch {
    return undefined;
  }
}

/** What an answer that is no success says. */
function failureOf({ status, headers, url }: Response, text: string): ClipmillError {
  const requestId = headers.get("x-request-id") ?? undefined;
  const facts = { status, requestId, retryAfterMs: retryAfterMs(headers) };
  const failure = failureIn(text);
  if (failure !== undefined) {
    const { code, message, details } = failure;
    return new ClipmillError(code, message, {
      ...facts,
      requestId: failure.requestId ?? requestId,
      details,
    });
  }
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const message = isRedirect
    ? `${url} leads to another address, which is not followed. Is the service's address right, with https where it is used?`
    : `${url} answered ${status} with something that is not the API's.`;
  return new ClipmillError("UNEXPECTED_ANSWER", message, facts);
}

/** The body as text. @throws ClipmillError where it is larger than `maxBytes` */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let sizeBytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    sizeBytes += value.byteLength;
    if (sizeBytes > maxBytes) {
      await reader.cancel();
      throw new ClipmillError("UNEXPECTED_ANSWER", `The answer has more than ${maxBytes} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The answer's head. Its body is still to be read, under the same signal. @throws ClipmillError for what is no success */
export async function openAnswer(
  fetch: Fetch,
  request: OutgoingRequest,
  maxBytes: number,
): Promise<Response> {
  const { method, url, headers = {}, body, signal } = request;
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  throw failureOf(response, response.type === "opaqueredirect" ? "" : await readText(response, maxBytes));
}

export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface AnswerBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Sends a request and reads its answer. @throws ClipmillError, or the signal's reason where it has fired */
export async function sendRequest(
  fetch: Fetch,
  request: OutgoingRequest,
  { timeoutMs, maxBytes }: AnswerBounds,
): Promise<TextAnswer> {
  const { signal } = request;
  const both = joinSignals(signal, AbortSignal.timeout(Math.ceil(timeoutMs)));
  try {
    const response = await openAnswer(fetch, { ...request, signal: both.signal }, maxBytes);
    const { status, headers } = response;
    return { status, headers, text: await readText(response, maxBytes) };
  } catch (thrown) {
    const error = asClientError(thrown, signal);
    const isAway = error instanceof ClipmillError && error.code === "NO_CONNECTION";
    throw isAway && !(await isReadable(request.body)) ? fileChanged(thrown) : error;
  } finally {
    both.release();
  }
}
