// The token against requests that another site had a browser send. It is made from the session's secret, so that it needs
// no row of its own, and nobody who cannot read the session's replies knows it.
import { createHash, timingSafeEqual } from "node:crypto";

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What every request of this session that changes something has to bring in a header. */
export function csrfTokenOf(secret: string): string {
  return digest(`x-clipmill-csrf ${secret}`).toString("base64url");
}

/** Whether a token belongs to a session; compared in constant time. */
export function isCsrfToken(secret: string, token: string): boolean {
  return timingSafeEqual(digest(token), digest(csrfTokenOf(secret)));
}
