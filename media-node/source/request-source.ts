// One GET for a stranger's URL, with redirects followed by hand: every hop is checked like the first URL and dialled
// through the guarded agent. undici's redirect interceptor was rejected because it would not check the hops.
import { type Dispatcher, request } from "undici";
import { AppError } from "../../shared/errors.ts";
import { checkPublicUrl, type NetworkPolicy } from "../../shared/network/network-safety.ts";
import { unreachable } from "./source-failure.ts";

export interface SourceRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: NetworkPolicy;
  /** From createGuardedAgent. */
  readonly dispatcher: Dispatcher;
  readonly maxRedirects: number;
  readonly signal: AbortSignal;
}

export interface SourceResponse {
  readonly status: number;
  readonly body: Dispatcher.ResponseData["body"];
  /** A header's value, the first where it came several times. */
  header(name: string): string | undefined;
}

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends the request and returns the first response that is no redirect, whatever its status; the caller reads or
 * discards the body. @throws AppError SOURCE_UNREACHABLE for too many or refused redirects, else what undici throws.
 */
export async function requestSource(source: SourceRequest): Promise<SourceResponse> {
  let url = checkPublicUrl(source.url, source.policy);
  for (let redirects = 0; ; redirects += 1) {
    const { dispatcher, headers, signal } = source;
    const { statusCode, body, headers: received } = await request(url, { dispatcher, headers, signal });
    const response: SourceResponse = {
      status: statusCode,
      body,
      header: (name) => [received[name]].flat()[0],
    };
    const location = REDIRECT_STATUSES.has(statusCode) ? response.header("location") : undefined;
    if (location === undefined) return response;
    discard(body);
    if (redirects === source.maxRedirects) throw unreachable("The source redirects too often.", false);
    url = redirectTarget(location, url, source.policy);
  }
}

/** Ends a response whose content is not wanted, and its connection where content is still to come. */
export function discard(body: SourceResponse["body"]): void {
  // Destroying a body that has not ended emits an abort error, which nobody waits for here.
  body.on("error", () => undefined);
  body.destroy();
}

function redirectTarget(location: string, from: URL, policy: NetworkPolicy): URL {
  if (!URL.canParse(location, from.href))
    throw unreachable("The source redirects to a malformed URL.", false);
  try {
    return checkPublicUrl(new URL(location, from).href, policy);
  } catch (error) {
    const reason = error instanceof AppError ? error.message : "";
    throw unreachable(
      `The source redirects to a URL that cannot be followed. ${reason}`.trim(),
      false,
      error,
    );
  }
}
