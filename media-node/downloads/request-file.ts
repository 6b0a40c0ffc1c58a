// One request for a file, with redirects followed by hand: every hop is for the caller to judge. undici's redirect
// interceptor was rejected because it would neither check the hops nor show what they say of the file.
import { type Dispatcher, errors, request } from "undici";
import type { AppError } from "../../shared/errors.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";

/** What can go wrong, in the words of whoever wants the file: a task's client reads others than an operator. */
export interface DownloadFailures {
  /** What undici, a socket or a hook threw on the way to `url`; a failure that has words already may pass. */
  connection(url: string, error: unknown): AppError;
  /** An answer without content. */
  status(url: string, status: number): AppError;
  redirects(url: string): AppError;
  /** A range that begins elsewhere than was asked. */
  otherPart(url: string): AppError;
  /** What has arrived is of a version that the server no longer has; it is dropped. */
  changed(url: string): AppError;
  tooLarge(url: string, maxBytes: number): AppError;
  cutShort(url: string, receivedBytes: number, totalBytes: number): AppError;
  /** The disk did not take it. */
  write(path: string, error: unknown): AppError;
}

export interface FileRequest {
  readonly url: string;
  readonly method?: "GET" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  /** Where connections may go, by which proxy, and how long they may take or be silent. */
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  readonly maxRedirects: number;
  /** Judges the URL itself, and with `from` where each redirect leads. @throws AppError where it may not be requested */
  readonly judge: (location: string, from: URL | undefined) => URL;
  /** Sees each answer on the way, redirects included. */
  readonly onResponse?: (response: FileResponse) => void;
  readonly failures: DownloadFailures;
}

export interface FileResponse {
  readonly status: number;
  readonly body: Dispatcher.ResponseData["body"];
  /** A header's value, the first where it came several times. */
  header(name: string): string | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Clipmill" };

/**
 * Returns the first response that is no redirect, whatever its status; the caller reads or discards its body.
 * @throws AppError as `failures` and `judge` say; `signal.reason` on abort
 */
export async function requestFile(asked: FileRequest): Promise<FileResponse> {
  let url = asked.judge(asked.url, undefined);
  for (let redirects = 0; ; redirects += 1) {
    const response = await requestOnce(asked, url);
    asked.onResponse?.(response);
    const location = REDIRECTS.has(response.status) ? response.header("location") : undefined;
    if (location === undefined) return response;
    discard(response.body);
    if (redirects === asked.maxRedirects) throw asked.failures.redirects(asked.url);
    url = asked.judge(location, url);
  }
}

async function requestOnce(asked: FileRequest, url: URL): Promise<FileResponse> {
  const { method = "GET", dispatcher, signal } = asked;
  try {
    const headers = { ...HEADERS, ...asked.headers };
    const onInfo = countInterim();
    const response = await request(url, { method, dispatcher, signal, headers, onInfo });
    const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
    return { status: response.statusCode, body: response.body, header };
  } catch (error) {
    throw signal.aborted ? signal.reason : asked.failures.connection(url.href, error);
  }
}

/** Each interim answer (1xx) renews the time that undici gives a server for its answer. */
function countInterim(): () => void {
  let interim = 0;
  return () => {
    interim += 1;
    if (interim > SOURCE_LIMITS.interimAnswers) throw new errors.HeadersTimeoutError();
  };
}

/** Ends a response whose content is not wanted, and its connection where content is still to come. */
export function discard(body: FileResponse["body"]): void {
  // Destroying a body that has not ended emits an abort error, which nobody waits for here.
  body.on("error", () => undefined);
  body.destroy();
}
