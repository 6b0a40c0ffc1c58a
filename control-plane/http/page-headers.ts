// What pages of the console say in the headers of their calls; programs need not.
import { AppError } from "../../shared/errors.ts";

type Headers = Readonly<Record<string, string>>;

const ACCOUNT_HEADER = "x-clipmill-account";
/** What a page says that was drawn for somebody who belongs to no account. */
const NO_ACCOUNT = "none";

const UNATTENDED_HEADER = "x-clipmill-unattended";

/**
 * Refuses what a page asks that was drawn for another account. Another window chooses another one for the same session, or
 * signs in as somebody else: what this page then asks for and changes would be the other account's, which its reader does
 * not see.
 * @param accountId the one that the request is for
 * @throws AppError FORBIDDEN; the page knows it by its detail
 */
export function requirePageAccount(headers: Headers, accountId: string | undefined): void {
  const meant = headers[ACCOUNT_HEADER];
  if (meant === undefined || meant === (accountId ?? NO_ACCOUNT)) return;
  const message = "must be the session's account, as GET /console/api/session gives it";
  throw new AppError("FORBIDDEN", `The header ${ACCOUNT_HEADER} ${message}.`, {
    details: [{ path: `/${ACCOUNT_HEADER}`, message }],
  });
}

/**
 * Whether a request is no sign that somebody is there. A page that is left open asks for news for as long as it is seen; were
 * that a use of its session, no session would end for want of use. So pages say when nobody has been at them for a while.
 * Streams of events have no header for it, and are opened anew after each break: whoever is there reads other things too.
 */
export function isUnattendedRead(method: string, headers: Headers): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return headers[UNATTENDED_HEADER] !== undefined || headers.accept === "text/event-stream";
}
