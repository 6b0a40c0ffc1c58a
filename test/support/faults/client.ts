// One request of a client, told as what it was: an answer, or none. A request without an answer may have been carried
// out or not; everything else must have done exactly what its answer says.

export interface Answer {
  /** Null where there was none. */
  readonly status: number | null;
  /** Empty where the answer is not JSON. */
  readonly body: {
    readonly data?: unknown;
    readonly error?: { readonly code: string; readonly message: string };
  };
  readonly tookMs: number;
}

export interface ClientRequest {
  readonly method: string;
  /** Whole, with the plane's address. */
  readonly url: string;
  readonly key?: string;
  /** Beside those that follow from the key and the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is bytes. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

function parse(text: string): Answer["body"] {
  try {
    return JSON.parse(text) as Answer["body"];
  } catch {
    return {};
  }
}

/** Never rejects. */
export async function send(request: ClientRequest): Promise<Answer> {
  const { method, url, key, headers = {}, body, timeoutMs = TIMEOUT_MS } = request;
  const isBytes = body instanceof Uint8Array;
  const startedAt = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(key === undefined ? {} : { "x-service-api-key": key }),
        ...(body === undefined || isBytes ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text), tookMs: tookMs() };
  } catch {
    return { status: null, body: {}, tookMs: tookMs() };
  }
}
