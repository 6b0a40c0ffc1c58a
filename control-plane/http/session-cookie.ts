// The cookie that carries a session. With `__Host-` a browser takes it from this host alone, over HTTPS alone (or from its
// own machine), so that no neighbour on a common domain and nobody on the line can plant one. Over plain HTTP elsewhere
// browsers refuse that, and a cookie without protection is all that there is: it is never believed where HTTPS is in use.
import { isLoopbackHost } from "../../shared/network/listening-address.ts";

const SECURE_NAME = "__Host-clipmill";
const PLAIN_NAME = "clipmill";

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

/** What the browser carries for its session; undefined where it carries nothing that may be believed. */
export function readSessionCookie(arrivalUrl: string, headers: Headers): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  const secure = readCookie(cookie, SECURE_NAME);
  return secure ?? (isSecure(arrivalUrl, headers) ? undefined : readCookie(cookie, PLAIN_NAME));
}

function writeCookie(arrivalUrl: string, headers: Headers, value: string, lifetime: string): string {
  const isProtected = isSecure(arrivalUrl, headers);
  const name = isProtected ? SECURE_NAME : PLAIN_NAME;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isProtected ? "; Secure" : ""}${lifetime}`;
}

/** The header that gives a browser its session. */
export function sessionCookie(
  arrivalUrl: string,
  headers: Headers,
  secret: string,
  lifetimeMs: number,
): string {
  return writeCookie(arrivalUrl, headers, secret, `; Max-Age=${Math.floor(lifetimeMs / 1_000)}`);
}

/** The header that takes it away. */
export function endedCookie(arrivalUrl: string, headers: Headers): string {
  return writeCookie(arrivalUrl, headers, "", "; Max-Age=0");
}
