// Each call names the session that the page was drawn for: by its token against forged requests, and by its account. The
// browser has one session for all its tabs: after a sign-in, a new password or the choice of another account in another tab
// it is not this page's any more, and the server refuses the call. Then the session is read again, and if it is the same
// person's for the same account, the call is made once more.
import { hasDetails } from "./api-error.ts";

export interface PageSession {
  readonly csrf: string;
  readonly userId: string;
  /** Null for somebody who belongs to none. */
  readonly accountId: string | null;
}

export type SessionHeaders = Readonly<Record<string, string>>;

/** What a call is about. */
export interface CallKind {
  /** Whether it is more than a read. */
  readonly isChange: boolean;
  /** Whether it is the person's, whatever account they work for. */
  readonly isOwn: boolean;
  /** Whether it ends the session: nobody is asked to sign in for that. */
  readonly isSignOut?: boolean;
}

type TakeOver = (former: PageSession, kind: CallKind) => Promise<void>;

/** What the server's refusals name (control-plane/http/cross-site.ts, page-headers.ts). */
const TOKEN_HEADER = "x-clipmill-csrf";
const ACCOUNT_HEADER = "x-clipmill-account";

let held: PageSession | undefined;
let takeOver: TakeOver = async () => {
  throw new Error("Nobody knows how to read the session.");
};

/** Sets the session that the page is drawn for from now on; undefined for none. */
export function holdSession(session: PageSession | undefined): void {
  held = session;
}

/** Asked to read the session again, or to wait for the next one, and to hold it. It throws where a call must not be made again. */
export function whenSessionDiffers(listener: TakeOver): void {
  takeOver = listener;
}

/**
 * Whether a call was refused because the browser's session is another one, or over. A wrong password or code, which is a 401
 * too, names its field.
 */
export function isOfSession(thrown: unknown): boolean {
  if (!hasDetails(thrown)) return false;
  const { status, details } = thrown;
  if (status === 401) return details.length === 0;
  return (
    status === 403 && details.some(({ path }) => path === `/${TOKEN_HEADER}` || path === `/${ACCOUNT_HEADER}`)
  );
}

function headersOf(session: PageSession | undefined): SessionHeaders {
  if (session === undefined) return {};
  return { [TOKEN_HEADER]: session.csrf, [ACCOUNT_HEADER]: session.accountId ?? "none" };
}

/** The session that the page is drawn for; undefined for none. */
export function heldSession(): PageSession | undefined {
  return held;
}

/**
 * Makes a call with the session's headers, and once more with its new ones where they were old.
 * @throws whatever `call` throws, and what the listener throws
 */
export async function withSession<T>(
  kind: CallKind,
  call: (headers: SessionHeaders) => Promise<T>,
): Promise<T> {
  const former = held;
  try {
    return await call(headersOf(former));
  } catch (thrown) {
    if (former === undefined || !isOfSession(thrown)) throw thrown;
    await takeOver(former, kind);
    return call(headersOf(held));
  }
}
