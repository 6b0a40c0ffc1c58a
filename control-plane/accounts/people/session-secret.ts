// What a browser carries for its session: 256 random bits, of which the database has the SHA-256. The token against forged
// requests is made from it, so that it needs no row of its own and nobody who cannot read the session's replies knows it.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;
/** As base64url writes that many bytes; whatever else comes is no session. */
const SECRET_PATTERN = /^[\w-]{43}$/;

export function newSessionSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

export function isSessionSecret(text: string): boolean {
  return SECRET_PATTERN.test(text);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** SHA-256 in hexadecimal digits. */
export function hashSessionSecret(secret: string): string {
  return digest(secret).toString("hex");
}

/** What every request of this session that changes something has to bring in a header. */
export function csrfTokenOf(secret: string): string {
  return digest(`x-clipmill-csrf ${secret}`).toString("base64url");
}

export function isCsrfToken(secret: string, token: string): boolean {
  return timingSafeEqual(digest(token), digest(csrfTokenOf(secret)));
}
