// Requests that another site made a browser send. A session's cookie travels with requests that a page did not mean to
// make; so whatever is not a read has to come from a page of ours: the browser says so where it says anything, and a
// session's token is known to nobody else. A JSON body alone would do against forms; three checks are cheap.
import { AppError } from "../../shared/errors.ts";
import { isCsrfToken } from "../accounts/people/csrf-token.ts";

type Headers = Readonly<Record<string, string>>;

const CSRF_HEADER = "x-clipmill-csrf";

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** Whether the origin that a browser names is the address to which it sent the request. */
function isOwnOrigin(origin: string, arrivalUrl: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(arrivalUrl).host;
}

/**
 * Refuses what another site had a browser send. Browsers say nothing of the site over plain HTTP, and then the origin's
 * host has to be the one that was addressed.
 * @throws AppError FORBIDDEN
 */
export function refuseOtherSites(method: string, headers: Headers, arrivalUrl: string): void {
  if (isRead(method)) return;
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  const isOurs =
    site === undefined ? origin === undefined || isOwnOrigin(origin, arrivalUrl) : site === "same-origin";
  if (isOurs) return;
  throw new AppError(
    "FORBIDDEN",
    "This request did not come from a page of this console. Behind a proxy, CLIPMILL_TRUSTED_PROXIES has to name it.",
  );
}

/**
 * Refuses what is not a read and lacks the session's token, or comes from another site. A page of ours that was opened
 * before the session has an old token: it knows that refusal by its detail.
 * @throws AppError FORBIDDEN
 */
export function requireOwnPage(method: string, headers: Headers, arrivalUrl: string, secret: string): void {
  if (isRead(method)) return;
  refuseOtherSites(method, headers, arrivalUrl);
  if (isCsrfToken(secret, headers[CSRF_HEADER] ?? "")) return;
  const message = "must have the session's token, as GET /console/api/session gives it";
  throw new AppError("FORBIDDEN", `The header ${CSRF_HEADER} ${message}.`, {
    details: [{ path: `/${CSRF_HEADER}`, message }],
  });
}
