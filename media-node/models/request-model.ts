// One request for a model's file, with redirects followed by hand: model hubs answer for large files with a redirect
// to a storage host, and say on the way which size and hash the file has. Any address is allowed, unlike for sources of
// clients: the operator chooses it, and a mirror usually stands inside the company.
import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import { connectionFailure, modelFailure } from "./model-failure.ts";

/** MODEL_LIMITS, and other numbers in tests. */
export type ModelLimits = Readonly<Record<keyof typeof MODEL_LIMITS, number>>;

export interface ModelRequest {
  readonly method: "GET" | "HEAD";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

export interface ModelResponse {
  readonly status: number;
  readonly body: Dispatcher.ResponseData["body"];
  /** What the hub says of the file itself, be it on a redirect. */
  readonly announced: { readonly sizeBytes: number | null; readonly sha256: string | null };
  header(name: string): string | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Clipmill" };

/** Connections with our bounds; HTTP_PROXY, HTTPS_PROXY and NO_PROXY are heeded as everywhere on a machine. */
export function createModelDispatcher({ connectTimeoutMs, idleTimeoutMs }: ModelLimits): Dispatcher {
  return new EnvHttpProxyAgent({
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    connect: { timeout: connectTimeoutMs },
  });
}

/**
 * Returns the first response that is no redirect, whatever its status; the caller reads or discards its body.
 * @throws AppError UNAVAILABLE; `signal.reason` on abort
 */
export async function requestModel(asked: ModelRequest): Promise<ModelResponse> {
  let url = asked.url;
  let announced: ModelResponse["announced"] = { sizeBytes: null, sha256: null };
  for (let redirects = 0; ; redirects += 1) {
    const response = await requestOnce(asked, url);
    announced = {
      sizeBytes: announced.sizeBytes ?? sizeFrom(response.header("x-linked-size")),
      sha256: announced.sha256 ?? hashFrom(response.header("x-linked-etag")),
    };
    const location = REDIRECTS.has(response.status) ? response.header("location") : undefined;
    if (location === undefined) return { ...response, announced };
    discard(response.body);
    if (redirects === MODEL_LIMITS.redirects) throw modelFailure(`${asked.url} redirects too often.`, false);
    url = redirectTarget(location, url);
  }
}

async function requestOnce(asked: ModelRequest, url: string): Promise<Omit<ModelResponse, "announced">> {
  const { method, dispatcher, signal } = asked;
  try {
    const { statusCode, body, headers } = await request(url, {
      method,
      dispatcher,
      signal,
      headers: { ...HEADERS, ...asked.headers },
    });
    return { status: statusCode, body, header: (name) => [headers[name]].flat()[0] };
  } catch (error) {
    throw signal.aborted ? signal.reason : connectionFailure(url, error);
  }
}

/** Ends a response whose content is not wanted, and its connection where content is still to come. */
export function discard(body: ModelResponse["body"]): void {
  body.on("error", () => undefined);
  body.destroy();
}

function redirectTarget(location: string, from: string): string {
  const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw modelFailure(`${from} redirects to an address that is none.`, false);
  }
  if (from.startsWith("https:") && target.protocol === "http:") {
    throw modelFailure(`${from} redirects to an unprotected address, which is not followed.`, false);
  }
  return target.href;
}

function sizeFrom(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The hub's tag of a large file is its SHA-256; of a small one it is a Git hash, which says less. */
function hashFrom(text: string | undefined): string | null {
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(text ?? "")?.[1] ?? null;
}
