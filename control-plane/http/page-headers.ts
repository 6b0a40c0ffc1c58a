// The account that a page of the console was drawn for. Another window chooses another one for the same session, or signs in
// as somebody else: what this page then asks for and changes would be the other account's, which its reader does not see.
import { AppError } from "../../shared/errors.ts";

const ACCOUNT_HEADER = "x-clipmill-account";
/** What a page says that was drawn for somebody who belongs to no account. */
const NO_ACCOUNT = "none";

/**
 * Refuses what a page asks that was drawn for another account. Programs need not say which one they mean.
 * @param accountId the one that the request is for
 * @throws AppError FORBIDDEN; the page knows it by its detail
 */
export function requirePageAccount(
  headers: Readonly<Record<string, string>>,
  accountId: string | undefined,
): void {
  const meant = headers[ACCOUNT_HEADER];
  if (meant === undefined || meant === (accountId ?? NO_ACCOUNT)) return;
  const message = "must be the session's account, as GET /console/api/session gives it";
  throw new AppError("FORBIDDEN", `The header ${ACCOUNT_HEADER} ${message}.`, {
    details: [{ path: `/${ACCOUNT_HEADER}`, message }],
  });
}
