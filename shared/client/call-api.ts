// Calls an operation of the API by its id: address, key, body, tries, and the answer's envelope taken off.
import { joinSignals } from "../join-signals.ts";
import { CLIENT_LIMITS } from "../limits/client.ts";
import type { Pagination } from "./api-types.ts";
import { ClipmillError } from "./client-error.ts";
import {
  type BodyOf,
  type CallName,
  OPERATIONS,
  type OperationName,
  type PathOf,
  type QueryOf,
  type ReplyOf,
} from "./operations.ts";
import { timerMs } from "./pause.ts";
import { DEFAULT_RETRY, type Retries, type RetryPolicy, withRetries } from "./retry.ts";
import { asClientError, type Fetch, openAnswer, sendRequest, type TextAnswer } from "./send-request.ts";

export interface ClientOptions {
  /** Where the control plane is, such as `https://clipmill.example.com`, or a proxy that adds the key; without `/api/v1`. */
  readonly url: string;
  /** Left out where a proxy adds it: a key does not belong into a browser. */
  readonly apiKey?: string | undefined;
  /** Beside the client's own, with every call of the API; not with transfers to signed addresses. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Of one try of a call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** In place of the platform's own. */
  readonly fetch?: Fetch | undefined;
}

/** What all parts of a client share. */
export interface Connection {
  readonly apiUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: RetryPolicy;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly onRetry?: Retries["onRetry"];
}

export interface CallOptions {
  /** Ends the call, its pauses and its transfers; what is thrown is its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Call<Name extends CallName> extends CallOptions {
  readonly path?: PathOf<Name> | undefined;
  readonly query?: QueryOf<Name> | undefined;
  readonly body?: BodyOf<Name> | undefined;
}

export interface Reply<Name extends CallName> {
  readonly data: ReplyOf<Name>;
  /** What was done; of creates also which fields are not known and were ignored. */
  readonly message: string;
  readonly pagination?: Pagination;
}

/** Whether requests can go to an address. Pages have theirs before a path, and so have some programs' own `fetch`. */
function isAddress(url: string, hasFetch: boolean): boolean {
  const { location } = globalThis as { location?: { readonly href: string } };
  const base = location?.href ?? (hasFetch ? "http://localhost" : undefined);
  if (!URL.canParse(url, base)) return false;
  const { protocol, username, search, hash } = new URL(url, base);
  return /^https?:$/.test(protocol) && username + search + hash === "";
}

/** Said here, and not by each try: no repeat mends it. What is wrong is not shown, for it may be the key. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  try {
    new Headers(headers);
  } catch {
    throw new ClipmillError(
      "INVALID_ARGUMENT",
      "The `apiKey` or a header has characters that cannot be sent.",
    );
  }
}

/** @throws ClipmillError INVALID_ARGUMENT for an address or a key to which nothing could be sent */
export function connect(options: ClientOptions): Connection {
  const { url, apiKey, headers: own = {}, retry = {}, timeoutMs = CLIENT_LIMITS.answerTimeoutMs } = options;
  if (typeof url !== "string" || url === "") {
    throw new ClipmillError("INVALID_ARGUMENT", "The client needs the `url` of a control plane.");
  }
  if (!isAddress(url, options.fetch !== undefined)) {
    const example = "such as https://clipmill.example.com";
    throw new ClipmillError("INVALID_ARGUMENT", `The \`url\` must be an http or https address ${example}.`);
  }
  const headers = { ...own, ...(apiKey === undefined ? {} : { "x-service-api-key": apiKey }) };
  checkHeaders(headers);
  return {
    apiUrl: `${url.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}/api/v1`,
    headers,
    policy: { ...DEFAULT_RETRY, ...retry },
    timeoutMs: timerMs(timeoutMs),
    fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
  };
}

/** For creates that were given none. `crypto.randomUUID` is there only on pages that came by HTTPS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A create's body with a key: its caller's, or a new one where that is left out or undefined. */
function withKey(body: { idempotency_key?: string } = {}): object {
  return { ...body, idempotency_key: body.idempotency_key ?? newIdempotencyKey() };
}

/** The address of an operation. */
export function addressOf(
  { apiUrl }: Connection,
  name: OperationName,
  path: Readonly<Record<string, string>> = {},
  query: object = {},
): string {
  const filled = OPERATIONS[name].path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(path[key] ?? ""),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return `${apiUrl}${filled}${search === "" ? "" : `?${search}`}`;
}

function readEnvelope<Name extends CallName>(name: Name, answer: TextAnswer): Reply<Name> {
  const { status, headers, text } = answer;
  if ("text" in OPERATIONS[name]) return { data: text as ReplyOf<Name>, message: "" };
  try {
    const { data, message, pagination } = JSON.parse(text) as Partial<Reply<Name>>;
    if (data !== undefined && typeof message === "string") {
      return { data, message, ...(pagination === undefined ? {} : { pagination }) };
    }
  } catch {
    // Said below.
  }
  const requestId = headers.get("x-request-id") ?? undefined;
  const facts = { status, requestId };
  throw new ClipmillError("UNEXPECTED_ANSWER", "The answer is not the API's. Is the address right?", facts);
}

/** Calls an operation, again where a failure passes by itself. @throws ClipmillError, or the signal's reason */
export async function callApi<Name extends CallName>(
  connection: Connection,
  name: Name,
  { path, query, body, signal }: Call<Name> = {},
): Promise<Reply<Name>> {
  const { method, repeat } = OPERATIONS[name];
  const { policy, timeoutMs, fetch, onRetry } = connection;
  const keyed = repeat === "keyed" ? withKey(body as { idempotency_key?: string } | undefined) : body;
  const request = {
    method,
    url: addressOf(connection, name, path, query),
    headers: {
      ...connection.headers,
      ...(keyed === undefined ? {} : { "content-type": "application/json" }),
    },
    body: keyed === undefined ? undefined : JSON.stringify(keyed),
    signal,
  };
  const bounds = { timeoutMs, maxBytes: CLIENT_LIMITS.answerBytes };
  const retries = { policy, repeat: repeat !== "unsafe", signal, onRetry };
  return readEnvelope(name, await withRetries(() => sendRequest(fetch, request, bounds), retries));
}

/** A response that tells when its body has been read, cancelled or broken off. */
function withEnd(response: Response, onEnd: () => void): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // A failure reaches whoever reads.
  response.body.pipeTo(writable).then(onEnd, onEnd);
  return new Response(readable, response);
}

/** Calls an operation whose reply the caller reads as it comes. @throws ClipmillError, or the signal's reason */
export function openReply<Name extends OperationName>(
  connection: Connection,
  name: Name,
  path: PathOf<Name>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { headers, policy, timeoutMs, fetch } = connection;
  const open = async (): Promise<Response> => {
    const late = new AbortController();
    const stop = (): void => late.abort(new ClipmillError("NO_ANSWER", "The answer did not begin in time."));
    // Of the beginning alone: the rest takes as long as it is large.
    const timer = setTimeout(stop, timeoutMs);
    const both = joinSignals(signal, late.signal);
    const request = {
      method: "GET",
      url: addressOf(connection, name, path),
      headers,
      signal: both.signal,
    };
    try {
      return withEnd(await openAnswer(fetch, request, CLIENT_LIMITS.answerBytes), both.release);
    } catch (error) {
      both.release();
      throw asClientError(error, signal);
    } finally {
      clearTimeout(timer);
    }
  };
  return withRetries(open, { policy, repeat: true, signal });
}
