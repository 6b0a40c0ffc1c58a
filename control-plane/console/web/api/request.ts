// Calls of the control plane, `/console/api` and `/api/v1` alike: JSON in the envelope, the session's cookie and headers,
// and failures as ApiError.
import type { ErrorDetail } from "../../../../shared/errors.ts";
import type { CursorPagination, Pagination } from "../../../../shared/pagination.ts";
import { ApiError } from "./api-error.ts";
import { attendanceHeaders } from "./attendance.ts";
import { isOfSession, type SessionHeaders, withSession } from "./page-session.ts";

export interface Reply<T> {
  readonly data: T;
  readonly message: string;
  /** Of lists with pages. */
  readonly pagination?: Pagination | CursorPagination;
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface RequestOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Of who is signed in, and for which account; their sessions are below it too. */
const SESSION_PATH = "/console/api/session";

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface ErrorEnvelope {
  readonly error?: { message: string; code: string; details?: readonly ErrorDetail[]; requestId?: string };
}

let onForbidden = (): void => undefined;

/** Told when a call was refused that the session may not make, or may not make any more. */
export function whenForbidden(listener: () => void): void {
  onForbidden = listener;
}

/** A path with a query; what is null, undefined or empty is left out. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

async function send(
  method: Method,
  path: string,
  options: RequestOptions,
  sessionHeaders: SessionHeaders,
): Promise<Response> {
  const { query, body, signal } = options;
  const headers: Record<string, string> = { accept: "application/json", ...sessionHeaders };
  if (method === "GET") Object.assign(headers, attendanceHeaders());
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    return await fetch(withQuery(path, query), {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError({ status: 0, code: "NETWORK", message: "The control plane does not answer." });
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const body = (await response.json().catch(() => ({}))) as ErrorEnvelope;
  const {
    code = "UNAVAILABLE",
    message = `The control plane answered ${status}.`,
    details,
  } = body.error ?? {};
  const requestId = body.error?.requestId ?? headers.get("x-request-id") ?? undefined;
  return new ApiError({ status, code, message, requestId, ...(details === undefined ? {} : { details }) });
}

/** Who signs in, or asks who is signed in, speaks of no session that the page has. */
function mayHaveNone(method: Method, path: string): boolean {
  return path === SESSION_PATH && (method === "GET" || method === "POST");
}

/** Makes one call, and reads what answers it. @throws ApiError; the signal's reason where it was aborted */
function call<Answer>(
  method: Method,
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const callOnce = async (headers: SessionHeaders): Promise<Answer> => {
    const response = await send(method, path, options, headers);
    if (response.ok) return read(response);
    const failure = await failureOf(response);
    if (failure.status === 403 && !isOfSession(failure)) onForbidden();
    throw failure;
  };
  if (mayHaveNone(method, path)) return callOnce({});
  const isSignOut = method === "DELETE" && path === SESSION_PATH;
  const kind = { isChange: method !== "GET", isOwn: path.startsWith(SESSION_PATH), isSignOut };
  return withSession(kind, callOnce);
}

function request<Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  return call(method, path, options, (response) => response.json() as Promise<Answer>);
}

/** GET of a file: its content, and the header that names it. */
export function getFile(path: string): Promise<{ content: Blob; disposition: string }> {
  return call("GET", path, {}, async (response) => ({
    content: await response.blob(),
    disposition: response.headers.get("content-disposition") ?? "",
  }));
}

/** GET of a document that comes without the envelope. */
export function getDocument<T>(path: string, options?: RequestOptions): Promise<T> {
  return request<T>("GET", path, options);
}

/** GET; the whole envelope, with its pagination. */
export function getReply<T>(path: string, options?: RequestOptions): Promise<Reply<T>> {
  return request<Reply<T>>("GET", path, options);
}

/** GET; what it reads. */
export async function get<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await request<Reply<T>>("GET", path, options)).data;
}

/** POST; what it answers. A change brings the session's token against forgery (see page-session). */
export async function post<T>(path: string, body?: unknown): Promise<T> {
  return (await request<Reply<T>>("POST", path, { body })).data;
}

/** PUT; what it answers. */
export async function put<T>(path: string, body?: unknown): Promise<T> {
  return (await request<Reply<T>>("PUT", path, { body })).data;
}

/** DELETE; what it answers. Some of the console's own routes take a body. */
export async function del<T>(path: string, body?: unknown): Promise<T> {
  return (await request<Reply<T>>("DELETE", path, { body })).data;
}
