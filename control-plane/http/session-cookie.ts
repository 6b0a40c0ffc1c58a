// The cookies that carry a session, and a single sign-on that has begun. With `__Host-` a browser takes it from this host alone, over HTTPS alone (or from its
// own machine), so that no neighbour on a common domain and nobody on the line can plant one. Over plain HTTP elsewhere
// browsers refuse that, and a cookie without protection is all that there is: it is never believed where HTTPS is in use.
import { isLoopbackHost } from "../../shared/network/listening-address.ts";

/** What our cookies are called over plain HTTP. */
const SESSION = "clipmill";
/** Of a single sign-on that the browser has begun. */
const PENDING = "clipmill-sign-on";

type CookieName = typeof SESSION | typeof PENDING;

type Headers = Readonly<Record<string, string>>;

/** The value of a cookie; the first one where it is there twice. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [key = "", value = ""] = part.split(/=(.*)/s);
    if (key.trim() === name) return value.trim();
  }
  return undefined;
}

/**
 * Whether a browser reached us by HTTPS, or on its own machine, as far as anything says so. A header that anyone may write
 * counts too: who lies with it makes their own cookie stricter.
 * @param arrivalUrl the address to which the request was sent
 */
export function isSecure(arrivalUrl: string, headers: Headers): boolean {
  const { protocol, hostname } = new URL(arrivalUrl);
  if (protocol === "https:" || isLoopbackHost(hostname)) return true;
  const forwarded = headers["x-forwarded-proto"]?.split(",").at(-1)?.trim();
  return forwarded === "https" || headers.origin?.startsWith("https://") === true;
}

function readOwn(name: CookieName, arrivalUrl: string, headers: Headers): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  const secure = readCookie(cookie, `__Host-${name}`);
  return secure ?? (isSecure(arrivalUrl, headers) ? undefined : readCookie(cookie, name));
}

function writeOwn(
  name: CookieName,
  arrivalUrl: string,
  headers: Headers,
  { value, lifetimeMs }: { readonly value: string; readonly lifetimeMs: number },
): string {
  const isProtected = isSecure(arrivalUrl, headers);
  const whole = isProtected ? `__Host-${name}` : name;
  const protection = isProtected ? "; Secure" : "";
  const lifetimeS = Math.floor(lifetimeMs / 1_000);
  return `${whole}=${value}; Path=/; HttpOnly; SameSite=Lax${protection}; Max-Age=${lifetimeS}`;
}

/** What the browser carries for its session; undefined where it carries nothing that may be believed. */
export function readSessionCookie(arrivalUrl: string, headers: Headers): string | undefined {
  return readOwn(SESSION, arrivalUrl, headers);
}

/** The header that gives a browser its session. */
export function sessionCookie(
  arrivalUrl: string,
  headers: Headers,
  secret: string,
  lifetimeMs: number,
): string {
  return writeOwn(SESSION, arrivalUrl, headers, { value: secret, lifetimeMs });
}

/** The header that takes it away. */
export function endedCookie(arrivalUrl: string, headers: Headers): string {
  return writeOwn(SESSION, arrivalUrl, headers, { value: "", lifetimeMs: 0 });
}

/** What the browser carries for the single sign-on that it has begun. */
export function readPendingCookie(arrivalUrl: string, headers: Headers): string | undefined {
  return readOwn(PENDING, arrivalUrl, headers);
}

/** The header that gives a browser that, or takes it away with a lifetime of nothing. */
export function pendingCookie(
  arrivalUrl: string,
  headers: Headers,
  value: string,
  lifetimeMs: number,
): string {
  return writeOwn(PENDING, arrivalUrl, headers, { value, lifetimeMs });
}
