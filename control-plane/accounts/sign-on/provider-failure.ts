// What a failed call of the provider says: whether it is worth another try, and the words for the log. The library keeps the
// provider's own words beside its message, each kind of error elsewhere.
import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { SIGN_ON_LIMITS } from "../../../shared/limits/people.ts";

/** Whether the provider is away, and may be back soon. */
export function isAway(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof ClientError) {
    const status = error.cause instanceof Response ? error.cause.status : 0;
    return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT" || status >= 500;
  }
  return error instanceof TypeError;
}

/** Of an issuer or a claim that is another one: what was expected, and what the provider has. */
function comparisonOf(cause: object): string[] {
  const { expected, attribute, claim, body, claims } = cause as Readonly<Record<string, unknown>>;
  const name = attribute ?? claim;
  const read = (body ?? claims) as Readonly<Record<string, unknown>> | undefined;
  if (typeof name !== "string" || read === undefined) return [];
  const wanted = expected === undefined ? [] : [`${String(expected)} was expected`];
  return [...wanted, `its ${name} is ${JSON.stringify(read[name])}`];
}

/** The body of a refusal alone, where it can be read: any other may have tokens in it. */
async function wordsOfResponse(response: Response): Promise<string[]> {
  const { status, headers, bodyUsed } = response;
  const body = status < 400 || bodyUsed ? "" : await response.text().catch(() => "");
  return [`status ${status}`, headers.get("www-authenticate") ?? "", body];
}

async function detailsOf(error: Error): Promise<string[]> {
  if (error instanceof ResponseBodyError) {
    return [`status ${error.status}`, error.error, error.error_description ?? ""];
  }
  if (error instanceof WWWAuthenticateChallengeError) return wordsOfResponse(error.response);
  const { cause } = error;
  if (cause instanceof Response) return wordsOfResponse(cause);
  if (cause instanceof Error) return [cause.message, ...(await detailsOf(cause))];
  return typeof cause === "object" && cause !== null ? comparisonOf(cause) : [];
}

/** What went wrong, with the provider's own words, of which there are no more than the log can take. */
export async function wordsOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const words = [error.message, ...(await detailsOf(error))].filter((word) => word !== "");
  return words.join(": ").slice(0, SIGN_ON_LIMITS.problemLength);
}
