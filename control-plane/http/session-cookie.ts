// The cookies that carry a session, and a single sign-on that has begun. With `__Host-` a browser takes it from this host
// alone, over HTTPS alone, so that no neighbour on a common domain and nobody on the line can plant one. Over plain HTTP
// browsers refuse that, and a cookie without protection is all that there is: it is never believed where HTTPS is in use.
// Most make an exception for their own machine, which is not used: Safari makes none, and nobody could sign in by it there
// (https://bugs.webkit.org/show_bug.cgi?id=281149).
import { isLoopbackHost } from "../../shared/network/listening-address.ts";

/** What our cookies are called over plain HTTP. */
const SESSION = "clipmill";
/** Of a single sign-on that the browser has begun. */
const PENDING = "clipmill-sign-on";

type CookieName = typeof SESSION | typeof PENDING;

type Headers = Readonly<Record<string, string>>;

/**
 * The value of a cookie; the first one where it is there twice. What has no name, which a neighbour on a common domain may
 * plant with any text, is none of ours.
 */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const nameEnd = part.indexOf("=");
    if (nameEnd >= 0 && part.slice(0, nameEnd).trim() === name) return part.slice(nameEnd + 1).trim();
  }
  return undefined;
}

/**
 * Whether a browser reached us by HTTPS, as far as anything says so. A header that anyone may write counts too: who lies
 * with it makes their own cookie stricter.
 */
function isHttps(arrivalUrl: string, headers: Headers): boolean {
  if (new URL(arrivalUrl).protocol === "https:") return true;
  const forwarded = headers["x-forwarded-proto"]?.split(",").at(-1)?.trim();
  return forwarded === "https" || headers.origin?.startsWith("https://") === true;
}

/**
 * Whether nobody between a browser and us can read along: it came by HTTPS, or is on our own machine.
 * @param arrivalUrl the address to which the request was sent
 */
export function isSecure(arrivalUrl: string, headers: Headers): boolean {
  return isLoopbackHost(new URL(arrivalUrl).hostname) || isHttps(arrivalUrl, headers);
}

function readOwn(name: CookieName, arrivalUrl: string, headers: Headers): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  const secure = readCookie(cookie, `__Host-${name}`);
  return secure ?? (isHttps(arrivalUrl, headers) ? undefined : readCookie(cookie, name));
}

function writeOwn(
  name: CookieName,
  arrivalUrl: string,
  headers: Headers,
  { value, lifetimeMs }: { readonly value: string; readonly lifetimeMs: number },
): string[] {
  const common = "Path=/; HttpOnly; SameSite=Lax";
  const maxAge = `Max-Age=${Math.floor(lifetimeMs / 1_000)}`;
  if (isHttps(arrivalUrl, headers)) return [`__Host-${name}=${value}; ${common}; Secure; ${maxAge}`];
  // A bound one that the browser has from HTTPS at this host would be read in its place.
  return [`${name}=${value}; ${common}; ${maxAge}`, `__Host-${name}=; ${common}; Secure; Max-Age=0`];
}

/** What the browser carries for its session; undefined where it carries nothing that may be believed. */
export function readSessionCookie(arrivalUrl: string, headers: Headers): string | undefined {
  return readOwn(SESSION, arrivalUrl, headers);
}

/** The headers that give a browser its session. */
export function sessionCookies(
  arrivalUrl: string,
  headers: Headers,
  secret: string,
  lifetimeMs: number,
): string[] {
  return writeOwn(SESSION, arrivalUrl, headers, { value: secret, lifetimeMs });
}

/** The headers that take it away. */
export function endedCookies(arrivalUrl: string, headers: Headers): string[] {
  return writeOwn(SESSION, arrivalUrl, headers, { value: "", lifetimeMs: 0 });
}

/** What the browser carries for the single sign-on that it has begun. */
export function readPendingCookie(arrivalUrl: string, headers: Headers): string | undefined {
  return readOwn(PENDING, arrivalUrl, headers);
}

/** The headers that give a browser that, or take it away with a lifetime of nothing. */
export function pendingCookies(
  arrivalUrl: string,
  headers: Headers,
  value: string,
  lifetimeMs: number,
): string[] {
  return writeOwn(PENDING, arrivalUrl, headers, { value, lifetimeMs });
}
